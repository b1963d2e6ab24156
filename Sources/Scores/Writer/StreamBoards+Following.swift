import LaurelDomain
import LaurelRanking
import LaurelStorage

// Rows that somebody else has written, one after another: what a start does with them, for boards that are there
// already.
extension StreamBoards {
    /// Rows folded in under one hold of the lock.
    private static var sliceRows: Int { 64 }

    /// - Parameter rows: the next ones. None is of a kind that ``JournalRow/Kind/endsFollowing``.
    func follow(_ rows: [JournalRow], _ boardKeys: BoardKeys, at now: Timestamp) {
        for start in stride(from: 0, to: rows.count, by: Self.sliceRows) {
            withLock { state in
                for row in rows[start..<min(rows.count, start + Self.sliceRows)] {
                    state.follow(row, boardKeys, at: now)
                }
            }
        }
    }
}

extension StreamBoards.State {
    fileprivate mutating func follow(_ row: JournalRow, _ boardKeys: BoardKeys, at now: Timestamp) {
        (published, time) = (row.sequence, row.time)
        switch row.kind {
        case .removal:
            removed.insert(row.previous)
            turns += 1
        case .restoration:
            removed.remove(row.previous)
            turns += 1
        case .score where row.flags.contains(.isHeld): removed.insert(row.sequence)
        case .score, .leaderboard, .achievement, .wipe, .move, .ban, .unban, .erasure: break
        }
        if row.kind.isEverywhere {
            // Boards that are loaded later fold it in then.
            everywhere.append(row.sequence)
            for slot in slots.values { slot.board.fold(row) }
            return
        }
        for key in boardKeys.keys(of: row) {
            guard let leaderboard = boardKeys.leaderboard(of: key), !leaderboard.isPast(key, at: now) else { continue }
            if row.kind.movesEntries {
                // Without rows there's none to be loaded.
                if !isAbsent(key) { _ = slot(for: leaderboard, key, at: now) }
                extents.reach(row.sequence, of: key)
            }
            slots[key]?.board.fold(row)
        }
    }

    /// Gives memory back: occurrences that nobody can read any more, and boards that nobody wrote to for so long and
    /// that the snapshot has.
    mutating func dropUnused(since moment: Timestamp, _ boardKeys: BoardKeys, at now: Timestamp) {
        for key in extents.keys where boardKeys.leaderboard(of: key)?.isPast(key, at: now) ?? false {
            extents[key] = nil
            _ = take(key)
        }
        for key in Array(slots.keys) where isIdle(key, since: moment) && isKept(key) { _ = take(key) }
    }
}

extension JournalRow.Kind {
    /// Rows after which boards are another matter than before: they're made anew, from the store.
    var endsFollowing: Bool {
        switch self {
        case .leaderboard, .move, .wipe: true
        case .score, .removal, .restoration, .achievement, .erasure, .ban, .unban: false
        }
    }
}
