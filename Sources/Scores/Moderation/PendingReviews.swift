import LaurelDomain
import LaurelStorage

/// Which scores wait for a moderator: how many a player and an app may have is limited. The writer's own.
struct PendingReviews {
    private struct Key: Hashable { let stream: StreamID, leaderboard: LeaderboardNumber, player: PlayerNumber }
    private struct Row: Hashable { let stream: StreamID, sequence: JournalSequence }

    private var rows: [Row: PendingScore] = [:]
    private var counts: [Key: Int] = [:]
    private var apps: [AppNumber: Int] = [:]

    init(_ scores: [PendingScore] = []) {
        for score in scores { add(score) }
    }

    mutating func add(_ score: PendingScore) {
        guard rows.updateValue(score, forKey: Row(stream: score.stream, sequence: score.sequence)) == nil else {
            return
        }
        counts[key(score), default: 0] += 1
        apps[score.app, default: 0] += 1
    }

    /// It was decided.
    mutating func settle(_ sequence: JournalSequence, of stream: StreamID) {
        guard let score = rows.removeValue(forKey: Row(stream: stream, sequence: sequence)) else { return }
        let left = counts[key(score), default: 1] - 1
        counts[key(score)] = left > 0 ? left : nil
        apps[score.app, default: 1] -= 1
    }

    /// The player was erased, and what waited with them. O(all that waits).
    mutating func forget(_ player: PlayerNumber) {
        for (row, score) in rows where score.player == player { settle(row.sequence, of: row.stream) }
    }

    /// These rows were wiped, and what waited of them. O(all that waits).
    mutating func forget(_ wipe: WipeRecord) {
        for (row, score) in rows where wipe.covers(score) { settle(row.sequence, of: row.stream) }
    }

    /// Where scores of a stream wait. O(all that waits).
    func leaderboards(in stream: StreamID) -> Set<LeaderboardNumber> {
        Set(rows.values.filter { $0.stream == stream }.map(\.leaderboard))
    }

    func waits(_ sequence: JournalSequence, of stream: StreamID) -> Bool {
        rows[Row(stream: stream, sequence: sequence)] != nil
    }

    /// Whether one more of this player fits, of at most `limit`.
    func hasRoom(
        for player: PlayerNumber, on leaderboard: LeaderboardNumber, _ app: AppNumber, _ stream: StreamID, limit: Int
    ) -> Bool {
        let key = Key(stream: stream, leaderboard: leaderboard, player: player)
        return counts[key, default: 0] < limit && apps[app, default: 0] < ModerationLimits.pendingScores
    }

    private func key(_ score: PendingScore) -> Key {
        Key(stream: score.stream, leaderboard: score.leaderboard, player: score.player)
    }
}
