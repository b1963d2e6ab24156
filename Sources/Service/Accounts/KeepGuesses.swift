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
        // In a task of its own, which doesn't take over where the caller's runs: that may be an event loop, and there
        // may be a thousand digests to make, each time if the store takes nothing.
        let writing = Task { [self] in
            do throws(StoreError) { try await KeepGuesses(self)() } catch { return }
        }
        await writing.value
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
        try await write(keys, rounds: Self.rounds)
    }

    /// After the one who writes, if there is one: as many as ``AttemptLimiter/rowRate`` lets through. Between two
    /// transactions it ends when its task is canceled.
    func all() async throws(StoreError) {
        guard let keys = accounts.guessKeys else { return }
        while !accounts.guesses.beginWriting() {
            await accounts.guesses.waitToWrite()
            if Task.isCancelled { return }
        }
        defer { accounts.guesses.endWriting() }
        try await write(keys, rounds: Int(AttemptLimiter.rowRate.burst) / AttemptLimiter.batchLimit + 1)
    }

    private func write(_ keys: GuessKeys, rounds: Int) async throws(StoreError) {
        for round in 0..<rounds {
            if round > 0, Task.isCancelled { return }
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

/// Writes wrong guesses that still wait for it, as a server ends in order. To be run once nobody is answered any more,
/// and before another server may have the store.
public struct FlushGuesses: Sendable {
    /// The next owner waits meanwhile, and nobody gets an answer. One transaction takes some milliseconds, and there
    /// are three at most.
    public static let limit = Duration.milliseconds(200)
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Parameter sleep: a parameter, so that tests need not wait.
    /// - Throws: also when the time is over. Guesses that aren't written by then are forgiven; a transaction that has
    ///   begun ends by itself, and the store refuses it once it's another server's.
    public func callAsFunction(
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) async throws(StoreError) {
        let (ends, tell) = AsyncStream.makeStream(of: StoreError?.self)
        let timer = Task {
            do { try await sleep(Self.limit) } catch { return }
            tell.yield(.unavailable)
        }
        let writing = Task { [accounts] in
            do throws(StoreError) {
                try await KeepGuesses(accounts).all()
                tell.yield(nil)
            } catch {
                tell.yield(error)
            }
        }
        // In a task of its own: where a tenure ends, the caller's is canceled, which would end the stream at once.
        let first = Task { () -> StoreError? in
            for await end in ends { return end }
            return nil
        }
        let failure = await first.value
        timer.cancel()
        writing.cancel()
        if let failure { throw failure }
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
