import Synchronization

/// Owns the tasks that the engine starts, and cancels them when it ends.
final class OwnedTasks: Sendable {
    private struct State {
        var nextID: UInt64 = 0
        var tasks: [UInt64: Task<Void, Never>] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Starts `body`; after ``cancelAll()`` it does nothing, and returns nil.
    @discardableResult
    func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
        state.withLock { state -> Task<Void, Never>? in
            guard !state.isClosed else { return nil }
            state.nextID += 1
            let id = state.nextID
            let task = Task {
                await body()
                self.state.withLock { _ = $0.tasks.removeValue(forKey: id) }
            }
            state.tasks[id] = task
            return task
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
