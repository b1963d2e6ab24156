public import LaurelStorage
import LaurelDomain

// Limits on guessing are asked in memory, and what was guessed wrong is written behind them: the next process over the
// store begins with it, after a restart or at another node. docs/decisions/0072-guesses.md says why, and what isn't
// kept.

extension Accounts {
    /// The guess was wrong. The store has it when this returns, unless another guess is being written, the rows of this
    /// minute are used up, or the store takes nothing: then it follows with the next one, or with ``TidyGuesses``.
    func noteWrong(_ reservation: AttemptLimiter.Reservation) async {
        guard guessKeys != nil else { return }
        guesses.noteWrong(reservation)
        await keepGuesses()
    }

    /// Somebody knew the password, or a code that stands for it. That writes nothing, unless they guessed before.
    func noteRight(_ reservation: AttemptLimiter.Reservation) async {
        guard guesses.clear(reservation), guessKeys != nil else { return }
        await keepGuesses()
    }

    /// A store that takes nothing keeps nobody from an answer. ``TidyGuesses`` tries again, and says what is wrong.
    private func keepGuesses() async {
        do throws(StoreError) { try await KeepGuesses(self)() } catch { return }
    }
}

/// Writes what waits to be written: one transaction at a time, whose rows ``AttemptLimiter/rowRate`` limits.
struct KeepGuesses {
    /// The first transaction, and one for those who came meanwhile and left theirs to it. More could hold the caller up
    /// for as long as somebody guesses.
    private static let rounds = 2
    private let accounts: Accounts
    init(_ accounts: Accounts) { self.accounts = accounts }

    func callAsFunction() async throws(StoreError) {
        guard let keys = accounts.guessKeys, accounts.guesses.beginWriting() else { return }
        defer { accounts.guesses.endWriting() }
        for _ in 0..<Self.rounds {
            let (elapsed, now) = (accounts.elapsed, accounts.storeNow)
            let taken = accounts.guesses.takeUnwritten(at: elapsed)
            guard !taken.isEmpty else { return }
            let counts = taken.counts.map { key, moment in
                let left = Timestamp.Span(milliseconds: moment.milliseconds - elapsed.milliseconds)
                return GuessCount(
                    digest: keys.digest(of: key), expires: now.advanced(by: min(left, GuessCount.longestLife)))
            }
            let forgotten = taken.forgotten.map { keys.digest(of: $0) }
            do throws(StoreError) {
                try await accounts.directory.noteGuesses(counts, forgetting: forgotten)
            } catch {
                accounts.guesses.putBack(taken)
                throw error
            }
        }
    }
}

/// Begins with what was guessed wrong before a start or a takeover. To be run before anybody is answered.
public struct LoadGuesses: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    public func callAsFunction() async throws(StoreError) {
        guard let keys = accounts.guessKeys else { return }
        let (elapsed, now) = (accounts.elapsed, accounts.storeNow)
        let counts = try await accounts.directory.guesses(at: now, limit: AttemptLimiter.keptLimit)
        var moments: [SecretDigest: Timestamp] = [:]
        moments.reserveCapacity(counts.count)
        for count in counts {
            let left = Timestamp.Span(milliseconds: count.expires.milliseconds - now.milliseconds)
            moments[count.digest] = elapsed.advanced(by: left)
        }
        accounts.guesses.restore(moments, at: elapsed, keys)
    }
}

/// Writes wrong guesses that still wait for it, and deletes what doesn't count any more. To be run about once a minute.
public struct TidyGuesses: Sendable {
    /// Rows deleted in one go, so that no other write waits long. More than ``AttemptLimiter/rowRate`` writes in a
    /// minute.
    static let batchLimit = 10_000
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    public func callAsFunction() async throws(StoreError) {
        try await KeepGuesses(accounts)()
        try await accounts.directory.tidyGuesses(at: accounts.storeNow, limit: Self.batchLimit)
    }
}
