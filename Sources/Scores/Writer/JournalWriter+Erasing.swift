import LaurelDomain
import LaurelRanking
import LaurelStorage

// A player who was taken out of all leaderboards for good.
extension JournalWriter {
    func publishErasure(_ row: JournalRow) {
        let changes = stream(row.stream).boards.withLock { state -> LeaderboardChanges in
            state.published = max(state.published, row.sequence)
            state.time = max(state.time, row.time)
            // A board that is absent folds it in when it is loaded.
            state.everywhere.append(row.sequence)
            var changed: Set<BoardKey> = []
            for (key, slot) in state.slots {
                if let player = row.player, slot.board.latestSequence(of: player) != nil { changed.insert(key) }
                slot.board.fold(row)
            }
            return state.takeChanges(of: changed, at: row.time)
        }
        keeper.tell(changes, in: row.stream)
    }

    /// What was written down of these boards knows the player: none of it is carried over to another file.
    func forgetCopies(of leaderboards: Set<LeaderboardNumber>, in stream: WriterStream) {
        let last = stream.last
        stream.boards.withLock { state in
            for key in state.extents.keys where leaderboards.contains(key.leaderboard) {
                state.extents[key]?.epoch = last
                state.snapshot?.sections[key]?.count = 0
            }
        }
    }
}
