import LaurelDomain
import LaurelStorage

/// Which scores wait for a moderator: how many a player and an app may have is limited. The writer's own.
struct PendingReviews {
    private struct Place: Hashable { let stream: StreamID, leaderboard: LeaderboardNumber, player: PlayerNumber }
    private struct Row: Hashable { let stream: StreamID, sequence: JournalSequence }

    private var rows: [Row: PendingScore] = [:]
    private var places: [Place: Int] = [:]
    private var apps: [AppNumber: Int] = [:]

    init(_ scores: [PendingScore] = []) {
        for score in scores { add(score) }
    }

    mutating func add(_ score: PendingScore) {
        guard rows.updateValue(score, forKey: Row(stream: score.stream, sequence: score.sequence)) == nil else {
            return
        }
        places[place(score), default: 0] += 1
        apps[score.app, default: 0] += 1
    }

    /// It was decided.
    mutating func settle(_ sequence: JournalSequence, of stream: StreamID) {
        guard let score = rows.removeValue(forKey: Row(stream: stream, sequence: sequence)) else { return }
        let left = places[place(score), default: 1] - 1
        places[place(score)] = left > 0 ? left : nil
        apps[score.app, default: 1] -= 1
    }

    /// Whether one more of this player fits, of at most `limit`.
    func hasRoom(
        for player: PlayerNumber, on leaderboard: LeaderboardNumber, _ app: AppNumber, _ stream: StreamID, limit: Int
    ) -> Bool {
        let place = Place(stream: stream, leaderboard: leaderboard, player: player)
        return places[place, default: 0] < limit && apps[app, default: 0] < ModerationLimits.pendingScores
    }

    private func place(_ score: PendingScore) -> Place {
        Place(stream: score.stream, leaderboard: score.leaderboard, player: score.player)
    }
}
