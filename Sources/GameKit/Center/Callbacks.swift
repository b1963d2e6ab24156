import Dispatch
import Synchronization

/// Everything that the game is told: on the main thread, one after the other, in the order in which it happened, and
/// never inside the call that asked.
///
/// While something waits, a turn of the main queue is asked for, for programs with a run loop; those without one call
/// ``drain()``. The first runs all of it. One turn at most is asked for: without a run loop none ever comes.
final class Callbacks: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        /// A thread is running them; other threads leave them to it, so the order is kept.
        var isDraining = false
        /// The main queue has been asked for a turn, which has not come yet.
        var isTurnComing = false
    }

    private let state = Mutex(State())
    private static let mainQueueMark = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    private let askForTurn: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// - Parameter askForTurn: a parameter, so that tests can count turns of the main queue.
    init(
        askForTurn: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { turn in
            DispatchQueue.main.async { turn() }
        }
    ) {
        _ = Self.mainQueueMark
        self.askForTurn = askForTurn
    }

    /// Whether this is the main thread, or runs on the main queue: after `dispatchMain()`, as in a program with an
    /// `async` main function, the two are not the same.
    static var isOnMain: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueueMark) == true }

    /// - Parameter body: runs on the main thread, soon.
    func add(_ body: @escaping @Sendable () -> Void) {
        let isTurnComing = state.withLock { state in
            state.waiting.append(body)
            defer { state.isTurnComing = true }
            return state.isTurnComing
        }
        guard !isTurnComing else { return }
        askForTurn { [self] in
            state.withLock { $0.isTurnComing = false }
            drain()
        }
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
