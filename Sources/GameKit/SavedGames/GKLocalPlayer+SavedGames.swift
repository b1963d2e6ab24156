import LaurelClient

extension GKLocalPlayer {
    /// The player's saved games in this game, by name. Several with one name are a conflict.
    @preconcurrency public func fetchSavedGames(
        completionHandler handler: (@Sendable ([GKSavedGame]?, (any Error)?) -> Void)? = nil
    ) {
        center.answer(handler) { (center) throws(GKError) in try await center.savedGames() }
    }

    public func fetchSavedGames() async throws -> [GKSavedGame] { try await center.savedGames() }

    /// Saves the game, replacing the versions of that name that this device has seen. A version saved on another device
    /// meanwhile is kept and becomes a conflict.
    @preconcurrency public func saveGameData(
        _ data: Data, withName name: String,
        completionHandler handler: (@Sendable (GKSavedGame?, (any Error)?) -> Void)? = nil
    ) {
        center.answer(handler) { (center) throws(GKError) in try await center.save(data, name) }
    }

    public func saveGameData(_ data: Data, withName name: String) async throws -> GKSavedGame {
        try await center.save(data, name)
    }

    /// Deletes all versions of the name. Succeeds if there are none.
    @preconcurrency public func deleteSavedGames(
        withName name: String, completionHandler handler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        center.answer(handler) { (center) throws(GKError) in try await center.deleteSavedGames(name) }
    }

    public func deleteSavedGames(withName name: String) async throws { try await center.deleteSavedGames(name) }

    /// Replaces these versions of one name with `data`.
    ///
    /// - Returns: the versions of that name now: one, unless another device saved meanwhile.
    @preconcurrency public func resolveConflictingSavedGames(
        _ conflictingSavedGames: [GKSavedGame], with data: Data,
        completionHandler handler: (@Sendable ([GKSavedGame]?, (any Error)?) -> Void)? = nil
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
