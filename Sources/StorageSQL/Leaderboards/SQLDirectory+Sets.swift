public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
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
        try await write(entry) { connection throws(StoreError) in try SetTable.remove(id, of: app, on: connection) }
    }

    public func defaultLeaderboards() async throws(StoreError) -> [DefaultLeaderboard] {
        try await read { connection throws(StoreError) in
            try connection.rows("SELECT player, app, leaderboard FROM default_leaderboards ORDER BY player, app") {
                row throws(StoreError) in
                DefaultLeaderboard(
                    player: try row["player"], app: try row["app"], leaderboard: try row["leaderboard"])
            }
        }
    }

    public func setDefaultLeaderboard(
        _ leaderboard: LeaderboardNumber?, of player: PlayerNumber, in app: AppNumber
    ) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            guard let leaderboard else {
                try connection.run("DELETE FROM default_leaderboards WHERE player = \(player) AND app = \(app)")
                return
            }
            try connection.run(
                .insert(
                    into: "default_leaderboards", ["player": player, "app": app, "leaderboard": leaderboard],
                    ifThere: .takesOver(key: ["player", "app"])))
        }
    }
}
