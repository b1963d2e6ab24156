import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import Testing

@Suite("Saved games contract", .timeLimit(.minutes(15))) struct SavedGamesContract {
    private let shelf = SavedGameShelf(player: PlayerNumber(7), app: AppNumber(3), environment: .production)

    private func save(_ id: String, _ name: String = "Slot 1", digest: UInt8 = 1, bytes: [UInt8] = [1, 2, 3]) throws
        -> SavedGameData
    {
        let hash = [UInt8](repeating: digest, count: 32)
        return SavedGameData(
            version: SavedGame(
                id: try SavedGameID(id), name: try #require(SavedGameName(name)), device: DeviceNumber(5),
                deviceName: "Ali's", modified: Timestamp(clamping: 1_800_000_000_123), byteCount: bytes.count,
                digest: hash),
            data: Blob(digest: try #require(BlobDigest(hash)), bytes: bytes))
    }

    private func put(_ new: SavedGameData, in directory: any Directory, replacing old: [SavedGame] = []) async throws {
        try await directory.changeSavedGames(on: shelf) { _ in (SavedGamesChange(removed: old, added: new), ()) }
    }

    @Test("gives back what was saved, in order of arrival", arguments: Backend.allCases)
    func roundTrip(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let (first, second) = (try save("b"), try save("a", digest: 2, bytes: []))
        try await put(first, in: directory)
        try await put(second, in: directory)
        #expect(try await directory.savedGames(on: shelf) == [first.version, second.version])
        #expect(try await directory.savedGame(first.version.id, on: shelf) == first)
        #expect(try await directory.savedGame(second.version.id, on: shelf) == second)
        #expect(try await directory.savedGame(try SavedGameID("c"), on: shelf) == nil)
    }

    @Test("shelves of other players, games and environments are apart", arguments: Backend.allCases)
    func apart(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        try await put(try save("a"), in: directory)
        let others = [
            SavedGameShelf(player: PlayerNumber(8), app: AppNumber(3), environment: .production),
            SavedGameShelf(player: PlayerNumber(7), app: AppNumber(4), environment: .production),
            SavedGameShelf(player: PlayerNumber(7), app: AppNumber(3), environment: .sandbox),
        ]
        for other in others {
            #expect(try await directory.savedGames(on: other).isEmpty)
            #expect(try await directory.savedGame(try SavedGameID("a"), on: other) == nil)
            let bytes = try await directory.changeSavedGames(on: other) { (SavedGamesChange(), $0.playerBytes) }
            #expect(bytes == (other.player == shelf.player ? 3 : 0))
        }
        func players(_ app: UInt32, _ environment: Environment, after last: PlayerNumber? = nil) async throws
            -> [PlayerNumber]
        {
            try await directory.playersWithSavedGames(in: AppNumber(app), environment, after: last, limit: 10)
        }
        #expect(try await players(3, .production) == [shelf.player])
        #expect(try await players(3, .production, after: shelf.player).isEmpty)
        #expect(try await players(3, .sandbox).isEmpty)
        #expect(try await players(4, .production).isEmpty)
    }

    @Test("data are kept as long as a version has them", arguments: Backend.allCases)
    func blobs(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let (first, second) = (try save("a"), try save("b"))
        try await put(first, in: directory)
        try await put(second, in: directory)
        try await directory.changeSavedGames(on: shelf) { _ in (SavedGamesChange(removed: [first.version]), ()) }
        #expect(try await directory.savedGame(second.version.id, on: shelf) == second)
        // Removed once more, it takes nobody else's data along.
        try await directory.changeSavedGames(on: shelf) { _ in (SavedGamesChange(removed: [first.version]), ()) }
        #expect(try await directory.blob(second.data.digest) == [1, 2, 3])
        try await put(try save("c", digest: 9), in: directory, replacing: [second.version])
        #expect(try await directory.blob(second.data.digest) == nil)
    }

    @Test("of many changes at once, each sees those before it", arguments: Backend.allCases)
    func serial(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let shelf = shelf
        let saves = try (0..<20).map { try save("v\($0)") }
        await withTaskGroup(of: Void.self) { group in
            for new in saves {
                group.addTask {
                    // Each replaces whatever is there: were one not seen, two would be left.
                    _ = try? await directory.changeSavedGames(on: shelf) { state in
                        (SavedGamesChange(removed: state.versions, added: new), ())
                    }
                }
            }
        }
        #expect(try await directory.savedGames(on: shelf).count == 1)
    }
}
