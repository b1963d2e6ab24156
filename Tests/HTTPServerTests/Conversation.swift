@testable import LaurelHTTPServer

/// Drives the protocol's state machine without a socket: bytes in, bytes out, time by hand.
struct Conversation {
    var machine: HTTP1Connection
    var turn: Turn
    /// Everything the client would have received.
    var received: [UInt8] = []
    var requests: [(request: Request, sequence: UInt64)] = []
    var refusals: [Refusal] = []
    var answered: [HTTP1Connection.Answered] = []
    /// Answers at once; `nil` leaves the request open for ``answer(_:_:)``.
    var handler: (Request) -> Response? = { _ in nil }
    /// What becomes of a request whose body is not there yet; `nil` leaves it waiting.
    var judge: (Request) -> Verdict? = { _ in .read(limit: nil) }
    var judged: [Request] = []
    /// Whether the client takes what is sent to it.
    var isReading = true

    enum Verdict {
        case read(limit: Int?)
        case answer(Response)
    }

    init(
        limits: Limits = Limits(), peer: Peer = .local, trustedProxies: [IPNetwork] = [],
        handler: @escaping (Request) -> Response? = { _ in nil }
    ) {
        turn = Turn(limits: limits, trustedProxies: trustedProxies)
        machine = HTTP1Connection(peer: peer, now: 0)
        self.handler = handler
    }

    var text: String { String(decoding: received, as: UTF8.self) }
    var ending: HTTP1Connection.Ending? { machine.ending }

    /// The status lines that were received, without the version.
    var statuses: [String] {
        text.components(separatedBy: "HTTP/1.1 ").dropFirst().map { String($0.prefix(3)) }
    }

    mutating func send(_ text: String) { send(Array(text.utf8)) }

    mutating func send(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            var input = bytes
            go(&input)
        }
    }

    /// Sends in pieces of the given lengths, as long as the machine reads; the rest in one piece.
    mutating func send(_ bytes: [UInt8], pieces: [Int]) {
        var rest = bytes[...]
        for piece in pieces {
            send(Array(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
        }
        send(Array(rest))
    }

    mutating func answer(_ sequence: UInt64, _ response: Response) {
        respond(sequence, response)
        goOn()
    }

    /// The judgement that a request waited for.
    mutating func decide(_ verdict: Verdict) {
        obey(verdict)
        goOn()
    }

    private mutating func obey(_ verdict: Verdict) {
        switch verdict {
        case .read(let limit): machine.admit(limit: limit)
        case .answer(let response):
            if let sequence = machine.answerWithoutBody(turn) { respond(sequence, response) }
        }
    }

    private mutating func respond(_ sequence: UInt64, _ response: Response) {
        guard let (refusal, id) = machine.respond(sequence, response, turn) else { return }
        refusals.append(refusal)
        machine.respond(sequence, refusal.response(id), turn)
    }

    mutating func goOn() {
        var nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        go(&nothing)
    }

    private mutating func go(_ input: inout UnsafeRawBufferPointer) {
        var answeredBefore = answered.count
        while true {
            switch machine.step(&input, &turn) {
            case .read, .wait:
                guard isReading else { return }
                let bytes = machine.output.takeAll()
                machine.sent(bytes.count, turn)
                received += bytes
                if answered.count == answeredBefore { return }
                // What has left may have made room.
                answeredBefore = answered.count
            case .run(let request, let sequence):
                requests.append((request, sequence))
                if let response = handler(request) { respond(sequence, response) }
            case .judge(let request):
                judged.append(request)
                if let verdict = judge(request) { obey(verdict) }
            case .refuse(let refusal, let id, let sequence):
                refusals.append(refusal)
                respond(sequence, refusal.response(id))
            case .answered(let answered): self.answered.append(answered)
            case .stream: break
            }
        }
    }
}

extension Response {
    static func text(_ text: String, _ status: Status = .ok) -> Response {
        Response(status, type: "text/plain", body: Array(text.utf8))
    }
}

extension Request {
    var bodyText: String { String(decoding: body, as: UTF8.self) }
}
