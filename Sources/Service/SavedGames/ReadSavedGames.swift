public import LaurelDomain
import LaurelScores
import LaurelStorage

/// What a player has saved in a game, without the data.
public struct ListSavedGames: Sendable {
    private let store: SavedGameStore
    public init(_ store: SavedGameStore) { self.store = store }

    /// - Returns: by name; versions of one name, which are in conflict, with the latest first.
    public func callAsFunction(on shelf: SavedGameShelf) async throws(SavedGameError) -> [SavedGame] {
        try await SavedGameError.translating { () throws(StoreError) in
            try await store.directory.savedGames(on: shelf).inOrder()
        }
    }
}

/// A version's data.
public struct LoadSavedGame: Sendable {
    private let store: SavedGameStore
    public init(_ store: SavedGameStore) { self.store = store }

    public func callAsFunction(
        _ id: SavedGameID, on shelf: SavedGameShelf
    ) async throws(SavedGameError) -> LoadedGame {
        let found = try await SavedGameError.translating { () throws(StoreError) in
            try await store.directory.savedGame(id, on: shelf)
        }
        guard let found else { throw .unknown }
        return LoadedGame(version: found.version, bytes: found.data.bytes)
    }
}

public struct LoadedGame: Hashable, Sendable {
    public let version: SavedGame
    public let bytes: [UInt8]
}

/// Deletes a saved game: all versions of the name.
public struct DeleteSavedGames: Sendable {
    private let store: SavedGameStore
    public init(_ store: SavedGameStore) { self.store = store }

    public func callAsFunction(
        named name: SavedGameName, on shelf: SavedGameShelf
    ) async throws(SavedGameError) {
        let count = try await SavedGameError.translating { () throws(StoreError) in
            try await store.directory.changeSavedGames(on: shelf) { state in
                let versions = state.versions(of: name)
                return (SavedGamesChange(removed: versions), versions.count)
            }
        }
        guard count > 0 else { throw .unknown }
        store.news.tell(.init(shelf: shelf, name: name, versionCount: 0))
    }
}
