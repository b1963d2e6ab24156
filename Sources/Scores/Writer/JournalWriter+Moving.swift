package import LaurelDomain
import LaurelStorage

// An app's leaderboard that becomes part of a group, with its scores (rule 4.1).
extension JournalWriter {
    /// The group's board is one that has both leaderboards' rows; the moved one's id answers for the group.
    func planMove(
        _ source: Leaderboard, _ group: LeaderboardID, _ app: App
    ) throws(ConfigureLeaderboardError) -> ConfigurationPlan {
        guard var target = keeper.catalogue.group(group, of: app.team) else { throw .unknownLeaderboard }
        try LeaderboardRules.checkMove(source, into: target, in: keeper.catalogue)
        if !target.belongs(to: source.app) { target.sharedWith.append(source.app) }
        // What was frozen stays so.
        target.isReleased = target.isReleased || source.isReleased
        var moved = source
        moved.movedInto = target.number
        var plan = ConfigurationPlan()
        plan.changed = [target, moved]
        plan.moved = (source.number, target.number)
        plan.result = target
        return plan
    }

    func apply(_ moved: (source: LeaderboardNumber, target: LeaderboardNumber), to stream: WriterStream) {
        let (from, to) = (BoardKey(moved.source), BoardKey(moved.target))
        let last = stream.last
        let hasRows = stream.boards.withLock { state in
            let extent = state.extents[from]
            state.forget(moved.source)
            guard let extent else { return false }
            state.extents.reach(extent.first, of: to)
            state.extents.reach(extent.last, of: to)
            state.extents[to]?.epoch = last
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

    /// Whether anything was ever counted on a leaderboard.
    func hasScores(_ leaderboard: Leaderboard, _ app: App) -> Bool {
        Environment.allCases.contains { environment in
            stream(StreamID(team: app.team, environment: environment)).boards.withLock { state in
                state.extents.keys.contains { $0.leaderboard == leaderboard.number }
            }
        }
    }
}

extension Catalogue {
    /// A group of the team, in whichever of its apps. O(*n*).
    package func group(_ id: LeaderboardID, of team: TeamNumber) -> Leaderboard? {
        guard id.isGroup else { return nil }
        for app in apps() where app.team == team {
            if let group = leaderboard(id, of: app.number) { return group }
        }
        return nil
    }
}
