package import LaurelDomain
package import LaurelRanking
package import LaurelStorage
import Synchronization

/// The leaderboards of one stream and the lock that orders all that happens to them.
///
/// The writer folds rows in short slices, readers read between them, several at a time: what a reader sees is the state
/// at one version.
///
/// A board is *loaded*: in ``State/slots``; or *absent*: it has rows (``State/extents``) and is brought into memory by
/// the first call that needs it; or it has no row and is made when it is asked for.
package final class StreamBoards: Sendable {
    package struct State {
        package fileprivate(set) var slots: [BoardKey: Slot] = [:]
        /// Views on classic boards; they go with their parts, and are made anew when they are asked for.
        var combined: [LeaderboardNumber: CombinedSlot] = [:]
        var combinedBuilds: [LeaderboardNumber: AsyncLatch] = [:]
        /// Every board that has rows, and where they are.
        package var extents: [BoardKey: BoardExtent] = [:]
        /// What a file keeps of the boards.
        var snapshot: StreamSnapshot?
        /// The last row folded in.
        package var published: JournalSequence = .start
        /// Its time: no moment is read as an earlier one.
        var time: Timestamp = .first
        /// Scores that were taken out.
        package var removed: Set<JournalSequence> = []
        /// How often a score was taken out or brought back that may be in a history read before. One that is held when
        /// it comes isn't: it only changes its own player's last row.
        var turns: UInt64 = 0
        /// Rows that no board is made of any more.
        var wiped = WipedRows()
        /// Rows that concern every board; a board that is loaded folds in those after it was written down.
        var everywhere: [JournalSequence] = []
        /// Boards being loaded, or that show an older configuration until they are made anew.
        var rebuilds: [BoardKey: BoardRebuild] = [:]
    }

    /// One board. The class is shared by nobody: it is changed under the lock alone.
    package struct Slot {
        package var board: Board
        /// Another number for each board ever made: with it, versions of pages can be told apart for ever.
        package var generation: UInt64
        private let lastUse: LastUse

        init(board: Board, generation: UInt64, used: Timestamp) {
            self.board = board
            self.generation = generation
            lastUse = LastUse(used)
        }

        /// When somebody last read it or wrote to it.
        var used: Timestamp { lastUse.moment }
        func use(at now: Timestamp) { lastUse.note(now) }
    }

    package let stream: StreamID
    /// What the writer has committed and the background not yet written into a run.
    let committedIDs = Mutex(CommittedIDs())
    /// The runs of score IDs in the store, as the background has left them. Nil: it has to read them.
    let scoreIDRuns = Mutex<[ScoreIDRun]?>(nil)
    @usableFromInline let state = ReadersLock(State())

    init(_ stream: StreamID) { self.stream = stream }

    /// Inlinable: readers are in another module, and generic code that is not specialised there is slow.
    @inlinable package func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try state.withLock { state throws(Failure) -> Result in try body(&state) }
    }

    /// For readers that change nothing, any number at a time; none within another. See `sharedSlot`.
    @inlinable package func withSharedLock<Result: Sendable, Failure: Error>(
        _ body: (UnsafePointer<State>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try state.withSharedLock { state throws(Failure) -> Result in try body(state) }
    }
}

extension StreamBoards.State {
    /// Whether a call that needs the board must wait until it is loaded.
    package func isAbsent(_ key: BoardKey) -> Bool {
        if rebuilds[key] != nil { return true }
        return slots[key] == nil && extents[key] != nil
    }

    /// Whether a board has forgotten rows that it needs for its order.
    func awaitsHistory(_ key: BoardKey, at now: Timestamp) -> Bool {
        guard extents[key] != nil, let board = slots[key]?.board else { return false }
        return board.needsHistory(at: now).contains { $0.after == nil }
    }

    /// Whether a board that is made of the rows until there misses any.
    func hasRows(of key: BoardKey, after sequence: JournalSequence) -> Bool {
        extents[key]?.last ?? .start > sequence || everywhere.contains { $0 > sequence }
    }

    /// A board that is loaded, or one without rows, which is made.
    package mutating func slot(for leaderboard: Leaderboard, _ key: BoardKey, at now: Timestamp) -> StreamBoards.Slot {
        if let slot = slots[key] {
            slot.use(at: now)
            return slot
        }
        return put(Board(leaderboard, key, now: time), key, at: now)
    }

    /// A board that a reader may have as it is: loaded, up to date, and with all that it needs for its order.
    package mutating func exactSlot(_ key: BoardKey, at now: Timestamp) -> StreamBoards.Slot? {
        guard rebuilds.isEmpty || rebuilds[key] == nil, let slot = slots[key] else { return nil }
        guard slot.board.needsHistory(at: now).isEmpty else { return nil }
        slot.use(at: now)
        return slot
    }

    /// Somebody needs the board.
    mutating func use(_ key: BoardKey, at now: Timestamp) { slots[key]?.use(at: now) }

    @discardableResult
    mutating func put(_ board: Board, _ key: BoardKey, at now: Timestamp) -> StreamBoards.Slot {
        let slot = StreamBoards.Slot(board: board, generation: BoardGeneration.next(), used: now)
        slots[key] = slot
        forgetCombined(with: key.leaderboard)
        return slot
    }

    /// Takes a board out of memory. A caller that holds it longer than the lock must not use it.
    mutating func take(_ key: BoardKey) -> Board? {
        guard let slot = slots.removeValue(forKey: key) else { return nil }
        forgetCombined(with: key.leaderboard)
        return slot.board
    }

    /// The loaded boards of a leaderboard: one, or those of its occurrences.
    func loaded(_ leaderboard: LeaderboardNumber) -> [BoardKey] {
        slots.keys.filter { $0.leaderboard == leaderboard }
    }

    /// What the file has of a board, if the rows after it are enough to go on from there.
    func section(of key: BoardKey) -> StreamSnapshot.Section? {
        guard let section = snapshot?.sections[key], section.count > 0,
            section.sequence >= extents[key]?.epoch ?? .start, section.sequence >= wiped.last(on: key.leaderboard)
        else { return nil }
        return section
    }

    /// Nothing of a leaderboard is left. Its rows stay in the journal, and nobody asks for them.
    mutating func forget(_ leaderboard: LeaderboardNumber) {
        for key in extents.keys where key.leaderboard == leaderboard { extents[key] = nil }
        for key in loaded(leaderboard) { _ = take(key) }
        forgetCombined { number, _ in number == leaderboard }
    }
}

// Of the pointer, not of the state: a call on that would copy all of it, with a count for each of its parts.
extension UnsafePointer<StreamBoards.State> {
    /// As ``StreamBoards/State/exactSlot(_:at:)`` for a reader that shares the lock, and the moment to read at: it
    /// moves no window. Nil: see there.
    package func sharedSlot(_ key: BoardKey, at now: Timestamp) -> (slot: StreamBoards.Slot, moment: Timestamp)? {
        guard pointee.rebuilds.isEmpty || pointee.rebuilds[key] == nil, let slot = pointee.slots[key],
            let moment = slot.board.stillMoment(at: now), slot.board.needsHistory(at: moment).isEmpty
        else { return nil }
        slot.use(at: now)
        return (slot, moment)
    }
}

/// Board is not Sendable; this hands one over to the stream that keeps it.
///
/// SAFETY: the caller that makes one gives up the board with it.
struct BoardTransfer: @unchecked Sendable {
    let board: Board
}

/// A number for each board made in this process.
enum BoardGeneration {
    private static let last = Atomic<UInt64>(0)
    static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
