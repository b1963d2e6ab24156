public import LaurelDomain
import Synchronization

/// Tells who listens that a leaderboard changed. Listeners gather what comes too often for them.
public final class LeaderboardVersions: Sendable {
    /// A leaderboard in one environment.
    public struct Key: Hashable, Sendable {
        public let leaderboard: LeaderboardNumber
        public let environment: Environment
        public init(_ leaderboard: LeaderboardNumber, _ environment: Environment) {
            self.leaderboard = leaderboard
            self.environment = environment
        }
    }

    /// What changed, the version that a reader now sees, and the scopes in which an entry came, went, moved or
    /// changed. A row that changed no scope gives a version alone. Where the clock alone changed a window (an entry
    /// grew older than the scope reaches) the version is that of the last row, told before.
    public typealias Listener = @Sendable (Key, JournalSequence, Set<TimeScope>) -> Void

    /// Ends with ``cancel()`` or with its last reference.
    public final class Subscription: Sendable {
        private let onCancel: @Sendable () -> Void
        init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }
        deinit { onCancel() }
        public func cancel() { onCancel() }
    }

    private struct State {
        var listeners: [Key: [UInt64: Listener]] = [:]
        var last: UInt64 = 0
        /// Called under the lock with the leaderboards that had no listener and now get one.
        var onFirst: @Sendable ([Key]) -> Void = { _ in }
    }

    private let state = Mutex(State())
    /// Spares the writer the lock while nobody listens.
    private let count = Atomic<Int>(0)

    init() {}

    /// - Parameter onChange: called on the writer's thread or that of the windows' timer, perhaps on both at a time:
    ///   the highest version counts. It must return at once and must not subscribe or cancel.
    public func subscribe(to keys: [Key], onChange: @escaping Listener) -> Subscription {
        count.add(1, ordering: .sequentiallyConsistent)
        let number = state.withLock { state in
            state.last += 1
            // Before a second one can listen: what is forgotten then would be news to them.
            let fresh = keys.filter { state.listeners[$0] == nil }
            if !fresh.isEmpty { state.onFirst(fresh) }
            for key in keys { state.listeners[key, default: [:]][state.last] = onChange }
            return state.last
        }
        let box = CancelOnce()
        return Subscription { [weak self] in
            guard box.first(), let self else { return }
            self.state.withLock { state in
                for key in keys {
                    state.listeners[key]?[number] = nil
                    if state.listeners[key]?.isEmpty ?? false { state.listeners[key] = nil }
                }
            }
            self.count.subtract(1, ordering: .sequentiallyConsistent)
        }
    }

    /// Set once, before anybody subscribes.
    func onFirstListener(_ body: @escaping @Sendable ([Key]) -> Void) { state.withLock { $0.onFirst = body } }

    var hasListeners: Bool { count.load(ordering: .sequentiallyConsistent) > 0 }

    /// The leaderboards that somebody listens to.
    var keys: [Key] { state.withLock { Array($0.listeners.keys) } }

    func changed(_ boards: [LeaderboardNumber: Set<TimeScope>], in stream: StreamID, at version: JournalSequence) {
        guard hasListeners else { return }
        for (board, scopes) in boards {
            let key = Key(board, stream.environment)
            let listeners = state.withLock { $0.listeners[key].map { Array($0.values) } ?? [] }
            for listener in listeners { listener(key, version, scopes) }
        }
    }
}

private final class CancelOnce: Sendable {
    private let hasEnded = Mutex(false)
    func first() -> Bool {
        hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
    }
}
