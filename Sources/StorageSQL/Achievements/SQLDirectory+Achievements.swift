public import LaurelDomain
public import LaurelStorage

extension SQLDatabase {
    public func achievements() throws(StoreError) -> AchievementRecords {
        try read { connection throws(StoreError) in try AchievementTable.all(on: connection) }
    }

    public func earnedCounts() throws(StoreError) -> [EarnedCount] {
        try read { connection throws(StoreError) in try ProgressTable.counts(on: connection) }
    }

    public func playerPages() throws(StoreError) -> [PlayerPage] {
        try read { connection throws(StoreError) in try GamePlayerTable.all(on: connection) }
    }

    public func playerAchievements(_ key: ProgressKey) throws(StoreError) -> PlayerAchievements {
        try read { connection throws(StoreError) in try ProgressTable.player(key, on: connection) }
    }

    public func reporters(
        in app: AppNumber, _ environment: Environment, after player: PlayerNumber?, limit: Int
    ) throws(StoreError) -> [ReporterProgress] {
        try read { connection throws(StoreError) in
            try ProgressTable.reporters(in: app, environment, after: player, limit: limit, on: connection)
        }
    }
}

extension SQLDirectory {
    public func progress(_ key: ProgressKey) async throws(StoreError) -> PlayerAchievements {
        try await read { connection throws(StoreError) in try ProgressTable.player(key, on: connection) }
    }

    public func earners(
        of achievement: AchievementNumber, in app: AppNumber, _ environment: Environment, among players: [PlayerNumber]
    ) async throws(StoreError) -> Set<PlayerNumber> {
        try await read { connection throws(StoreError) in
            try ProgressTable.earners(of: achievement, in: app, environment, among: players, on: connection)
        }
    }
}
