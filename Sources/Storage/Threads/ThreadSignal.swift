import Glibc
import Synchronization

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
