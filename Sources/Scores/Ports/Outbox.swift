public import LaurelDomain
import Synchronization

/// Where a use case says that notices are durable, and the deliverer listens.
///
/// No notice travels through it: who listens reads on in the store from the last notice that it saw, so a signal
/// that nobody hears, or a crash between commit and signal, loses nothing.
public final class Outbox: Sendable {
    private let listeners = Mutex<[@Sendable ([PlayerNumber]?) -> Void]>([])
    private let inboxes = Mutex<[@Sendable (PlayerNumber) -> Void]>([])

    public init() {}

    /// Called after a commit, on any thread, the writer's too: listeners only set a flag.
    ///
    /// - Parameter players: whom its notices tell. Nil: anybody.
    public func signal(to players: [PlayerNumber]? = nil) {
        for listener in listeners.withLock({ $0 }) { listener(players) }
    }

    /// Notices of the player were resolved: their inbox has fewer that are unread. Called as ``signal(to:)``.
    public func resolve(_ player: PlayerNumber) {
        for listener in inboxes.withLock({ $0 }) { listener(player) }
    }

    public func listenToInboxes(_ listener: @escaping @Sendable (PlayerNumber) -> Void) {
        inboxes.withLock { $0.append(listener) }
    }

    public func listen(_ listener: @escaping @Sendable () -> Void) { listenToNotices { _ in listener() } }

    /// - Parameter listener: called with ``signal(to:)``'s players.
    public func listenToNotices(_ listener: @escaping @Sendable (_ players: [PlayerNumber]?) -> Void) {
        listeners.withLock { $0.append(listener) }
    }
}
