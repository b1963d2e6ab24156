public import LaurelDomain
public import LaurelScores
public import LaurelStorage

/// What the use cases about the second factor share.
public struct TwoFactor: Sendable {
    /// Recovery codes made with it.
    public static let recoveryCodeCount = 8
    var directory: any TwoFactorDirectory
    let hashing: CodeHashing
    /// Who hears of it: a team may ask for it.
    let roster: Roster
    /// Guesses at codes: each has one chance in 333,333, and a secret allows 10 at once and then one every five minutes
    /// (OWASP ASVS 5.0, 6.6.3).
    let rate = AttemptRate(burst: 10, interval: .minutes(5))

    public init(directory: any TwoFactorDirectory, hashing: CodeHashing, roster: Roster) {
        self.directory = directory
        self.hashing = hashing
        self.roster = roster
    }
}

public enum TwoFactorError: Error, StoreFailure, Hashable, Sendable {
    /// There is a second factor, and no code came with it.
    case codeRequired
    /// Wrong, used, or too old.
    case wrongCode
    case wrongPassword
    case alreadySetUp
    case notSetUp
    case unknownPlayer
    case tooManyAttempts(retryAfter: Timestamp.Span)
    /// Passwords are compared as fast as this machine can.
    case busy
    case unavailable
    case broken(reason: String)
}

extension TwoFactor {
    /// Lets a player pass who has no second factor, or shows a code of it; a code is used up by that.
    ///
    /// - Parameter code: as typed: six digits, or a recovery code.
    func check(_ code: String?, of player: PlayerNumber, in accounts: Accounts) async throws(TwoFactorError) {
        let record = try await TwoFactorError.translating { () throws(StoreError) in
            try await directory.twoFactor(of: player)
        }
        guard let record, record.isConfirmed else { return }
        guard let code else { throw .codeRequired }
        try await spend(code, record, player, accounts)
    }

    func spend(
        _ code: String, _ record: TwoFactorRecord, _ player: PlayerNumber, _ accounts: Accounts
    ) async throws(TwoFactorError) {
        let now = accounts.clock.now()
        let reservation = try reserveGuess(by: player, in: accounts)
        let isRight = try await TwoFactorError.translating { () throws(StoreError) in
            if let step = OneTimeCode(hashing: hashing, secret: record.secret).step(of: code, at: now) {
                return try await directory.useTwoFactorStep(step, of: player)
            }
            guard let code = ReadableCode.canonical(code) else { return false }
            return try await directory.useTwoFactorCode(accounts.digest(code), of: player)
        }
        guard isRight else { throw await wrong(reservation, accounts) }
        accounts.guesses.giveBack(reservation)
    }

    func wrong(_ reservation: AttemptLimiter.Reservation, _ accounts: Accounts) async -> TwoFactorError {
        await accounts.noteWrong(reservation)
        return .wrongCode
    }

    /// By the steady clock: a caller who guessed waits no longer because the other one was set back.
    func reserveGuess(
        by player: PlayerNumber, in accounts: Accounts
    ) throws(TwoFactorError) -> AttemptLimiter.Reservation {
        do throws(TooManyAttempts) {
            return try accounts.guesses.reserve(
                AttemptLimiter.Attempt(own: [(.secondFactor(player), rate)]), at: accounts.elapsed)
        } catch {
            throw .tooManyAttempts(retryAfter: error.retryAfter)
        }
    }
}
