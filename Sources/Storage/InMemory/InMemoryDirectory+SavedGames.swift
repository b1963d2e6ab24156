public import LaurelDomain

/// The reference's saved games, in order of arrival.
struct InMemorySavedGames: Sendable {
    var shelves: [SavedGameShelf: [SavedGame]] = [:]

    func state(_ shelf: SavedGameShelf) -> SavedGames {
        let all = shelves.filter { $0.key.player == shelf.player }.values.joined()
        return SavedGames(shelves[shelf, default: []], playerBytes: all.reduce(0) { $0 + $1.byteCount })
    }
}

extension InMemoryDirectory {
    public func savedGames(on shelf: SavedGameShelf) async throws(StoreError) -> [SavedGame] {
        savedGames.shelves[shelf, default: []]
    }

    public func savedGame(
        _ id: SavedGameID, on shelf: SavedGameShelf
    ) async throws(StoreError) -> SavedGameData? {
        guard let version = savedGames.shelves[shelf]?.first(where: { $0.id == id }),
            let digest = BlobDigest(version.digest), let bytes = blobs.bytes(digest)
        else { return nil }
        return SavedGameData(version: version, data: Blob(digest: digest, bytes: bytes))
    }

    public func playersWithSavedGames(
        in app: AppNumber, _ environment: Environment, after player: PlayerNumber?, limit: Int
    ) async throws(StoreError) -> [PlayerNumber] {
        let found = savedGames.shelves.filter { shelf, versions in
            shelf.app == app && shelf.environment == environment && !versions.isEmpty
        }
        return Array(
            found.keys.map(\.player).filter { number in player.map { number > $0 } ?? true }.sorted()
                .prefix(max(0, limit)))
    }

    public func changeSavedGames<Answer: Sendable>(
        on shelf: SavedGameShelf, _ decide: @escaping @Sendable (SavedGames) -> (SavedGamesChange, Answer)
    ) async throws(StoreError) -> Answer {
        let (change, answer) = decide(savedGames.state(shelf))
        for version in change.removed {
            guard let index = savedGames.shelves[shelf]?.firstIndex(where: { $0.id == version.id }) else { continue }
            savedGames.shelves[shelf]?.remove(at: index)
            if let digest = BlobDigest(version.digest) { blobs.release(digest) }
        }
        if let added = change.added {
            blobs.retain(added.data)
            savedGames.shelves[shelf, default: []].append(added.version)
        }
        return answer
    }
}
