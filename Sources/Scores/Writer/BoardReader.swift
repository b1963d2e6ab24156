import LaurelDomain
import LaurelRanking
import LaurelStorage
import Synchronization

extension BoardRebuild {
    /// Blocks.
    func run(_ keeper: ScoreKeeper, _ boards: StreamBoards) {
        do throws(StoreError) { settle(try outcome(keeper, boards)) } catch { settle(.failed(error)) }
    }

    private func outcome(_ keeper: ScoreKeeper, _ boards: StreamBoards) throws(StoreError) -> Outcome? {
        if work == .readBack {
            try HistoryFiller(keeper, boards).fill(key, at: keeper.clock.now(), windows: false, during: self)
            return .readBack
        }
        if let (transfer, through) = takeBegun() {
            let end = boards.withLock { $0.published }
            let rows = BoardRows(keeper.journal, boards, keeper.boardKeys, key)
            let isWhole = try rows.fold(into: transfer.board, after: through, through: end) { isOver }
            return isWhole ? .built(transfer, through: end) : nil
        }
        let reader = BoardReader(keeper: keeper, boards: boards, key: key, leaderboard: leaderboard)
        return try reader.read { isOver }.map { .built($0, through: $1) }
    }
}

/// Builds one board, beside everything else.
struct BoardReader {
    /// Rows read at a time.
    static let pageRows = 4_096

    let keeper: ScoreKeeper
    let boards: StreamBoards
    let key: BoardKey
    let leaderboard: Leaderboard

    private struct Start: Sendable {
        var section: StreamSnapshot.Section?
        var snapshot: StreamSnapshot?
        var published: JournalSequence
    }

    /// - Returns: the board and the last row that it knows; nil when it was cancelled.
    func read(isCancelled: () -> Bool) throws(StoreError) -> (BoardTransfer, JournalSequence)? {
        let start = boards.withLock { state in
            Start(section: state.section(of: key), snapshot: state.snapshot, published: state.published)
        }
        let restored = restored(start)
        // What is of no use is not kept for another time: the next snapshot is to have the board anew.
        if restored == nil { boards.withLock { $0.snapshot?.sections[key]?.count = 0 } }
        let (board, position) = restored ?? (Board(leaderboard, key, now: keeper.clock.now()), .start)
        board.beginFilling()
        let rows = BoardRows(keeper.journal, boards, keeper.boardKeys, key)
        guard try rows.fold(into: board, after: position, through: start.published, unless: isCancelled) else {
            return nil
        }
        board.endFilling()
        // What left the windows meanwhile leaves them here, and holds up nobody.
        board.advance(to: keeper.clock.now())
        return (BoardTransfer(board: board), start.published)
    }

    /// What the snapshot has, if that spares anything.
    private func restored(_ start: Start) -> (Board, JournalSequence)? {
        guard let section = start.section, let snapshot = start.snapshot else { return nil }
        do throws(SnapshotFailure) {
            let board = try snapshot.board(of: section).board
            guard board.isSorted(as: leaderboard, key), board.hasReachedOnly(keeper.clock.now()) else { return nil }
            let shape = BoardShape(leaderboard, key)
            if board.range != shape.range {
                board.setRange(shape.range, version: board.version)
                // Reading so many players back costs more than reading all rows.
                guard board.needsHistory(at: board.now).count <= HistoryFiller.chainsLimit else { return nil }
            }
            return (board, section.sequence)
        } catch {
            keeper.log(.snapshotIgnored(boards.stream, reason: error.reason))
            return nil
        }
    }
}

/// The rows of one board, in the order of the journal, with those that concern every board.
struct BoardRows {
    private let journal: any Journal
    private let boards: StreamBoards
    private let boardKeys: BoardKeys
    private let key: BoardKey

    init(_ journal: any Journal, _ boards: StreamBoards, _ boardKeys: BoardKeys, _ key: BoardKey) {
        self.journal = journal
        self.boards = boards
        self.boardKeys = boardKeys
        self.key = key
    }

    /// - Parameter end: a row that is published.
    /// - Returns: false when it was cancelled.
    func fold(
        into board: Board, after start: JournalSequence, through end: JournalSequence,
        unless isCancelled: () -> Bool = { false }
    ) throws(StoreError) -> Bool {
        let (extent, all, wiped) = boards.withLock { state in
            (state.extents[key], state.everywhere.filter { start < $0 && $0 <= end }, state.wiped)
        }
        var everywhere = all[...]
        let last = min(end, extent?.last ?? .start)
        var position = max(start, (extent?.first ?? end).advanced(by: -1))
        while position < last {
            guard !isCancelled() else { return false }
            let rows = try journal.rows(
                after: position, through: last, on: boardKeys.sources(of: key), of: boards.stream,
                limit: BoardReader.pageRows)
            for row in rows where boardKeys.keys(of: row).contains(key) && !wiped.covers(row) {
                try fold(&everywhere, before: row.sequence, into: board)
                board.fold(row)
            }
            guard rows.count == BoardReader.pageRows, let next = rows.last?.sequence else { break }
            position = next
        }
        try fold(&everywhere, before: nil, into: board)
        return true
    }

    private func fold(
        _ everywhere: inout ArraySlice<JournalSequence>, before end: JournalSequence?, into board: Board
    ) throws(StoreError) {
        while let sequence = everywhere.first, end.map({ sequence < $0 }) ?? true {
            everywhere.removeFirst()
            guard let row = try journal.row(at: sequence, of: boards.stream) else {
                throw .damaged(reason: "the journal's row \(sequence.rawValue) is missing")
            }
            board.fold(row)
        }
    }
}
