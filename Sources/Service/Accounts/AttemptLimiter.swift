import LaurelDomain
import LaurelStorage
import Synchronization

/// Counts attempts, each before its outcome is known, so that many at once are not free; one that succeeds is
/// given back.
///
/// It is asked in memory alone. What was wrong can be written into a store beside it (``takeUnwritten(at:)``), for the
/// limiter of the next process (``restore(_:at:_:)``).
final class AttemptLimiter: Sendable {
    typealias Counter = (key: Key, rate: AttemptRate)

    /// What one attempt is counted against.
    struct Attempt {
        /// Each of them refuses.
        var own: [Counter]
        /// Counted over all addresses: refuse only where nothing is left of `spare`.
        var shared: [Counter] = []
        var spare: Counter?
    }

    /// The counters that an attempt was counted against.
    struct Reservation {
        let counters: [Counter]
    }

    /// Counters at a time, about 100 bytes each. Beyond it those that are paid off first are forgotten, and those that
    /// protect one player last: nobody makes more of them by guessing from more addresses.
    static let countLimit = 131_072
    /// Rows that are written into the store: 2,500 at once, and 20 a second. That is about what the guesses take which
    /// ``AttemptLimits/total`` lets through. Who has so many addresses that theirs are more makes the server write no
    /// more than that: the rest is counted in memory, and written when there is room.
    static let rowRate = AttemptRate(burst: 2_500, interval: .init(milliseconds: 50))
    /// Rows of one transaction, so that no other write waits long.
    static let batchLimit = 1_000
    /// As many rows as ``rowRate`` lets count at a time: nothing counts for longer than ``GuessCount/longestLife``.
    static let keptLimit = 75_000

    private struct State {
        var counters = AttemptCounters()
        var unwritten = UnwrittenGuesses()
        var turn = WritingTurn()
    }

    private let state = Mutex(State())

    /// How many counters there are now.
    var count: Int { state.withLock { $0.counters.count } }

    /// Counts one attempt, or nothing.
    /// - Throws: how long to wait until there may be one again.
    @discardableResult
    func reserve(_ attempt: Attempt, at now: Timestamp) throws(TooManyAttempts) -> Reservation {
        let outcome: Result<Reservation, TooManyAttempts> = state.withLock { state in
            state.counters.reserve(attempt, at: now)
        }
        return try outcome.get()
    }

    /// The attempt succeeded: it was no guess.
    func giveBack(_ reservation: Reservation) {
        state.withLock { state in state.counters.giveBack(reservation) }
    }

    // MARK: Beside it, a store

    /// Begins with what an earlier process counted.
    ///
    /// - Parameter moments: when it will have been paid off, by the clock of `now`.
    func restore(_ moments: [SecretDigest: Timestamp], at now: Timestamp, _ keys: GuessKeys) {
        state.withLock { state in state.counters.restore(moments, at: now, keys) }
    }

    /// The attempt was a wrong guess: its counters wait to be written.
    func noteWrong(_ reservation: Reservation) {
        state.withLock { state in state.unwritten.note(reservation, &state.counters) }
    }

    /// The attempt succeeded. What was guessed at this alias from this very source is cleared; what else it was counted
    /// against is given back, and no more: an address, or a second kind of secret, could be cleared by who guesses.
    /// - Returns: whether the store may have a row of what was cleared.
    func clear(_ reservation: Reservation) -> Bool {
        state.withLock { state in
            state.counters.giveBack(reservation)
            return state.unwritten.clear(reservation, &state.counters)
        }
    }

    /// What is to be written now: first what protects one player.
    func takeUnwritten(at now: Timestamp) -> UnwrittenGuesses.Rows {
        state.withLock { state in state.unwritten.take(&state.counters, at: now) }
    }

    /// They were not written, or nobody knows whether they were.
    func putBack(_ taken: UnwrittenGuesses.Rows) {
        state.withLock { state in state.unwritten.putBack(taken, &state.counters) }
    }

    /// - Returns: false: somebody else is writing.
    func beginWriting() -> Bool { state.withLock { $0.turn.take() } }

    func endWriting() {
        let waiting = state.withLock { $0.turn.end() }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits for the one who writes, if there is one. Another may have begun when this returns.
    func waitToWrite() async {
        await withCheckedContinuation { continuation in
            let waits = state.withLock { $0.turn.wait(continuation) }
            if !waits { continuation.resume() }
        }
    }
}
