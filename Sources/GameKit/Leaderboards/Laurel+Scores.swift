import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

extension Laurel {
    /// - Parameter asked: what the game wanted when it asked.
    func scores(
        _ asked: GKLeaderboard.State, of leaderboard: GKLeaderboard
    ) async throws(GKError) -> [GKScore] {
        let part: LeaderboardPart
        if let ids = asked.playerIDs {
            part = try await entries(on: leaderboard, of: ids, asked.timeScope)
        } else {
            part = try await entries(on: leaderboard, asked.playerScope, asked.timeScope, asked.range)
        }
        _ = try await loaded(leaderboard)
        let scores = part.entries.map { GKScore($0) }
        leaderboard.state.withLock { state in
            state.scores = scores
            state.maxRange = part.total
            state.localPlayerScore = part.local.map { GKScore($0) }
        }
        return scores
    }
}
