public import LaurelDomain
import LaurelRanking
public import LaurelScores
import LaurelStorage

/// Which test data goes.
public enum WipeScope: Hashable, Sendable {
    case leaderboard(LeaderboardNumber)
    case player(PlayerNumber)
    case everything
}

/// Wipes scores of the sandbox (rule 3.2): they are as if they had never been, and the same score sent again counts.
/// There is no way to wipe Production.
public struct WipeScores: Sendable {
    private let keeper: ScoreKeeper
    public init(_ keeper: ScoreKeeper) { self.keeper = keeper }

    /// What would go: the leaderboards that have entries now, in order of creation, and how many.
    public func plan(_ scope: WipeScope, of app: App) async throws(WipeError) -> [WipedLeaderboard] {
        let stream = StreamID(team: app.team, environment: .sandbox)
        guard let boards = keeper.readyBoards(of: stream) else { throw .unavailable }
        var plan: [WipedLeaderboard] = []
        for leaderboard in leaderboards(scope, app) {
            let keys = boards.withLock { state in
                Set(state.extents.keys).union(state.slots.keys).filter { $0.leaderboard == leaderboard.number }.sorted()
            }
            var count = 0
            for key in keys { count += try await entries(scope, leaderboard, key, boards) }
            if count > 0 { plan.append(WipedLeaderboard(id: leaderboard.id, entries: count)) }
        }
        return plan
    }

    private func leaderboards(_ scope: WipeScope, _ app: App) -> [Leaderboard] {
        let all = keeper.catalogue.leaderboards(of: app.number)
        guard case .leaderboard(let number) = scope else { return all }
        return all.filter { $0.number == number }
    }

    private func entries(
        _ scope: WipeScope, _ leaderboard: Leaderboard, _ key: BoardKey, _ boards: StreamBoards
    ) async throws(WipeError) -> Int {
        while let loading = keeper.load(key, in: boards) {
            await loading.ended()
            guard keeper.isReady else { throw .unavailable }
        }
        let now = keeper.clock.now()
        return boards.withLock { state in
            guard let board = state.slots[key]?.board else { return 0 }
            guard case .player(let player) = scope else { return board.total(.allTime, at: now) }
            return board.entry(of: player, .allTime, at: now) == nil ? 0 : 1
        }
    }

    /// - Parameter subject: what the audit log says it was.
    /// - Returns: how many leaderboards it concerned.
    public func callAsFunction(
        _ scope: WipeScope, of app: App, subject: String, by administrator: Administrator
    ) async throws(WipeError) -> Int {
        var leaderboard: LeaderboardNumber?
        var player: PlayerNumber?
        switch scope {
        case .leaderboard(let number): leaderboard = number
        case .player(let number): player = number
        case .everything: break
        }
        return try await keeper.perform(
            WipeStep(
                app: app, leaderboard: leaderboard, player: player, administrator: administrator, subject: subject))
    }
}

public struct WipedLeaderboard: Hashable, Sendable {
    public let id: LeaderboardID
    public let entries: Int

    public init(id: LeaderboardID, entries: Int) {
        self.id = id
        self.entries = entries
    }
}
