import Synchronization

/// Lets one at a time through, in order of arrival: for changes that read, wait for the store and publish.
///
/// Not for anything that happens often.
package final class SerialGate: Sendable {
    private struct State {
        var isTaken = false
        var line: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// How many wait for their turn.
    var waiting: Int { state.withLock { $0.line.count } }

    package func run<Value, Failure: Error>(_ body: () async throws(Failure) -> Value) async throws(Failure) -> Value {
        await enter()
        defer { leave() }
        return try await body()
    }

    private func enter() async {
        await withCheckedContinuation { continuation in
            let mayPass = state.withLock { state in
                if state.isTaken {
                    state.line.append(continuation)
                    return false
                }
                state.isTaken = true
                return true
            }
            if mayPass { continuation.resume() }
        }
    }

    private func leave() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard !state.line.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.line.removeFirst()
        }
        next?.resume()
    }
}
