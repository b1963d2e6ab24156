import Dispatch
import Synchronization

/// Everything that the game is told: on the main thread, one after the other, in the order in which it happened, and
/// never inside the call that asked.
///
/// Each is given to the main queue, for programs with a run loop, and waits for ``drain()``, for those without one.
/// Whoever comes first runs it.
final class Callbacks: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        /// Somebody runs them: whoever comes meanwhile leaves them to him, so that none overtakes another.
        var isDraining = false
    }

    private let state = Mutex(State())
    private static let mainQueueMark = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    init() { _ = Self.mainQueueMark }

    /// Whether this is the main thread, or runs on the main queue: after `dispatchMain()`, as in a program with an
    /// `async` main function, the two are not the same.
    static var isOnMain: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueueMark) == true }

    /// - Parameter body: runs on the main thread, soon.
    func add(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiting.append(body) }
        DispatchQueue.main.async { self.drain() }
    }

    /// Runs what waits. On the main thread alone; elsewhere it does nothing.
    func drain() {
        guard Self.isOnMain else { return }
        while let next = take() { next() }
    }

    private func take() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.isDraining, !state.waiting.isEmpty else { return nil }
            state.isDraining = true
            let body = state.waiting.removeFirst()
            return { [self] in
                body()
                self.state.withLock { $0.isDraining = false }
            }
        }
    }
}

/// A closure of the game's. It may hold anything of the main thread's: it is made there, and called there alone.
// SAFETY: `value` is called on the main thread only, by ``Callbacks``.
struct MainThreadOnly<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
