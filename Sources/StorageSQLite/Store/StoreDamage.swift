import Synchronization

/// What was found to be damaged in a store that is in use: the first of it.
final class StoreDamage: Sendable {
    private struct State {
        var reason: String?
        var handler: (@Sendable (String) -> Void)?
    }

    private let state = Mutex(State())

    func watch(_ handler: @escaping @Sendable (String) -> Void) {
        let known = state.withLock { state in
            state.handler = handler
            return state.reason
        }
        if let known { handler(known) }
    }

    /// Whatever is found after it is known already. Blocks for a flush.
    func note(_ reason: String, in mark: HighWaterMark) {
        let handler = state.withLock { state -> (@Sendable (String) -> Void)?? in
            guard state.reason == nil else { return nil }
            state.reason = reason
            return state.handler
        }
        guard let handler else { return }
        mark.noteDamage()
        handler?(reason)
    }
}
