import LaurelStorage
import Synchronization

/// Whether ranks are right, and who waits for it.
final class Readiness: Sendable {
    fileprivate struct State {
        var isReady = false
        var hasEnded = false
        /// Why it ended by itself.
        var reason: StoreError?
        var waiters: [CheckedContinuation<Void, Never>] = []
        var endWaiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var isReady: Bool { state.withLock { $0.isReady } }

    func set(_ isReady: Bool) {
        let waiters = state.withLock { state in
            state.isReady = isReady
            return isReady ? state.takeWaiters() : []
        }
        for waiter in waiters { waiter.resume() }
    }

    /// - Parameter reason: why, if nobody asked for it.
    func end(_ reason: StoreError?) {
        let waiters = state.withLock { state in
            state.isReady = false
            state.hasEnded = true
            state.reason = reason
            defer { state.endWaiters = [] }
            return state.takeWaiters() + state.endWaiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// - Returns: when it will never be ready again, with the reason; nil: it was stopped.
    func ended() async -> StoreError? {
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock { state in
                if !state.hasEnded { state.endWaiters.append(continuation) }
                return !state.hasEnded
            }
            if !mustWait { continuation.resume() }
        }
        return state.withLock { $0.reason }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock { state in
                if state.isReady || state.hasEnded { return false }
                state.waiters.append(continuation)
                return true
            }
            if !mustWait { continuation.resume() }
        }
    }
}

extension Readiness.State {
    fileprivate mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
        defer { waiters = [] }
        return waiters
    }
}

/// Holds threads up until it is opened, once.
final class ThreadLatch: Sendable {
    private let isOpen = Mutex(false)
    private let signal = ThreadSignal()

    func open() {
        isOpen.withLock { $0 = true }
        signal.set()
    }

    func wait() {
        while !isOpen.withLock({ $0 }) { signal.wait() }
        // For the next one who waits.
        signal.set()
    }
}
