import Glibc
import Synchronization

/// Runs an actor's jobs in order on one thread of its own, where they may block.
public final class BlockingExecutor: SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isStopped = false
    }

    private final class Queue: Sendable {
        let state = Mutex(State())
        let signal = ThreadSignal()
    }

    private let queue = Queue()

    public init() {
        let queue = queue
        let executor = UnownedExecutorBox()
        BlockingThread.start {
            while true {
                queue.signal.wait()
                let (jobs, isStopped) = queue.state.withLock { state in
                    defer { state.jobs = [] }
                    return (state.jobs, state.isStopped)
                }
                for job in jobs { executor.run(job) }
                if isStopped { return }
            }
        }
        executor.set(asUnownedSerialExecutor())
    }

    deinit {
        queue.state.withLock { $0.isStopped = true }
        queue.signal.set()
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.state.withLock { $0.jobs.append(job) }
        queue.signal.set()
    }

    /// The thread must not keep the executor alive, or it would never end.
    private final class UnownedExecutorBox: Sendable {
        private let executor = Mutex<UnownedSerialExecutor?>(nil)
        func set(_ value: UnownedSerialExecutor) { executor.withLock { $0 = value } }
        func run(_ job: UnownedJob) {
            // Jobs exist only after the executor was handed out, so after `set`.
            guard let executor = executor.withLock({ $0 }) else { return }
            job.runSynchronously(on: executor)
        }
    }
}
