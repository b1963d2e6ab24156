public import LaurelDomain
import LaurelScores
import LaurelStorage

/// Saves a game (rule 9.1). Based on several versions, it is what resolves their conflict.
public struct SaveGame: Sendable {
    private let store: SavedGameStore
    public init(_ store: SavedGameStore) { self.store = store }

    /// What a game says when it saves.
    public struct Draft: Hashable, Sendable {
        public var id: SavedGameID
        public var name: SavedGameName
        public var deviceName: String
        /// Nil: now.
        public var modified: Timestamp?
        /// The versions that it has seen; nil: whatever its device saved last.
        public var basedOn: Set<SavedGameID>?
        public var data: [UInt8]

        public init(
            id: SavedGameID, name: SavedGameName, deviceName: String, modified: Timestamp?,
            basedOn: Set<SavedGameID>?, data: [UInt8]
        ) {
            self.id = id
            self.name = name
            self.deviceName = deviceName
            self.modified = modified
            self.basedOn = basedOn
            self.data = data
        }
    }

    /// - Returns: all versions of the name as they are now, the latest first: more than one are a conflict.
    public func callAsFunction(
        _ draft: Draft, on shelf: SavedGameShelf, from device: DeviceNumber
    ) async throws(SavedGameError) -> [SavedGame] {
        guard draft.data.count <= store.limits.bytes else { throw .tooLarge(limit: store.limits.bytes) }
        let hash = store.digest.digest(draft.data)
        guard let digest = BlobDigest(hash) else { throw .broken(reason: "a digest of \(hash.count) bytes") }
        let now = store.clock.now()
        let version = SavedGame(
            id: draft.id, name: draft.name, device: device, deviceName: draft.deviceName,
            // A clock that is ahead must not win every comparison of dates.
            modified: min(draft.modified ?? now, now), byteCount: draft.data.count, digest: hash)
        let added = SavedGameData(version: version, data: Blob(digest: digest, bytes: draft.data))
        let limits = store.limits
        let result = try await SavedGameError.translating { () throws(StoreError) in
            try await store.directory.changeSavedGames(on: shelf) { state in
                Self.decide(state, added, basedOn: draft.basedOn, limits)
            }
        }
        let (versions, isNew) = try result.get()
        if isNew { store.news.tell(.init(shelf: shelf, name: draft.name, versionCount: versions.count)) }
        return versions
    }

    private static func decide(
        _ state: SavedGames, _ new: SavedGameData, basedOn: Set<SavedGameID>?, _ limits: SavedGameLimits
    ) -> (SavedGamesChange, Result<(versions: [SavedGame], isNew: Bool), SavedGameError>) {
        let name = new.version.name
        do throws(SavedGames.Refusal) {
            switch try state.outcome(of: new.version, basedOn: basedOn, limits: limits) {
            case .isThere: return (SavedGamesChange(), .success((state.versions(of: name).inOrder(), false)))
            case .replaces(let old):
                let kept = state.versions(of: name).filter { !old.contains($0) }
                return (
                    SavedGamesChange(removed: old, added: new), .success(((kept + [new.version]).inOrder(), true))
                )
            }
        } catch {
            return (SavedGamesChange(), .failure(SavedGameError(error, new.version.id)))
        }
    }
}
