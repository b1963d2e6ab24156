import LaurelDomain
import LaurelStorage

/// Policies of moderation as rows of SQL. A leaderboard of 0 stands for every one of an app.
enum PolicyTable {
    private static let table = SQLTable<PolicyRecord>(
        "moderation_policies", key: "app", "leaderboard",
        columns: [
            SQLColumn("app", made: { $0.app }), SQLColumn("leaderboard", made: { $0.leaderboard?.rawValue ?? 0 }),
            SQLColumn("holds_scores", \.policy.holdsScores),
            SQLColumn("lowest", made: { $0.policy.plausible?.lowest }),
            SQLColumn("highest", made: { $0.policy.plausible?.highest }),
            SQLColumn("shortest_interval", \.policy.shortestInterval),
            SQLColumn("leap_over_best", \.policy.leapOverBest), SQLColumn("leap_over_board", \.policy.leapOverBoard),
        ]
    ) { row throws(StoreError) in
        var policy = ModerationPolicy()
        let (lowest, highest): (Int64?, Int64?) = (try row["lowest"], try row["highest"])
        if let lowest, let highest { policy.plausible = ScoreRange(lowest: lowest, highest: highest) }
        let leaderboard: LeaderboardNumber = try row["leaderboard"]
        return PolicyRecord(
            app: try row["app"], leaderboard: leaderboard.rawValue == 0 ? nil : leaderboard, policy: policy)
    }

    static func all(on connection: any SQLConnection) throws(StoreError) -> [PolicyRecord] {
        try connection.rows("SELECT \(table.list) FROM moderation_policies", table.read)
    }

    static func put(
        _ policy: ModerationPolicy, _ app: AppNumber, _ leaderboard: LeaderboardNumber?,
        on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(table.put(PolicyRecord(app: app, leaderboard: leaderboard, policy: policy)))
    }

    static func remove(
        _ app: AppNumber, _ leaderboard: LeaderboardNumber?, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            "DELETE FROM moderation_policies WHERE app = \(app) AND leaderboard = \(leaderboard?.rawValue ?? 0)")
    }
}
