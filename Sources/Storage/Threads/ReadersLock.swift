import Glibc

/// Guards a value that one thread changes at a time, and that any number of threads read together.
///
/// Who waits to change it goes before readers that come later. So a reader must not read again inside: it would wait
/// for a writer that waits for it.
///
/// SAFETY: the value is reached through the two calls alone, which hold the lock meanwhile, and no pointer outlives
/// them.
package final class ReadersLock<Value>: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_rwlock_t>
    @usableFromInline let value: UnsafeMutablePointer<Value>

    package init(_ value: Value) {
        lock = .allocate(capacity: 1)
        self.value = .allocate(capacity: 1)
        self.value.initialize(to: value)
        var attributes = pthread_rwlockattr_t()
        pthread_rwlockattr_init(&attributes)
        // Otherwise readers that never stop coming would keep the writer waiting.
        pthread_rwlockattr_setkind_np(&attributes, Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
        let result = pthread_rwlock_init(lock, &attributes)
        pthread_rwlockattr_destroy(&attributes)
        precondition(result == 0, "no memory for a lock")
    }

    deinit {
        pthread_rwlock_destroy(lock)
        lock.deallocate()
        value.deinitialize(count: 1)
        value.deallocate()
    }

    // A call within another one would unlock for both: it ends the process, as it does with `Mutex`.
    @usableFromInline func lockAlone() {
        let result = pthread_rwlock_wrlock(lock)
        precondition(result == 0, "a lock is taken within itself")
    }
    @usableFromInline func lockShared() {
        let result = pthread_rwlock_rdlock(lock)
        precondition(result == 0, "a lock is taken within itself")
    }
    @usableFromInline func unlock() { pthread_rwlock_unlock(lock) }

    @inlinable package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lockAlone()
        defer { unlock() }
        return try body(&value.pointee)
    }

    /// - Parameter body: changes nothing that it finds, and keeps none of it.
    @inlinable package func withSharedLock<Result, Failure: Error>(
        _ body: (UnsafePointer<Value>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lockShared()
        defer { unlock() }
        return try body(UnsafePointer(value))
    }
}
