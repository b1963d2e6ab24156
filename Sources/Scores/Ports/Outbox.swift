public import LaurelDomain
import Synchronization

/// Where a use case says that notices are durable, and the deliverer listens.
///
/// No notice travels through it: who listens reads on in the store from the last notice that it saw, so a signal
/// that nobody hears, or a crash between commit and signal, loses nothing.
public final class Outbox: Sendable {
    private struct Commit {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// The one that the writer is at.
    private let commit = Mutex(Commit())
    private let listeners = Mutex<[@Sendable ([PlayerNumber]?) -> Void]>([])
    private let inboxes = Mutex<[@Sendable (PlayerNumber) -> Void]>([])

    public init() {}

    /// Called once a commit's changes are seen by all readers, on any thread, the writer's too: listeners only set a
    /// flag.
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

    // MARK: Between store and memory

    /// What the writer commits is in the store before readers see it in memory. From here until
    /// ``commitIsPublished()`` both may differ.
    func commitBegins() { commit.withLock { $0.isOpen = true } }

    /// Published, or known not to be written: after an error that leaves it in doubt not before memory is made anew.
    func commitIsPublished() {
        let waiting = commit.withLock { commit in
            commit.isOpen = false
            defer { commit.waiting = [] }
            return commit.waiting
        }
        for one in waiting { one.resume() }
    }

    /// Whether somebody waits for the commit that the writer is at.
    var isAwaited: Bool { commit.withLock { !$0.waiting.isEmpty } }

    /// Returns when readers see all that was in the store at the time of the call: at once, or after the commit that
    /// the writer is at. What reads notices there and tells clients waits for it, because clients ask at once for what
    /// a notice is about.
    public func publishes() async {
        await withCheckedContinuation { one in
            let isOpen = commit.withLock { commit in
                if commit.isOpen { commit.waiting.append(one) }
                return commit.isOpen
            }
            if !isOpen { one.resume() }
        }
    }
}
