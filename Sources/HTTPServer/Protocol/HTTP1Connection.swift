/// The server's side of one HTTP/1.x connection, as a value: bytes and answers go in, actions and bytes come out.
/// It knows no socket, no thread and no clock.
///
/// Whoever owns it calls ``step(_:_:)`` until it answers ``Action/read`` or ``Action/wait``, sends what is in
/// ``output``, and looks at ``ending``.
struct HTTP1Connection {
    enum Action {
        /// All input is taken; give more when there is some.
        case read
        /// Give no more input until an answer has gone out.
        case wait
        case run(Request, sequence: UInt64)
        /// Answer this yourself; the connection ends after it.
        case refuse(Refusal, RequestID, sequence: UInt64)
        /// A whole answer is in ``output``.
        case answered(Answered)
        /// The head of a stream is in ``output``; what follows comes through ``appendStream(_:)``.
        case stream(@Sendable (StreamWriter) -> Void)
    }

    /// One exchange, for log and metrics.
    struct Answered {
        /// Missing when the head could not be read.
        let request: Request?
        let id: RequestID
        let status: Status
        /// Bytes of the body, before chunking.
        var bodyBytes: Int
        let startedAt: UInt64
    }

    /// How the connection ends once ``output`` is empty.
    enum Ending: Equatable {
        case close
        /// Say that nothing more comes, then read and drop input for a while: closing with unread input would send a
        /// reset, and the client might never read the answer.
        case linger
    }

    private enum Phase {
        case head
        case fixedBody(remaining: UInt64)
        case chunkedBody(ChunkedDecoder)
    }

    private struct Pending {
        let request: Request?
        let id: RequestID
        let startedAt: UInt64
        let isVersion10: Bool
        let closes: Bool
        /// Held until the answer, for so long is the body in memory.
        var place: LargeBodies.Place?
        var response: Response?
    }

    private struct Stream {
        var answered: Answered
        let isChunked: Bool
        let closes: Bool
    }

    var output = Output()
    private(set) var ending: Ending?
    private let peer: Peer

    private var phase = Phase.head
    private var scanner = HeadScanner()
    private var emptyLines = 0
    /// Input that could not be used yet: part of a head, or requests beyond the limit.
    private var inbox: [UInt8] = []
    private var inboxStart = 0

    /// The head whose body is being read, and the body so far.
    private var head: ParsedHead?
    private var headID = RequestID(seed: 0, number: 0)
    private var body: [UInt8] = []
    private var owesContinue = false
    /// The right of the present body, or of the request that is held, to be larger than others.
    private var place: LargeBodies.Place?
    /// A whole request that must wait for those before it.
    private var held: (request: Request, head: ParsedHead)?

    /// Requests that run or whose answers wait for their turn, in order of arrival.
    private var pending: [Pending] = []
    private var firstSequence: UInt64 = 0
    private var runsUnsafe = false
    private var stream: Stream?

    /// No further request is read.
    private var isLast = false
    private var isDraining = false
    private var hasUnreadInput = false
    private var lingered: Int?

    /// When the present head, body, idle time or lingering began.
    private var phaseStart: UInt64
    private var isFresh = true
    private var isPaused = false
    private var writeMark: UInt64 = 0
    private var writtenSinceMark = 0

    init(peer: Peer, now: UInt64) {
        self.peer = peer
        phaseStart = now
    }

    /// Whether nothing is going on: no request, no part of one, no answer.
    var isIdle: Bool {
        guard case .head = phase else { return false }
        return pending.isEmpty && held == nil && stream == nil && inbox.isEmpty && output.isEmpty && ending == nil
    }

    var isStreaming: Bool { stream != nil }
    var isLingering: Bool { lingered != nil }
    /// The request whose answer comes next.
    var firstUnanswered: UInt64 { firstSequence }

    // MARK: - Going on

    /// Does the next thing there is to do.
    ///
    /// - Parameter input: bytes from the client; left empty when they were taken. Call again with the same variable
    ///   until the answer is ``Action/read`` or ``Action/wait``.
    mutating func step(_ input: inout UnsafeRawBufferPointer, _ turn: inout Turn) -> Action {
        if let action = answerNext(turn) { return action }
        if isLast { return discard(&input, turn) }
        if let (request, head) = held, mayRun(request.method) {
            held = nil
            return run(request, head, turn)
        }
        if held != nil || stream != nil || pending.count >= turn.limits.pipelinedRequests
            || output.count >= turn.limits.outputBytes
        {
            stash(input)
            input = UnsafeRawBufferPointer(start: nil, count: 0)
            isPaused = true
            return .wait
        }
        if isPaused {
            isPaused = false
            phaseStart = turn.now
        }
        guard !inbox.isEmpty else {
            let action = parse(&input, &turn)
            stash(input)
            input = UnsafeRawBufferPointer(start: nil, count: 0)
            return action
        }
        return parseInbox(adding: &input, &turn)
    }

    private mutating func parseInbox(adding input: inout UnsafeRawBufferPointer, _ turn: inout Turn) -> Action {
        inbox.append(contentsOf: input)
        input = UnsafeRawBufferPointer(start: nil, count: 0)
        // Moved out, so that its bytes can be read while the rest of this value changes.
        var bytes: [UInt8] = []
        swap(&bytes, &inbox)
        let start = inboxStart
        inboxStart = 0
        let (action, used) = bytes.withUnsafeBytes { all in
            var rest = UnsafeRawBufferPointer(rebasing: all[start...])
            let action = parse(&rest, &turn)
            return (action, all.count - rest.count)
        }
        if used < bytes.count && isLast { hasUnreadInput = true }
        if used < bytes.count && !isLast {
            swap(&bytes, &inbox)
            inboxStart = used
            compactInbox()
        }
        return action
    }

    private mutating func stash(_ input: UnsafeRawBufferPointer) {
        if !input.isEmpty { inbox.append(contentsOf: input) }
    }

    /// Drops used bytes once they are more than the others, so that each byte is moved at most once on average.
    private mutating func compactInbox() {
        guard inboxStart > inbox.count - inboxStart else { return }
        inbox.removeFirst(inboxStart)
        inboxStart = 0
    }

    /// After the last request: what still comes is dropped, so that the client can read the answer.
    private mutating func discard(_ input: inout UnsafeRawBufferPointer, _ turn: Turn) -> Action {
        if !input.isEmpty || !inbox.isEmpty { hasUnreadInput = true }
        if let before = lingered {
            lingered = before + input.count
            if before + input.count > turn.limits.lingerBytes { ending = .close }
        }
        input = UnsafeRawBufferPointer(start: nil, count: 0)
        inbox = []
        inboxStart = 0
        if pending.isEmpty && stream == nil && ending == nil { ending = hasUnreadInput ? .linger : .close }
        return lingered == nil ? .wait : .read
    }

    // MARK: - Requests

    /// - Parameter input: is left at the first byte that was not used. The start of a head stays in it.
    private mutating func parse(_ input: inout UnsafeRawBufferPointer, _ turn: inout Turn) -> Action {
        while true {
            switch phase {
            case .head:
                if input.isEmpty { return .read }
                if isFresh || !scanner.hasStarted {
                    if !isFresh { phaseStart = turn.now }
                    isFresh = false
                }
                if let action = parseHead(&input, &turn) { return action }
            case .fixedBody(let remaining):
                let count = min(Int(clamping: remaining), input.count)
                body.append(contentsOf: input[..<count])
                input = UnsafeRawBufferPointer(rebasing: input[count...])
                let left = remaining &- UInt64(count)
                phase = .fixedBody(remaining: left)
                return left == 0 ? finishBody(turn) : .read
            case .chunkedBody(var decoder):
                let result = decoder.decode(
                    &input, into: &body, limit: place?.limit ?? turn.limits.bodyBytes,
                    overheadLimit: turn.limits.headBytes)
                phase = .chunkedBody(decoder)
                switch result {
                case .incomplete: return .read
                case .complete: return finishBody(turn)
                case .refused(let refusal): return refuse(refusal, &turn)
                }
            }
        }
    }

    private mutating func parseHead(_ input: inout UnsafeRawBufferPointer, _ turn: inout Turn) -> Action? {
        switch scanner.scan(input, limit: turn.limits.headBytes) {
        case .incomplete: return .read
        case .refused(let refusal): return refuse(refusal, &turn)
        case .emptyLine(let length):
            input = UnsafeRawBufferPointer(rebasing: input[length...])
            scanner = HeadScanner()
            emptyLines += 1
            // One is what old clients send after a body; a few more hurt nobody.
            return emptyLines > 4 ? refuse(.malformedRequestLine, &turn) : nil
        case .complete(let length):
            let parsed = HeadParser.parse(UnsafeRawBufferPointer(rebasing: input[..<length]), limits: turn.limits)
            input = UnsafeRawBufferPointer(rebasing: input[length...])
            scanner = HeadScanner()
            emptyLines = 0
            switch parsed {
            case .failure(let refusal): return refuse(refusal, &turn)
            case .success(let head): return begin(head, bodyIsHere: !input.isEmpty, &turn)
            }
        }
    }

    /// - Returns: `nil` when the body has to be read.
    private mutating func begin(_ head: ParsedHead, bodyIsHere: Bool, _ turn: inout Turn) -> Action? {
        self.head = head
        headID = turn.makeID()
        switch head.bodyLength {
        case .fixed(0): return finishBody(turn)
        case .fixed(let length):
            if length > UInt64(turn.limits.bodyBytes) {
                if let refusal = reserve(head, turn) { return refuse(refusal, &turn) }
                guard let place, length <= UInt64(place.limit) else { return refuse(.bodyTooLarge, &turn) }
            }
            phase = .fixedBody(remaining: length)
            // Memory is given for bytes that came, not for bytes that were announced.
            body.reserveCapacity(Int(min(length, 16_384)))
        case .chunked:
            // How long it becomes, nobody knows yet.
            if let refusal = reserve(head, turn) { return refuse(refusal, &turn) }
            phase = .chunkedBody(ChunkedDecoder())
        }
        phaseStart = turn.now
        if head.expectsContinue && !bodyIsHere {
            owesContinue = true
            payContinue()
        }
        return nil
    }

    /// Takes a place for a large body where this request may have one.
    private mutating func reserve(_ head: ParsedHead, _ turn: Turn) -> Refusal? {
        let request = Request(
            method: head.method, id: headID, peer: Self.client(peer, head, turn), body: [], head: head.storage)
        switch turn.largeBodies.reserve(request) {
        case .ordinary: return nil
        case .full: return .tooManyLargeBodies
        case .place(let place):
            self.place = place
            return nil
        }
    }

    /// Says 100 once no earlier answer is outstanding: it must not overtake them.
    private mutating func payContinue() {
        guard owesContinue, pending.isEmpty, stream == nil else { return }
        owesContinue = false
        output.build { $0.append("HTTP/1.1 100 Continue\r\n\r\n") }
    }

    private mutating func finishBody(_ turn: Turn) -> Action {
        guard let head else { return .wait }
        let request = Request(
            method: head.method, id: headID, peer: Self.client(peer, head, turn), body: body, head: head.storage)
        self.head = nil
        body = []
        owesContinue = false
        phase = .head
        if mayRun(request.method) { return run(request, head, turn) }
        held = (request, head)
        isPaused = true
        return .wait
    }

    /// Requests run side by side only while all are safe (RFC 9112 section 9.3.2).
    private func mayRun(_ method: Method) -> Bool { pending.isEmpty && stream == nil || method.isSafe && !runsUnsafe }

    private mutating func run(_ request: Request, _ head: ParsedHead, _ turn: Turn) -> Action {
        if !request.method.isSafe { runsUnsafe = true }
        if !head.keepsAlive { isLast = true }
        let place = place
        self.place = nil
        return .run(
            request,
            sequence: push(
                Pending(
                    request: request, id: request.id, startedAt: turn.now, isVersion10: head.isVersion10,
                    closes: !head.keepsAlive, place: place, response: nil)))
    }

    private mutating func refuse(_ refusal: Refusal, _ turn: inout Turn) -> Action {
        let known = head
        let request = known.map {
            Request(
                method: $0.method, id: headID, peer: Self.client(peer, $0, turn), body: [], head: $0.storage)
        }
        let id = request?.id ?? turn.makeID()
        head = nil
        body = []
        place = nil
        owesContinue = false
        phase = .head
        isLast = true
        // Whatever the client is still sending is unread.
        hasUnreadInput = true
        let sequence = push(
            Pending(
                request: request, id: id, startedAt: turn.now, isVersion10: known?.isVersion10 ?? false,
                closes: true, response: nil))
        return .refuse(refusal, id, sequence: sequence)
    }

    private mutating func push(_ request: Pending) -> UInt64 {
        pending.append(request)
        return firstSequence &+ UInt64(pending.count - 1)
    }

    /// The client behind trusted proxies: the last address in X-Forwarded-For that is no trusted proxy itself.
    private static func client(_ peer: Peer, _ head: ParsedHead, _ turn: Turn) -> Peer {
        guard !turn.trustedProxies.isEmpty, case .inet(var address) = peer else { return peer }
        let hops = RequestHeaders(head: head.storage).all("x-forwarded-for").joined(separator: ",")
            .split(separator: ",")
        for hop in hops.reversed() {
            guard turn.trustedProxies.contains(where: { $0.contains(address) }),
                let next = IPAddress(hop.filter { $0 != " " && $0 != "\t" })
            else { break }
            address = next
        }
        return .inet(address)
    }

    // MARK: - Answers

    /// Takes the answer to a request. A second answer, or one to a request that is unknown, changes nothing.
    mutating func respond(_ sequence: UInt64, _ response: Response) {
        let index = sequence &- firstSequence
        guard index < UInt64(pending.count), pending[Int(index)].response == nil else { return }
        pending[Int(index)].response = response
    }

    /// Writes the next answer if its turn has come.
    private mutating func answerNext(_ turn: Turn) -> Action? {
        guard stream == nil, !pending.isEmpty, let response = pending[0].response else { return nil }
        let request = pending.removeFirst()
        firstSequence &+= 1
        if pending.isEmpty { runsUnsafe = false }
        let isHead = request.request?.method == .head
        var closes = request.closes || isDraining && pending.isEmpty
        let framing = Self.framing(response, request.isVersion10)
        if framing == .untilClose { closes = true }
        if closes { isLast = true }
        markOutput(turn)
        output.build { bytes in
            ResponseEncoder.appendHead(
                of: response, framing: framing,
                connection: .init(isVersion10: request.isVersion10, closes: closes), date: turn.date, to: &bytes)
        }
        var answered = Answered(
            request: request.request, id: request.id, status: response.status, bodyBytes: 0,
            startedAt: request.startedAt)
        if !isHead && !response.status.forbidsBody {
            switch response.body {
            case .empty: break
            case .bytes(let bytes):
                output.append(bytes)
                answered.bodyBytes = bytes.count
            case .stream(let start):
                stream = Stream(answered: answered, isChunked: framing == .chunked, closes: closes)
                return .stream(start)
            }
        }
        finishAnswer(turn)
        return .answered(answered)
    }

    private mutating func finishAnswer(_ turn: Turn) {
        if pending.isEmpty {
            if isLast { ending = hasUnreadInput || !inbox.isEmpty ? .linger : .close }
            payContinue()
        }
        if case .head = phase, !scanner.hasStarted { phaseStart = turn.now }
        isFresh = false
    }

    private static func framing(_ response: Response, _ isVersion10: Bool) -> ResponseEncoder.Framing {
        if response.status.forbidsBody { return response.status.code == 205 ? .length(0) : .none }
        return switch response.body {
        case .empty: .length(0)
        case .bytes(let bytes): .length(bytes.count)
        case .stream: isVersion10 ? .untilClose : .chunked
        }
    }

    /// Queues bytes of the running stream.
    mutating func appendStream(_ bytes: [UInt8], _ turn: Turn) {
        guard let isChunked = stream?.isChunked, !bytes.isEmpty else { return }
        stream?.answered.bodyBytes += bytes.count
        markOutput(turn)
        if isChunked {
            output.build { out in
                out.append(hexadecimal: bytes.count)
                out.append("\r\n")
            }
        }
        output.append(bytes)
        if isChunked { output.build { $0.append("\r\n") } }
    }

    /// Ends the running stream in order; later answers may follow.
    mutating func endStream(_ turn: Turn) -> Answered? {
        guard let ended = stream else { return nil }
        stream = nil
        markOutput(turn)
        if ended.isChunked { output.build { $0.append("0\r\n\r\n") } }
        if ended.closes || isDraining && pending.isEmpty { isLast = true }
        finishAnswer(turn)
        return ended.answered
    }

    /// What the log says of a stream that was cut off.
    var cutStream: Answered? { stream?.answered }

    // MARK: - Time and the other side

    /// Output starts to wait now, unless some waits already.
    private mutating func markOutput(_ turn: Turn) {
        if output.isEmpty {
            writeMark = turn.now
            writtenSinceMark = 0
        }
    }

    /// Tells that `bytes` of ``output`` have left.
    mutating func sent(_ bytes: Int, _ turn: Turn) {
        writtenSinceMark += bytes
        if writtenSinceMark >= turn.limits.slowReaderBytes {
            writtenSinceMark = 0
            writeMark = turn.now
        }
    }

    /// The client will send nothing more.
    ///
    /// - Returns: whether the connection has no further use. Otherwise it ends by itself once what runs is answered.
    mutating func inputEnded() -> Bool {
        isLast = true
        hasUnreadInput = false
        if lingered != nil || (pending.isEmpty && held == nil && output.isEmpty) { return true }
        if pending.isEmpty && held == nil && stream == nil { ending = .close }
        return false
    }

    /// Lets what runs be answered, then ends.
    mutating func drain() {
        isDraining = true
        if isIdle {
            isLast = true
            ending = .close
        }
    }

    /// The answer is out; from now on input is dropped.
    mutating func beginLingering(_ turn: Turn) {
        lingered = 0
        phaseStart = turn.now
    }

    /// The next time at which ``expire(_:)`` has something to do.
    func deadline(_ times: Turn.Deadlines) -> UInt64 {
        let write = output.isEmpty ? UInt64.max : writeMark &+ times.write
        return min(write, inputDeadline(times))
    }

    private func inputDeadline(_ times: Turn.Deadlines) -> UInt64 {
        if lingered != nil { return phaseStart &+ times.linger }
        if isLast || isPaused || stream != nil { return .max }
        switch phase {
        case .fixedBody, .chunkedBody: return phaseStart &+ (place == nil ? times.body : times.largeBody)
        case .head:
            if isFresh || scanner.hasStarted { return phaseStart &+ times.head }
            return pending.isEmpty ? phaseStart &+ times.idle : .max
        }
    }

    enum Expiry {
        case nothing
        /// A request did not arrive in time: answer, then the connection ends.
        case refuse(Action)
        /// Nobody waits for anything.
        case close
        /// The reader is too slow.
        case cutOff
    }

    mutating func expire(_ turn: inout Turn) -> Expiry {
        if !output.isEmpty && turn.now >= writeMark &+ turn.deadlines.write { return .cutOff }
        guard turn.now >= inputDeadline(turn.deadlines) else { return .nothing }
        if lingered != nil { return .close }
        switch phase {
        case .fixedBody, .chunkedBody: return .refuse(refuse(.bodyTimeout, &turn))
        case .head: return scanner.hasStarted ? .refuse(refuse(.headTimeout, &turn)) : .close
        }
    }
}
