public import LaurelDomain
public import LaurelStorage

extension SQLiteStore {
    public func achievements() throws(StoreError) -> AchievementRecords {
        try read { connection throws(StoreError) in try AchievementTable.all(on: connection) }
    }

    public func earnedCounts() throws(StoreError) -> [EarnedCount] {
        try read { connection throws(StoreError) in try ProgressTable.counts(on: connection) }
    }

    public func playerPages() throws(StoreError) -> [PlayerPage] {
        try read { connection throws(StoreError) in try GamePlayerTable.all(on: connection) }
    }

    public func playerAchievements(_ place: ProgressPlace) throws(StoreError) -> PlayerAchievements {
        try read { connection throws(StoreError) in try ProgressTable.player(place, on: connection) }
    }

    public func reporters(
        in app: AppNumber, _ environment: Environment, after player: PlayerNumber?, limit: Int
    ) throws(StoreError) -> [ReporterProgress] {
        try read { connection throws(StoreError) in
            try ProgressTable.reporters(in: app, environment, after: player, limit: limit, on: connection)
        }
    }
}

extension SQLiteDirectory {
    public func progress(_ place: ProgressPlace) async throws(StoreError) -> PlayerAchievements {
        try await read { connection throws(StoreError) in try ProgressTable.player(place, on: connection) }
    }

    public func earners(
        of achievement: AchievementNumber, in app: AppNumber, _ environment: Environment, among players: [PlayerNumber]
    ) async throws(StoreError) -> Set<PlayerNumber> {
        try await read { connection throws(StoreError) in
            let select = try connection.prepare(
                """
                SELECT times_earned FROM achievement_progress
                WHERE player = ? AND environment = ? AND app = ? AND achievement = ?
                """)
            defer { select.reset() }
            var earners: Set<PlayerNumber> = []
            for player in players {
                select.reset()
                select.bind(1, Int64(player.rawValue))
                select.bind(2, Int64(environment.rawValue))
                select.bind(3, Int64(app.rawValue))
                select.bind(4, Int64(achievement.rawValue))
                if try select.step(), select.integer(0) > 0 { earners.insert(player) }
            }
            return earners
        }
    }
}
