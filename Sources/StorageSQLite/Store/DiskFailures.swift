import Synchronization

/// Who hears of a disk that fails under a store: the caller gets an error, and the operator is to know why.
final class DiskFailures: Sendable {
    /// A closure by itself would be wrapped once more by each access.
    private struct State {
        var handler: (@Sendable (String) -> Void)?
    }

    private let state = Mutex(State())

    func watch(_ handler: @escaping @Sendable (String) -> Void) { state.withLock { $0.handler = handler } }

    func note(_ reason: String) {
        let handler = state.withLock { $0.handler }
        handler?(reason)
    }
}
