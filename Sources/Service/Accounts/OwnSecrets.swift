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
        guard let credentials, typed.utf8.count <= Password.bytesLimit else {
            await accounts.noteWrong(reservation)
            throw .wrongPassword
        }
        switch await accounts.passwords.verify(typed, credentials.passwordHash) {
        case .right, .rightButOutdated:
            accounts.guesses.giveBack(reservation)
            return credentials
        case .wrong:
            await accounts.noteWrong(reservation)
            throw .wrongPassword
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

/// A new password; all other sessions of the player end. Who has none yet, since others sign them in (rule 1.14), gets
/// their first one: they have just signed in instead, and no session ends.
public struct ChangePassword: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Parameter current: nil: they have none.
    public func callAsFunction(
        from current: String?, to new: Password, in session: Session
    ) async throws(OwnSecretsError) {
        guard let current else { return try await setFirst(new, in: session) }
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

    private func setFirst(_ new: Password, in session: Session) async throws(OwnSecretsError) {
        let hasPassword = try await OwnSecretsError.translating { () throws(StoreError) in
            try await accounts.directory.credentials(of: session.player) != nil
        }
        guard !hasPassword else { throw .wrongPassword }
        guard !accounts.profiles.isGuest(session.player) else { throw .guest }
        guard accounts.hasProof(session) else { throw .proofNeeded }
        let hash: String
        do { hash = try await accounts.hash(new: new) } catch { throw OwnSecretsError(error) }
        let isFirst = try await OwnSecretsError.translating { () throws(StoreError) in
            try await accounts.directory.setFirstPassword(hash, of: session.player, at: accounts.clock.now())
        }
        // Set meanwhile: that one is asked for now.
        guard isFirst else { throw .wrongPassword }
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
    /// A guest gets a password with an alias, by an upgrade.
    case guest
    /// Who has no password signs in once more.
    case proofNeeded
    /// The new one was stolen elsewhere.
    case breachedPassword
    case tooManyAttempts(retryAfter: Timestamp.Span)
    case busy
    case unavailable
    case broken(reason: String)
}
