import Glibc
import LaurelTestSockets
import LaurelTestSupport
import Synchronization
import Testing

@testable import LaurelForwarding
@testable import LaurelHTTPServer

@Suite("Reads that are passed on together", .timeLimit(.minutes(15))) struct JoinedReadTests {
    private static let kept = (name: KeptName(), bytes: [UInt8](repeating: 0x6B, count: 22_000))

    private static let short = KeptName()

    private static func spliced(_ bytes: [UInt8], _ name: KeptName?, around: String = "<") -> Response {
        Response(
            .ok, headers: ["Content-Type": "application/json", "ETag": "W/\"1\""],
            body: .spliced(before: Array(around.utf8), bytes, after: [0x3E], name: name))
    }

    private static func options(_ state: NodeRole? = nil) -> ClusterOptions {
        options(state) { _ in }
    }

    /// - Parameter note: hears of each read before it goes. However busy the machine is, no answer is late.
    private static func options(
        _ state: NodeRole? = nil, note: @escaping @Sendable (Request) -> Void
    ) -> ClusterOptions {
        ClusterOptions(
            policy: { policy in
                policy.joinedMilliseconds = 600_000
                policy.isJoined = { request in
                    note(request)
                    return true
                }
            }, state: state)
    }

    private static func requestCount(_ server: Server) -> UInt64 { server.metrics.answersByClass.reduce(0, +) }

    /// What the owner answers, by path.
    private static let outcomes: [(path: String, outcome: @Sendable (Request) -> Outcome)] = [
        ("/empty", { _ in .now(Response(.ok)) }), ("/text", { _ in .now(.text("abc")) }),
        ("/none", { _ in .now(Response(.noContent)) }),
        ("/same", { _ in .now(Response(.notModified, headers: ["ETag": "W/\"1\""])) }),
        ("/refused", { _ in .now(Response(.unauthorized, headers: ["WWW-Authenticate": "Bearer"])) }),
        ("/shared", { _ in .now(Response(.ok, body: .shared([1, 2, 3]))) }),
        ("/kept", { _ in .now(spliced(kept.bytes, kept.name)) }), ("/short", { _ in .now(spliced([7, 8], short)) }),
        ("/made", { _ in .now(spliced([1, 2], nil)) }),
        ("/streamed", { _ in .now(Response(.ok, body: .stream { $0.close() })) }),
        ("/later", { _ in .later { .text("later") } }), ("/deferred", { _ in .deferred { $0.complete(.text("x")) } }),
        ("/a%2Fb?x=%20", { .now(.text("\($0.target) \($0.peer) \($0.headers.pairs)")) }),
    ]

    private static let handler: @Sendable (Request) -> Outcome = { request in
        outcomes.first { request.target == $0.path }?.outcome(request) ?? .now(Response(.notFound))
    }

    @Test("are answered as the owner itself would answer, again and again", arguments: outcomes.map(\.path))
    func same(_ path: String) async throws {
        try await withCluster(Self.options(), handle: Self.handler) { cluster async throws in
            let fields = "X-A: é\r\nAccept-Language: de\r\n"
            let there = try (0..<3).map { _ in try cluster.ask("GET", path, fields: fields) }
            #expect(Self.requestCount(cluster.ownerServer) >= 3)
            cluster.front.set(.trusted(ClosureHandler(body: Self.handler)))
            let here = try cluster.ask("GET", path, fields: fields)
            for there in there {
                #expect(there.status == here.status && there.body == here.body)
                let shown = [there, here].map { $0.fields.filter { $0.name != "date" }.map { "\($0)" } }
                #expect(shown[0] == shown[1])
            }
        }
    }

    @Test("keep the request's name, and none that takes a wait is begun twice") func alone() async throws {
        let names = Mutex<[RequestID]>([]), begun = Counter()
        let options = Self.options { request in names.withLock { $0.append(request.id) } }
        let handler: @Sendable (Request) -> Outcome = { request in
            request.hasPath("/later")
                ? .later {
                    begun.add()
                    return .text("\(request.id)")
                } : .now(.text("\(request.id)"))
        }
        try await withCluster(options, handle: handler) { cluster async throws in
            for path in ["/", "/later"] {
                let answer = try cluster.ask("GET", path)
                #expect(answer.text == names.withLock { $0.last }?.description)
            }
            #expect(begun.value == 1)
        }
    }

    @Test("that come while a question is under way go together in the next") func together() async throws {
        let (arrived, answered, held) = (Counter(), Counter(), Event<Void>())
        let options = Self.options { _ in arrived.add() }
        // The loop that answers the first question waits until all others are there.
        let handler: @Sendable (Request) -> Outcome = { request in
            if request.hasPath("/first") {
                held.happen(())
                while arrived.value < 33 { sched_yield() }
            }
            answered.add()
            return .now(.text(request.target))
        }
        try await withCluster(options, handle: handler) { cluster async throws in
            let first = cluster.asking("GET", "/first")
            await held.next()
            let others = try (0..<2).map { _ in try cluster.connect() }
            for (other, number) in zip(others, 0...) {
                let requests = (0..<16).map { "GET /\(number)/\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }
                try other.send(requests.joined())
            }
            for (other, number) in zip(others, 0...) {
                for index in 0..<16 { #expect(try other.receiveAnswer().text == "/\(number)/\(index)") }
            }
            #expect(try await first.value.text == "/first")
            // Of those that arrived, one a loop may just have missed the second question.
            #expect(answered.value == 33 && (2...4).contains(Self.requestCount(cluster.ownerServer)))
        }
    }

    @Test("get what the owner keeps of an answer once, and the rest of it each time") func once() async throws {
        // A name stands for its bytes: one that breaks the promise shows what was sent.
        let (name, number) = (KeptName(), Counter())
        let handler: @Sendable (Request) -> Outcome = { request in
            number.add()
            let name = request.headers["accept-language"] == "fr" ? KeptName() : name
            return .now(Self.spliced(Array("kept\(number.value)".utf8), name, around: "\(number.value):"))
        }
        try await withCluster(Self.options(), handle: handler) { cluster async throws in
            for expected in ["1:kept1>", "2:kept1>", "3:kept1>"] {
                #expect(try cluster.ask("GET", "/").text == expected)
            }
            // In another language it's another page.
            #expect(try cluster.ask("GET", "/", fields: "Accept-Language: de\r\n").text == "4:kept4>")
            // What the owner keeps is another one each time.
            for expected in ["5:kept5>", "6:kept6>"] {
                #expect(try cluster.ask("GET", "/", fields: "Accept-Language: fr\r\n").text == expected)
            }
        }
    }

    @Test("are passed on one by one if the peer doesn't answer the question", arguments: ["404", "200", "broken"])
    func failing(_ kind: String) async throws {
        let peer = try PlainPeer()
        try await withCluster(Self.options(.peer(peer.address)), handle: Self.handler) { cluster async throws in
            let answer = cluster.asking("GET", "/x")
            let (question, head) = try peer.accept()
            #expect(head.hasPrefix("POST /node/reads/1 HTTP/1.1\r\n") && head.contains(cluster.key.text))
            if kind == "broken" {
                question.close()
            } else {
                try question.send("HTTP/1.1 \(kind) X\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno")
                question.close()
            }
            let (connection, next) = try peer.accept()
            #expect(next.hasPrefix("GET /x HTTP/1.1\r\n"))
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
            #expect(try await answer.value.text == "x")
        }
    }

    @Test("wait if the peer isn't the owner") func elsewhere() async throws {
        try await withCluster(Self.options(), handle: Self.handler) { cluster async throws in
            cluster.owner.set(.nobody)
            let answer = cluster.asking("GET", "/text")
            await wait { cluster.front.waitingCount == 1 }
            cluster.owner.set(.trusted(ClosureHandler(body: Self.handler)))
            cluster.front.tick()
            #expect(try await answer.value.text == "abc")
        }
    }

    // MARK: The message

    private static func question(_ owner: UInt64, known: UInt64, _ paths: [String]) throws -> [UInt8] {
        var message = NodeMessageWriter()
        message.put(owner)
        for path in paths {
            JoinedRead(try #require(Request(.get, path)), known: known).write(to: &message)
        }
        return message.bytes
    }

    private static func answer(_ question: [UInt8], of owner: UInt64) throws -> Response {
        let client = try #require(PeerClient())
        defer { client.stop() }
        let key = try #require(PeerKey(Array(0..<32)))
        let node = NodeHandler(
            Forwarder(client, key: key),
            NodePolicy(problem: { _, _ in Response(503) }, clock: { 0 }))
        node.set(.trusted(ClosureHandler(body: handler)))
        let request = try #require(Request(.post, "/node/reads/1", body: question))
        return JoinedReads(owner: owner, node: node).answer(request)
    }

    @Test("name bytes of one owner's process alone", arguments: [7, 8] as [UInt64]) func owners(_ asked: UInt64) throws
    {
        let question = try Self.question(asked, known: Self.kept.name.number, ["/kept", "/kept"])
        let bytes = try #require(Self.answer(question, of: 7).body.wholeBytes)
        // Once at most, if another owner's are known.
        #expect((bytes.count < 1_000) == (asked == 7) && bytes.count < 30_000)
        var answers = try JoinedAnswers(bytes)
        #expect(answers.owner == 7)
        let known = asked == 7 ? KeptPages.Page(name: Self.kept.name.number, bytes: Self.kept.bytes) : nil
        for _ in 0..<2 {
            guard case .answered(let response, _) = try answers.next(known) else { throw NodeMessageReader.Malformed() }
            #expect(response.body.wholeBytes == [0x3C] + Self.kept.bytes + [0x3E] && response.body.heldCount == 2)
        }
        // Nothing follows.
        #expect(throws: NodeMessageReader.Malformed.self) { try answers.next(known) }
    }

    @Test("are refused, and never read beyond their end, wherever they're cut") func cut() throws {
        let question = try Self.question(7, known: 0, ["/short", "/text"])
        let ends = Set([0, 8] + [1, 9, 17, 30, 60, question.count - 1])
        for end in ends {
            // The owner's number alone, and whole reads after it, are questions, too.
            let answer = try Self.answer(Array(question.prefix(end)), of: 7)
            #expect(answer.status == (end == 8 ? .ok : .badRequest), "\(end)")
        }
        let bytes = try #require(Self.answer(question, of: 7).body.wholeBytes)
        for end in 0..<bytes.count {
            #expect(throws: NodeMessageReader.Malformed.self) {
                var answers = try JoinedAnswers(Array(bytes.prefix(end)))
                for _ in 0..<2 { _ = try answers.next(nil) }
            }
        }
    }
}
