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
        /// Otherwise it is a GET, without a body.
        public var isPost: Bool
        /// A file of certificates that the other server's is signed by; nil: the system's.
        public var authorities: String?

        public init(
            _ url: DeliveryURL, headers: [(String, String)], body: [UInt8], isPost: Bool = true,
            authorities: String? = nil
        ) {
            self.isPost = isPost
            self.authorities = authorities
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

    /// An answer whose body was read, up to 64 KiB.
    public enum Fetched: Hashable, Sendable {
        case answered(Int, [UInt8])
        /// Nothing came, not all of it, or too much.
        case failed(String)
    }

    /// Origins whose last request came to nothing: together they have so many of the threads, and leave the others to
    /// who answers. Eight servers that keep their callers waiting hold up nobody but one another.
    static let failingShare = threadCount / 2
    /// Of these origins that are remembered; with more of them all are forgotten.
    static let failingLimit = 4_096

    private struct Work {
        let origin: String?
        /// - Returns: whether the origin answered.
        let perform: @Sendable () -> Bool
    }

    private struct State {
        var line: [Work] = []
        var isStopped = false
        var threads = 0
        var idle = 0
        var failing: Set<String> = []
        var inFlight = 0
        /// Of them, those to origins that were failing when they began.
        var failingInFlight = 0

        func fails(_ work: Work) -> Bool { work.origin.map(failing.contains) ?? false }

        /// - Returns: what comes next of that for which a thread may be taken.
        mutating func take() -> (work: Work, isFailing: Bool)? {
            let isFull = failingInFlight >= OutgoingHTTP.failingShare
            guard let index = line.firstIndex(where: { !isFull || !fails($0) }) else { return nil }
            let work = line.remove(at: index)
            let isFailing = fails(work)
            inFlight += 1
            if isFailing { failingInFlight += 1 }
            return (work, isFailing)
        }

        mutating func end(_ taken: (work: Work, isFailing: Bool), answered: Bool) {
            inFlight -= 1
            if taken.isFailing { failingInFlight -= 1 }
            guard let origin = taken.work.origin else { return }
            if answered {
                failing.remove(origin)
            } else {
                if failing.count >= OutgoingHTTP.failingLimit { failing = [] }
                failing.insert(origin)
            }
        }
    }

    private let policy: AddressPolicy
    private let state = Mutex(State())
    private let bell: ThreadSignals

    public init(_ policy: AddressPolicy) {
        self.policy = policy
        bell = ThreadSignals()
        _ = Self.isReady
    }

    /// Requests that have not ended: under way, or in the line.
    var count: Int { state.withLock { $0.inFlight + $0.line.count } }

    public var allowsPrivate: Bool { policy.allowsPrivate }

    /// Posts, and waits for the answer.
    public func post(_ request: Request) async -> Answer {
        await run(to: request.url.origin) { [policy] in
            let answer = Exchange(policy).perform(request)
            if case .status = answer { return (answer, true) }
            return (answer, false)
        } ?? .unsent("too many deliveries in progress")
    }

    /// Asks, and waits for the answer with its body.
    public func fetch(_ request: Request) async -> Fetched {
        await run(to: request.url.origin) { [policy] in
            let fetched = Exchange(policy, keepsBody: true).fetch(request)
            if case .answered = fetched { return (fetched, true) }
            return (fetched, false)
        } ?? .failed("too many requests in progress")
    }

    /// Whether every address of the host may be reached now; nil: yes.
    public func check(_ url: DeliveryURL) async -> DeliveryURLError? {
        await run(to: nil) { [policy] in (url.check(policy), true) } ?? .unknownHost
    }

    /// Whether the host may be reached, as far as it can be told without asking anybody; nil: yes.
    public func checkAtOnce(_ url: DeliveryURL) -> DeliveryURLError? { url.checkAtOnce(policy) }

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
    private func run<Value: Sendable>(
        to origin: String?, _ work: @escaping @Sendable () -> (value: Value, answered: Bool)
    ) async -> Value? {
        await withCheckedContinuation { continuation in
            let (isTaken, starts) = state.withLock { state in
                guard !state.isStopped, state.line.count < Self.lineLimit else { return (false, false) }
                state.line.append(
                    Work(origin: origin) {
                        let (value, answered) = work()
                        continuation.resume(returning: value)
                        return answered
                    })
                let starts = state.idle < state.line.count && state.threads < Self.threadCount
                if starts { state.threads += 1 }
                return (true, starts)
            }
            guard isTaken else { return continuation.resume(returning: nil) }
            if starts { BlockingThread.start { [self] in serve() } }
            bell.ring()
        }
    }

    /// A ring is no promise: what it was for may have been taken already, or may have to wait for its share. A thread
    /// that ends a piece of work looks for the next one.
    private func serve() {
        while true {
            state.withLock { $0.idle += 1 }
            bell.wait()
            state.withLock { $0.idle -= 1 }
            while let next = state.withLock({ $0.take() }) {
                let answered = next.work.perform()
                state.withLock { $0.end(next, answered: answered) }
            }
            if state.withLock({ $0.isStopped }) { return }
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
