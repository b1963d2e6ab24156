import LaurelDomain
import LaurelRanking
import LaurelStorage

// A score that was taken out or brought back, as it is seen.
extension JournalWriter {
    func publishModerated(_ row: JournalRow) {
        let boards = boards(of: row.stream)
        let keys = Set(keeper.boardKeys.keys(of: row))
        // A held score comes in only now; of one that was taken out, friends were told when it came.
        let tells = keeper.rises.isWanted && row.kind == .restoration && row.flags.contains(.isHeld)
        boards.withLock { state in
            state.published = max(state.published, row.sequence)
            state.time = max(state.time, row.time)
            if row.kind == .removal {
                state.removed.insert(row.previous)
            } else {
                state.removed.remove(row.previous)
            }
            state.turns += 1
            // One that is absent folds it in when it is loaded.
            for key in keys {
                state.extents.reach(row.sequence, of: key)
                guard let board = state.slots[key]?.board else { continue }
                let isRise = tells && keeper.boardKeys.leaderboard(of: key)?.shows(key) ?? false
                let before = isRise ? row.player.flatMap { board.key(of: $0) } : nil
                board.fold(row)
                if isRise { noteRise(row, key, on: board, from: before) }
            }
        }
        readBack(keys, in: boards, at: batch.time)
        keeper.tell(boards.withLock { $0.takeChanges(of: keys, at: batch.time) }, in: row.stream)
    }
}
