public import LaurelDomain
import Ranking
import Storage

/// Makes, changes and removes leaderboards; each change is on both environments' journals and in effect when the
/// call returns (rules 3.3 to 3.6, 4.2).
public struct ConfigureLeaderboard: Sendable {
    /// Of one app without sets (rule 3.5).
    public static let leaderboardsLimit = 100
    /// Characters of a reference name, a name or a suffix.
    public static let nameLimit = 255
    public static let languagesLimit = 100

    private let keeper: ScoreKeeper
    public init(_ keeper: ScoreKeeper) { self.keeper = keeper }

    public func create(
        _ leaderboard: NewLeaderboard, of app: App
    ) async throws(ConfigureLeaderboardError) -> ConfiguredLeaderboard {
        try await run(.create(leaderboard), app)
    }

    /// - Parameter change: called once, on the writer's thread, with the fields as they are then.
    public func update(
        _ leaderboard: LeaderboardNumber, of app: App, _ change: @escaping @Sendable (inout LeaderboardFields) -> Void
    ) async throws(ConfigureLeaderboardError) -> ConfiguredLeaderboard {
        try await run(.update(leaderboard, change), app)
    }

    /// Releases all leaderboards of an app, as its release does.
    public func releaseAll(of app: App) async throws(ConfigureLeaderboardError) {
        _ = try await run(.release(app.number), app)
    }

    /// Only a prereleased one can go.
    public func remove(
        _ leaderboard: LeaderboardNumber, of app: App
    ) async throws(ConfigureLeaderboardError) {
        _ = try await run(.remove(leaderboard), app)
    }

    /// How many entries a range would hide, in both environments together: to be shown before it is set (rule 4.5).
    public func hiddenEntries(_ range: ScoreRange, on leaderboard: Leaderboard, of app: App) -> Int {
        Environment.allCases.reduce(0) { count, environment in
            let boards = keeper.boards(of: StreamID(team: app.team, environment: environment))
            return count + boards.withLock { $0.slots[leaderboard.number]?.board.entryCount(outside: range) ?? 0 }
        }
    }

    private func run(
        _ step: ConfigureCall.Step, _ app: App
    ) async throws(ConfigureLeaderboardError) -> ConfiguredLeaderboard {
        let result: Result<ConfiguredLeaderboard, ConfigureLeaderboardError> = await withCheckedContinuation {
            continuation in
            let call = ConfigureCall(step: step, app: app) { continuation.resume(returning: $0) }
            if !keeper.queue.add(.configure(call)) { continuation.resume(returning: .failure(.unavailable)) }
        }
        return try result.get()
    }
}
