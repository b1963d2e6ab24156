import Glibc
import Synchronization

/// Hashes passwords on a few threads of its own, so that no event loop and no writer ever waits for one.
///
/// The line is bounded: a caller who comes when it is full is told at once. That bounds the memory (threads ×
/// ``Argon2id/memoryBytes``) and the wait (line ÷ threads × the time of one).
public final class PasswordPool: Sendable {
    /// Waiting, beside those being worked on. At 20 ms each, the last of 64 waits less than a second on two threads.
    public static let defaultLineLimit = 64

    private struct State {
        var line: [@Sendable () -> Void] = []
        var isStopped = false
    }

    private let parameters: Argon2id
    private let lineLimit: Int
    private let state = Mutex(State())
    private let bell = Bell()
    private let threads: Mutex<[pthread_t]>

    /// - Parameters:
    ///   - threadCount: at least 1.
    ///   - lineLimit: how many may wait; 0 is taken as 1, since somebody must hand a password over.
    public init(
        _ parameters: Argon2id = .standard, threadCount: Int, lineLimit: Int = PasswordPool.defaultLineLimit
    ) {
        self.parameters = parameters
        self.lineLimit = max(lineLimit, 1)
        self.threads = Mutex([])
        for _ in 0..<max(threadCount, 1) { start() }
    }

    /// - Returns: nil when busy.
    public func hash(_ password: String) async -> String? {
        await run { [parameters] in parameters.hash(password) } ?? nil
    }

    /// - Returns: nil when busy, or without enough memory.
    public func verify(_ password: String, _ hash: String) async -> Verdict? {
        await run { [parameters] () -> Verdict? in
            guard let matches = Argon2id.matches(password, hash) else { return nil }
            guard matches else { return .wrong }
            return parameters.isOutdated(hash) ? .rightButOutdated : .right
        } ?? nil
    }

    /// - Returns: nil when busy.
    public func isBreached(
        _ password: String, by file: BreachedPasswordFile
    ) async -> Result<Bool, BreachedPasswordFile.ReadError>? {
        await run {
            do throws(BreachedPasswordFile.ReadError) { return .success(try file.contains(password)) } catch {
                return .failure(error)
            }
        }
    }

    public enum Verdict: Hashable, Sendable {
        case right
        /// And hashed with other parameters than the pool's.
        case rightButOutdated
        case wrong
    }

    /// Finishes what has been taken in, takes nothing more, and ends the threads. Blocks until then.
    public func stop() {
        let isFirst = state.withLock { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        guard isFirst else { return }
        let threads = threads.withLock { $0 }
        for _ in threads { bell.ring() }
        for thread in threads { pthread_join(thread, nil) }
    }

    /// How many wait in the line.
    var waiting: Int { state.withLock { $0.line.count } }

    // MARK: The line

    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value? {
        await withCheckedContinuation { continuation in
            let isTaken = state.withLock { state in
                guard !state.isStopped, state.line.count < lineLimit else { return false }
                state.line.append { continuation.resume(returning: work()) }
                return true
            }
            if isTaken { bell.ring() } else { continuation.resume(returning: nil) }
        }
    }

    /// One ring, one piece of work; a ring without one is the end.
    fileprivate func serve() {
        while true {
            bell.wait()
            let work: (@Sendable () -> Void)? = state.withLock { state in
                state.line.isEmpty ? nil : state.line.removeFirst()
            }
            guard let work else { return }
            work()
        }
    }

    private func start() {
        var thread = pthread_t()
        // The thread keeps the pool alive until ``stop()``.
        let pool = Unmanaged.passRetained(self)
        let status = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<PasswordPool>.fromOpaque(argument).takeRetainedValue().serve()
                return nil
            }, pool.toOpaque())
        // At start, with a handful of threads: a machine that cannot do this cannot run the server.
        precondition(status == 0, "a thread for passwords could not be started")
        threads.withLock { $0.append(thread) }
    }
}

/// A counting semaphore.
// SAFETY: sem_t is made for use by many threads; the pointer never changes and is freed with the object, which
// every thread that waits on it keeps alive.
private final class Bell: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func ring() { sem_post(semaphore) }

    func wait() {
        // Interrupted by a signal: wait on.
        while sem_wait(semaphore) != 0 {}
    }
}
