import CLaurelCurl
import Glibc
import LaurelStorage
import Synchronization

/// Requests to other servers, by libcurl, on a few threads of its own. The line is bounded.
///
/// Every connection is judged when its socket is opened, by the very address that it goes to: a name that resolves to
/// another address than when it was saved gains nothing. There are no redirects, no proxies and no cookies.
public final class OutgoingHTTP: Sendable {
    /// Of requests under way.
    public static let threadCount = 8
    /// Of requests that wait beside them.
    static let lineLimit = 256
    static let connectSeconds = 5
    static let totalSeconds = 10
    /// Bytes of an answer's body that are read; we need none of them.
    static let answerBytesLimit = 65_536

    public struct Request: Sendable {
        public var url: DeliveryURL
        public var headers: [(String, String)]
        public var body: [UInt8]

        public init(_ url: DeliveryURL, headers: [(String, String)], body: [UInt8]) {
            self.url = url
            self.headers = headers
            self.body = body
        }
    }

    public enum Answer: Hashable, Sendable {
        /// - retryAfter: seconds, where the answer said so.
        case status(Int, retryAfter: Int?)
        /// Nothing was sent: no address, no connection, or one that is not allowed.
        case unsent(String)
        /// It may have arrived or not: the connection broke, or the time was over.
        case unknown(String)
    }

    private struct State {
        var line: [@Sendable () -> Void] = []
        var isStopped = false
        var threads = 0
        var idle = 0
    }

    private let policy: AddressPolicy
    private let state = Mutex(State())
    private let bell: ThreadSignals

    public init(_ policy: AddressPolicy) {
        self.policy = policy
        bell = ThreadSignals()
        _ = Self.isReady
    }

    public var allowsPrivate: Bool { policy.allowsPrivate }

    /// Posts, and waits for the answer.
    public func post(_ request: Request) async -> Answer {
        await run { [policy] in Exchange(policy).perform(request) } ?? .unsent("too many deliveries are under way")
    }

    /// Whether every address of the host may be reached now; nil: yes.
    public func check(_ url: DeliveryURL) async -> DeliveryURLError? {
        await run { [policy] in url.check(policy) } ?? .unknownHost
    }

    /// Takes no more. What is under way ends by itself, within ``totalSeconds``.
    public func stop() {
        let threads = state.withLock { state in
            state.isStopped = true
            return state.threads
        }
        for _ in 0..<threads { bell.ring() }
    }

    // MARK: Threads

    /// - Returns: nil when the line is full, or after ``stop()``.
    private func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value? {
        await withCheckedContinuation { continuation in
            let (isTaken, starts) = state.withLock { state in
                guard !state.isStopped, state.line.count < Self.lineLimit else { return (false, false) }
                state.line.append { continuation.resume(returning: work()) }
                let starts = state.idle < state.line.count && state.threads < Self.threadCount
                if starts { state.threads += 1 }
                return (true, starts)
            }
            guard isTaken else { return continuation.resume(returning: nil) }
            if starts { BlockingThread.start { [self] in serve() } }
            bell.ring()
        }
    }

    /// One ring, one piece of work; a ring without one is the end.
    private func serve() {
        while true {
            state.withLock { $0.idle += 1 }
            bell.wait()
            let work: (@Sendable () -> Void)? = state.withLock { state in
                state.idle -= 1
                return state.line.isEmpty ? nil : state.line.removeFirst()
            }
            guard let work else { return }
            work()
        }
    }

    /// libcurl's own start, which must happen once before all else.
    private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK
}

/// A counting semaphore.
// SAFETY: sem_t is made for use by many threads; the pointer never changes and is freed with the object.
final class ThreadSignals: @unchecked Sendable {
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
