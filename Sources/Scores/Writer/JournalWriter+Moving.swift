import LaurelDomain
import LaurelStorage

// An app's leaderboard that became part of a group, with its scores (rule 4.1).
extension JournalWriter {
    func apply(_ moved: (source: LeaderboardNumber, target: LeaderboardNumber), to stream: WriterStream) {
        let (from, to) = (BoardKey(moved.source), BoardKey(moved.target))
        let last = stream.last
        let hasRows = stream.boards.withLock { state in
            let extent = state.extents[from]
            state.forget(moved.source)
            guard let extent else { return false }
            state.extents.reach(extent.first, of: to)
            state.extents.reach(extent.last, of: to)
            state.extents[to]?.mix(at: last)
            // Without the moved rows it must not be written down as if it had them: not beside the rebuild, nor by a
            // server that stops before its end.
            _ = state.take(to)
            return true
        }
        dropRebuild(of: from, in: stream)
        guard hasRows, let target = keeper.catalogue.leaderboard(moved.target) else { return }
        // Its rows and the group's go in the order in which they came: on a board of its own.
        startRebuild(of: to, target, in: stream.boards)
    }
}
