public import LaurelDomain
import LaurelScores
import LaurelStorage

/// Creates a player and signs them in.
public struct SignUp: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Parameter invitation: as typed; looked at only where the policy asks for one.
    public func callAsFunction(
        alias: Alias, password: Password, invitation: String? = nil, arrival: Arrival
    ) async throws(SignUpError) -> SignedUp {
        try await RegisterPlayer(accounts)(alias, password, try accounts.entrance(invitation), arrival)
    }
}

extension Accounts {
    /// The door that the policy leaves to somebody who wants to have an account.
    /// - Parameter invitation: as typed.
    func entrance(_ invitation: String?) throws(SignUpError) -> Entrance {
        switch signUpPolicy {
        case .closed: throw .closed
        case .open: return .open
        case .invitation:
            guard let invitation else { throw .invitationRequired }
            guard let code = ReadableCode.canonical(invitation) else { throw .invitationRefused }
            return .invitation(digest(code))
        }
    }
}

/// A player who has just signed up.
public struct SignedUp: Sendable {
    public let player: Player
    /// The bearer token. It is not stored: this is the only time anybody sees it.
    public let token: String
    /// Shown once (rule 1.9).
    public let recoveryCodes: [String]
    public let session: Session
}

public enum SignUpError: Error, NewPasswordFailure, Hashable, Sendable {
    case closed
    case invitationRequired
    /// Unknown, spent or expired. The same for an administrator's link.
    case invitationRefused
    case aliasTaken
    /// It would pass for this service or its operator.
    case aliasReserved
    /// The alias has a word that is blocked here.
    case wordRefused
    case game(GameRefusal)
    case tooManyAttempts(retryAfter: Timestamp.Span)
    /// It was stolen elsewhere.
    case breachedPassword
    /// Passwords are hashed as fast as this machine can.
    case busy
    case unavailable
    case broken(reason: String)
}
