@testable import LaurelHTTPServer

/// ``Conversation`` in HTTP/2: drives the machine without a socket, time by hand.
final class HTTP2Conversation {
    let machine: HTTP2Connection
    var turn: Turn
    let answers = HTTP2Answers()
    var requests: [(request: Request, sequence: UInt64)] = []
    var refusals: [Refusal] = []
    var answered: [HTTP1Connection.Answered] = []
    var judged: [(request: Request, sequence: UInt64)] = []
    var gone: [(sequence: UInt64, wasSlow: Bool)] = []
    var begun: [UInt64] = []
    /// Answers at once; `nil` leaves the request open.
    var handler: (Request) -> Response?
    /// What becomes of a request whose body is not there yet; `nil` leaves it waiting.
    var judge: (Request) -> Conversation.Verdict? = { _ in .read(limit: nil) }
    /// Whether the client takes what is sent to it.
    var isReading = true

    struct NoMemory: Error {}

    init(
        limits: Limits = Limits(), peer: Peer = .inet(IPAddress(ipv4: 0xC000_0201)),
        handler: @escaping (Request) -> Response? = { _ in nil }
    ) throws {
        turn = Turn(limits: limits)
        guard let machine = HTTP2Connection(peer: peer, turn) else { throw NoMemory() }
        self.machine = machine
        self.handler = handler
        send(HTTP2Frame.preface)
    }

    subscript(stream: UInt32) -> HTTP2Answers.Answer { answers[stream] }

    func send(_ frames: HTTP2Frame...) { send(frames.flatMap(\.bytes)) }

    func send(_ bytes: [UInt8], pieceBytes: Int = 32_768) {
        var rest = bytes[...]
        repeat {
            let piece = Array(rest.prefix(pieceBytes))
            rest = rest.dropFirst(pieceBytes)
            piece.withUnsafeBytes { go($0) }
        } while !rest.isEmpty
    }

    func respond(_ sequence: UInt64, _ response: Response) {
        if let (refusal, id) = machine.respond(sequence, response, turn) {
            refusals.append(refusal)
            machine.respond(sequence, refusal.response(id), turn)
        }
        goOn()
    }

    func decide(_ sequence: UInt64, _ verdict: Conversation.Verdict) {
        switch verdict {
        case .read(let limit): machine.admit(sequence, limit: limit, turn)
        case .answer(let response): if machine.answerWithoutBody(sequence) { machine.respond(sequence, response, turn) }
        }
        goOn()
    }

    /// Lets time pass, and obeys what the machine makes of it.
    func wait(until nanoseconds: UInt64) -> HTTP2Connection.Expiry {
        turn.now = nanoseconds
        let expiry = machine.expire(turn)
        goOn()
        return expiry
    }

    func goOn() { go(UnsafeRawBufferPointer(start: nil, count: 0)) }

    private var isGoing = false

    private func go(_ bytes: UnsafeRawBufferPointer) {
        if isGoing { return }
        isGoing = true
        defer { isGoing = false }
        var input = bytes
        while true {
            switch machine.step(&input, &turn) {
            case .read, .wait:
                if !isReading || !takeOutput() && !machine.hasEvents { return }
            case .run(let request, let sequence):
                requests.append((request, sequence))
                if let response = handler(request) { respond(sequence, response) }
            case .judge(let request, let sequence):
                judged.append((request, sequence))
                if let verdict = judge(request) { decide(sequence, verdict) }
            case .refuse(let refusal, let id, let sequence):
                refusals.append(refusal)
                machine.respond(sequence, refusal.response(id), turn)
            case .answered(let answered): self.answered.append(answered)
            case .stream(_, let sequence): begun.append(sequence)
            case .gone(let sequence, _, let wasSlow): gone.append((sequence, wasSlow))
            }
        }
    }

    /// - Returns: whether there was some.
    private func takeOutput() -> Bool {
        machine.fill(turn)
        let bytes = machine.output.takeAll()
        machine.sent(bytes.count, turn)
        _ = machine.chargeOutput()
        answers.receive(bytes)
        return !bytes.isEmpty
    }
}
