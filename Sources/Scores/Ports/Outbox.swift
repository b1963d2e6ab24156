import Synchronization

/// Where a use case says that notices are durable, and the deliverer listens.
///
/// Nothing travels through it: the deliverer reads on in the store from the last notice that it saw, so a signal
/// that nobody hears, or a crash between commit and signal, loses nothing.
public final class Outbox: Sendable {
    private let listeners = Mutex<[@Sendable () -> Void]>([])

    public init() {}

    /// Called after a commit, on any thread, the writer's too: listeners only set a flag.
    public func signal() {
        for listener in listeners.withLock({ $0 }) { listener() }
    }

    public func listen(_ listener: @escaping @Sendable () -> Void) {
        listeners.withLock { $0.append(listener) }
    }
}
