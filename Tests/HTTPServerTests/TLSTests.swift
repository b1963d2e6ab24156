import LaurelTestSockets
import LaurelTestSupport
import Testing

@testable import LaurelHTTPServer

@Suite("Encryption", .timeLimit(.minutes(15))) struct TLSTests {
    private let certificate: CertificateFiles

    init() throws { certificate = try CertificateFiles(in: TemporaryFolder().path) }

    /// Runs a server with the certificate for the time of a test.
    private func withTLS(
        _ change: @escaping @Sendable (inout Configuration) -> Void = { _ in },
        accessLog: (@Sendable (AccessRecord) -> Void)? = nil,
        handler: @escaping @Sendable (Request) -> Outcome = { _ in .now(.text("ok")) },
        _ body: (Server, Configuration.Endpoint) async throws -> Void
    ) async throws {
        let files = certificate.files
        let all: (inout Configuration) -> Void = { configuration in
            configuration.tls = files
            change(&configuration)
        }
        try await withServer(all, accessLog: accessLog, handler: handler, body)
    }

    @Test(
        "a request is answered by TLS 1.2 and 1.3, and the log says by which",
        arguments: [
            (TLSSocket.Version.v12, TLSVersion.v12), (.v13, .v13),
        ])
    func versions(_ offered: TLSSocket.Version, _ expected: TLSVersion) async throws {
        let records = Event<AccessRecord>()
        try await withTLS(accessLog: { records.happen($0) }) { server, endpoint in
            let client = try TLSSocket(endpoint, TLSSocket.Offer([offered]))
            try client.handshake()
            #expect(client.version == "TLSv\(expected.rawValue)")
            for _ in 0..<2 {
                try client.send(SocketTests.get)
                #expect(try client.receiveAnswer().body == "ok")
            }
            let record = await records.next()
            #expect(record.tls == expected)
            var line: [UInt8] = []
            record.appendJSONLine(to: &line)
            #expect(
                String(decoding: line, as: UTF8.self).contains(#""peer":"127.0.0.1","tls":"\#(expected.rawValue)""#))
            let metrics = try #require(server.metrics.tls)
            #expect(metrics.handshakes12 == (expected == .v12 ? 1 : 0))
            #expect(metrics.handshakes13 == (expected == .v13 ? 1 : 0))
            #expect(metrics.failures == 0 && metrics.certificateEnd > 0)
        }
    }

    @Test(
        "old versions and weak ciphers are refused, and counted",
        arguments: [
            ([TLSSocket.Version.v10], nil), ([.v11], nil), ([.v12], "AES128-SHA"), ([.v12], "AES128-GCM-SHA256"),
            ([.v12], "ECDHE-ECDSA-AES128-SHA"), ([.v12], "ECDHE-ECDSA-AES256-SHA384"),
            ([.v12], "DHE-RSA-AES128-GCM-SHA256"),
        ] as [([TLSSocket.Version], String?)])
    func refused(_ versions: [TLSSocket.Version], _ ciphers: String?) async throws {
        try await withTLS { server, endpoint in
            var offer = TLSSocket.Offer(versions)
            offer.ciphers = ciphers
            let client = try TLSSocket(endpoint, offer)
            #expect(throws: TLSSocket.Failure.self) { try client.handshake() }
            // The count is made before the connection is closed.
            _ = client.socket.receiveToEnd()
            #expect(server.metrics.tls?.failures == 1)
        }
    }

    @Test(
        "the protocol is agreed on: HTTP/1.1 if it is all that is offered, or nothing is",
        arguments: [
            (["http/1.1"], "http/1.1"), ([], nil),
        ] as [([String], String?)])
    func protocols(_ offered: [String], _ expected: String?) async throws {
        try await withTLS { _, endpoint in
            var offer = TLSSocket.Offer()
            offer.protocols = offered
            let client = try TLSSocket(endpoint, offer)
            try client.handshake()
            #expect(client.agreedProtocol == expected)
            try client.send(SocketTests.get)
            #expect(try client.receiveAnswer().body == "ok")
        }
    }

    @Test("a client that speaks none of the protocols is told so")
    func unknownProtocol() async throws {
        try await withTLS { _, endpoint in
            var offer = TLSSocket.Offer()
            offer.protocols = ["h2c", "spdy/1"]
            let client = try TLSSocket(endpoint, offer)
            #expect(throws: TLSSocket.Failure.refused("tlsv1 alert no application protocol")) {
                try client.handshake()
            }
        }
    }

    @Test("a handshake that takes too long is closed; who says nothing is no failure")
    func slowHandshake() async throws {
        try await withTLS({ $0.limits.handshakeTime = .milliseconds(100) }) { server, endpoint in
            let silent = try PlainSocket(endpoint)
            #expect(silent.receiveToEnd().isEmpty)
            #expect(server.metrics.tls?.failures == 0)
            // On a busy machine the first bytes may come too late to count.
            while server.metrics.tls?.failures == 0 {
                let slow = try TLSSocket(endpoint)
                do { try slow.socket.send(Array(slow.hello().prefix(20))) } catch is PlainSocket.Failure { continue }
                #expect(slow.socket.receiveToEnd().isEmpty)
            }
            #expect(server.metrics.tls?.failures == 1)
        }
    }

    @Test("the first request has its time from the end of the handshake")
    func slowRequest() async throws {
        try await withTLS({ $0.limits.headTime = .milliseconds(100) }) { _, endpoint in
            var text = ""
            // On a busy machine the first bytes may come too late; then there is no answer.
            while text.isEmpty {
                let client = try TLSSocket(endpoint)
                try client.handshake()
                do {
                    try client.send("GET / HT")
                    text = try client.receiveAll()
                } catch is PlainSocket.Failure { continue }
            }
            #expect(text.hasPrefix("HTTP/1.1 408 "), "\(text)")
        }
    }

    @Test("bytes that come one at a time are put together", arguments: [TLSSocket.Version.v12, .v13])
    func pieces(_ version: TLSSocket.Version) async throws {
        try await withTLS { _, endpoint in
            let client = try TLSSocket(endpoint, TLSSocket.Offer([version]))
            try client.handshake(pieceBytes: 1)
            for byte in try client.encrypt(Array(SocketTests.get.utf8)) { try client.socket.send([byte]) }
            #expect(try client.receiveAnswer().body == "ok")
        }
    }

    @Test(
        "bytes that are no TLS end the connection",
        arguments: [
            "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "\u{16}\u{3}\u{1}\u{0}\u{5}abcde",
            String(repeating: "\u{0}", count: 40_000),
        ])
    func nonsense(_ text: String) async throws {
        try await withTLS { server, endpoint in
            let client = try PlainSocket(endpoint)
            do { try client.send(text) } catch is PlainSocket.Failure {
                // The server may have closed before it had all.
            }
            _ = client.receiveToEnd()
            #expect(server.metrics.tls?.failures == 1)
            let next = try TLSSocket(endpoint)
            try next.handshake()
        }
    }

    @Test("bytes that were changed on the way end the connection, unanswered")
    func tampering() async throws {
        let asked = Event<Void>()
        let handler: @Sendable (Request) -> Outcome = { _ in
            asked.happen(())
            return .now(.text("ok"))
        }
        try await withTLS(handler: handler) { _, endpoint in
            let client = try TLSSocket(endpoint)
            try client.handshake()
            var bytes = try client.encrypt(Array(SocketTests.get.utf8))
            bytes[bytes.count - 1] ^= 1
            try client.socket.send(bytes)
            #expect(throws: TLSSocket.Failure.self) { try client.receiveAll() }
            #expect(asked.count == 0)
        }
    }

    @Test("the end is said: after the last answer, and when the client has said that nothing more comes")
    func ends() async throws {
        try await withTLS { _, endpoint in
            let last = try TLSSocket(endpoint)
            try last.handshake()
            try last.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(try last.receiveAll().hasSuffix("\r\n\r\nok"))
            let half = try TLSSocket(endpoint)
            try half.handshake()
            try half.send(SocketTests.get)
            try half.finishSending()
            #expect(try half.receiveAll().hasSuffix("\r\n\r\nok"))
            let refused = try TLSSocket(endpoint)
            try refused.handshake()
            try refused.send("GET / HTTP/1.1\r\n\r\n" + String(repeating: "x", count: 50_000))
            #expect(try refused.receiveAll().hasPrefix("HTTP/1.1 400 "))
        }
    }

    @Test("a request that ends in the middle is no request")
    func cutShort() async throws {
        let asked = Event<Void>()
        let handler: @Sendable (Request) -> Outcome = { _ in
            asked.happen(())
            return .now(.text("ok"))
        }
        try await withTLS(handler: handler) { _, endpoint in
            let client = try TLSSocket(endpoint)
            try client.handshake()
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhello")
            client.socket.finishSending()
            _ = client.socket.receiveToEnd()
            #expect(asked.count == 0)
        }
    }

    @Test(
        "large bodies arrive whole in both directions, though the reader is slow",
        arguments: [
            TLSSocket.Version.v12, .v13,
        ])
    func largeBodies(_ version: TLSSocket.Version) async throws {
        let size = 3_000_000
        let handler: @Sendable (Request) -> Outcome = { request in
            .now(Response(.ok, type: "application/octet-stream", body: request.body))
        }
        try await withTLS({ $0.limits.bodyBytes = size }, handler: handler) { _, endpoint in
            let client = try TLSSocket(endpoint, TLSSocket.Offer([version]), receiveBuffer: 4_096)
            try client.handshake()
            var random = SplitMix64(seed: 1)
            let body = (0..<size).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            for _ in 0..<2 {
                try client.send(Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n".utf8) + body)
                _ = try client.receive(through: "\r\n\r\n")
                #expect(try client.receive(count: size) == body)
            }
        }
    }

    @Test(
        "answers of many sizes leave as they are, several at a time",
        arguments: [
            1, 4_000, 4_096, 16_000, 16_383, 16_384, 16_385, 40_000, 100_000,
        ])
    func sizes(_ size: Int) async throws {
        let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let handler: @Sendable (Request) -> Outcome = { _ in
            .now(Response(.ok, type: "application/octet-stream", body: body))
        }
        try await withTLS(handler: handler) { _, endpoint in
            let client = try TLSSocket(endpoint)
            try client.handshake()
            try client.send(SocketTests.get + SocketTests.get + SocketTests.get)
            for _ in 0..<3 {
                _ = try client.receive(through: "\r\n\r\n")
                #expect(try client.receive(count: size) == body)
            }
        }
    }

    @Test("pipelined requests are answered in order")
    func pipelining() async throws {
        let held = Event<Held>()
        let handler: @Sendable (Request) -> Outcome = { request in
            .deferred { held.happen(Held(request, $0)) }
        }
        try await withTLS(handler: handler) { _, endpoint in
            let client = try TLSSocket(endpoint)
            try client.handshake()
            try client.send(SocketTests.get("/1") + SocketTests.get("/2"))
            let first = await held.next()
            let second = await held.next()
            second.responder.complete(.text(second.request.path))
            first.responder.complete(.text(first.request.path))
            for path in ["/1", "/2"] { #expect(try client.receiveAnswer().body == path) }
        }
    }

    @Test("thousands of requests in one piece are all answered")
    func manyRequests() async throws {
        try await withTLS { _, endpoint in
            let client = try TLSSocket(endpoint)
            try client.handshake()
            try client.send(String(repeating: SocketTests.get, count: 2_000))
            for _ in 0..<2_000 { #expect(try client.receiveAnswer().body == "ok") }
        }
    }

    @Test("an event stream arrives as it goes, and ends when the client goes")
    func stream() async throws {
        let (opened, closed) = (Event<StreamWriter>(), Event<Void>())
        let handler: @Sendable (Request) -> Outcome = { _ in
            .now(
                ServerSentEvent.stream { writer in
                    writer.onClose { closed.happen(()) }
                    opened.happen(writer)
                })
        }
        try await withTLS(handler: handler) { _, endpoint in
            let client = try TLSSocket(endpoint)
            try client.handshake()
            try client.send(SocketTests.get)
            let writer = await opened.next()
            for word in ["one", "two"] {
                writer.write(ServerSentEvent.comment(word))
                #expect(try client.receive(through: ": \(word)\n").hasSuffix(": \(word)\n"))
            }
            client.socket.close()
            await closed.next()
            #expect(!writer.write([1]))
        }
    }

    @Test("a stream that is broken off doesn't look complete")
    func brokenStream() async throws {
        let opened = Event<StreamWriter>()
        try await withTLS(handler: { _ in .now(ServerSentEvent.stream { opened.happen($0) }) }) { _, endpoint in
            let client = try TLSSocket(endpoint)
            try client.handshake()
            try client.send("GET / HTTP/1.0\r\nHost: a\r\n\r\n")
            let writer = await opened.next()
            writer.write(ServerSentEvent.comment("one"))
            _ = try client.receive(through: ": one\n")
            writer.abort()
            #expect(throws: TLSSocket.Failure.truncated) { try client.receiveAll() }
        }
    }

    @Test("a session goes on in another connection, by either version", arguments: [TLSSocket.Version.v12, .v13])
    func resumption(_ version: TLSSocket.Version) async throws {
        try await withTLS { server, endpoint in
            var offer = TLSSocket.Offer([version])
            // A client that goes without a word forgets its session.
            var clients: [TLSSocket] = []
            for isLater in [false, true] {
                let client = try TLSSocket(endpoint, offer)
                try client.handshake()
                try client.send(SocketTests.get)
                #expect(try client.receiveAnswer().body == "ok")
                #expect(client.wasResumed == isLater)
                offer.session = client.earned()
                clients.append(client)
            }
            #expect(clients.count == 2 && server.metrics.tls?.resumed == 1)
        }
    }

    @Test("nobody can begin anew within a connection")
    func renegotiation() async throws {
        try await withTLS { server, endpoint in
            let client = try TLSSocket(endpoint, TLSSocket.Offer([.v12]))
            try client.handshake()
            #expect(throws: TLSSocket.Failure.refused("no renegotiation")) { try client.renegotiate() }
            #expect(server.metrics.tls?.handshakes12 == 1)
        }
    }

    @Test("new keys are taken, also many of them")
    func keyUpdates() async throws {
        try await withTLS { _, endpoint in
            let client = try TLSSocket(endpoint, TLSSocket.Offer([.v13]))
            try client.handshake()
            for _ in 0..<100 { try client.updateKey() }
            try client.send(SocketTests.get)
            #expect(try client.receiveAnswer().body == "ok")
        }
    }

    @Test("beyond the caps a connection is closed without a word")
    func caps() async throws {
        try await withTLS({ $0.limits.connections = 1 }) { server, endpoint in
            let first = try TLSSocket(endpoint)
            try first.handshake()
            let second = try PlainSocket(endpoint)
            #expect(second.receiveToEnd().isEmpty)
            #expect(server.metrics.connectionsRefused == 1)
        }
    }

    @Test("the operator's own socket isn't encrypted")
    func localSocket() async throws {
        let path = try TemporaryFolder().path + "/socket"
        try await withTLS({ $0.endpoints = [.unix(path: path)] }) { _, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send(SocketTests.get)
            #expect(try client.receiveAnswer().body == "ok")
        }
    }

    @Test("a server that drains answers what runs, and says the end to all")
    func drain() async throws {
        let held = Event<Held>()
        let handler: @Sendable (Request) -> Outcome = { request in
            request.path == "/held" ? .deferred { held.happen(Held(request, $0)) } : .now(.text("ok"))
        }
        let change: @Sendable (inout Configuration) -> Void = {
            $0.loops = 1
            $0.limits.drainTime = .seconds(30)
        }
        try await withTLS(change, handler: handler) { server, endpoint in
            let idle = try TLSSocket(endpoint)
            try idle.handshake()
            try idle.send(SocketTests.get)
            #expect(try idle.receiveAnswer().body == "ok")
            let unready = try PlainSocket(endpoint)
            let busy = try TLSSocket(endpoint)
            try busy.handshake()
            try busy.send(SocketTests.get("/held"))
            let request = await held.next()
            async let drained: Void = server.drain()
            #expect(try idle.receiveAll().isEmpty)
            #expect(unready.receiveToEnd().isEmpty)
            request.responder.complete(.text("late"))
            #expect(try busy.receiveAll().hasSuffix("\r\n\r\nlate"))
            await drained
        }
    }
}
