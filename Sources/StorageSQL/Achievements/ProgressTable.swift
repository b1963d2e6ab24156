import LaurelDomain
import LaurelStorage

/// How far players are with achievements, as rows of SQL; and how many have each, counted in the same transaction.
enum ProgressTable {
    static func write(
        _ progress: AchievementProgress, at key: ProgressKey, isFirst: Bool, on connection: any SQLConnection
    ) throws(StoreError) {
        try note(key, on: connection)
        try connection.run(
            .insert(
                into: "achievement_progress",
                [
                    "player": key.player, "environment": key.environment, "app": key.app,
                    "achievement": progress.achievement, "percent": progress.percent,
                    "times_earned": progress.timesEarned, "first_earned": progress.firstEarned,
                    "last_reported": progress.lastReported,
                ], ifThere: .takesOver(key: ["player", "environment", "app", "achievement"])))
        guard isFirst else { return }
        try connection.run(
            """
            INSERT INTO achievement_counts (achievement, environment, players)
            VALUES (\(progress.achievement), \(key.environment), 1)
            ON CONFLICT (achievement, environment) DO UPDATE SET players = achievement_counts.players + 1
            """)
    }

    private static func note(_ key: ProgressKey, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(
            .insert(
                into: "achievement_players",
                ["environment": key.environment, "app": key.app, "player": key.player], ifThere: .stays))
    }

    static func reset(
        _ key: ProgressKey, at moment: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) {
        try note(key, on: connection)
        try forget(
            "player = \(key.player) AND environment = \(key.environment) AND app = \(key.app)", on: connection)
        try connection.run(
            """
            UPDATE achievement_players SET reset = \(moment)
            WHERE environment = \(key.environment) AND app = \(key.app) AND player = \(key.player)
            """)
    }

    static func erase(_ player: PlayerNumber, on connection: any SQLConnection) throws(StoreError) {
        try forget("player = \(player)", on: connection)
        try connection.run("DELETE FROM achievement_players WHERE player = \(player)")
    }

    /// Takes the rows out of the counts and then away.
    private static func forget(_ condition: SQL, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(
            """
            UPDATE achievement_counts SET players = players - (
                SELECT count(*) FROM achievement_progress AS progress
                WHERE \(condition) AND progress.achievement = achievement_counts.achievement
                    AND progress.environment = achievement_counts.environment AND times_earned > 0)
            WHERE achievement IN (SELECT achievement FROM achievement_progress WHERE \(condition) AND times_earned > 0)
            """)
        try connection.run("DELETE FROM achievement_progress WHERE \(condition)")
    }

    static func player(
        _ key: ProgressKey, on connection: any SQLConnection
    ) throws(StoreError) -> PlayerAchievements {
        var player = PlayerAchievements()
        let reset = try connection.first(
            """
            SELECT reset FROM achievement_players
            WHERE environment = \(key.environment) AND app = \(key.app) AND player = \(key.player)
            """
        ) { row throws(StoreError) -> Timestamp? in try row["reset"] }
        guard let reset else { return player }
        player.hasReported = true
        player.reset = reset
        try connection.each(
            """
            SELECT achievement, percent, times_earned, first_earned, last_reported FROM achievement_progress
            WHERE player = \(key.player) AND environment = \(key.environment) AND app = \(key.app)
            """
        ) { row throws(StoreError) in
            let progress = AchievementProgress(
                achievement: try row["achievement"], percent: try row["percent"], timesEarned: try row["times_earned"],
                firstEarned: try row["first_earned"], lastReported: try row["last_reported"])
            player.progress[progress.achievement] = progress
            return true
        }
        return player
    }

    static func earners(
        of achievement: AchievementNumber, in app: AppNumber, _ environment: Environment, among players: [PlayerNumber],
        on connection: any SQLConnection
    ) throws(StoreError) -> Set<PlayerNumber> {
        var earners: Set<PlayerNumber> = []
        for player in players {
            let hasEarned = try connection.has(
                """
                SELECT 1 FROM achievement_progress WHERE player = \(player) AND environment = \(environment)
                AND app = \(app) AND achievement = \(achievement) AND times_earned > 0
                """)
            if hasEarned { earners.insert(player) }
        }
        return earners
    }

    static func reporters(
        in app: AppNumber, _ environment: Environment, after player: PlayerNumber?, limit: Int,
        on connection: any SQLConnection
    ) throws(StoreError) -> [ReporterProgress] {
        let players: [PlayerNumber] = try connection.values(
            """
            SELECT player FROM achievement_players
            WHERE environment = \(environment) AND app = \(app) AND player > \(SQLPage.after(player))
            ORDER BY player LIMIT \(SQLPage.limit(limit))
            """)
        var reporters: [ReporterProgress] = []
        for player in players {
            let key = ProgressKey(player: player, app: app, environment: environment)
            let known = try Self.player(key, on: connection)
            reporters.append(ReporterProgress(player: player, progress: Array(known.progress.values)))
        }
        return reporters
    }

    static func counts(on connection: any SQLConnection) throws(StoreError) -> [EarnedCount] {
        try connection.rows("SELECT achievement, environment, players FROM achievement_counts WHERE players > 0") {
            row throws(StoreError) in
            EarnedCount(
                achievement: try row["achievement"], environment: try row["environment"], players: try row["players"])
        }
    }
}
