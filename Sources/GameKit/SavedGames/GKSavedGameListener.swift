/// Receives saved game events; register with ``GKLocalPlayer/register(_:)``. All calls are on the main thread.
public protocol GKSavedGameListener: NSObjectProtocol {
    /// Another device of the player's saved a game.
    func player(_ player: GKPlayer, didModifySavedGame savedGame: GKSavedGame)
    /// Two devices saved under the same name without having seen each other.
    func player(_ player: GKPlayer, hasConflictingSavedGames savedGames: [GKSavedGame])
}

// Both are optional.
extension GKSavedGameListener {
    public func player(_ player: GKPlayer, didModifySavedGame savedGame: GKSavedGame) {}
    public func player(_ player: GKPlayer, hasConflictingSavedGames savedGames: [GKSavedGame]) {}
}
