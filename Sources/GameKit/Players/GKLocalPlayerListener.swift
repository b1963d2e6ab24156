import Synchronization

/// Everything that a game can hear about the local player.
///
/// Apple's also refines the listeners of matches and activities, which are not here yet.
public protocol GKLocalPlayerListener: GKChallengeListener, GKSavedGameListener {}

extension GKLocalPlayer {
    /// `listener` hears until it is unregistered or gone: it is not kept alive. Registered twice, it hears once.
    public func register(_ listener: any GKLocalPlayerListener) {
        let reference = WeakListener(listener)
        center.listeners.withLock { listeners in
            listeners.removeAll { $0.listener == nil || $0.listener === listener }
            listeners.append(reference)
        }
        center.listenIfWanted()
        center.perform { [center] in await center.playChosen() }
    }

    public func unregisterListener(_ listener: any GKLocalPlayerListener) {
        center.listeners.withLock { $0.removeAll { $0.listener == nil || $0.listener === listener } }
        center.listenIfWanted()
    }

    public func unregisterAllListeners() {
        center.listeners.withLock { $0 = [] }
        center.listenIfWanted()
    }
}

/// A listener of the game's.
// SAFETY: the listener is called on the main thread only; elsewhere nobody does more than compare it.
struct WeakListener: @unchecked Sendable {
    weak var listener: (any GKLocalPlayerListener)?
    init(_ listener: any GKLocalPlayerListener) { self.listener = listener }
}

extension GameCenter {
    /// Runs `body` with each listener, on the main thread, in the order in which they registered.
    func tellListeners(_ body: @escaping @Sendable (any GKLocalPlayerListener) -> Void) {
        tell { [self] in
            for reference in listeners.withLock({ $0 }) { if let listener = reference.listener { body(listener) } }
        }
    }
}
