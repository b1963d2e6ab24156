import LaurelDomain
import LaurelRanking
import LaurelStorage

// All entries of a player that are hidden, or are back, as it is seen.
extension JournalWriter {
    func publishBan(_ row: JournalRow) {
        let boards = boards(of: row.stream)
        let changed = boards.withLock { state -> Set<BoardKey> in
            state.published = max(state.published, row.sequence)
            state.time = max(state.time, row.time)
            // Boards that are absent fold it in when they are loaded.
            state.everywhere.append(row.sequence)
            return Set(state.slots.filter { $0.value.board.turn(row) }.keys)
        }
        readBack(changed, in: boards, at: batch.time)
        keeper.tell(boards.withLock { $0.takeChanges(of: changed, at: batch.time) }, in: row.stream)
    }
}

extension Board {
    /// Folds a row of a ban or its end in.
    /// - Returns: whether the board knows the player.
    @discardableResult func turn(_ row: JournalRow) -> Bool {
        guard let player = row.player, latestSequence(of: player) != nil else { return false }
        if row.kind == .ban {
            hide(player, version: row.sequence)
        } else {
            unhide(player, version: row.sequence)
        }
        return true
    }
}
