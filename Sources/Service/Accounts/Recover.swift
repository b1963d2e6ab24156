public import LaurelDomain
public import LaurelScores
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
                code: accounts.digest(ReadableCode.canonical(code) ?? "(no code)"), passwordHash: hash,
                at: accounts.clock.now())
        }
        guard let player else {
            await accounts.noteWrong(reservation)
            throw .wrongCredentials
        }
        await accounts.noteRight(reservation)
        accounts.sessions.end(of: player)
        accounts.outbox?.signal()
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
    /// Long enough to reach the player; the operator who made the code knows it as well (OWASP ASVS 5.0, 6.4.1).
    public static let codeLifetime = Timestamp.Span.days(3)
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// Makes a code with which the player sets a new password, once and soon. The old password and all recovery codes
    /// are good no more, and all sessions end.
    public func callAsFunction(
        of alias: Alias, by administrator: Administrator
    ) async throws(ResetPasswordError) -> ResetCode {
        let player = try await ResetPasswordError.translating { () throws(StoreError) in
            try await accounts.directory.player(aliasKey: alias.key)
        }
        guard let player else { throw .unknownPlayer }
        // Of a password that nobody knows.
        guard let hash = await accounts.passwords.hash(Token.make(accounts.random)) else { throw .busy }
        let code = ReadableCode.makeSecret(accounts.random)
        let now = accounts.clock.now()
        let expires = now.advanced(by: Self.codeLifetime)
        let isThere = try await ResetPasswordError.translating { () throws(StoreError) in
            try await accounts.directory.resetPassword(
                of: player.number, passwordHash: hash, code: accounts.digest(code), expires: expires, at: now)
        }
        guard isThere else { throw .unknownPlayer }
        accounts.sessions.end(of: player.number)
        accounts.outbox?.signal()
        return ResetCode(player: player, code: code, expires: expires)
    }
}

/// Shown once. The player gives it where a recovery code is asked for.
public struct ResetCode: Sendable {
    public let player: Player
    public let code: String
    public let expires: Timestamp
}

public enum ResetPasswordError: Error, StoreFailure, Hashable, Sendable {
    case unknownPlayer
    case busy
    case unavailable
    case broken(reason: String)
}
