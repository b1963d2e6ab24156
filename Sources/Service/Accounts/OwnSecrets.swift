public import LaurelDomain
import LaurelScores
import LaurelStorage

// What a player who is signed in does about their own secrets. Each asks for the password again: a session that was
// left open must not be able to take the account over (OWASP ASVS 5.0, 6.2.3, 7.5.1).

/// Judges the password of somebody who is signed in.
struct OwnPassword {
    let accounts: Accounts
    init(_ accounts: Accounts) { self.accounts = accounts }

    func callAsFunction(_ typed: String, of player: PlayerNumber) async throws(OwnSecretsError) -> Credentials {
        let reservation: AttemptLimiter.Reservation
        do throws(TooManyAttempts) { reservation = try accounts.reserveGuess(by: player) } catch {
            throw .tooManyAttempts(retryAfter: error.retryAfter)
        }
        let credentials = try await OwnSecretsError.translating { () throws(StoreError) in
            try await accounts.directory.credentials(of: player)
        }
        guard let credentials, typed.utf8.count <= Password.bytesLimit else { throw .wrongPassword }
        switch await accounts.passwords.verify(typed, credentials.passwordHash) {
        case .right, .rightButOutdated:
            accounts.guesses.giveBack(reservation)
            return credentials
        case .wrong: throw .wrongPassword
        case .busy:
            accounts.guesses.giveBack(reservation)
            throw .busy
        }
    }
}

extension Accounts {
    /// Counts a guess at a secret of somebody who is signed in, whose own session is all that it can keep out.
    func reserveGuess(by player: PlayerNumber) throws(TooManyAttempts) -> AttemptLimiter.Reservation {
        try guesses.reserve(AttemptLimiter.Attempt(own: [(.player(player), limits.account)]), at: elapsed)
    }
}

/// A new password; all other sessions of the player end.
public struct ChangePassword: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    public func callAsFunction(
        from current: String, to new: Password, in session: Session
    ) async throws(OwnSecretsError) {
        let credentials = try await OwnPassword(accounts)(current, of: session.player)
        let hash: String
        do { hash = try await accounts.hash(new: new) } catch { throw OwnSecretsError(error) }
        let stood = try await OwnSecretsError.translating { () throws(StoreError) in
            try await accounts.directory.changePassword(
                credentials, to: hash, keeping: session.id, at: accounts.clock.now())
        }
        guard stood else { throw .wrongPassword }
        accounts.sessions.end(of: session.player, except: session.id)
        accounts.noteProof(session)
        accounts.outbox?.signal()
    }
}

/// New recovery codes in place of the old ones (rule 1.9).
public struct RenewRecoveryCodes: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Returns: the codes, which nobody sees again.
    public func callAsFunction(
        password: String, of player: PlayerNumber
    ) async throws(OwnSecretsError) -> [String] {
        let credentials = try await OwnPassword(accounts)(password, of: player)
        let codes = (0..<RegisterPlayer.recoveryCodeCount).map { _ in ReadableCode.makeSecret(accounts.random) }
        let stood = try await OwnSecretsError.translating { () throws(StoreError) in
            try await accounts.directory.replaceRecoveryCodes(
                codes.map(accounts.digest), for: credentials, at: accounts.clock.now())
        }
        guard stood else { throw .wrongPassword }
        accounts.outbox?.signal()
        return codes
    }
}

public enum OwnSecretsError: Error, NewPasswordFailure, Hashable, Sendable {
    case wrongPassword
    /// The new one was stolen elsewhere.
    case breachedPassword
    case tooManyAttempts(retryAfter: Timestamp.Span)
    case busy
    case unavailable
    case broken(reason: String)
}
