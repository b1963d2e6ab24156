import LaurelTestSockets
import LaurelTestSupport
import Testing

@testable import LaurelHTTPServer

/// What a client can count on, whichever protocol it speaks, over TLS and real sockets.
@Suite("Both protocols", .timeLimit(.minutes(15))) struct WebContract {
    private let certificate: CertificateFiles

    init() throws { certificate = try CertificateFiles(in: TemporaryFolder().path) }

    private func withTLS(
        _ change: @escaping @Sendable (inout Configuration) -> Void = { _ in },
        accessLog: (@Sendable (AccessRecord) -> Void)? = nil,
        handler: @escaping @Sendable (Request) -> Outcome,
        _ body: (Server, Configuration.Endpoint) async throws -> Void
    ) async throws {
        let files = certificate.files
        try await withServer(
            {
                $0.tls = files
                change(&$0)
            }, accessLog: accessLog, handler: handler, body)
    }

    @Test("answer, and leave a line in the log", arguments: WebClient.Version.allCases)
    func answers(_ version: WebClient.Version) async throws {
        let records = Event<AccessRecord>()
        let handler: @Sendable (Request) -> Outcome = { request in
            .now(.text("\(request.method.text) \(request.path) \(request.headers["x-name"] ?? "") \(request.bodyText)"))
        }
        try await withTLS(accessLog: { records.happen($0) }, handler: handler) { server, endpoint in
            let client = try WebClient(endpoint, version)
            #expect(try client.ask("GET", "/a%20b", [("x-name", "v")]).text == "GET /a b v ")
            let record = await records.next()
            #expect(record.status == .ok && record.isHTTP2 == (version == .http2) && record.tls == .v13)
            #expect(record.method == .get && record.path == "/a%20b" && record.bodyBytes == 11)
            #expect(try client.ask("POST", "/", body: Array("body".utf8)).text == "POST /  body")
            let head = try client.ask("HEAD", "/")
            #expect(head.status == "200" && head["content-length"] == "8" && head.body.isEmpty)
            #expect(server.metrics.connectionsHTTP2 == (version == .http2 ? 1 : 0))
            #expect(server.metrics.answersByClass[0] == 3)
        }
    }

    @Test("carry what is large, both ways", arguments: WebClient.Version.allCases)
    func large(_ version: WebClient.Version) async throws {
        let change: @Sendable (inout Configuration) -> Void = { $0.limits.bodyBytes = 4_000_000 }
        try await withTLS(change, handler: { .now(Response(.ok, body: .bytes($0.body.reversed()))) }) {
            server, endpoint in
            let client = try WebClient(endpoint, version)
            let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            #expect(try client.ask("PUT", "/", body: body).body == body.reversed())
            while server.metrics.bodyBytesHeld > 0 { await Task.yield() }
        }
    }

    @Test(
        "refuse the same", arguments: WebClient.Version.allCases,
        [
            ("BREW", "/", [], nil, "501"), ("GET", "/%zz", [], nil, "400"),
            ("GET", "/" + String(repeating: "a", count: 16_500), [], nil, "414"),
            ("GET", "/", [("x", String(repeating: "a", count: 16_390))], nil, "431"),
            ("GET", "/", (0...64).map { ("x-\($0)", "1") }, nil, "431"),
            ("PUT", "/", [], 1_100_000, "413"), ("GET", "/", [("expect", "x")], nil, "417"),
        ] as [(String, String, [(String, String)], Int?, String)])
    func refuse(
        _ version: WebClient.Version,
        _ asked: (method: String, path: String, fields: [(String, String)], body: Int?, status: String)
    ) async throws {
        try await withTLS(handler: { _ in .now(.text("reached")) }) { server, endpoint in
            let client = try WebClient(endpoint, version)
            let answer: HTTP2Answers.Answer
            do {
                answer = try client.ask(
                    asked.method, asked.path, asked.fields, body: asked.body.map { [UInt8](repeating: 1, count: $0) })
            } catch is PlainSocket.Failure {
                // HTTP/1.1 ends the connection, and a client that is still sending may see that first.
                #expect(version == .http1 && asked.body != nil)
                return
            }
            #expect(answer.status == asked.status)
            #expect(answer["content-type"] == "application/problem+json")
        }
    }

    @Test("carry streams, and tell when the client goes", arguments: WebClient.Version.allCases)
    func streams(_ version: WebClient.Version) async throws {
        let streams = ToldStreams()
        try await withTLS(handler: streams.handler) { server, endpoint in
            let plain = try TLSSocket(endpoint)
            let client = version == .http2 ? try HTTP2Client(endpoint) : nil
            if let client {
                _ = try client.begin("GET", "/")
            } else {
                try plain.handshake()
                try plain.send(SocketTests.get)
            }
            let writer = await streams.opened.next()
            for number in 0..<100 { #expect(writer.write(ServerSentEvent(data: "\(number)").encoded)) }
            if let client {
                try client.wait { client.answers[1].text.hasSuffix("data: 99\n\n") }
                #expect(client.answers[1]["content-type"] == "text/event-stream; charset=utf-8")
                try client.send(.reset(1))
            } else {
                _ = try plain.receive(through: "data: 99\n\n")
                plain.socket.close()
            }
            await streams.closed.next()
            #expect(!writer.write([1]))
            while server.metrics.streamsOpen > 0 { await Task.yield() }
        }
    }

    @Test("a drain answers what runs", arguments: WebClient.Version.allCases)
    func drain(_ version: WebClient.Version) async throws {
        let held = Event<Held>()
        let change: @Sendable (inout Configuration) -> Void = { $0.limits.drainTime = .seconds(60) }
        let handler: @Sendable (Request) -> Outcome = { request in .deferred { held.happen(Held(request, $0)) } }
        try await withTLS(change, handler: handler) { server, endpoint in
            let client = try WebClient(endpoint, version)
            let stream = try client.begin("GET", "/")
            let request = await held.next()
            async let drained: Void = server.drain()
            request.responder.complete(.text("done"))
            #expect(try client.finish(stream, "GET").text == "done")
            client.close()
            await drained
        }
    }
}
