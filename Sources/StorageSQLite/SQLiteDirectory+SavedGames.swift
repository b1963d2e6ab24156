public import LaurelDomain
public import LaurelStorage

extension SQLiteDirectory {
    public func savedGames(on shelf: SavedGameShelf) async throws(StoreError) -> [SavedGame] {
        try await read { connection throws(StoreError) in try SavedGameTable.versions(on: shelf, connection) }
    }

    public func savedGame(
        _ id: SavedGameID, on shelf: SavedGameShelf
    ) async throws(StoreError) -> SavedGameData? {
        try await read { connection throws(StoreError) in try SavedGameTable.data(id, on: shelf, connection) }
    }

    public func playersWithSavedGames(
        in app: AppNumber, _ environment: Environment, after player: PlayerNumber?, limit: Int
    ) async throws(StoreError) -> [PlayerNumber] {
        try await read { connection throws(StoreError) in
            let select = try connection.prepare(
                """
                SELECT DISTINCT player FROM saved_games WHERE app = ? AND environment = ? AND player > ?
                ORDER BY player LIMIT ?
                """)
            select.bind(1, Int64(app.rawValue))
            select.bind(2, Int64(environment.rawValue))
            select.bind(3, player.map { Int64($0.rawValue) } ?? -1)
            select.bind(4, Int64(max(0, limit)))
            defer { select.reset() }
            var players: [PlayerNumber] = []
            while try select.step() { players.append(try select.player(0)) }
            return players
        }
    }

    public func changeSavedGames<Answer: Sendable>(
        on shelf: SavedGameShelf, _ decide: @escaping @Sendable (SavedGames) -> (SavedGamesChange, Answer)
    ) async throws(StoreError) -> Answer {
        try await write { connection throws(StoreError) in
            let (change, answer) = decide(
                SavedGames(
                    try SavedGameTable.versions(on: shelf, connection),
                    playerBytes: try SavedGameTable.bytes(of: shelf.player, connection)))
            for version in change.removed { try SavedGameTable.remove(version, from: shelf, connection) }
            if let added = change.added { try SavedGameTable.insert(added, on: shelf, connection) }
            return answer
        }
    }
}
