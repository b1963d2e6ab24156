import LaurelStorage
import Synchronization

/// Work that blocks and can wait: a few threads, and a line of bounded length in the order of arrival. What is cheap
/// never stands in it, so it is never held up by what is expensive.
public final class WorkerThreads: Sendable {
    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var threads = 0
    }

    private let state = Mutex(State())
    private let threadsLimit: Int
    private let lineLimit: Int

    /// - Parameters:
    ///   - threads: at a time; they end when there is nothing to do.
    ///   - line: more jobs than these are refused.
    public init(threads: Int, line: Int) {
        threadsLimit = max(1, threads)
        lineLimit = max(1, line)
    }

    /// - Returns: false, with nothing done, when the line is full.
    public func start(_ job: @escaping @Sendable () -> Void) -> Bool {
        let (isTaken, needsThread) = state.withLock { state in
            guard state.jobs.count < lineLimit else { return (false, false) }
            state.jobs.append(job)
            guard state.threads < threadsLimit else { return (true, false) }
            state.threads += 1
            return (true, true)
        }
        if needsThread {
            BlockingThread.start { [self] in
                while let job = next() { job() }
            }
        }
        return isTaken
    }

    /// - Returns: nil when the line is full.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value? {
        await withCheckedContinuation { continuation in
            if !start({ continuation.resume(returning: body()) }) { continuation.resume(returning: nil) }
        }
    }

    /// Nil: the thread is to end.
    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.jobs.isEmpty else {
                state.threads -= 1
                return nil
            }
            return state.jobs.removeFirst()
        }
    }
}
