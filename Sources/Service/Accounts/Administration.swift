public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Makes the one-time link by which the first administrator comes in.
public struct PrepareAdministration: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Parameter renewing: also when a link waits already, which is of no more use then: for an operator who
    ///   has lost it.
    /// - Returns: the secret part of the link, which is not stored; nil when there is nothing to do.
    /// - Parameter administrator: who asks; nil: the server does at its start.
    public func callAsFunction(
        renewing: Bool = false, by administrator: Administrator? = nil
    ) async throws(PrepareAdministrationError) -> String? {
        try await PrepareAdministrationError.translating { () throws(StoreError) in
            switch try await accounts.directory.administration() {
            case .claimed: return nil
            case .linkWaits where !renewing: return nil
            case .linkWaits, .unclaimed: break
            }
            let token = Token.make(accounts.random)
            let entry = administrator?.entry(.administratorLink, at: accounts.clock.now())
            return try await accounts.directory.setAdministratorLink(accounts.digest(token), entry) ? token : nil
        }
    }
}

public enum PrepareAdministrationError: Error, StoreFailure, Hashable, Sendable {
    case unavailable
    case broken(reason: String)
}

/// Makes the first administrator, whatever the policy for sign-up says. The link works once: of many who use it at
/// the same moment one gets in.
public struct ClaimAdministration: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Parameter requestID: for the audit log's entry, which is written with the player.
    /// - Throws: `invitationRefused` for a token that is wrong, or right and used.
    public func callAsFunction(
        token: String, alias: Alias, password: Password, arrival: Arrival, requestID: String = ""
    ) async throws(SignUpError) -> SignedUp {
        let link = accounts.digest(token)
        // Before a password is hashed: nobody without the link costs that much.
        let waiting = try await SignUpError.translating { () throws(StoreError) in
            try await accounts.directory.setting(.administratorLink)
        }
        guard Token.isWellFormed(token), waiting == link.bytes else { throw .invitationRefused }
        return try await RegisterPlayer(accounts)(alias, password, .administratorLink(link), arrival, requestID)
    }
}

/// Makes a code that lets one player sign up where the policy asks for one.
public struct Invite: Sendable {
    public static let lifetime = Timestamp.Span.days(14)
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    public func callAsFunction(by administrator: Administrator) async throws(InviteError) -> Invitation {
        let code = ReadableCode.makeSecret(accounts.random)
        let now = accounts.clock.now()
        let expires = now.advanced(by: Self.lifetime)
        try await InviteError.translating { () throws(StoreError) in
            try await accounts.directory.addInvitation(
                accounts.digest(code), by: administrator.player, created: now, expires: expires)
        }
        return Invitation(code: code, expires: expires)
    }
}

public struct Invitation: Hashable, Sendable {
    /// Shown once.
    public let code: String
    public let expires: Timestamp
}

public enum InviteError: Error, StoreFailure, Hashable, Sendable {
    case unavailable
    case broken(reason: String)
}
