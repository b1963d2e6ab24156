import LaurelTestSockets
import LaurelTestSupport
import Glibc
import Synchronization
import Testing

@testable import LaurelHTTPServer

@Suite("Bodies", .timeLimit(.minutes(15))) struct BodyTests {
    private static let put = "PUT /large HTTP/1.1\r\nHost: a\r\n"
    private static let chunked = "Transfer-Encoding: chunked\r\n\r\n"

    /// A conversation in which `/large` may have 20 bytes, and others 10.
    private static func start() -> Conversation {
        var limits = Limits()
        limits.bodyBytes = 10
        var conversation = Conversation(limits: limits) { _ in .text("reached") }
        conversation.judge = { .read(limit: $0.hasPath("/large") ? 20 : nil) }
        return conversation
    }

    private static func send(_ text: String) -> Conversation {
        var conversation = start()
        conversation.send(text)
        return conversation
    }

    private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

    @Test("may be large only where the judge of their head says so, and up to what it says") func edges() {
        let twenty = Self.text(20)
        #expect(
            Self.send(Self.put + "Content-Length: 20\r\n\r\n" + twenty).requests.first?.request.bodyText == twenty)
        #expect(Self.send(Self.put + "Content-Length: 21\r\n\r\n").statuses == ["413"])
        #expect(Self.send("PUT /small HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n").statuses == ["413"])
        let chunked = Self.chunked + "14\r\n" + twenty + "\r\n"
        #expect(Self.send(Self.put + chunked + "0\r\n\r\n").statuses == ["200"])
        #expect(Self.send(Self.put + chunked + "1\r\n").statuses == ["413"])
    }

    @Test("a large one has more time, and no end of it") func slow() {
        var conversation = Self.send(Self.put + "Content-Length: 20\r\n\r\n")
        let second: UInt64 = 1_000_000_000
        #expect(conversation.machine.deadline(conversation.turn.deadlines) == 120 * second)
        conversation.turn.now = 120 * second
        guard case .refuse(.refuse(.bodyTimeout, _, _)) = conversation.machine.expire(&conversation.turn) else {
            Issue.record("not refused")
            return
        }
    }

    @Test("100 Continue is said to one that may be read, and to no other") func continues() {
        let expects = Self.put + "Expect: 100-continue\r\n"
        #expect(Self.send(expects + "Content-Length: 20\r\n\r\n").text.hasPrefix("HTTP/1.1 100 "))
        #expect(Self.send(expects + "Content-Length: 21\r\n\r\n").statuses == ["413"])
        var refused = Self.start()
        refused.judge = { _ in .answer(.text("no", .forbidden)) }
        refused.send(expects + "Content-Length: 20\r\n\r\n")
        #expect(refused.statuses == ["403"])
    }

    // MARK: Judged by the head

    @Test("nothing of one is read before its head is judged, and the answer may need none of it") func judged() {
        var conversation = Self.start()
        conversation.judge = { _ in nil }
        conversation.send(Self.put + "Content-Length: 20\r\n\r\nhalf of it")
        #expect(conversation.judged.map(\.path) == ["/large"])
        #expect(conversation.judged.first?.body == [])
        #expect(conversation.machine.deadline(conversation.turn.deadlines) == .max)
        conversation.decide(.answer(.text("no", .forbidden)))
        #expect(conversation.statuses == ["403"])
        #expect(conversation.requests.isEmpty)
        #expect(conversation.text.contains("Connection: close\r\n"))
        // What still comes is dropped, so that the client gets to read the answer.
        #expect(conversation.ending == .linger)
        conversation.send("GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(conversation.requests.isEmpty)
    }

    @Test("one that was judged late is read from where it stands") func late() {
        var conversation = Self.start()
        conversation.judge = { _ in nil }
        conversation.send(Self.put + "Content-Length: 20\r\n\r\nhalf of it")
        conversation.send("and ")
        conversation.decide(.read(limit: 20))
        conversation.send("it all")
        #expect(conversation.requests.map(\.request.bodyText) == ["half of itand it all"])
        #expect(conversation.requests.first?.request.isAdmitted == true)
        conversation.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(conversation.requests.map(\.request.isAdmitted) == [true, false])
        #expect(conversation.statuses == ["200", "200"])
    }

    @Test("one that came with its head needs no judge") func whole() {
        let conversation = Self.send("PUT /small HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n0123456789")
        #expect(conversation.judged.isEmpty)
        #expect(conversation.statuses == ["200"])
    }

    @Test("a judge who must wait is waited for, over a socket too, and hears of a client that goes away")
    func waiting() async throws {
        let begun = Event<Void>()
        let verdict = Event<Judgement>()
        let handler = Judging { _ in
            .later {
                begun.happen(())
                return await verdict.next()
            }
        }
        try await withServer(handler: handler) { server, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
            await begun.next()
            try client.send(Self.text(100_000))
            verdict.happen(.read(limit: nil))
            #expect(try client.receiveAnswer().body == "100000")

            try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
            await begun.next()
            verdict.happen(.answer(.now(.text("no", .forbidden))))
            #expect(try client.receiveAll().hasPrefix("HTTP/1.1 403 "))

            let gone = try PlainSocket(endpoint)
            try gone.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
            await begun.next()
            gone.reset()
            verdict.happen(.read(limit: nil))
            while server.metrics.connectionsOpen > 0 { await Task.yield() }
        }
    }

    // MARK: Bytes that are held

    private static func limits(all: Int, address: Int? = nil) -> Limits {
        var limits = Limits()
        limits.heldBodyBytes = all
        limits.heldBodyBytesPerAddress = address
        return limits
    }

    /// A client of a server with these bodies.
    private static func client(
        _ bodies: BodyBytes, at address: String = "192.0.2.1", limits: Limits = Limits()
    ) throws -> Conversation {
        var conversation = Conversation(limits: limits, peer: .inet(try #require(IPAddress(address))))
        conversation.turn = Turn(limits: limits, bodies: bodies)
        return conversation
    }

    private static func begin(_ length: Int, _ sent: Int) -> String {
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n" + text(sent)
    }

    @Test("memory is taken for what came, not for what was announced") func grows() throws {
        let bodies = BodyBytes(Limits())
        var client = try Self.client(bodies)
        client.send(Self.begin(1_000_000, 0))
        #expect(bodies.held == 0)
        var sent = 0
        for piece in [5_000, 50_000, 32_768, 200_000] {
            client.send(Self.text(piece))
            sent += piece
            #expect((sent...2 * sent).contains(bodies.held), "\(bodies.held) for \(sent)")
        }
        client.send(Self.text(1_000_000 - sent))
        #expect(client.requests.first?.request.body.count == 1_000_000)
        #expect((1_000_000...1_000_000 + 4_096).contains(bodies.held))
    }

    @Test("an address that holds its share is refused more, others are not; the sum has a bound, too")
    func bounds() throws {
        let bodies = BodyBytes(Self.limits(all: 250_000, address: 100_000))
        var first = try Self.client(bodies)
        first.send(Self.begin(90_000, 80_000))
        var second = try Self.client(bodies)
        second.send(Self.begin(90_000, 80_000))
        #expect(second.refusals == [.tooManyBodyBytesFromAddress])
        #expect(second.statuses == ["429"] && second.text.contains("Retry-After: 5\r\n"))
        #expect(second.requests.isEmpty && second.ending == .linger)

        var neighbour = try Self.client(bodies, at: "192.0.2.2")
        neighbour.send(Self.begin(90_000, 80_000))
        #expect(neighbour.statuses.isEmpty)
        var third = try Self.client(bodies, at: "192.0.2.3")
        third.send(Self.begin(95_000, 90_000))
        #expect(third.refusals == [.tooManyBodyBytes])
        #expect(third.statuses == ["503"] && third.text.contains("Retry-After: 5\r\n"))
        // What is small passes even now.
        var small = try Self.client(bodies)
        small.send(Self.begin(2_000, 1_000))
        small.send(Self.text(1_000))
        #expect(small.requests.count == 1)
        #expect(bodies.held <= 250_000)
    }

    @Test("chunks and requests that wait for their turn are counted, too") func queued() throws {
        let bodies = BodyBytes(Self.limits(all: 1_000_000, address: 60_000))
        var chunks = try Self.client(bodies)
        chunks.send(Self.put + Self.chunked)
        for _ in 0..<3 { chunks.send("5000\r\n" + Self.text(0x5000) + "\r\n") }
        #expect(chunks.refusals == [.tooManyBodyBytesFromAddress])

        // A request that waits behind another one, with all that came behind it.
        let others = BodyBytes(Self.limits(all: 1_000_000, address: 60_000))
        var behind = try Self.client(others)
        behind.send(Self.begin(10, 10))
        behind.send(Self.begin(100_000, 30_000))
        behind.send(Self.text(40_000))
        #expect(behind.refusals == [.tooManyBodyBytesFromAddress])
        #expect(behind.requests.count == 1)
        behind.answer(behind.requests[0].sequence, .text("one"))
        #expect(behind.statuses == ["200", "429"])
        #expect(others.held == 0)
    }

    @Test("is given back with the answer, with the connection, and not before the work is done")
    func givenBack() throws {
        let bodies = BodyBytes(Limits())
        var client: Conversation? = try Self.client(bodies)
        client?.send(Self.begin(50_000, 50_000))
        #expect(bodies.held >= 50_000)
        client?.answer(0, .text("done"))
        client?.requests = []
        #expect(bodies.held == 0)
        client?.send(Self.begin(50_000, 40_000))
        #expect(bodies.held >= 40_000)
        client = nil
        #expect(bodies.held == 0)

        // The client has gone; code that works on its request still holds the body.
        var leaving: Conversation? = try Self.client(bodies)
        leaving?.send(Self.begin(50_000, 50_000))
        var work = leaving?.requests.first?.request
        leaving = nil
        #expect(work?.body.count == 50_000 && bodies.held >= 50_000)
        work = nil
        #expect(bodies.held == 0)
        #expect(bodies.takePeak() >= 50_000)
        #expect(bodies.takePeak() == 0)
    }

    @Test("answers are counted while they wait; a read that finds no room is told so, a write keeps its answer")
    func answers() throws {
        let bodies = BodyBytes(Self.limits(all: 1_000_000, address: 150_000))
        let big = [UInt8](repeating: 0x61, count: 100_000)
        var client = try Self.client(bodies)
        for _ in 0..<3 { client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
        client.answer(2, Response(.ok, body: .bytes(big)))
        #expect(bodies.held == 100_000)
        client.answer(1, Response(.ok, body: .bytes(big)))
        #expect(client.refusals == [.tooManyBodyBytesFromAddress])
        client.answer(0, Response(.ok, body: .shared(big)))
        #expect(client.statuses == ["200", "429", "200"])
        let hasRoom = client.machine.chargeOutput(client.turn)
        #expect(hasRoom)
        #expect(bodies.held == 0)

        var other = try Self.client(bodies)
        other.send(Self.begin(10, 10))
        other.answer(0, Response(.created, body: .bytes(big + big)))
        #expect(other.statuses == ["201"])
    }

    @Test("answers that a reader leaves lying are counted, small ones too, until there is no room for them")
    func slowReader() throws {
        let bodies = BodyBytes(Self.limits(all: 1_000_000, address: 50_000))
        let small = [UInt8](repeating: 0x61, count: 3_000)
        var client = try Self.client(bodies)
        client.isReading = false
        for sequence in 0..<10 {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            client.answer(UInt64(sequence), Response(.ok, body: .bytes(small)))
        }
        let (hasRoom, held) = (client.machine.chargeOutput(client.turn), bodies.held)
        #expect(hasRoom && held > 30_000)
        for sequence in 10..<20 {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            client.answer(UInt64(sequence), Response(.ok, body: .bytes(small)))
        }
        // The loop then drops the connection.
        let hasMoreRoom = client.machine.chargeOutput(client.turn)
        #expect(!hasMoreRoom)
        client.isReading = true
        client.goOn()
        let hasRoomAgain = client.machine.chargeOutput(client.turn)
        #expect(hasRoomAgain && bodies.held == 0)
    }

    @Test("the operator's socket is never refused, and a proxy is not its clients") func exceptions() throws {
        let limits = Self.limits(all: 100_000, address: 20_000)
        let proxy = try #require(IPNetwork("192.0.2.1"))
        let bodies = BodyBytes(limits, trustedProxies: [proxy])
        let operatorsCharge = bodies.charge(for: .local)
        #expect(operatorsCharge.set(150_000) == nil)
        #expect(operatorsCharge.set(50_000) == nil)
        let proxysCharge = bodies.charge(for: .inet(try #require(IPAddress("192.0.2.1"))))
        #expect(proxysCharge.set(30_000) == nil)
        #expect(proxysCharge.set(60_000) == .tooManyBodyBytes)
        let clientsCharge = bodies.charge(for: .inet(try #require(IPAddress("2001:db8::1"))))
        #expect(clientsCharge.set(20_000) == nil)
        let neighboursCharge = bodies.charge(for: .inet(try #require(IPAddress("2001:db8::2"))))
        #expect(neighboursCharge.set(5_000) == .tooManyBodyBytesFromAddress)
    }

    @Test("an upload that breaks off in the middle reaches no handler, and gives its memory back")
    func aborted() async throws {
        let reached = Event<Int>()
        let handler: @Sendable (Request) -> Outcome = { request in
            reached.happen(request.body.count)
            return .now(.text("ok"))
        }
        try await withServer(handler: handler) { server, endpoint in
            let broken = try PlainSocket(endpoint)
            try broken.send(Self.put + "Content-Length: 1000000\r\n\r\n" + Self.text(400_000))
            while server.metrics.bodyBytesHeld == 0 { await Task.yield() }
            broken.reset()
            // As soon as the server has seen the reset. The suite's time limit ends the waiting.
            while server.metrics.bodyBytesHeld > 0 { await Task.yield() }
            let client = try PlainSocket(endpoint)
            try client.send(Self.put + "Content-Length: 1000\r\n\r\n" + Self.text(1_000))
            #expect(try client.receiveAnswer().head.hasPrefix("HTTP/1.1 200 "))
            #expect(await reached.next() == 1_000)
        }
    }
}

/// Judges by a closure, and answers with the length of the body.
private struct Judging: Handler {
    let judging: @Sendable (Request) -> Judgement
    init(_ judging: @escaping @Sendable (Request) -> Judgement) { self.judging = judging }
    func judge(_ head: Request) -> Judgement { judging(head) }
    func handle(_ request: Request) -> Outcome { .now(.text("\(request.body.count)")) }
}
