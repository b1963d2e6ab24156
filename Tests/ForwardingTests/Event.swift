import Synchronization

/// Something that happens on another thread, to be waited for.
final class Event<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        var waiter: CheckedContinuation<Value, Never>?
    }
    private let state = Mutex(State())

    func happen(_ value: Value) {
        let waiter = state.withLock { state -> CheckedContinuation<Value, Never>? in
            guard let waiter = state.waiter else {
                state.values.append(value)
                return nil
            }
            state.waiter = nil
            return waiter
        }
        waiter?.resume(returning: value)
    }

    /// The next one that nobody waited for yet.
    func next() async -> Value {
        await withCheckedContinuation { continuation in
            let value = state.withLock { state -> Value? in
                guard !state.values.isEmpty else {
                    state.waiter = continuation
                    return nil
                }
                return state.values.removeFirst()
            }
            if let value { continuation.resume(returning: value) }
        }
    }

    var count: Int { state.withLock { $0.values.count } }
}

/// How often something has happened, or what a clock shows.
final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .acquiring) }
    func add(_ number: Int = 1) { count.add(number, ordering: .acquiringAndReleasing) }
}

/// Lets others run until something is so, or the test has run out of time.
func wait(until condition: () -> Bool) async { while !Task.isCancelled, !condition() { await Task.yield() } }
