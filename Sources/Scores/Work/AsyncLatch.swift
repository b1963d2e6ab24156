import Synchronization

/// Lets tasks wait until it is opened, once.
package final class AsyncLatch: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    package func wait() async {
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock { state in
                if !state.isOpen { state.waiters.append(continuation) }
                return !state.isOpen
            }
            if !mustWait { continuation.resume() }
        }
    }
}
