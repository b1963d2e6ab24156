import LaurelClient

extension GKLocalPlayer {
    /// What the player has saved in this game, by name. Several of one name are a conflict.
    public func fetchSavedGames(completionHandler handler: (([GKSavedGame]?, (any Error)?) -> Void)? = nil) {
        center.answer(handler) { (center) throws(GKError) in try await center.savedGames() }
    }

    public func fetchSavedGames() async throws -> [GKSavedGame] { try await center.savedGames() }

    /// Saves, in place of what the name had, as far as this device has seen it. What another device saved meanwhile
    /// stays too, and is a conflict.
    public func saveGameData(
        _ data: Data, withName name: String, completionHandler handler: ((GKSavedGame?, (any Error)?) -> Void)? = nil
    ) {
        center.answer(handler) { (center) throws(GKError) in try await center.save(data, name) }
    }

    public func saveGameData(_ data: Data, withName name: String) async throws -> GKSavedGame {
        try await center.save(data, name)
    }

    /// Deletes all versions of the name. One that is not there is deleted already.
    public func deleteSavedGames(withName name: String, completionHandler handler: (((any Error)?) -> Void)? = nil) {
        center.answer(handler) { (center) throws(GKError) in try await center.deleteSavedGames(name) }
    }

    public func deleteSavedGames(withName name: String) async throws { try await center.deleteSavedGames(name) }

    /// Puts `data` in place of these versions of one name.
    ///
    /// - Returns: what the name has now: one, unless another device saved meanwhile.
    public func resolveConflictingSavedGames(
        _ conflictingSavedGames: [GKSavedGame], with data: Data,
        completionHandler handler: (([GKSavedGame]?, (any Error)?) -> Void)? = nil
    ) {
        center.answer(handler) { (center) throws(GKError) in
            try await center.resolve(conflictingSavedGames.map(\.record), data)
        }
    }

    public func resolveConflictingSavedGames(
        _ conflictingSavedGames: [GKSavedGame], with data: Data
    ) async throws -> [GKSavedGame] {
        try await center.resolve(conflictingSavedGames.map(\.record), data)
    }
}
