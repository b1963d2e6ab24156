public import LaurelDomain
import LaurelRanking
public import LaurelScores
import LaurelStorage

/// Makes, changes and removes leaderboards; each change is on both environments' journals and in effect when the
/// call returns (rules 3.3 to 3.6, 4.2).
public struct ConfigureLeaderboard: Sendable {
    private let keeper: ScoreKeeper
    public init(_ keeper: ScoreKeeper) { self.keeper = keeper }

    public func create(
        _ leaderboard: NewLeaderboard, of app: App, by administrator: Administrator = .operator
    ) async throws(ConfigureLeaderboardError) -> ConfiguredLeaderboard {
        try await run(.create(leaderboard), app, administrator)
    }

    /// - Parameter change: called once, on the writer's thread, with the fields as they are then.
    public func update(
        _ leaderboard: LeaderboardNumber, of app: App, by administrator: Administrator = .operator,
        _ change: @escaping @Sendable (inout LeaderboardFields) -> Void
    ) async throws(ConfigureLeaderboardError) -> ConfiguredLeaderboard {
        try await run(.update(leaderboard, change), app, administrator)
    }

    /// Releases all leaderboards of an app, as its release does.
    public func releaseAll(
        of app: App, by administrator: Administrator = .operator
    ) async throws(ConfigureLeaderboardError) {
        _ = try await run(.release(app.number), app, administrator)
    }

    /// Its scores count on a group from now on, and its id answers for that (rule 4.1).
    ///
    /// - Parameter group: one of the team's.
    public func move(
        _ leaderboard: LeaderboardNumber, of app: App, into group: LeaderboardID,
        by administrator: Administrator = .operator
    ) async throws(ConfigureLeaderboardError) -> ConfiguredLeaderboard {
        try await run(.move(leaderboard, into: group), app, administrator)
    }

    /// Only a prereleased one can go.
    public func remove(
        _ leaderboard: LeaderboardNumber, of app: App, by administrator: Administrator = .operator
    ) async throws(ConfigureLeaderboardError) {
        _ = try await run(.remove(leaderboard), app, administrator)
    }

    /// How many entries a range would hide, in both environments together: to be shown before it is set (rule 4.5). Of
    /// a recurring leaderboard: in the running occurrence.
    public func hiddenEntries(_ range: ScoreRange, on leaderboard: Leaderboard, of app: App) async -> Int {
        var count = 0
        for environment in Environment.allCases {
            guard let key = leaderboard.boardKey(at: keeper.clock.now()) else { continue }
            let boards = keeper.boards(of: StreamID(team: app.team, environment: environment))
            while let loading = keeper.load(key, in: boards), keeper.isReady { await loading.ended() }
            count += boards.withLock { $0.slots[key]?.board.entryCount(outside: range) ?? 0 }
        }
        return count
    }

    private func run(
        _ step: ConfigureStep.Change, _ app: App, _ administrator: Administrator
    ) async throws(ConfigureLeaderboardError) -> ConfiguredLeaderboard {
        try await keeper.perform(ConfigureStep(step, app: app, administrator: administrator))
    }
}
