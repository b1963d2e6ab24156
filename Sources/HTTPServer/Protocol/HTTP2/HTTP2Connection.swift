/// The server's side of one HTTP/2 connection: bytes and answers go in, actions and bytes come out. Like
/// ``HTTP1Connection`` it knows no socket, no thread and no clock; frames are the business of ``HTTP2Session``.
///
/// Its owner calls ``step(_:_:)`` until it answers ``Action/read`` or ``Action/wait``, then sends what ``fill(_:)``
/// puts into ``output``, and looks at ``ending``. Requests are named by sequences, which are the numbers of their
/// streams.
///
// A class, since nghttp2 calls it while it works for it.
final class HTTP2Connection {
    enum Action {
        /// All input is taken; give more when there is some.
        case read
        /// Give no more input until something has gone out.
        case wait
        case run(Request, sequence: UInt64)
        /// Judge this head, then call ``admit(_:limit:isJudged:_:)`` or ``answerWithoutBody(_:)``.
        case judge(Request, sequence: UInt64)
        /// Answer this yourself.
        case refuse(Refusal, RequestID, sequence: UInt64)
        /// A whole answer is on its way.
        case answered(HTTP1Connection.Answered)
        /// The head of a stream is on its way; what follows comes through ``append(_:to:_:)``.
        case stream(@Sendable (StreamWriter) -> Void, sequence: UInt64)
        /// Nobody waits for this request, or for the rest of this stream.
        case gone(sequence: UInt64, HTTP1Connection.Answered?, wasSlow: Bool)
    }

    enum Event {
        case head(Int32)
        case body(Int32)
        case action(Action)
    }

    /// Bytes that are put into frames before they are offered to the socket.
    private static let fillBytes = 65_536
    /// Frames of the server's own that may wait, such as answers to pings.
    private static let waitingFrames = 1_000

    let session: HTTP2Session
    let peer: Peer
    let limits: Limits
    let bodies: BodyBytes
    let trustedProxies: [IPNetwork]

    var output = Output()
    private(set) var ending: HTTP1Connection.Ending?
    var now: UInt64
    var streams: [Int32: HTTP2Stream] = [:]
    var events: [Event] = []
    private var nextEvent = 0
    /// Requests that run though nobody waits for them.
    var abandoned: Set<UInt64> = []
    /// Sequences of streams of which bytes have left.
    private var progress: [UInt64] = []
    /// Bytes of answers that wait and count.
    var heldBytes = 0
    private var charge: BodyBytes.Charge?
    /// Bytes of requests that no charge of their own counts, of all streams together.
    private var pooledBytes = 0
    private var poolCharge: BodyBytes.Charge?

    /// Resets by either side of requests that were not answered (CVE-2023-44487, CVE-2025-8671).
    ///
    /// nghttp2 has a bound of its own for those by the client, at 1,000 and by the system's clock.
    var resetBudget = HTTP2Budget(burst: 500, perSecond: 33)
    /// Frames that bring nothing. A client with many downloads sends a few for each of their frames.
    var frameBudget = HTTP2Budget(burst: 2_000, perSecond: 200)
    /// The client has done what no honest one does.
    private(set) var wasMisused = false

    private var isFresh = true
    /// When the last request ended.
    private var idleSince: UInt64
    private var lingered: Int?
    private var lingerStart: UInt64 = 0
    private var drainStart: UInt64?
    private var hasSaidEnd = false
    private var writeMark: UInt64 = 0
    private var writtenSinceMark = 0
    /// The earliest time at which a stream's time may be up.
    private var alarm = UInt64.max

    /// Nil: there is no memory.
    init?(peer: Peer, _ turn: Turn) {
        guard let session = HTTP2Session(turn.limits) else { return nil }
        self.session = session
        self.peer = peer
        limits = turn.limits
        bodies = turn.bodies
        trustedProxies = turn.trustedProxies
        now = turn.now
        idleSince = turn.now
        session.setOwner(self)
    }

    var isLingering: Bool { lingered != nil }
    /// Whether ``step(_:_:)`` has something to tell.
    var hasEvents: Bool { nextEvent < events.count }

    /// Whether somebody waits for the answer to this request, or for more of it.
    func isOpen(_ sequence: UInt64) -> Bool { stream(sequence) != nil }

    func stream(_ sequence: UInt64) -> HTTP2Stream? { Int32(exactly: sequence).flatMap { streams[$0] } }

    // MARK: - Going on

    /// Does the next thing there is to do.
    ///
    /// - Parameter input: bytes from the client; left empty when they were taken.
    func step(_ input: inout UnsafeRawBufferPointer, _ turn: inout Turn) -> Action {
        now = turn.now
        while true {
            if let event = takeEvent() {
                if let action = obey(event, &turn) { return action }
                continue
            }
            if lingered != nil || ending != nil || wasMisused {
                discard(&input)
                return lingered == nil ? .wait : .read
            }
            guard !input.isEmpty else { return isFull ? .wait : .read }
            if let reason = session.receive(input) { misuse(reason) }
            input = UnsafeRawBufferPointer(start: nil, count: 0)
        }
    }

    private func takeEvent() -> Event? {
        guard nextEvent < events.count else {
            if nextEvent > 0 {
                events.removeAll(keepingCapacity: true)
                nextEvent = 0
            }
            return nil
        }
        defer { nextEvent += 1 }
        return events[nextEvent]
    }

    private func obey(_ event: Event, _ turn: inout Turn) -> Action? {
        switch event {
        case .head(let id): streams[id].flatMap { begin($0, &turn) }
        case .body(let id): streams[id].flatMap { finishBody($0, &turn) }
        case .action(let action): action
        }
    }

    private var isFull: Bool { output.count >= limits.outputBytes || session.waitingFrames > Self.waitingFrames }

    private func discard(_ input: inout UnsafeRawBufferPointer) {
        if let before = lingered {
            lingered = before + input.count
            if before + input.count > limits.lingerBytes { ending = .close }
        }
        input = UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// Puts bytes that wait into ``output``, as many as the socket is offered at a time.
    func fill(_ turn: Turn) {
        now = turn.now
        while output.count < Self.fillBytes, lingered == nil {
            let wasEmpty = output.isEmpty
            let result = session.next { bytes in output.build { $0.append(contentsOf: bytes) } }
            guard let result else {
                ending = .close
                return
            }
            if wasEmpty && !output.isEmpty { (writeMark, writtenSinceMark) = (now, 0) }
            if !result { break }
        }
        if ending == nil && output.isEmpty && session.isOver { ending = .linger }
    }

    /// Tells that `bytes` of ``output`` have left.
    func sent(_ bytes: Int, _ turn: Turn) {
        writtenSinceMark += bytes
        if writtenSinceMark >= limits.slowReaderBytes { (writeMark, writtenSinceMark) = (turn.now, 0) }
    }

    /// The streams of which bytes have gone on since the last call, and what waits of each.
    func takeProgress() -> [(sequence: UInt64, waiting: Int)] {
        if progress.isEmpty { return [] }
        defer { progress.removeAll(keepingCapacity: true) }
        return progress.map { ($0, stream($0)?.queue.count ?? 0) }
    }

    /// Counts what still waits after a send.
    ///
    /// - Returns: whether there is memory for it. Otherwise the connection ends: its reader is too slow for the times.
    func chargeOutput() -> Bool { setCharge(heldBytes + output.count, isForced: false) == nil }

    func setCharge(_ bytes: Int, isForced: Bool) -> Refusal? {
        if bytes < BodyBytes.freeBytes {
            charge = nil
            return nil
        }
        let present = charge ?? bodies.charge(for: peer)
        charge = present
        return present.set(bytes, isForced: isForced)
    }

    /// Counts what a stream holds beside a body that has a charge of its own: its head, and a small body, until it is
    /// answered. All streams together hold as much as one head may have uncounted, as a connection of HTTP/1.1 does:
    /// a few kilobytes of compressed fields make a hundred heads of 16 KiB.
    ///
    /// - Returns: why there is no room; then nothing has changed. Less than before is never refused.
    func pool(_ bytes: Int, of stream: HTTP2Stream) -> Refusal? {
        let sum = pooledBytes - stream.pooledBytes + bytes
        if poolCharge != nil || sum > limits.headBytes {
            let present = poolCharge ?? bodies.charge(for: peer)
            poolCharge = present
            if let refusal = present.set(sum > limits.headBytes ? sum : 0) { return refusal }
        }
        pooledBytes = sum
        stream.pooledBytes = bytes
        return nil
    }

    /// The stream's body is gone, or has a charge of its own.
    func poolHeadAlone(of stream: HTTP2Stream) { _ = pool(min(stream.pooledBytes, stream.headBytes), of: stream) }

    // MARK: - What the session calls

    /// - Returns: what nghttp2 takes for "go on": 0.
    func beginFrame(_ frame: HTTP2Callbacks.Frame) -> Int32 {
        switch frame {
        case .data, .headers, .reset, .acknowledgement: break
        // The library has a bound of its own for one head.
        case .continuation, .idle, .windowUpdate: if !frameBudget.pay(now) { misuse() }
        }
        return 0
    }

    func sentFrame(_ id: Int32, ends: Bool) {
        frameBudget.giveBack(4)
        // Nobody reads the rest of the request: the client can save itself the trouble (RFC 9113, section 8.1).
        if ends, let stream = streams[id], !stream.hasWholeInput { session.reset(id, .noError) }
    }

    enum Reading {
        case bytes(Int, isEnd: Bool)
        /// There are none yet.
        case later
        case gone
    }

    /// Puts bytes of an answer into a frame.
    func read(_ id: Int32, into room: UnsafeMutableRawBufferPointer) -> Reading {
        guard let stream = streams[id] else { return .gone }
        if stream.queue.isEmpty && !stream.isWhole {
            stream.isDeferred = true
            return .later
        }
        let held = stream.queue.heldCount
        let count = stream.queue.take(into: room)
        heldBytes -= held - stream.queue.heldCount
        stream.writtenSinceMark += count
        // All streams of a connection share what the reader takes.
        if stream.writtenSinceMark >= max(1, limits.slowReaderBytes / max(1, streams.count)) {
            (stream.writeMark, stream.writtenSinceMark) = (now, 0)
        }
        if stream.answered != nil { progress.append(stream.sequence) }
        return .bytes(count, isEnd: stream.isWhole && stream.queue.isEmpty)
    }

    func clientHasHeard() { if drainStart != nil { sayEnd() } }

    /// A stream is gone, however it ended.
    func closed(_ id: Int32, wasReset: Bool) {
        guard let stream = streams.removeValue(forKey: id) else { return }
        heldBytes -= stream.queue.heldCount
        _ = pool(0, of: stream)
        if streams.isEmpty { idleSince = now }
        switch stream.phase {
        case .head: break
        case .judging where stream.request == nil: break
        case .judging, .running:
            abandoned.insert(stream.sequence)
            events.append(.action(.gone(sequence: stream.sequence, nil, wasSlow: false)))
        case .body: break
        case .answered:
            if let answered = stream.answered {
                events.append(.action(.gone(sequence: stream.sequence, answered, wasSlow: false)))
            }
            // A reader that has had enough does no harm.
            return
        }
        if wasReset && !resetBudget.pay(now) { misuse() }
    }

    func misuse(_ reason: HTTP2Session.Reason = .enhanceYourCalm) {
        if wasMisused { return }
        wasMisused = true
        session.terminate(reason)
    }

    // MARK: - Time and the other side

    /// The client will send nothing more, not even windows for the answers.
    ///
    /// - Returns: whether the connection has no further use.
    func inputEnded() -> Bool { true }

    /// Says that the connection will end, serves what the client sends until it has heard of it, then ends.
    func drain(_ turn: Turn) {
        if drainStart != nil || hasSaidEnd { return }
        now = turn.now
        drainStart = now
        session.announceEnd()
        arm(now &+ turn.deadlines.linger)
    }

    private func sayEnd() {
        if hasSaidEnd { return }
        hasSaidEnd = true
        session.end()
    }

    func beginLingering(_ turn: Turn) {
        lingered = 0
        lingerStart = turn.now
    }

    /// Sets the time of the next look at the streams, unless there is an earlier one.
    func arm(_ time: UInt64) { alarm = min(alarm, time) }

    func noteRequest() { isFresh = false }

    /// The next time at which ``expire(_:)`` has something to do.
    func deadline(_ times: Turn.Deadlines) -> UInt64 {
        if lingered != nil { return lingerStart &+ times.linger }
        let write = output.isEmpty ? UInt64.max : writeMark &+ times.write
        return min(write, alarm, idleDeadline(times))
    }

    private func idleDeadline(_ times: Turn.Deadlines) -> UInt64 {
        guard streams.isEmpty, !hasSaidEnd else { return .max }
        return idleSince &+ (isFresh ? times.head : times.idle)
    }

    enum Expiry {
        case nothing
        /// There is something to tell and to send.
        case goOn
        /// Nobody waits for anything.
        case close
        /// The reader is too slow.
        case cutOff
    }

    func expire(_ turn: Turn) -> Expiry {
        now = turn.now
        let times = turn.deadlines
        if lingered != nil { return now >= lingerStart &+ times.linger ? .close : .nothing }
        if !output.isEmpty && now >= writeMark &+ times.write { return .cutOff }
        var hasNews = false
        if now >= idleDeadline(times) {
            sayEnd()
            hasNews = true
        }
        guard now >= alarm else { return hasNews ? .goOn : .nothing }
        alarm = .max
        if let drainStart, !hasSaidEnd {
            if now >= drainStart &+ times.linger { sayEnd() } else { arm(drainStart &+ times.linger) }
        }
        for stream in Array(streams.values) { look(at: stream, times) }
        return .goOn
    }

    private func look(at stream: HTTP2Stream, _ times: Turn.Deadlines) {
        switch stream.phase {
        case .head:
            // Nothing else can come before the rest of it.
            if isDue(stream.phaseStart &+ times.head) { sayEndAtOnce() }
        case .body:
            if isDue(stream.phaseStart &+ (stream.isLargeBody ? times.largeBody : times.body)) {
                refuse(stream, .bodyTimeout)
            }
        case .answered where stream.isWaitingForClient:
            if isDue(stream.writeMark &+ times.write) { cut(stream) }
        case .judging, .running, .answered: break
        }
    }

    private func isDue(_ time: UInt64) -> Bool {
        if now >= time { return true }
        arm(time)
        return false
    }

    private func sayEndAtOnce() {
        hasSaidEnd = true
        session.terminate(.noError)
    }

    private func cut(_ stream: HTTP2Stream) {
        streams[stream.id] = nil
        if streams.isEmpty { idleSince = now }
        heldBytes -= stream.queue.heldCount
        session.reset(stream.id, .cancel)
        events.append(.action(.gone(sequence: stream.sequence, stream.answered, wasSlow: true)))
    }
}
