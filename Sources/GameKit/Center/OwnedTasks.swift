import Synchronization

/// Owns the tasks that the engine starts, and cancels them when it ends.
final class OwnedTasks: Sendable {
    private struct State {
        var nextID: UInt64 = 0
        var tasks: [UInt64: Task<Void, Never>] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Starts `body`; after ``cancelAll()`` it does nothing.
    func start(_ body: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.nextID += 1
            let id = state.nextID
            state.tasks[id] = Task {
                await body()
                self.state.withLock { _ = $0.tasks.removeValue(forKey: id) }
            }
        }
    }

    func cancelAll() {
        let tasks = state.withLock { state in
            state.isClosed = true
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
    }
}
