public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
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
            try SavedGameTable.players(in: app, environment, after: player, limit: limit, connection)
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
