@testable import LaurelHTTPServer

/// A client and a handler around one connection's state machine, without socket or clock. It obeys the machine as the
/// loops do, and stops the program when a promise is broken.
struct Client {
    /// What of a run must not depend on the pieces in which the bytes arrive.
    struct Outcome: Equatable {
        var requests: [Asked] = []
        var refusals: [Refusal] = []
        var statuses: [UInt16] = []
        var received: [UInt8] = []
        var hasEnded = false
    }

    struct Asked: Equatable {
        let head: [UInt8]
        let target: Range<Int>
        let values: [Int]
        let body: [UInt8]
    }

    private(set) var outcome = Outcome()
    private var machine: HTTP1Connection
    private var turn: Turn
    private let plan: Plan
    private var random: SplitMix64
    /// Requests that the handler has not answered yet.
    private var open: [(sequence: UInt64, response: Response)] = []
    private var nextSequence: UInt64 = 0
    private var mayRead = true
    private var isOver = false
    private var steps = 0
    private var given = 0

    init(_ plan: Plan, seed: UInt64) {
        self.plan = plan
        random = SplitMix64(seed: seed)
        turn = Turn(limits: plan.limits)
        machine = HTTP1Connection(peer: .inet(IPAddress(ipv4: 0xC000_0201)), now: 0)
    }

    /// Sends everything in pieces, answers everything, then says that nothing more comes.
    mutating func talk(_ bytes: ArraySlice<UInt8>, pieces: Plan.Pieces) {
        var rest = bytes
        while !rest.isEmpty && !isOver {
            if plan.isWild { disturb() }
            if isOver { break }
            guard mayRead else {
                // As a socket would: what the machine does not want is not read.
                if answerOne() { continue }
                break
            }
            let piece = rest.prefix(pieces.next(&random))
            rest = rest.dropFirst(piece.count)
            given += piece.count
            Array(piece).withUnsafeBytes { advance($0) }
            if plan.defers ? random.chance(1, in: 3) : true { while answerOne() {} }
        }
        while !isOver && answerOne() {}
        // As a socket would: its end is not seen before what stands before it is taken.
        if !isOver && (mayRead || plan.isWild) && machine.inputEnded() { isOver = true }
        if !isOver { advance(UnsafeRawBufferPointer(start: nil, count: 0)) }
        outcome.hasEnded = isOver || machine.ending != nil
        check(outcome.refusals.count <= 1 || plan.isWild, "two refusals")
    }

    /// Gives back what the connection and its requests hold, and looks whether it was all.
    mutating func close() {
        let bodies = turn.bodies
        check(bodies.takePeak() <= bodies.held + plan.limits.clamped.heldBodyBytes + Self.forcedBytes, "over the bound")
        machine = HTTP1Connection(peer: .local, now: 0)
        open = []
        check(bodies.held == 0, "bytes of bodies are never given back")
    }

    /// What answers to requests that may have changed something hold in spite of the bound.
    private static let forcedBytes = 1 << 24

    // MARK: - Obeying the machine

    private mutating func advance(_ bytes: UnsafeRawBufferPointer) {
        var input = bytes
        while !isOver {
            steps += 1
            check(steps <= 64 + 16 * (given + 64), "the machine goes round in circles")
            switch machine.step(&input, &turn) {
            case .read:
                mayRead = true
                return settle(input)
            case .wait:
                mayRead = false
                let before = outcome.received.count
                settle(input)
                // What has left may have made room.
                if outcome.received.count == before { return }
            case .run(let request, let sequence): run(request, sequence)
            case .judge(let request): judge(request)
            case .refuse(let refusal, let id, let sequence):
                note(sequence)
                outcome.refusals.append(refusal)
                answer(sequence, refusal.response(id))
            case .answered(let answered): outcome.statuses.append(answered.status.code)
            case .stream: runStream()
            }
            check(machine.output.count <= plan.outputBound, "more output than allowed")
        }
    }

    private mutating func settle(_ input: UnsafeRawBufferPointer) {
        check(input.isEmpty, "input was left")
        if !plan.isWild || random.chance(3, in: 4) { take() }
        if !machine.chargeOutput(turn) {
            check(plan.isWild, "no memory for output")
            isOver = true
        }
        guard machine.output.isEmpty, let ending = machine.ending else { return }
        switch ending {
        case .close: isOver = true
        case .linger: if machine.isLingering { isOver = true } else { machine.beginLingering(turn) }
        }
    }

    private mutating func take() {
        let bytes = machine.output.takeAll()
        machine.sent(bytes.count, turn)
        outcome.received += bytes
    }

    // MARK: - The handler

    private mutating func run(_ request: Request, _ sequence: UInt64) {
        note(sequence)
        check(outcome.refusals.isEmpty || plan.isWild, "a request behind a refusal")
        inspect(request)
        check(request.body.count <= plan.bodyBound, "a body beyond its limit")
        outcome.requests.append(Self.asked(request))
        open.append((sequence, plan.response(to: request)))
        if !plan.defers { while answerOne(goesOn: false) {} }
    }

    private mutating func judge(_ request: Request) {
        check(request.body.isEmpty, "a head with a body")
        inspect(request)
        switch plan.verdict(&random) {
        case .read(let limit): machine.admit(limit: limit)
        case .answer:
            guard let sequence = machine.answerWithoutBody(turn) else { return }
            note(sequence)
            open.append((sequence, Response(.unauthorized, type: "text/plain", body: [0x61])))
        case .never: break
        }
    }

    private mutating func note(_ sequence: UInt64) {
        check(sequence == nextSequence, "an answer's number was skipped or given twice")
        nextSequence += 1
        check(
            machine.firstUnanswered + UInt64(plan.limits.clamped.pipelinedRequests) + 1 >= nextSequence,
            "too many at a time")
    }

    /// - Returns: whether there was one to answer.
    private mutating func answerOne(goesOn: Bool = true) -> Bool {
        if open.isEmpty { return false }
        let chosen = plan.defers ? random.below(open.count) : 0
        let (sequence, response) = open.remove(at: chosen)
        answer(sequence, response)
        // A second answer changes nothing.
        if plan.isWild && random.chance(1, in: 8) { machine.respond(sequence, response, turn) }
        if goesOn { advance(UnsafeRawBufferPointer(start: nil, count: 0)) }
        return true
    }

    private mutating func answer(_ sequence: UInt64, _ response: Response) {
        guard let (refusal, id) = machine.respond(sequence, response, turn) else { return }
        check(plan.isWild, "no memory for an answer")
        machine.respond(sequence, refusal.response(id), turn)
    }

    private mutating func runStream() {
        for length in [1, 0, 300, 5_000] {
            machine.appendStream(Array(repeating: 0x73, count: length), turn)
            if plan.isWild && random.chance(1, in: 4) { take() }
        }
        if let ended = machine.endStream(turn) { outcome.statuses.append(ended.status.code) }
    }

    /// Time passes, the server drains, or the client says that nothing more comes.
    private mutating func disturb() {
        switch random.below(40) {
        case 0: machine.drain()
        case 1:
            if machine.inputEnded() { isOver = true }
        case 2, 3:
            turn.now &+= random.next() >> (random.chance(1, in: 2) ? 28 : 34)
            switch machine.expire(&turn) {
            case .nothing: break
            case .close, .cutOff: isOver = true
            case .refuse(let action):
                guard case .refuse(let refusal, let id, let sequence) = action else { stop("no refusal") }
                note(sequence)
                outcome.refusals.append(refusal)
                answer(sequence, refusal.response(id))
            }
        default: break
        }
        if !isOver { advance(UnsafeRawBufferPointer(start: nil, count: 0)) }
    }

    // MARK: - Requests

    /// Reads everything that a handler could ask for.
    private func inspect(_ request: Request) {
        let limits = plan.limits.clamped
        check(request.headers.count <= limits.headerCount, "too many fields")
        check(request.head.bytes.count <= limits.headBytes, "a head beyond its limit")
        check(request.path.hasPrefix("/") || request.path == "*", "a path without a slash")
        check(!request.path.utf8.contains(0), "NUL in a path")
        _ = (request.segments, request.query, request.form, request.rawQuery)
        for (name, value) in request.headers.pairs {
            check(!name.isEmpty && name.utf8.allSatisfy(ASCII.isToken), "a name that is no token")
            check(!value.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }, "a control character in a value")
        }
        check(request.headers.all("host").count <= 1, "two hosts")
        check(request.headers.all("content-length").count <= 1, "two lengths")
        check(
            request.headers.all("transfer-encoding").isEmpty || request.headers.all("content-length").isEmpty,
            "two kinds of length")
    }

    private static func asked(_ request: Request) -> Asked {
        Asked(
            head: request.head.bytes, target: request.head.target,
            values: request.head.fields.flatMap { [Int($0.valueStart), Int($0.valueLength)] }, body: request.body)
    }
}

func check(_ holds: Bool, _ promise: @autoclosure () -> String) { if !holds { stop(promise()) } }

/// Ends the program; the fuzzer keeps the input.
func stop(_ promise: String) -> Never { fatalError("broken: \(promise)") }
