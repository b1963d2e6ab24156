import LaurelDomain
import LaurelStorage

/// How far players are with achievements, as rows of SQL; and how many have each, counted in the same transaction.
enum ProgressTable {
    static func write(
        _ progress: AchievementProgress, at place: ProgressPlace, isFirst: Bool, on connection: SQLiteConnection
    ) throws(StoreError) {
        try note(place, on: connection)
        let upsert = try connection.prepare(
            "INSERT OR REPLACE INTO achievement_progress VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        upsert.bind(1, Int64(place.player.rawValue))
        upsert.bind(2, Int64(place.environment.rawValue))
        upsert.bind(3, Int64(place.app.rawValue))
        upsert.bind(4, Int64(progress.achievement.rawValue))
        upsert.bind(5, progress.percent.bits)
        upsert.bind(6, Int64(progress.timesEarned))
        upsert.bind(7, progress.firstEarned?.milliseconds)
        upsert.bind(8, progress.lastReported.milliseconds)
        try upsert.run()
        guard isFirst else { return }
        let count = try connection.prepare(
            """
            INSERT INTO achievement_counts VALUES (?, ?, 1)
            ON CONFLICT (achievement, environment) DO UPDATE SET players = players + 1
            """)
        count.bind(1, Int64(progress.achievement.rawValue))
        count.bind(2, Int64(place.environment.rawValue))
        try count.run()
    }

    private static func note(_ place: ProgressPlace, on connection: SQLiteConnection) throws(StoreError) {
        let insert = try connection.prepare(
            "INSERT OR IGNORE INTO achievement_players (environment, app, player) VALUES (?, ?, ?)")
        insert.bind(1, Int64(place.environment.rawValue))
        insert.bind(2, Int64(place.app.rawValue))
        insert.bind(3, Int64(place.player.rawValue))
        try insert.run()
    }

    static func reset(
        _ place: ProgressPlace, at moment: Timestamp, on connection: SQLiteConnection
    ) throws(StoreError) {
        try note(place, on: connection)
        try forget("player = ?1 AND environment = ?2 AND app = ?3", on: connection) { statement in
            statement.bind(1, Int64(place.player.rawValue))
            statement.bind(2, Int64(place.environment.rawValue))
            statement.bind(3, Int64(place.app.rawValue))
        }
        let update = try connection.prepare(
            "UPDATE achievement_players SET reset = ? WHERE environment = ? AND app = ? AND player = ?")
        update.bind(1, moment.milliseconds)
        update.bind(2, Int64(place.environment.rawValue))
        update.bind(3, Int64(place.app.rawValue))
        update.bind(4, Int64(place.player.rawValue))
        try update.run()
    }

    static func erase(_ player: PlayerNumber, on connection: SQLiteConnection) throws(StoreError) {
        try forget("player = ?1", on: connection) { $0.bind(1, Int64(player.rawValue)) }
        let delete = try connection.prepare("DELETE FROM achievement_players WHERE player = ?")
        delete.bind(1, Int64(player.rawValue))
        try delete.run()
    }

    /// Takes the rows out of the counts and then away.
    private static func forget(
        _ condition: String, on connection: SQLiteConnection, _ bind: (SQLiteStatement) -> Void
    ) throws(StoreError) {
        let count = try connection.prepare(
            """
            UPDATE achievement_counts SET players = players - (
                SELECT count(*) FROM achievement_progress AS progress
                WHERE \(condition) AND progress.achievement = achievement_counts.achievement
                    AND progress.environment = achievement_counts.environment AND times_earned > 0)
            WHERE achievement IN (SELECT achievement FROM achievement_progress WHERE \(condition) AND times_earned > 0)
            """)
        bind(count)
        try count.run()
        let delete = try connection.prepare("DELETE FROM achievement_progress WHERE \(condition)")
        bind(delete)
        try delete.run()
    }

    static func player(_ place: ProgressPlace, on connection: SQLiteConnection) throws(StoreError) -> PlayerAchievements
    {
        var player = PlayerAchievements()
        let known = try connection.prepare(
            "SELECT reset FROM achievement_players WHERE environment = ? AND app = ? AND player = ?")
        defer { known.reset() }
        known.bind(1, Int64(place.environment.rawValue))
        known.bind(2, Int64(place.app.rawValue))
        known.bind(3, Int64(place.player.rawValue))
        guard try known.step() else { return player }
        player.hasReported = true
        player.reset = known.optionalInteger(0).map { Timestamp(clamping: $0) }
        let select = try connection.prepare(
            """
            SELECT achievement, percent, times_earned, first_earned, last_reported FROM achievement_progress
            WHERE player = ? AND environment = ? AND app = ?
            """)
        defer { select.reset() }
        select.bind(1, Int64(place.player.rawValue))
        select.bind(2, Int64(place.environment.rawValue))
        select.bind(3, Int64(place.app.rawValue))
        while try select.step() {
            let progress = try progress(select)
            player.progress[progress.achievement] = progress
        }
        return player
    }

    static func reporters(
        in app: AppNumber, _ environment: Environment, after player: PlayerNumber?, limit: Int,
        on connection: SQLiteConnection
    ) throws(StoreError) -> [ReporterProgress] {
        let select = try connection.prepare(
            """
            SELECT player FROM achievement_players WHERE environment = ? AND app = ? AND player > ?
            ORDER BY player LIMIT ?
            """)
        select.bind(1, Int64(environment.rawValue))
        select.bind(2, Int64(app.rawValue))
        select.bind(3, player.map { Int64($0.rawValue) } ?? -1)
        select.bind(4, Int64(max(0, limit)))
        var players: [PlayerNumber] = []
        while try select.step() { players.append(try select.player(0)) }
        select.reset()
        var reporters: [ReporterProgress] = []
        for player in players {
            let place = ProgressPlace(player: player, app: app, environment: environment)
            let known = try Self.player(place, on: connection)
            reporters.append(ReporterProgress(player: player, progress: Array(known.progress.values)))
        }
        return reporters
    }

    private static func progress(_ row: SQLiteStatement) throws(StoreError) -> AchievementProgress {
        guard let number = UInt32(exactly: row.integer(0)), let percent = Percent(bits: row.integer(1)),
            let times = UInt32(exactly: row.integer(2))
        else { throw .broken(reason: "can't read progress with achievement \(row.integer(0))") }
        return AchievementProgress(
            achievement: AchievementNumber(number), percent: percent, timesEarned: times,
            firstEarned: row.optionalInteger(3).map { Timestamp(clamping: $0) },
            lastReported: Timestamp(clamping: row.integer(4)))
    }

    static func counts(on connection: SQLiteConnection) throws(StoreError) -> [EarnedCount] {
        let select = try connection.prepare(
            "SELECT achievement, environment, players FROM achievement_counts WHERE players > 0")
        defer { select.reset() }
        var counts: [EarnedCount] = []
        while try select.step() {
            guard let number = UInt32(exactly: select.integer(0)),
                let environment = UInt8(exactly: select.integer(1)).flatMap(Environment.init(rawValue:))
            else { throw .broken(reason: "can't read the count of achievement \(select.integer(0))") }
            counts.append(
                EarnedCount(
                    achievement: AchievementNumber(number), environment: environment,
                    players: Int(clamping: select.integer(2))))
        }
        return counts
    }
}
