import LaurelDomain
import LaurelStorage

/// Policies of moderation as rows of SQL.
enum PolicyTable {
    static func all(on connection: SQLiteConnection) throws(StoreError) -> [PolicyRecord] {
        let select = try connection.prepare(
            """
            SELECT app, leaderboard, holds_scores, lowest, highest, shortest_interval, leap_over_best, leap_over_board
            FROM moderation_policies
            """)
        defer { select.reset() }
        var records: [PolicyRecord] = []
        while try select.step() {
            guard let app = UInt32(exactly: select.integer(0)), let leaderboard = UInt32(exactly: select.integer(1))
            else { throw .broken(reason: "a moderation policy has no app") }
            var policy = ModerationPolicy()
            policy.holdsScores = select.integer(2) != 0
            if let lowest = select.optionalInteger(3), let highest = select.optionalInteger(4) {
                policy.plausible = ScoreRange(lowest: lowest, highest: highest)
            }
            policy.shortestInterval = select.optionalInteger(5).map { Timestamp.Span(milliseconds: $0) }
            policy.leapOverBest = select.optionalInteger(6).map { Int(clamping: $0) }
            policy.leapOverBoard = select.optionalInteger(7).map { Int(clamping: $0) }
            records.append(
                PolicyRecord(
                    app: AppNumber(app), leaderboard: leaderboard == 0 ? nil : LeaderboardNumber(leaderboard),
                    policy: policy))
        }
        return records
    }

    static func put(
        _ policy: ModerationPolicy, _ app: AppNumber, _ leaderboard: LeaderboardNumber?,
        on connection: SQLiteConnection
    ) throws(StoreError) {
        let insert = try connection.prepare(
            """
            INSERT OR REPLACE INTO moderation_policies (app, leaderboard, holds_scores, lowest, highest,
                shortest_interval, leap_over_best, leap_over_board)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """)
        insert.bind(1, Int64(app.rawValue))
        insert.bind(2, Int64(leaderboard?.rawValue ?? 0))
        insert.bind(3, policy.holdsScores)
        insert.bind(4, policy.plausible?.lowest)
        insert.bind(5, policy.plausible?.highest)
        insert.bind(6, policy.shortestInterval?.milliseconds)
        insert.bind(7, policy.leapOverBest.map { Int64($0) })
        insert.bind(8, policy.leapOverBoard.map { Int64($0) })
        try insert.run()
    }

    static func remove(
        _ app: AppNumber, _ leaderboard: LeaderboardNumber?, on connection: SQLiteConnection
    ) throws(StoreError) {
        let delete = try connection.prepare("DELETE FROM moderation_policies WHERE app = ? AND leaderboard = ?")
        delete.bind(1, Int64(app.rawValue))
        delete.bind(2, Int64(leaderboard?.rawValue ?? 0))
        try delete.run()
    }
}
