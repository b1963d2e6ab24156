import Glibc
import Synchronization

/// Threads for calls that block: a store's, which must never hold up the cooperative pool.
public enum BlockingThread {
    /// Runs `body` once on a new thread, which ends with it. Whoever starts it tells it when to return.
    public static func start(_ body: @escaping @Sendable () -> Void) {
        let context = Unmanaged.passRetained(Body(run: body)).toOpaque()
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let failure = pthread_create(
            &thread, &attributes,
            { context in
                guard let context else { return nil }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context)
        pthread_attr_destroy(&attributes)
        precondition(failure == 0, "no thread to be had at start; nothing can be served without it")
    }

    private final class Body {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }
}

/// Wakes a thread that waits. Signals that nobody waits for are remembered as one.
public final class ThreadSignal: Sendable {
    // SAFETY: POSIX mutexes and conditions may be used from any thread; the memory lives as long as this object.
    private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private nonisolated(unsafe) let condition: UnsafeMutablePointer<pthread_cond_t>
    /// Set and not yet taken. It changes to true without the mutex, which spares the system call.
    private let isSet = Atomic(false)

    public init() {
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // Nobody can set it. By the wall clock, a wait would last until that has caught up after it was set back.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    public func set() {
        if isSet.exchange(true, ordering: .sequentiallyConsistent) { return }
        // With the mutex: not between a waiting thread's look at the flag and its sleep.
        pthread_mutex_lock(mutex)
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    public func wait() {
        pthread_mutex_lock(mutex)
        while !isSet.exchange(false, ordering: .sequentiallyConsistent) { pthread_cond_wait(condition, mutex) }
        pthread_mutex_unlock(mutex)
    }

    /// - Returns: false when the time passed first.
    @discardableResult
    public func wait(milliseconds: Int) -> Bool {
        var deadline = timespec()
        clock_gettime(CLOCK_MONOTONIC, &deadline)
        let nanoseconds = deadline.tv_nsec + (milliseconds % 1_000) * 1_000_000
        deadline.tv_sec += milliseconds / 1_000 + nanoseconds / 1_000_000_000
        deadline.tv_nsec = nanoseconds % 1_000_000_000
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !isSet.exchange(false, ordering: .sequentiallyConsistent) {
            if pthread_cond_timedwait(condition, mutex, &deadline) != 0 {
                return isSet.exchange(false, ordering: .sequentiallyConsistent)
            }
        }
        return true
    }
}

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
