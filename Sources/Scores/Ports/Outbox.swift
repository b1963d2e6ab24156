public import LaurelDomain
import Synchronization

/// Where a use case says that notices are durable, and the deliverer listens.
///
/// Nothing travels through it: the deliverer reads on in the store from the last notice that it saw, so a signal
/// that nobody hears, or a crash between commit and signal, loses nothing.
public final class Outbox: Sendable {
    private let listeners = Mutex<[@Sendable () -> Void]>([])
    private let inboxes = Mutex<[@Sendable (PlayerNumber) -> Void]>([])

    public init() {}

    /// Called after a commit, on any thread, the writer's too: listeners only set a flag.
    public func signal() {
        for listener in listeners.withLock({ $0 }) { listener() }
    }

    /// Notices of the player were resolved: their inbox has fewer that are unread. Called as ``signal()``.
    public func resolve(_ player: PlayerNumber) {
        for listener in inboxes.withLock({ $0 }) { listener(player) }
    }

    public func listenToInboxes(_ listener: @escaping @Sendable (PlayerNumber) -> Void) {
        inboxes.withLock { $0.append(listener) }
    }

    public func listen(_ listener: @escaping @Sendable () -> Void) {
        listeners.withLock { $0.append(listener) }
    }
}
