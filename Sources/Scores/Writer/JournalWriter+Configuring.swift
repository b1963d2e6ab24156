import LaurelDomain
import LaurelRanking
import LaurelStorage

// A leaderboard that was made, changed or removed, as it is seen.
extension JournalWriter {
    func publish(_ plan: LeaderboardPlan) {
        if let removed = plan.removed { keeper.catalogue.remove(removed) }
        for leaderboard in plan.changed {
            keeper.catalogue.put(leaderboard)
            lastLeaderboard = max(lastLeaderboard, leaderboard.number.rawValue)
        }
        for id in plan.streams {
            let stream = stream(id)
            // First: once the row is published, a snapshot takes whatever board is there for one that has it.
            if let moved = plan.moved { apply(moved, to: stream) }
            apply(plan, to: stream)
            let keys = stream.boards.withLock { state in Set(plan.changed.flatMap { state.loaded($0.number) }) }
            readBack(keys, in: stream.boards, at: batch.time)
            keeper.tell(stream.boards.withLock { $0.takeChanges(of: keys, at: batch.time) }, in: id)
        }
    }

    private func apply(_ plan: LeaderboardPlan, to stream: WriterStream) {
        let (last, time) = (stream.last, batch.time)
        stream.boards.withLock { state in
            state.published = max(state.published, last)
            state.time = max(state.time, time)
        }
        if let removed = plan.removed {
            let keys = stream.boards.withLock { state in
                state.forget(removed)
                return state.rebuilds.keys.filter { $0.leaderboard == removed }
            }
            for key in keys { dropRebuild(of: key, in: stream) }
        }
        for leaderboard in plan.changed { apply(leaderboard, to: stream) }
    }

    private func apply(_ leaderboard: Leaderboard, to stream: WriterStream) {
        let (last, rebuiltPlayers) = (stream.last, keeper.rebuiltPlayers)
        let anew = stream.boards.withLock { state -> [BoardKey] in
            var anew: [BoardKey] = []
            for key in state.loaded(leaderboard.number) {
                guard let board = state.slots[key]?.board else { continue }
                guard leaderboard.shows(key) else { continue }
                let isUpdatable = board.isSorted(as: leaderboard, key) && board.playerCount < rebuiltPlayers
                if let rebuild = state.rebuilds[key] {
                    if BoardShape(leaderboard, key) != BoardShape(rebuild.leaderboard, key) { anew.append(key) }
                } else if isUpdatable {
                    board.setRange(leaderboard.range, version: last)
                } else if !board.ranks(as: leaderboard, key) {
                    anew.append(key)
                }
            }
            return anew
        }
        for key in anew { startRebuild(of: key, leaderboard, in: stream.boards) }
    }
}
