public import LaurelDomain
import LaurelStorage

/// A new password for a recovery code (rule 1.9). The code is spent and all sessions end.
public struct Recover: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// An unknown alias and a wrong code give the same answer after the same work, under the limits of sign-in.
    /// - Parameters:
    ///   - alias: as typed.
    ///   - code: as typed.
    public func callAsFunction(
        alias: String, code: String, newPassword: Password, address: ClientAddress
    ) async throws(RecoverError) {
        let attempt = await accounts.guess(alias: alias, address: address)
        let reservation: AttemptLimiter.Reservation
        do throws(TooManyAttempts) { reservation = try accounts.guesses.reserve(attempt, at: accounts.elapsed) } catch {
            throw .tooManyAttempts(retryAfter: error.retryAfter)
        }
        let hash: String
        do { hash = try await accounts.hash(new: newPassword) } catch {
            accounts.guesses.giveBack(reservation)
            throw RecoverError(error)
        }
        let player = try await RecoverError.translating { () throws(StoreError) in
            try await accounts.directory.recover(
                aliasKey: accounts.aliasKey(alias) ?? "",
                code: accounts.digest(ReadableCode.canonical(code) ?? "(no code)"), passwordHash: hash)
        }
        guard let player else { throw .wrongCredentials }
        accounts.guesses.giveBack(reservation)
        accounts.sessions.end(of: player)
    }
}

public enum RecoverError: Error, NewPasswordFailure, Hashable, Sendable {
    /// The alias or the code; nobody is told which.
    case wrongCredentials
    case tooManyAttempts(retryAfter: Timestamp.Span)
    /// It was stolen elsewhere.
    case breachedPassword
    case busy
    case unavailable
    case broken(reason: String)
}

/// What the operator does for a player who has lost password and codes (rule 1.9).
public struct ResetPassword: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// Sets a password made up here and new recovery codes, and ends all sessions.
    public func callAsFunction(
        of alias: Alias, by administrator: Administrator
    ) async throws(ResetPasswordError) -> NewSecrets {
        let player = try await ResetPasswordError.translating { () throws(StoreError) in
            try await accounts.directory.player(aliasKey: alias.key)
        }
        guard let player else { throw .unknownPlayer }
        let password = ReadableCode.make(accounts.random)
        guard let hash = await accounts.passwords.hash(password) else { throw .busy }
        let codes = (0..<RegisterPlayer.recoveryCodeCount).map { _ in ReadableCode.make(accounts.random) }
        let isThere = try await ResetPasswordError.translating { () throws(StoreError) in
            try await accounts.directory.resetPassword(
                of: player.number, passwordHash: hash, recoveryCodes: codes.map(accounts.digest))
        }
        guard isThere else { throw .unknownPlayer }
        accounts.sessions.end(of: player.number)
        return NewSecrets(player: player, password: password, recoveryCodes: codes)
    }
}

/// Shown once.
public struct NewSecrets: Sendable {
    public let player: Player
    public let password: String
    public let recoveryCodes: [String]
}

public enum ResetPasswordError: Error, StoreFailure, Hashable, Sendable {
    case unknownPlayer
    case busy
    case unavailable
    case broken(reason: String)
}
