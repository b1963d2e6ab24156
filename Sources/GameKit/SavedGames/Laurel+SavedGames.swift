import LaurelClient
import LaurelDomain
import LaurelWire

extension Laurel {
    /// For the game, which has seen them now.
    func savedGames() async throws(GKError) -> [GKSavedGame] {
        let (records, player) = try await savedGameRecords()
        seenSavedGames.list(records, of: player)
        return records.map { GKSavedGame($0, of: player, in: self) }
    }

    /// - Returns: with the id of the player who saved them.
    func savedGameRecords() async throws(GKError) -> ([SavedGameAnswer], player: String) {
        let game = try configuration.game.get().bundleID
        return try await asPlayer { (client, session) throws(ClientError) in
            (try await client.savedGames(of: game), session.player.id)
        }
    }

    func data(of record: SavedGameAnswer) async throws(GKError) -> Data {
        let game = try configuration.game.get().bundleID
        let (data, player) = try await asPlayer { (client, session) throws(ClientError) in
            (Data(try await client.savedGame(record.id, digest: record.digest, in: game)), session.player.id)
        }
        keep(seenSavedGames.loaded(record.id, record.name, of: player), record.name, of: player)
        return data
    }

    /// Saves of one name go one after the other: sent at once, a second one would be in conflict with the first. Taken
    /// in the call, so that calls in a row stay in their order.
    func slotToSave(_ name: String) -> Lines.Slot { lines.join("saved game " + name) }

    func save(_ data: Data, _ name: String, at slot: Lines.Slot) async throws(GKError) -> GKSavedGame {
        guard let player = session?.player.id else { throw GKError(.notAuthenticated) }
        await slot.comes()
        defer { slot.leave() }
        // Somebody else plays by now.
        guard session?.player.id == player else { throw GKError(.notAuthenticated) }
        let seen = await seenVersions(of: name, player: player)
        let (id, versions) = try await save(data, name, basedOn: seen)
        guard let version = versions.first(where: { $0.id == id }) else {
            throw GKError(.communicationsFailure, detail: "The server didn't identify the saved version.")
        }
        return GKSavedGame(version, of: player, in: self)
    }

    func resolve(
        _ games: [GKSavedGame], _ data: Data, at slot: Lines.Slot
    ) async throws(GKError) -> [GKSavedGame] {
        await slot.comes()
        defer { slot.leave() }
        guard let first = games.first, games.count <= SaveQuery.basedOnLimit,
            games.allSatisfy({ $0.record.name == first.record.name && $0.playerID == first.playerID })
        else {
            throw GKError(.invalidParameter, detail: "All versions must belong to the same saved game.")
        }
        // Somebody else plays by now.
        guard session?.player.id == first.playerID else { throw GKError(.notAuthenticated) }
        return try await save(data, first.record.name, basedOn: games.map(\.record.id)).versions
            .map { GKSavedGame($0, of: first.playerID, in: self) }
    }

    /// - Parameter seen: nil: the server knows what this device saved last.
    private func save(
        _ data: Data, _ name: String, basedOn seen: [SavedGameID]?
    ) async throws(GKError) -> (SavedGameID, versions: [SavedGameAnswer]) {
        let game = try configuration.game.get().bundleID
        let id: SavedGameID
        do throws(InvalidIdentifier) { id = try SavedGameID(world.makeID()) } catch {
            throw GKError(.unknown, detail: "Couldn't create an ID.")
        }
        let query = SaveQuery(
            name: try savedGameName(name), deviceName: world.deviceName, modified: Timestamp(world.now()),
            basedOn: seen)
        let (versions, player) = try await asPlayer { (client, session) throws(ClientError) in
            let player = session.player.id
            if let seen = seenSavedGames.saving(id, name, of: player) { keep(seen, name, of: player) }
            return (try await client.save(Array(data), as: id, query, in: game), session.player.id)
        }
        seenSavedGames.saved(id, name, of: player)
        keep([id], name, of: player)
        return (id, versions)
    }

    // MARK: What earlier runs have seen

    /// - Returns: nil: nobody on this device knows.
    private func seenVersions(of name: String, player: String) async -> [SavedGameID]? {
        if let seen = seenSavedGames.versions(of: name, player: player) { return seen }
        guard case .success(let game) = configuration.game else { return nil }
        let folder = PlayerFolder(device, game, playerID: player)
        do throws(DeviceError) {
            let seen = try await disk.run { () throws(DeviceError) in try folder.seenVersions(of: name) }
            if let seen { seenSavedGames.remember(seen, name, of: player) }
            return seen
        } catch {
            world.log("\(error)")
            return nil
        }
    }

    /// For later runs. Where the folder can't be written, a later run may see a conflict: nothing is lost.
    private func keep(_ versions: [SavedGameID], _ name: String, of player: String) {
        guard case .success(let game) = configuration.game else { return }
        let (folder, log) = (PlayerFolder(device, game, playerID: player), world.log)
        disk.start {
            do throws(DeviceError) { try folder.setSeenVersions(versions, of: name) } catch { log("\(error)") }
        }
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
