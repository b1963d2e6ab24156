import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

/// Which versions of each name this program has seen: its next save is in their place, and of no others (rule 9.1).
/// Of names that it has not met since it started, the server knows what this device saved last.
final class SeenSavedGames: Sendable {
    private struct State: Sendable {
        var player: String?
        var versions: [String: [SavedGameID]] = [:]
        /// Saved by this program: the server tells of them too.
        var own: Set<SavedGameID> = []

        mutating func belong(to player: String) {
            if self.player != player { self = State(player: player) }
        }
    }

    private let state = Mutex(State())

    /// The list of all names. Where versions are in conflict, nobody has chosen yet: what was seen before counts.
    func list(_ records: [SavedGameRecord], of player: String) {
        state.withLock { state in
            state.belong(to: player)
            var versions: [String: [SavedGameID]] = [:]
            for record in records {
                versions[record.name] = record.isConflicting ? state.versions[record.name] : [record.id]
            }
            state.versions = versions
        }
    }

    /// The game has the data of a version.
    func loaded(_ id: SavedGameID, _ name: String, of player: String) {
        state.withLock { state in
            state.belong(to: player)
            let others = (state.versions[name] ?? []).filter { $0 != id }
            state.versions[name] = others.suffix(SaveQuery.basedOnLimit - 1) + [id]
        }
    }

    /// The game is saving under this ID: the server may tell of it before it answers.
    func saving(_ id: SavedGameID, of player: String) {
        state.withLock { state in
            state.belong(to: player)
            state.own.insert(id)
        }
    }

    /// The game has saved.
    func saved(_ id: SavedGameID, _ name: String, of player: String) {
        state.withLock { state in
            state.belong(to: player)
            state.versions[name] = [id]
        }
    }

    /// Nil: nothing is known of the name.
    func versions(of name: String, player: String) -> [SavedGameID]? {
        state.withLock { state in
            state.belong(to: player)
            return state.versions[name]
        }
    }

    func isOwn(_ id: SavedGameID) -> Bool { state.withLock { $0.own.contains(id) } }
}

extension Laurel {
    /// For the game, which has seen them now.
    func savedGames() async throws(GKError) -> [GKSavedGame] {
        let (records, player) = try await savedGameRecords()
        seenSavedGames.list(records, of: player)
        return records.map { GKSavedGame($0, in: self) }
    }

    /// - Returns: with the id of the player who saved them.
    func savedGameRecords() async throws(GKError) -> ([SavedGameRecord], player: String) {
        let game = try configuration.game.get().bundleID
        return try await asPlayer { (client, session) throws(ClientError) in
            (try await client.savedGames(of: game), session.player.id)
        }
    }

    func data(of record: SavedGameRecord) async throws(GKError) -> Data {
        let game = try configuration.game.get().bundleID
        let (data, player) = try await asPlayer { (client, session) throws(ClientError) in
            (Data(try await client.savedGame(record.id, digest: record.digest, in: game)), session.player.id)
        }
        seenSavedGames.loaded(record.id, record.name, of: player)
        return data
    }

    func save(_ data: Data, _ name: String) async throws(GKError) -> GKSavedGame {
        guard let player = session?.player.id else { throw GKError(.notAuthenticated) }
        let seen = seenSavedGames.versions(of: name, player: player)
        let (id, versions) = try await save(data, name, basedOn: seen)
        guard let version = versions.first(where: { $0.id == id }) else {
            throw GKError(.communicationsFailure, detail: "The server didn't identify the saved version.")
        }
        return GKSavedGame(version, in: self)
    }

    func resolve(_ records: [SavedGameRecord], _ data: Data) async throws(GKError) -> [GKSavedGame] {
        guard let name = records.first?.name, records.allSatisfy({ $0.name == name }),
            records.count <= SaveQuery.basedOnLimit
        else {
            throw GKError(.invalidParameter, detail: "All versions must belong to the same saved game.")
        }
        return try await save(data, name, basedOn: records.map(\.id)).versions.map { GKSavedGame($0, in: self) }
    }

    /// - Parameter seen: nil: the server knows what this device saved last.
    private func save(
        _ data: Data, _ name: String, basedOn seen: [SavedGameID]?
    ) async throws(GKError) -> (SavedGameID, versions: [SavedGameRecord]) {
        let game = try configuration.game.get().bundleID
        let id: SavedGameID
        do throws(InvalidIdentifier) { id = try SavedGameID(world.makeID()) } catch {
            throw GKError(.unknown, detail: "Couldn't create an ID.")
        }
        let query = SaveQuery(
            name: try savedGameName(name), deviceName: world.deviceName, modified: Timestamp(world.now()),
            basedOn: seen)
        let (versions, player) = try await asPlayer { (client, session) throws(ClientError) in
            seenSavedGames.saving(id, of: session.player.id)
            return (try await client.save(Array(data), as: id, query, in: game), session.player.id)
        }
        seenSavedGames.saved(id, name, of: player)
        return (id, versions)
    }

    func deleteSavedGames(_ name: String) async throws(GKError) {
        let checked = try savedGameName(name)
        let game = try configuration.game.get().bundleID
        try await asPlayer { (client, _) throws(ClientError) in
            do throws(ClientError) { try await client.deleteSavedGames(named: checked, in: game) } catch {
                if case .problem(let problem) = error, problem.kind == .unknownSavedGame { return }
                throw error
            }
        }
    }

    private func savedGameName(_ text: String) throws(GKError) -> SavedGameName {
        guard let name = SavedGameName(text) else {
            throw GKError(
                .invalidParameter,
                detail: "A saved game's name must be one line of 1 to \(SavedGameName.lengthLimit) characters.")
        }
        return name
    }
}
