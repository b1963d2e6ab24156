public import LaurelDomain
public import LaurelStorage

extension SQLiteDirectory {
    public func leaderboardSets() async throws(StoreError) -> [LeaderboardSet] {
        try await read { connection throws(StoreError) in try SetTable.all(on: connection) }
    }

    public func putLeaderboardSet(_ set: LeaderboardSet, _ entry: NewAuditEntry?) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try SetTable.put(set, on: connection)
            if let entry { try AuditTable.insert(entry, on: connection) }
        }
    }

    public func removeLeaderboardSet(
        _ id: LeaderboardSetID, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            guard try SetTable.remove(id, of: app, on: connection) else { return false }
            if let entry { try AuditTable.insert(entry, on: connection) }
            return true
        }
    }

    public func defaultLeaderboards() async throws(StoreError) -> [DefaultLeaderboard] {
        try await read { connection throws(StoreError) in
            let select = try connection.prepare(
                "SELECT player, app, leaderboard FROM default_leaderboards ORDER BY player, app")
            defer { select.reset() }
            var choices: [DefaultLeaderboard] = []
            while try select.step() {
                guard let app = UInt32(exactly: select.integer(1)),
                    let leaderboard = UInt32(exactly: select.integer(2))
                else { throw .broken(reason: "can't read a player's default leaderboard") }
                choices.append(
                    DefaultLeaderboard(
                        player: try select.player(0), app: AppNumber(app), leaderboard: LeaderboardNumber(leaderboard)))
            }
            return choices
        }
    }

    public func setDefaultLeaderboard(
        _ leaderboard: LeaderboardNumber?, of player: PlayerNumber, in app: AppNumber
    ) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            let statement = try connection.prepare(
                leaderboard == nil
                    ? "DELETE FROM default_leaderboards WHERE player = ? AND app = ?"
                    : "INSERT OR REPLACE INTO default_leaderboards (player, app, leaderboard) VALUES (?, ?, ?)")
            statement.bind(1, Int64(player.rawValue))
            statement.bind(2, Int64(app.rawValue))
            if let leaderboard { statement.bind(3, Int64(leaderboard.rawValue)) }
            try statement.run()
        }
    }
}
