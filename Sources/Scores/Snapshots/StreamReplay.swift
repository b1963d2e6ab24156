import LaurelDomain
import LaurelRanking
import LaurelStorage

/// The boards of a stream while they are read back at a start, on the writer's thread: from the snapshot those that
/// were in use or have rows after it, and no other.
struct StreamReplay {
    private struct Open {
        let board: Board
        /// Nil: not known.
        var used: Timestamp?
        /// Rows up to here are in the board already.
        var included = JournalSequence.start
    }

    private var boards: [BoardKey: Open] = [:]
    private var extents: [BoardKey: BoardExtent] = [:]
    /// In use, and yet not here: what the snapshot has of them is damaged, or not enough.
    private(set) var deferred: Set<BoardKey> = []
    private var removed: Set<JournalSequence> = []
    private let wiped: WipedRows
    private var everywhere: [JournalSequence] = []
    /// Those of the rows read here that concern every board, for boards that are loaded after them.
    private var turns: [JournalRow] = []
    /// Of the leaderboard that had a row last, if all its rows count on the same boards.
    private var lastKeys: (leaderboard: LeaderboardNumber, keys: [BoardKey])?
    private let boardKeys: BoardKeys
    private let now: Timestamp
    private var snapshot: StreamSnapshot?
    private let onDamage: (SnapshotFailure) -> Void

    /// A board is a matter of its rows and of how it is configured now, so rows of older configurations say nothing.
    init(
        _ boardKeys: BoardKeys, now: Timestamp, from snapshot: StreamSnapshot?, wiped: WipedRows,
        onDamage: @escaping (SnapshotFailure) -> Void
    ) {
        self.boardKeys = boardKeys
        self.now = now
        self.onDamage = onDamage
        self.wiped = wiped
        guard let snapshot else {
            self.snapshot = nil
            return
        }
        var kept = snapshot
        kept.sections = snapshot.sections.filter { boardKeys.leaderboard(of: $0.key) != nil }
        self.snapshot = kept
        extents = kept.sections.mapValues(\.extent)
        extents.hide(wiped, boardKeys)
        removed = kept.removed
        everywhere = kept.everywhere
    }

    /// Rows after this one have to be folded in.
    var start: JournalSequence { snapshot?.start ?? .start }

    /// Loads the boards that were in use so shortly before the snapshot was written.
    mutating func loadUsed(within span: Timestamp.Span) {
        guard let snapshot else { return }
        let moment = snapshot.time.advanced(by: -span)
        for (key, section) in snapshot.sections.sorted(by: { $0.key < $1.key }) where section.used > moment {
            _ = board(key)
        }
    }

    mutating func fold(_ row: JournalRow) {
        guard row.sequence > start else { return }
        note(row)
        guard !wiped.covers(row) else { return }
        if row.kind.isEverywhere {
            for key in boards.keys { fold(row, key) }
            return
        }
        for key in keys(of: row) where !isPast(key) {
            if row.kind.movesEntries {
                // Before the extent is reached: whether the board had rows is what tells an absent one from a new one.
                _ = board(key)
                extents.reach(row.sequence, of: key)
            }
            fold(row, key)
        }
    }

    /// What ``BoardKeys/keys(of:)`` says. Most rows follow one of the same leaderboard.
    private mutating func keys(of row: JournalRow) -> [BoardKey] {
        if let lastKeys, lastKeys.leaderboard == row.leaderboard { return lastKeys.keys }
        let keys = boardKeys.keys(of: row)
        let recurs = keys.contains { boardKeys.leaderboard(of: $0)?.kind.recurrence != nil }
        lastKeys = recurs || keys.isEmpty ? nil : (row.leaderboard, keys)
        return keys
    }

    /// Occurrences that nobody can read any more are not brought back.
    private func isPast(_ key: BoardKey) -> Bool {
        key.occurrence != nil && boardKeys.leaderboard(of: key)?.isPast(key, at: now) ?? true
    }

    private mutating func note(_ row: JournalRow) {
        switch row.kind {
        case .removal: removed.insert(row.previous)
        case .restoration: removed.remove(row.previous)
        case .move: noteMove(row)
        case .score where row.flags.contains(.isHeld): removed.insert(row.sequence)
        case .score, .leaderboard, .achievement, .wipe: break
        case .ban, .unban, .erasure: turns.append(row)
        }
        if row.kind.isEverywhere, row.sequence > snapshot?.end ?? .start { everywhere.append(row.sequence) }
    }

    /// Rows of the moved leaderboard that are read here are on the group's board already: they are folded in where they
    /// count now. Those that the snapshot has on a board of their own are not.
    private mutating func noteMove(_ row: JournalRow) {
        guard let source = row.movedLeaderboard else { return }
        let (from, to) = (BoardKey(source), BoardKey(row.leaderboard))
        if let extent = extents.removeValue(forKey: from) {
            extents.reach(extent.first, of: to)
            extents.reach(extent.last, of: to)
            boards[to] = nil
            deferred.insert(to)
        }
        extents[to]?.mix(at: row.sequence)
    }

    private mutating func fold(_ row: JournalRow, _ key: BoardKey) {
        guard let index = boards.index(forKey: key), row.sequence > boards.values[index].included else { return }
        boards.values[index].board.fold(row)
        boards.values[index].used = max(boards.values[index].used ?? .first, row.time)
    }

    /// Nil: it has rows, and cannot be had without reading them all.
    private mutating func board(_ key: BoardKey) -> Board? {
        if let open = boards[key] { return open.board }
        guard let leaderboard = boardKeys.leaderboard(of: key), !deferred.contains(key) else { return nil }
        guard extents[key] != nil else {
            let board = Board(leaderboard, key, now: now)
            board.beginFilling()
            boards[key] = Open(board: board)
            return board
        }
        guard let (board, sequence) = restored(key, leaderboard) else {
            deferred.insert(key)
            return nil
        }
        boards[key] = Open(board: board, used: snapshot?.sections[key]?.used ?? now, included: sequence)
        for row in turns where row.sequence > sequence { board.fold(row) }
        return board
    }

    private mutating func restored(_ key: BoardKey, _ leaderboard: Leaderboard) -> (Board, JournalSequence)? {
        guard let snapshot, let section = snapshot.sections[key], section.count > 0,
            section.sequence >= extents[key]?.epoch ?? .start, section.sequence >= wiped.last(on: key.leaderboard)
        else { return nil }
        // What came between the section and the rows that are read here is for callers that build a board alone.
        let isComplete = section.sequence >= start || section.extent.last <= section.sequence
        guard isComplete, !everywhere.contains(where: { section.sequence < $0 && $0 <= start }) else { return nil }
        do throws(SnapshotFailure) {
            let board = try snapshot.board(of: section).board
            guard board.isSorted(as: leaderboard, key), board.hasReachedOnly(now) else { return nil }
            let shape = BoardShape(leaderboard, key)
            if board.range != shape.range { board.setRange(shape.range, version: board.version) }
            return (board, section.sequence)
        } catch {
            onDamage(error)
            self.snapshot?.sections[key]?.count = 0
            return nil
        }
    }

    func finish(into stream: StreamBoards, at last: JournalPosition) {
        for open in boards.values { open.board.endFilling() }
        let transfers = boards.mapValues { (BoardTransfer(board: $0.board), $0.used) }
        let (now, extents, snapshot) = (now, extents, snapshot)
        let (removed, everywhere, wiped) = (removed, everywhere, wiped)
        stream.withLock { state in
            for (key, (transfer, used)) in transfers { state.put(transfer.board, key, at: used ?? now) }
            state.extents = extents
            state.snapshot = snapshot
            state.published = last.sequence
            state.time = last.time
            state.removed = removed
            state.turns += 1
            state.wiped = wiped
            state.everywhere = everywhere
        }
    }
}
