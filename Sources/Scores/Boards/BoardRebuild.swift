import LaurelDomain
import LaurelRanking
import LaurelStorage
import Synchronization

/// A board brought into memory on a thread of its own: from its section in the snapshot and the rows after it, or from
/// its rows alone. Either it was absent, or a change concerns too many of its entries to be made in place.
///
/// Meanwhile its readers wait, scores for it are put aside, and all other boards go on. The writer puts the board in
/// its place, once it has all rows. However many ask for it, it is built once.
package final class BoardRebuild: Sendable {
    enum Outcome: Sendable {
        /// The board, with the journal's rows up to there.
        case built(BoardTransfer, through: JournalSequence)
        /// The rows that the board asked for are handed over.
        case readBack
        case failed(StoreError)
    }

    enum Work: Sendable {
        case make
        /// The board stays as it is; it is only given rows of players that it has forgotten.
        case readBack
    }

    let key: BoardKey
    let work: Work
    /// As it was configured when this was begun.
    let leaderboard: Leaderboard
    /// Whether the board was there and shows something else now.
    let isChange: Bool
    private let isCancelled = Atomic(false)
    private let outcome = Mutex<Outcome?>(nil)
    /// A board that is made but for the last rows.
    private let begun = Mutex<(transfer: BoardTransfer, through: JournalSequence)?>(nil)
    private let end = AsyncLatch()

    init(_ key: BoardKey, _ leaderboard: Leaderboard, isChange: Bool, work: Work = .make) {
        self.key = key
        self.work = work
        self.leaderboard = leaderboard
        self.isChange = isChange
    }

    /// Returns when the board is in its place, or never will be. Holds no thread.
    package func ended() async { await end.wait() }

    /// Releases the waiting callers. Called by the writer once the board is in place or another rebuild takes over.
    func finish() {
        isCancelled.store(true, ordering: .relaxed)
        end.open()
    }

    func takeOutcome() -> Outcome? {
        outcome.withLock { outcome in
            defer { outcome = nil }
            return outcome
        }
    }

    /// Rows have come since it was made: they are to be folded in by one more run.
    func goOn(_ transfer: BoardTransfer, after through: JournalSequence) { begun.withLock { $0 = (transfer, through) } }

    func takeBegun() -> (transfer: BoardTransfer, through: JournalSequence)? {
        begun.withLock { begun in
            defer { begun = nil }
            return begun
        }
    }

    /// It is done, or was given up: nil then.
    func settle(_ result: Outcome?) { outcome.withLock { $0 = result } }

    /// Whether nobody waits for it any more.
    var isOver: Bool { isCancelled.load(ordering: .relaxed) }
}
