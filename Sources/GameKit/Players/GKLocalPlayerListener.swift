import Synchronization

/// All events about the local player.
///
/// Apple's protocol also includes match and activity events, which aren't supported yet.
public protocol GKLocalPlayerListener: GKChallengeListener, GKSavedGameListener {}

extension Laurel {
    /// Runs `body` with each listener, on the main thread, in the order in which they registered.
    func tellListeners(_ body: @escaping @Sendable (any GKLocalPlayerListener) -> Void) {
        tell { [self] in
            for listener in listeners.living { body(listener) }
        }
    }
}
