import Synchronization

/// A game's listeners, in the order in which they registered. They are not kept alive.
///
/// Nobody looks at one while the lock is held: looking holds it for a moment, in which the game may let it go, and then
/// it goes here, and may unregister itself.
final class Listeners: Sendable {
    // SAFETY: the listener is called on the main thread only; elsewhere nobody does more than see whether it is there.
    private struct Entry: @unchecked Sendable {
        let number: UInt64
        let identity: ObjectIdentifier
        weak var listener: (any GKLocalPlayerListener)?
    }

    private struct State: Sendable {
        var nextNumber: UInt64 = 0
        var entries: [Entry] = []
    }

    private let state = Mutex(State())

    /// Registered or gone; what is gone leaves with the next change.
    var count: Int { state.withLock(\.entries.count) }
    var isEmpty: Bool { !state.withLock(\.entries).contains { $0.listener != nil } }
    var living: [any GKLocalPlayerListener] { state.withLock(\.entries).compactMap(\.listener) }

    func add(_ listener: any GKLocalPlayerListener) {
        remove(listener)
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        let entry = Entry(number: number, identity: ObjectIdentifier(listener), listener: listener)
        state.withLock { $0.entries.append(entry) }
    }

    func remove(_ listener: any GKLocalPlayerListener) {
        let (identity, gone) = (ObjectIdentifier(listener), gone)
        state.withLock { $0.entries.removeAll { $0.identity == identity || gone.contains($0.number) } }
    }

    func removeAll() { state.withLock { $0.entries = [] } }

    private var gone: Set<UInt64> {
        Set(state.withLock(\.entries).filter { $0.listener == nil }.map(\.number))
    }
}
