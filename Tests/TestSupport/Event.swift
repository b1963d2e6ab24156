import Synchronization

/// Something that happens on another thread, to be waited for.
public final class Event<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        var waiter: CheckedContinuation<Value, Never>?
    }
    private let state = Mutex(State())

    public init() {}

    public func happen(_ value: Value) {
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
    public func next() async -> Value {
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

    public var count: Int { state.withLock { $0.values.count } }
}
