import Synchronization

/// All events about the local player.
public protocol GKLocalPlayerListener: GKChallengeListener, GKGameActivityListener, GKInviteEventListener,
    GKSavedGameListener, GKTurnBasedEventListener
{}

extension GKLocalPlayerListener {
    // Two of its protocols have this one.
    public func player(_ player: GKPlayer, didRequestMatchWithPlayers playerIDsToInvite: [String]) {}
}

extension Laurel {
    /// Runs `body` with each listener, on the main thread, in the order in which they registered.
    func tellListeners(_ body: @escaping @Sendable (any GKLocalPlayerListener) -> Void) {
        tell { [self] in
            for listener in listeners.living { body(listener) }
        }
    }
}
