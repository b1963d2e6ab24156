/// The server's side of one HTTP/1.x connection, as a value: bytes and answers go in, actions and bytes come out.
/// It knows no socket, no thread and no clock.
///
/// Its owner calls ``step(_:_:)`` until it answers ``Action/read`` or ``Action/wait``, sends what is in
/// ``output``, and looks at ``ending``.
struct HTTP1Connection {
    enum Action {
        /// All input is taken; give more when there is some.
        case read
        /// Give no more input until an answer has gone out.
        case wait
        case run(Request, sequence: UInt64)
        /// Judge this head, then call ``admit(limit:)`` or ``answerWithoutBody()``. Nothing more is read until then.
        case judge(Request)
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
        case judging
        /// The body may be read, up to so many bytes.
        case admitted(limit: Int?)
        case fixedBody(remaining: UInt64)
        case chunkedBody(ChunkedDecoder)
    }

    private struct Pending {
        /// Without its body once it is answered.
        var request: Request?
        let id: RequestID
        let startedAt: UInt64
        let isVersion10: Bool
        let closes: Bool
        var response: Response?
        /// What the answer counts for while it waits for its turn.
        var charge: BodyBytes.Charge?
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
    /// The last head, unless its body came in chunks. Clients ask for the same again and again, and what its bytes mean
    /// never changes: then it needn't be read once more.
    private var lastHead: ParsedHead?
    /// Where ``lastHead`` has the values in which the next one may differ.
    private var lastValues: [Range<Int>] = []
    /// Longer heads are read each time.
    private static let keptHeadBytes = 1_024
    /// Input that could not be used yet: part of a head, or requests beyond the limit.
    private var inbox: [UInt8] = []
    private var inboxStart = 0
    private var inboxCharge: BodyBytes.Charge?

    /// The head whose body is being read, and the body so far.
    private var head: ParsedHead?
    private var headID = RequestID(seed: 0, number: 0)
    private var body: [UInt8] = []
    private var bodyLimit = 0
    private var isAdmitted = false
    /// Whether it may have more bytes, and time, than others.
    private var isLargeBody = false
    private var owesContinue = false
    private var bodyCharge: BodyBytes.Charge?
    /// A whole request that must wait for those before it.
    private var held: (request: Request, head: ParsedHead)?

    /// Requests that run or whose answers wait for their turn, in order of arrival.
    private var pending: [Pending] = []
    private var firstSequence: UInt64 = 0
    private var runsUnsafe = false
    private var stream: Stream?
    /// What the answers that wait in ``output`` count for, and whose they are.
    private var outputCharge: BodyBytes.Charge?
    private var outputReader: Peer

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
        outputReader = peer
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
        let action = next(&input, &turn)
        switch action {
        case .read, .wait, .judge: return chargeInbox(&turn) ?? action
        case .run, .refuse, .answered, .stream: return action
        }
    }

    private mutating func next(_ input: inout UnsafeRawBufferPointer, _ turn: inout Turn) -> Action {
        if let action = answerNext(turn) { return action }
        if isLast { return discard(&input, turn) }
        if let (request, head) = held, mayRun(request.method) {
            held = nil
            return run(request, head, turn)
        }
        if held != nil || stream != nil || isJudging || pending.count >= turn.limits.pipelinedRequests
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
        // They become part of a body, which counts them anew.
        _ = inboxCharge?.set(0)
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

    /// Input that has to wait is memory like any other.
    private mutating func chargeInbox(_ turn: inout Turn) -> Action? {
        guard inboxCharge != nil || inbox.capacity >= BodyBytes.freeBytes else { return nil }
        let charge = inboxCharge ?? turn.bodies.charge(for: peer)
        inboxCharge = charge
        guard let refusal = charge.set(inbox.capacity) else { return nil }
        inbox = []
        inboxStart = 0
        held = nil
        return refuse(refusal, &turn)
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
            case .judging: return .wait
            case .admitted(let limit):
                if let refusal = startBody(limit ?? turn.limits.bodyBytes, turn) { return refuse(refusal, &turn) }
            case .fixedBody(let remaining):
                let count = min(Int(clamping: remaining), input.count)
                if let refusal = makeRoom(count, remaining, turn) { return refuse(refusal, &turn) }
                body.append(contentsOf: input[..<count])
                input = UnsafeRawBufferPointer(rebasing: input[count...])
                let left = remaining &- UInt64(count)
                phase = .fixedBody(remaining: left)
                return left == 0 ? finishBody(turn) : .read
            case .chunkedBody(var decoder):
                let result = decoder.decode(
                    &input, into: &body, limit: bodyLimit, overheadLimit: turn.limits.headBytes)
                phase = .chunkedBody(decoder)
                if let refusal = chargeBody(body.capacity, turn) { return refuse(refusal, &turn) }
                switch result {
                case .incomplete: return .read
                case .complete: return finishBody(turn)
                case .refused(let refusal): return refuse(refusal, &turn)
                }
            }
        }
    }

    private mutating func parseHead(_ input: inout UnsafeRawBufferPointer, _ turn: inout Turn) -> Action? {
        if !scanner.hasStarted, let head = knownHead(at: input) {
            input = UnsafeRawBufferPointer(rebasing: input[head.storage.bytes.count...])
            emptyLines = 0
            return begin(head, input.count, &turn)
        }
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
            case .success(let head):
                if length <= Self.keptHeadBytes, head.bodyLength != .chunked {
                    lastHead = head
                    lastValues = head.storage.changingValues
                }
                return begin(head, input.count, &turn)
            }
        }
    }

    /// The last head if it comes again, be it with another credential or another tag.
    private mutating func knownHead(at input: UnsafeRawBufferPointer) -> ParsedHead? {
        guard let head = lastHead else { return nil }
        if head.storage.isStart(of: input) { return head }
        guard let storage = head.storage.sibling(at: input, lastValues) else { return nil }
        let sibling = head.of(storage)
        lastHead = sibling
        return sibling
    }

    /// - Parameter here: bytes that came behind the head.
    /// - Returns: `nil` when the body is to be read.
    private mutating func begin(_ head: ParsedHead, _ here: Int, _ turn: inout Turn) -> Action? {
        self.head = head
        headID = turn.makeID()
        isAdmitted = false
        bodyLimit = turn.limits.bodyBytes
        isLargeBody = false
        owesContinue = head.expectsContinue && here == 0
        switch head.bodyLength {
        case .fixed(0): return finishBody(turn)
        case .fixed(let length) where length <= UInt64(here) && length <= UInt64(bodyLimit):
            // Here already: the handler looks at the head first anyway.
            phase = .fixedBody(remaining: length)
            return nil
        case .fixed, .chunked:
            phase = .judging
            return .judge(request(head, turn))
        }
    }

    private var isJudging: Bool { if case .judging = phase { true } else { false } }

    /// The head that was judged is worth its body.
    ///
    /// - Parameters:
    ///   - limit: bytes; nil: as many as any body.
    ///   - isJudged: whether ``Request/isAdmitted`` says so.
    mutating func admit(limit: Int?, isJudged: Bool = true) {
        guard isJudging, !isLast else { return }
        isAdmitted = isJudged
        phase = .admitted(limit: limit)
    }

    /// The request that was judged is answered without its body, and is the last of this connection.
    ///
    /// - Returns: its sequence; nil when nobody waits for an answer any more.
    mutating func answerWithoutBody(_ turn: Turn) -> UInt64? {
        guard isJudging, !isLast, let head else { return nil }
        let request = request(head, turn)
        endReading()
        return push(
            Pending(
                request: request, id: request.id, startedAt: turn.now, isVersion10: head.isVersion10, closes: true))
    }

    private func request(_ head: ParsedHead, _ turn: Turn) -> Request {
        Request(method: head.method, id: headID, peer: Self.client(peer, head, turn), body: [], head: head.storage)
    }

    private mutating func startBody(_ limit: Int, _ turn: Turn) -> Refusal? {
        guard let head else { return nil }
        bodyLimit = limit
        isLargeBody = limit > turn.limits.bodyBytes
        phaseStart = turn.now
        switch head.bodyLength {
        case .fixed(let length):
            guard length <= UInt64(clamping: limit) else { return .bodyTooLarge(limit: limit) }
            phase = .fixedBody(remaining: length)
        case .chunked: phase = .chunkedBody(ChunkedDecoder())
        }
        payContinue()
        return nil
    }

    /// Makes the body's memory large enough for `count` more bytes: it grows with what came, not with what was
    /// announced, and ends at exactly that.
    private mutating func makeRoom(_ count: Int, _ remaining: UInt64, _ turn: Turn) -> Refusal? {
        let needed = body.count + count
        guard needed > body.capacity else { return nil }
        let whole = body.count + Int(clamping: remaining)
        let capacity = min(whole, max(needed, body.count * 2))
        if let refusal = chargeBody(capacity, turn) { return refusal }
        body.reserveCapacity(capacity)
        return nil
    }

    private mutating func chargeBody(_ bytes: Int, _ turn: Turn) -> Refusal? {
        if bodyCharge == nil {
            guard bytes >= BodyBytes.freeBytes, let head else { return nil }
            bodyCharge = turn.bodies.charge(for: Self.client(peer, head, turn))
        }
        return bodyCharge?.set(bytes)
    }

    /// Says 100 once no earlier answer is outstanding: it must not overtake them.
    private mutating func payContinue() {
        guard owesContinue, !isJudging, pending.isEmpty, stream == nil else { return }
        owesContinue = false
        output.build { $0.append("HTTP/1.1 100 Continue\r\n\r\n") }
    }

    private mutating func finishBody(_ turn: Turn) -> Action {
        guard let head else { return .wait }
        var request = request(head, turn)
        request.body = body
        request.isAdmitted = isAdmitted
        request.charge = bodyCharge
        bodyCharge = nil
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
        return .run(
            request,
            sequence: push(
                Pending(
                    request: request, id: request.id, startedAt: turn.now, isVersion10: head.isVersion10,
                    closes: !head.keepsAlive)))
    }

    private mutating func refuse(_ refusal: Refusal, _ turn: inout Turn) -> Action {
        let known = head
        let request = known.map { self.request($0, turn) }
        let id = request?.id ?? turn.makeID()
        endReading()
        let sequence = push(
            Pending(
                request: request, id: id, startedAt: turn.now, isVersion10: known?.isVersion10 ?? false, closes: true))
        return .refuse(refusal, id, sequence: sequence)
    }

    /// No further request is read, and the present one is dropped.
    private mutating func endReading() {
        head = nil
        body = []
        bodyCharge = nil
        owesContinue = false
        phase = .head
        isLast = true
        // Whatever the client is still sending is unread.
        hasUnreadInput = true
    }

    private mutating func push(_ request: Pending) -> UInt64 {
        pending.append(request)
        return firstSequence &+ UInt64(pending.count - 1)
    }

    /// The client behind trusted proxies: the last address in X-Forwarded-For that is no trusted proxy itself.
    static func client(_ peer: Peer, _ head: ParsedHead, _ turn: Turn) -> Peer {
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

    /// Above this an answer is counted before it is tried to send.
    private static let largeAnswerBytes = 65_536

    /// Takes the answer to a request. A second answer, or one to a request that is unknown, changes nothing.
    ///
    /// - Returns: why there is no memory for the answer, if its request changed nothing; then the request still waits
    ///   for one.
    @discardableResult
    mutating func respond(_ sequence: UInt64, _ response: Response, _ turn: Turn) -> (Refusal, RequestID)? {
        let offset = sequence &- firstSequence
        guard offset < UInt64(pending.count), pending[Int(offset)].response == nil else { return nil }
        let index = Int(offset)
        let bytes = response.body.heldCount
        // The next one leaves at once, as far as the socket takes it; the rest is counted then.
        if bytes >= (index == 0 ? Self.largeAnswerBytes : BodyBytes.freeBytes) {
            let request = pending[index].request
            let charge = turn.bodies.charge(for: request?.peer ?? peer)
            if let refusal = charge.set(bytes, isForced: request?.method.isSafe != true) {
                return (refusal, pending[index].id)
            }
            pending[index].charge = charge
        }
        // Its work is done.
        pending[index].request?.body = []
        pending[index].request?.charge = nil
        pending[index].response = response
        return nil
    }

    /// Writes the next answer if its turn has come.
    private mutating func answerNext(_ turn: Turn) -> Action? {
        guard stream == nil, !pending.isEmpty, let response = pending[0].response else { return nil }
        // It's nearly always the only one, which needn't be copied out of the list.
        let request = pending.count == 1 ? pending.removeLast() : pending.removeFirst()
        firstSequence &+= 1
        if pending.isEmpty { runsUnsafe = false }
        let isHead = request.request?.method == .head
        var closes = request.closes || isDraining && pending.isEmpty
        let framing = Self.framing(response, request.isVersion10, isHead: isHead)
        if framing == .untilClose { closes = true }
        if closes { isLast = true }
        markOutput(turn)
        outputReader = request.request?.peer ?? peer
        if let charge = request.charge { outputCharge = charge }
        output.build { bytes in
            ResponseEncoder.appendHead(
                of: response, framing: framing,
                connection: .init(isVersion10: request.isVersion10, closes: closes), date: turn.date,
                standing: turn.standing, to: &bytes)
        }
        var answered = Answered(
            request: request.request, id: request.id, status: response.status, bodyBytes: 0,
            startedAt: request.startedAt)
        if !isHead && !response.status.forbidsBody {
            switch response.body {
            case .empty, .absent: break
            case .bytes(let bytes), .shared(let bytes):
                output.append(bytes, isShared: response.body.heldCount == 0)
                answered.bodyBytes = bytes.count
            case .spliced(let before, let bytes, let after, let name):
                output.append(before)
                output.append(bytes, isShared: name != nil)
                output.append(after)
                answered.bodyBytes = response.body.byteCount
            case .stream(let start):
                stream = Stream(answered: answered, isChunked: framing == .chunked, closes: closes)
                // Streams last for hours, and are many.
                lastHead = nil
                lastValues = []
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

    private static func framing(
        _ response: Response, _ isVersion10: Bool, isHead: Bool
    ) -> ResponseEncoder.Framing {
        if response.status.forbidsBody { return response.status.code == 205 ? .length(0) : .none }
        return switch response.body {
        case .empty: .length(0)
        case .bytes, .shared, .spliced: .length(response.body.byteCount)
        case .stream: isVersion10 ? .untilClose : .chunked
        case .absent(let length): .length(isHead ? max(0, length) : 0)
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

    /// Counts what is still in ``output`` after a send.
    ///
    /// - Returns: whether there is memory for it. Otherwise the connection ends: its reader is too slow for the times.
    mutating func chargeOutput(_ turn: Turn) -> Bool {
        let bytes = output.heldCount
        if bytes < BodyBytes.freeBytes {
            outputCharge = nil
            return true
        }
        let charge = outputCharge ?? turn.bodies.charge(for: outputReader)
        outputCharge = charge
        return charge.set(bytes) == nil
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
        case .judging, .admitted: return .max
        case .fixedBody, .chunkedBody:
            return phaseStart &+ (isLargeBody ? times.largeBody : times.body)
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
        case .judging, .admitted: return .nothing
        case .fixedBody, .chunkedBody: return .refuse(refuse(.bodyTimeout, &turn))
        case .head: return scanner.hasStarted ? .refuse(refuse(.headTimeout, &turn)) : .close
        }
    }
}
