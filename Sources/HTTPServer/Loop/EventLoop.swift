import CLaurelLinux
import Glibc
import Synchronization

/// One thread that serves connections through epoll, and runs the tasks of their handlers: it is a `TaskExecutor`.
///
/// In each turn it takes what the kernel and other threads have for it, and then sends what the connections have to
/// say, each with one call.
///
// SAFETY: everything mutable but `mailbox` and `owner` is touched by the loop's own thread alone.
//
// `@exclusivity(unchecked)` stands where each request would have the runtime ask several times whether a property is
// being accessed already, which took some 4,000 instructions a request. It never is: while a connection's machine, its
// output or the turn is changed, nothing is called that could come back to them. Handlers are called between two
// steps, and what they answer from within comes as a message.
final class EventLoop: TaskExecutor, @unchecked Sendable {
    /// What other threads, and the loop's own tasks, want of the loop.
    enum Message {
        case job(UnownedJob)
        case answer(ConnectionKey, UInt64, Response)
        /// An answer that is made here.
        case made(ConnectionKey, UInt64, @Sendable () -> Response)
        case failed(ConnectionKey, UInt64, RequestID)
        /// A request that begins anew.
        case handedOver(ConnectionKey, UInt64, RequestID, @Sendable () -> Outcome)
        case stream(StreamWriter)
        case judged(ConnectionKey, UInt64, Request, Judgement)
        case drain(deadline: UInt64)
    }

    private struct Mailbox {
        var messages: [Message] = []
        var isSignalled = false
        var isClosed = false
    }

    let counters = LoopCounters()
    let configuration: Configuration
    let handler: any Handler
    let accessLog: (@Sendable (AccessRecord) -> Void)?
    let caps: ConnectionCaps
    /// What TCP connections are encrypted with; nil: nothing.
    let tls: TLSKeeper?
    let onStop: @Sendable () -> Void

    private let mailbox = Mutex(Mailbox())
    private let owner = Atomic<UInt>(0)

    let poll: Int32
    private let wakeup: Int32
    var listeners: [Listener]
    var spareDescriptor: Int32
    @exclusivity(unchecked) var table = ConnectionTable()
    @exclusivity(unchecked) var wheel: TimerWheel
    @exclusivity(unchecked) var turn: Turn
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 32_768, alignment: 16)
    /// A record that is put together.
    let recordRoom = UnsafeMutableRawBufferPointer.allocate(byteCount: TLSSession.recordBytes, alignment: 16)
    @exclusivity(unchecked) var spareOutput: [UInt8] = []
    @exclusivity(unchecked) var local: [Message] = []
    @exclusivity(unchecked) var dirty: [Connection] = []
    @exclusivity(unchecked) var unread: [Connection] = []
    @exclusivity(unchecked) var drainDeadline: UInt64?
    /// When to look at the certificate's files; never, unless it is this loop's task.
    @exclusivity(unchecked) var nextLook = UInt64.max
    /// When a failed handshake was last reported.
    var lastHandshakeReport: UInt64?
    @exclusivity(unchecked) var isStopped = false

    init(
        listeners: [Listener], configuration: Configuration, handler: any Handler, caps: ConnectionCaps,
        bodies: BodyBytes, tls: TLSKeeper?, index: Int, accessLog: (@Sendable (AccessRecord) -> Void)?,
        onStop: @escaping @Sendable () -> Void
    ) throws(StartError) {
        self.listeners = listeners
        self.configuration = configuration
        self.handler = handler
        self.caps = caps
        self.tls = tls
        self.accessLog = accessLog
        self.onStop = onStop
        wheel = TimerWheel(now: configuration.clock.monotonicNanoseconds())
        turn = Turn(
            limits: configuration.limits, trustedProxies: configuration.trustedProxies, bodies: bodies,
            standing: StandingHeaders(configuration.standingHeaders),
            idSeed: configuration.requestIDSeed, firstRequest: UInt64(index) << 48)
        poll = epoll_create1(Int32(EPOLL_CLOEXEC))
        wakeup = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        spareDescriptor = Self.openSpare()
        if tls != nil && index == 0 { nextLook = 0 }
        guard poll >= 0, wakeup >= 0 else { throw .system(call: "epoll_create1", errno: errno) }
        watch(wakeup, token: 0)
        for (index, listener) in listeners.enumerated() { watch(listener.descriptor, token: UInt64(index) + 1) }
    }

    deinit {
        close(poll)
        close(wakeup)
        if spareDescriptor >= 0 { close(spareDescriptor) }
        buffer.deallocate()
        recordRoom.deallocate()
    }

    /// Kept open, so that there is one to give up when there are no more: see ``shed(_:)``.
    static func openSpare() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }

    /// Watches one of the loop's own descriptors; generation 0 tells it from a connection.
    func watch(_ descriptor: Int32, token: UInt64) {
        var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u64: token))
        epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event)
    }

    // MARK: - From other threads

    private var isOnLoop: Bool { owner.load(ordering: .relaxed) == UInt(pthread_self()) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // A task that outlives the loop goes on elsewhere.
        if !post(.job(job)) { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
    }

    /// - Returns: whether the loop will look at it.
    @discardableResult
    func post(_ message: Message) -> Bool {
        if isOnLoop && !isStopped {
            local.append(message)
            return true
        }
        return send { $0.append(message) }
    }

    func post(_ messages: [Message]) {
        if isOnLoop && !isStopped {
            local.append(contentsOf: messages)
        } else {
            send { $0.append(contentsOf: messages) }
        }
    }

    /// Puts messages into the mailbox, and wakes the loop unless somebody did so since it last looked.
    @discardableResult
    private func send(_ add: (inout [Message]) -> Void) -> Bool {
        let (isTaken, wakes) = mailbox.withLock { box in
            if box.isClosed { return (false, false) }
            add(&box.messages)
            defer { box.isSignalled = true }
            return (true, !box.isSignalled)
        }
        if wakes {
            var one: UInt64 = 1
            _ = Glibc.write(wakeup, &one, 8)
        }
        return isTaken
    }

    /// Takes no further messages.
    ///
    /// - Returns: those that nobody looked at.
    func closeMailbox() -> [Message] {
        mailbox.withLock { box in
            box.isClosed = true
            defer { box.messages = [] }
            return box.messages
        }
    }

    // MARK: - The turn

    func run() {
        owner.store(UInt(pthread_self()), ordering: .relaxed)
        var events = [epoll_event](repeating: epoll_event(), count: 256)
        while !isStopped {
            let timeout = waitTime()
            let count = events.withUnsafeMutableBufferPointer {
                epoll_wait(poll, $0.baseAddress, Int32($0.count), timeout)
            }
            readClock()
            for index in 0..<Int(max(0, count)) { handle(events[index]) }
            deliver()
            readOn()
            flushDirty()
            expire()
            if turn.now >= nextLook { lookForCertificate() }
            finishDrain()
        }
        stop()
    }

    func readClock() {
        turn.now = configuration.clock.monotonicNanoseconds()
        turn.setDate(seconds: configuration.clock.unixSeconds())
    }

    func waitTime() -> Int32 {
        if !local.isEmpty || !unread.isEmpty || !dirty.isEmpty { return 0 }
        let timer = wheel.timeout(now: turn.now)
        let other = min(nextLook, drainDeadline ?? .max)
        if other == .max { return timer }
        let left = other > turn.now ? Int32(clamping: (other - turn.now) / 1_000_000 + 1) : 0
        return timer < 0 ? left : min(timer, left)
    }

    func handle(_ event: epoll_event) {
        let key = ConnectionKey(epollData: event.data.u64)
        if key.generation == 0 {
            if key.slot == 0 {
                var value: UInt64 = 0
                _ = Glibc.read(wakeup, &value, 8)
            } else if Int(key.slot) <= listeners.count {
                accept(listeners[Int(key.slot) - 1].descriptor)
            }
            return
        }
        guard let connection = table.find(key) else { return }
        if event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 {
            drop(connection)
            return
        }
        if event.events & EPOLLOUT.rawValue != 0 { connection.isBlocked = false }
        if event.events & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue) != 0 {
            connection.mayHaveInput = true
            connection.secure?.noteInput()
        }
        if event.events & EPOLLRDHUP.rawValue != 0 { notePeerFinished(connection) }
        if connection.isShakingHands {
            // The dearest thing that a client can ask for has a bound in each turn.
            comeBack(connection)
            return
        }
        receive(connection)
        settle(connection)
    }

    /// The client closed its side. Streams end, and what runs is told; its answer is still sent, since the client
    /// may only have said that nothing more comes.
    func notePeerFinished(_ connection: Connection) {
        connection.peerHasFinished = true
        for (_, call) in connection.calls { call.abandon() }
        if connection.isStreaming { drop(connection) }
    }

    /// Messages that make messages are followed for a while, so that an answer leaves in the turn that made it.
    func deliver() {
        let arrived = mailbox.withLock { box in
            box.isSignalled = false
            defer { box.messages = [] }
            return box.messages
        }
        for message in arrived { deliver(message) }
        var rounds = 0
        while !local.isEmpty && rounds < 64 {
            let messages = local
            local = []
            for message in messages { deliver(message) }
            rounds += 1
        }
    }

    func deliver(_ message: Message) {
        switch message {
        case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
        case .answer(let key, let sequence, let response): answer(key, sequence, response)
        case .made(let key, let sequence, let make):
            if let connection = table.find(key) {
                if connection.isOpen(sequence) { answer(key, sequence, make()) } else { forget(sequence, connection) }
            }
        case .failed(let key, let sequence, let id):
            answer(key, sequence, configuration.problem(.handlerGaveNoAnswer, id))
        case .handedOver(let key, let sequence, let id, let make):
            if let connection = table.find(key) {
                if connection.isOpen(sequence) {
                    startAnew(make(), id, sequence, connection)
                } else {
                    forget(sequence, connection)
                }
            }
        case .stream(let writer): write(writer)
        case .judged(let key, let sequence, let request, let judgement): judged(key, sequence, request, judgement)
        case .drain(let deadline): beginDrain(deadline)
        }
    }

    func answer(_ key: ConnectionKey, _ sequence: UInt64, _ response: Response) {
        guard let connection = table.find(key) else { return }
        connection.calls.removeAll { $0.sequence == sequence }
        respond(connection, sequence, response)
        goOn(connection)
    }

    private func startAnew(_ outcome: Outcome, _ id: RequestID, _ sequence: UInt64, _ connection: Connection) {
        connection.calls.removeAll { $0.sequence == sequence }
        start(outcome, id, sequence, connection)
        if connection.peerHasFinished {
            for (number, call) in connection.calls where number == sequence { call.abandon() }
        }
        goOn(connection)
    }

    /// The machine has something new to think about.
    func goOn(_ connection: Connection) {
        advance(connection)
        if connection.wantsInput && connection.mayHaveInput { comeBack(connection) }
        mark(connection)
    }

    /// Gives the machine an answer, or a refusal where there is no memory for it.
    func respond(_ connection: Connection, _ sequence: UInt64, _ response: Response) {
        if let multiplexed = connection.multiplexed {
            respond(connection, multiplexed, sequence, response)
            return
        }
        if let (refusal, id) = connection.machine.respond(sequence, response, turn) {
            connection.machine.respond(sequence, configuration.problem(refusal, id), turn)
        }
    }
}
