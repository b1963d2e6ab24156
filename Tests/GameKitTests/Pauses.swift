import Synchronization

@testable import GameKit

/// The engine's pauses, in the hands of a test: each lasts until the test lets it end.
final class Pauses: Sendable {
    private struct State {
        /// Pauses that began, in order, and the callers that wait for one.
        var begun: [Duration] = []
        var sleepers: [CheckedContinuation<Void, Never>] = []
        var watchers: [(count: Int, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// For ``World/sleep``.
    var sleep: @Sendable (Duration) async throws -> Void {
        { [self] duration in
            await withCheckedContinuation { continuation in
                let watchers = state.withLock { state in
                    state.begun.append(duration)
                    state.sleepers.append(continuation)
                    let due = state.watchers.filter { $0.count <= state.begun.count }
                    state.watchers.removeAll { $0.count <= state.begun.count }
                    return due
                }
                for watcher in watchers { watcher.1.resume() }
            }
            try Task.checkCancellation()
        }
    }

    /// Waits until so many pauses have begun since the test did, or the test's time is over.
    func wait(for count: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    if state.begun.count >= count || Task.isCancelled { return true }
                    state.watchers.append((count, continuation))
                    return false
                }
                if isThere { continuation.resume() }
            }
        } onCancel: {
            let watchers = state.withLock { state in
                defer { state.watchers = [] }
                return state.watchers
            }
            for watcher in watchers { watcher.1.resume() }
        }
    }

    /// All pauses that have begun are over.
    func end() {
        let sleepers = state.withLock { state in
            defer { state.sleepers = [] }
            return state.sleepers
        }
        for sleeper in sleepers { sleeper.resume() }
    }

    deinit { end() }
}
