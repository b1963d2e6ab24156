import LaurelDomain
import Ranking
import Storage
import Synchronization

/// The leaderboards of one stream and the lock that orders all that happens to them.
///
/// The writer folds rows in short slices, readers read between them: what a reader sees is the state at one version.
final class StreamBoards: Sendable {
    struct State {
        var slots: [LeaderboardNumber: Slot] = [:]
        /// The last row folded in.
        var published: JournalSequence = .start
        /// Its time: no moment is read as an earlier one.
        var time: Timestamp = .first
        /// Scores that were taken out.
        var removed: Set<JournalSequence> = []
        /// Boards that show an older configuration until they are made anew.
        var rebuilds: [LeaderboardNumber: BoardRebuild] = [:]
    }

    /// One board. The class is shared by nobody: it is changed under the lock alone.
    struct Slot {
        var board: Board
        /// Another number for each board ever made: with it, versions of pages can be told apart for ever.
        var generation: UInt64
    }

    let stream: StreamID
    private let state = Mutex(State())

    init(_ stream: StreamID) { self.stream = stream }

    func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try state.withLock { state throws(Failure) -> Result in try body(&state) }
    }
}

/// Board is not Sendable; this hands one over to the stream that keeps it.
///
/// SAFETY: whoever makes one gives up the board with it.
struct BoardTransfer: @unchecked Sendable {
    let board: Board
}

/// A number for each board made in this process.
enum BoardGeneration {
    private static let last = Atomic<UInt64>(0)
    static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
