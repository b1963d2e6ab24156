import Dispatch
import LaurelTestSockets
import LaurelTestSupport
import Testing

@testable import LaurelHTTPServer

@Suite("HTTP/2 over sockets", .timeLimit(.minutes(15))) struct HTTP2SocketTests {
    private let certificate: CertificateFiles

    init() throws { certificate = try CertificateFiles(in: TemporaryFolder().path) }

    private func withTLS(
        _ change: @escaping @Sendable (inout Configuration) -> Void = { _ in },
        handler: @escaping @Sendable (Request) -> Outcome,
        _ body: (Server, Configuration.Endpoint) async throws -> Void
    ) async throws {
        let files = certificate.files
        try await withServer(
            {
                $0.tls = files
                change(&$0)
            }, handler: handler, body)
    }

    @Test("many requests at a time are answered as they are ready") func multiplexing() async throws {
        let held = Event<Held>()
        try await withTLS(handler: { request in .deferred { held.happen(Held(request, $0)) } }) { _, endpoint in
            let client = try HTTP2Client(endpoint)
            var streams: [UInt32] = []
            for number in 0..<50 { streams.append(try client.begin("GET", "/\(number)")) }
            var requests: [Held] = []
            for _ in 0..<50 { requests.append(await held.next()) }
            for request in requests.reversed() { request.responder.complete(.text(request.request.path)) }
            try client.wait { streams.allSatisfy { client.answers[$0].hasEnded } }
            #expect(streams.map { client.answers[$0].text } == (0..<50).map { "/\($0)" })
        }
    }

    /// The loop is kept busy while records come, so that OpenSSL holds some that the socket has no more when the next
    /// one comes.
    @Test("what comes while earlier records wait inside OpenSSL is read") func recordsBehindRecords() async throws {
        let arrived = Event<String>()
        let gate = DispatchSemaphore(value: 0)
        let handler: @Sendable (Request) -> Outcome = { request in
            arrived.happen(request.path)
            if request.path == "/0" || request.path == "/1" { gate.wait() }
            return .now(.text(request.path))
        }
        try await withTLS(handler: handler) { _, endpoint in
            let client = try HTTP2Client(endpoint)
            var streams = [try client.begin("GET", "/0")]
            #expect(await arrived.next() == "/0")
            for number in 1...3 { streams.append(try client.begin("GET", "/\(number)")) }
            gate.signal()
            #expect(await arrived.next() == "/1")
            streams.append(try client.begin("GET", "/4"))
            gate.signal()
            try client.wait { streams.allSatisfy { client.answers[$0].hasEnded } }
            #expect(streams.map { client.answers[$0].text } == (0..<5).map { "/\($0)" })
        }
    }

    @Test("a request that is taken back is told to its handler, and the next goes on") func abandoned() async throws {
        let held = Event<Held>()
        try await withTLS(handler: { request in .deferred { held.happen(Held(request, $0)) } }) { _, endpoint in
            let client = try HTTP2Client(endpoint)
            try client.send(.reset(try client.begin("GET", "/first")))
            let stream = try client.begin("GET", "/second")
            let (one, two) = (await held.next(), await held.next())
            while !one.responder.isAbandoned { await Task.yield() }
            one.responder.complete(.text("late"))
            two.responder.complete(.text("second"))
            try client.wait { client.answers[stream].hasEnded }
            #expect(client.answers[stream].text == "second" && !two.responder.isAbandoned)
        }
    }

    @Test("an event stream counts as a connection, and gives its room back") func streamCaps() async throws {
        let opened = Event<StreamWriter>()
        let change: @Sendable (inout Configuration) -> Void = { $0.limits.connectionsPerAddress = 3 }
        try await withTLS(change, handler: { _ in .now(ServerSentEvent.stream { opened.happen($0) }) }) {
            server, endpoint in
            let client = try HTTP2Client(endpoint)
            _ = try client.begin("GET", "/")
            _ = await opened.next()
            _ = try client.begin("GET", "/")
            let second = await opened.next()
            #expect(try client.ask("GET", "/").status == "429")
            second.close()
            try client.wait { client.answers[3].hasEnded }
            _ = try client.begin("GET", "/")
            _ = await opened.next()
            client.socket.socket.close()
            while server.metrics.connectionsOpen > 0 { await Task.yield() }
            #expect(server.metrics.streamsOpen == 0)
            // All of it is free again.
            let other = try HTTP2Client(endpoint)
            for _ in 0..<2 {
                _ = try other.begin("GET", "/")
                _ = await opened.next()
            }
        }
    }

    @Test("a reader of a stream that is too slow is reset, and its connection goes on") func slowStream() async throws {
        let opened = Event<StreamWriter>()
        let handler: @Sendable (Request) -> Outcome = { request in
            request.path == "/ok" ? .now(.text("ok")) : .now(ServerSentEvent.stream { opened.happen($0) })
        }
        try await withTLS(handler: handler) { server, endpoint in
            let client = try HTTP2Client(endpoint)
            // No byte of any further stream.
            try client.send(.initialWindow(0))
            let stream = try client.begin("GET", "/")
            let writer = await opened.next()
            while writer.write([UInt8](repeating: 1, count: 1_000)) {}
            try client.wait { client.answers[stream].reason != nil }
            #expect(client.answers[stream].body.isEmpty)
            try client.send(.initialWindow(65_535))
            #expect(try client.ask("GET", "/ok").text == "ok")
            #expect(server.metrics.streamsCutOff == 1)
        }
    }

    @Test("a flood ends the connection, and is counted") func flood() async throws {
        try await withTLS(handler: { _ in .now(.text("ok")) }) { server, endpoint in
            let client = try HTTP2Client(endpoint)
            #expect(try client.ask("GET", "/").text == "ok")
            let ping = HTTP2Frame(.ping, [1, 2, 3, 4, 5, 6, 7, 8]).bytes
            try client.socket.send((0..<3_000).flatMap { _ in ping })
            while try client.pump() {}
            #expect(client.answers.goAways.last?.reason == 0xB)
            while server.metrics.connectionsMisused == 0 { await Task.yield() }
        }
    }

    @Test("a drain ends idle connections with a word") func drain() async throws {
        let change: @Sendable (inout Configuration) -> Void = { $0.limits.drainTime = .seconds(60) }
        try await withTLS(change, handler: { _ in .now(.text("ok")) }) { server, endpoint in
            let client = try HTTP2Client(endpoint)
            #expect(try client.ask("GET", "/").text == "ok")
            async let drained: Void = server.drain()
            while try client.pump() {}
            #expect(client.answers.goAways.map(\.last) == [0x7FFF_FFFF, 1])
            client.socket.socket.close()
            await drained
        }
    }
}
