import CLaurelLinux
import Glibc
import Synchronization

/// An HTTP/1.1 server, with TLS and HTTP/2 if it has a certificate: one loop a processor, each with its own listening
/// sockets.
///
/// ```swift
/// let server = Server(Configuration(endpoints: [.tcp(address: "127.0.0.1", port: 8080)]), handler: handler)
/// let endpoints = try server.start()
/// …
/// await server.drain()
/// ```
public final class Server: Sendable {
    private struct Life {
        var isStarted = false
        var loops: [EventLoop] = []
        var tls: TLSKeeper?
        var running = 0
        /// The counters of loops that have ended.
        var ended = ServerMetrics()
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let configuration: Configuration
    private let handler: any Handler
    private let accessLog: (@Sendable (AccessRecord) -> Void)?
    private let life = Mutex(Life())
    private let bodies: BodyBytes

    /// - Parameter accessLog: called on the loops' threads, once for each answer; must not block.
    public init(
        _ configuration: Configuration, handler: any Handler, accessLog: (@Sendable (AccessRecord) -> Void)? = nil
    ) {
        self.configuration = configuration
        self.handler = handler
        self.accessLog = accessLog
        bodies = BodyBytes(configuration.limits, trustedProxies: configuration.trustedProxies)
    }

    /// Listens, and serves from then on.
    ///
    /// - Returns: the endpoints in the order of the configuration, with the ports that were chosen.
    public func start() throws(StartError) -> [Configuration.Endpoint] {
        let isFirst = life.withLock { life in
            defer { life.isStarted = true }
            return !life.isStarted
        }
        guard isFirst else { throw .startedTwice }
        let count = min(max(configuration.loops ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 256)
        let tls = try keeper()
        var opened: [Listener] = []
        do {
            var endpoints: [Configuration.Endpoint] = []
            var shares: [[Listener]] = Array(repeating: [], count: count)
            for endpoint in configuration.endpoints {
                let listeners = try Listener.open(
                    endpoint, loops: count, unacknowledgedTime: configuration.limits.unacknowledgedTime)
                opened.append(contentsOf: listeners)
                endpoints.append(contentsOf: listeners.prefix(1).map(\.endpoint))
                for (index, listener) in listeners.enumerated() { shares[index].append(listener) }
            }
            try startLoops(shares, tls)
            return endpoints
        } catch {
            for listener in opened { close(listener.descriptor) }
            throw error
        }
    }

    private func keeper() throws(StartError) -> TLSKeeper? {
        guard let files = configuration.tls else { return nil }
        do throws(TLSFileError) {
            return try TLSKeeper(files, now: configuration.clock.monotonicNanoseconds())
        } catch {
            throw .unusableTLS(error)
        }
    }

    private func startLoops(_ shares: [[Listener]], _ tls: TLSKeeper?) throws(StartError) {
        let caps = ConnectionCaps(configuration.limits, trustedProxies: configuration.trustedProxies)
        var loops: [EventLoop] = []
        for (index, listeners) in shares.enumerated() {
            loops.append(
                try EventLoop(
                    listeners: listeners, configuration: configuration, handler: handler, caps: caps,
                    bodies: bodies, tls: tls, index: index, accessLog: accessLog, onStop: { [self] in loopStopped() }))
        }
        let started = loops
        life.withLock { life in
            life.loops = started
            life.tls = tls
            life.running = started.count
        }
        for loop in loops { LoopThread.start(loop) }
    }

    private func loopStopped() {
        let waiters = life.withLock { life in
            life.running -= 1
            guard life.running == 0 else { return [CheckedContinuation<Void, Never>]() }
            // Loops and server hold each other until here.
            life.ended = life.loops.map(\.counters.snapshot).reduce(ServerMetrics(), +)
            life.loops = []
            defer { life.waiters = [] }
            return life.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Takes no further connections, lets running requests be answered, ends the streams, and returns when all
    /// connections are closed: after ``Limits/drainTime`` at the latest. Returns at once when nothing runs.
    public func drain() async {
        let deadline =
            configuration.clock.monotonicNanoseconds() &+ configuration.limits.drainTime.nanoseconds
        let loops = life.withLock { $0.running > 0 ? $0.loops : [] }
        for loop in loops { loop.post(.drain(deadline: deadline)) }
        await withCheckedContinuation { continuation in
            let isDone = life.withLock { life in
                if life.running > 0 { life.waiters.append(continuation) }
                return life.running == 0
            }
            if isDone { continuation.resume() }
        }
    }

    /// The sum of all loops' counters, now. After a drain, the last ones.
    public var metrics: ServerMetrics {
        let (loops, ended, keeper) = life.withLock { ($0.loops, $0.ended, $0.tls) }
        var metrics = loops.map(\.counters.snapshot).reduce(ended, +)
        metrics.bodyBytesHeld = UInt64(clamping: bodies.held)
        var tls = metrics.tls ?? TLSMetrics()
        keeper?.complete(&tls)
        metrics.tls = keeper == nil ? nil : tls
        return metrics
    }

    /// Below this, giving memory back is not worth its time.
    private static let burstBytes = 33_554_432

    /// Gives memory back to the system if bodies held much of it since the last call. Takes milliseconds, so not on a
    /// loop.
    public func releaseMemoryAfterBurst() { if bodies.takePeak() >= Self.burstBytes { malloc_trim(0) } }

    /// Makes every block of 128 KiB and more go back to the system as soon as it is free. By default glibc raises that
    /// size to as much as 32 MiB once such blocks come and go, and what a burst took then stays with the process
    /// (mallopt(3), M_MMAP_THRESHOLD). For the whole process, before it has threads.
    ///
    /// With that, the end of a heap goes back by 128 KiB, too, unless it is told otherwise: blocks of 80 KiB that come
    /// and go, such as the cache of a small table of SQLite, then cost a system call, an interrupt of the other
    /// processors and new pages each time (M_TRIM_THRESHOLD). ``releaseMemoryAfterBurst()`` gives back what stays.
    public static func releaseLargeBlocksAtOnce() {
        _ = mallopt(M_MMAP_THRESHOLD, 131_072)
        _ = mallopt(M_TRIM_THRESHOLD, 2_097_152)
    }

    /// Asks the kernel for as many open files as this process may have. Each connection needs one.
    ///
    /// - Returns: how many that is.
    @discardableResult
    public static func raiseOpenFileLimit() -> Int {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(kind, &limit) == 0 else { return 0 }
        let present = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        return Int(clamping: setrlimit(kind, &limit) == 0 ? limit.rlim_max : present)
    }
}
