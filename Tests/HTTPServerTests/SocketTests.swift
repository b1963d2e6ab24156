import LaurelTestSockets
import LaurelTestSupport
import CLaurelLinux
import Glibc
import Synchronization
import Testing

@testable import LaurelHTTPServer

@Suite("Raw bytes over sockets", .timeLimit(.minutes(15))) struct SocketTests {
    static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

    @Test("every refusal reaches the client whole, though more input comes") func refusals() async throws {
        try await withServer({ $0.limits.lingerTime = .seconds(60) }) { _, endpoint in
            for example in RefusalTable.refused {
                let client = try PlainSocket(endpoint)
                try client.send(example.bytes)
                // Unread input: without lingering, closing would send a reset, and the answer might be lost.
                try client.send(String(repeating: "x", count: 100_000))
                let (head, body) = try client.receiveAnswer()
                #expect(head.hasPrefix("HTTP/1.1 \(example.refusal.status.code) "), "\(example.name)")
                #expect(head.contains("Connection: close\r\n"))
                #expect(body.contains(example.refusal.detail))
                client.finishSending()
                #expect(try client.receiveAll().isEmpty)
            }
        }
    }

    @Test("413 is read by a client that sends the whole body first") func lingering() async throws {
        try await withServer({
            $0.limits.bodyBytes = 1_000
            $0.limits.lingerTime = .seconds(60)
        }) { _, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n")
            for _ in 0..<9 { try client.send(Array(repeating: 0x78, count: 100_000)) }
            #expect(try client.receiveAnswer().head.hasPrefix("HTTP/1.1 413 "))
            client.finishSending()
            #expect(try client.receiveAll().isEmpty)
        }
    }

    @Test("lingering does not go on for ever") func lingerEnds() async throws {
        try await withServer({ $0.limits.lingerTime = .milliseconds(50) }) { _, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send("GET / HTTP/1.1\r\n\r\n")
            #expect(try client.receiveAll().hasPrefix("HTTP/1.1 400 "))
            // The server closes though the client never does; that is seen when sending fails.
            #expect(throws: PlainSocket.Failure.self) {
                while true { try client.send(Array(repeating: 0x78, count: 1_000)) }
            }
        }
    }

    @Test("pipelined requests are answered in order, though later answers are ready first") func order() async throws {
        let held = Event<Held>()
        let handler: @Sendable (Request) -> Outcome = { request in
            .deferred { held.happen(Held(request, $0)) }
        }
        try await withServer(handler: handler) { _, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send(Self.get("/1") + Self.get("/2") + Self.get("/3"))
            let first = await held.next()
            let second = await held.next()
            let third = await held.next()
            third.responder.complete(.text(third.request.path))
            second.responder.complete(.text(second.request.path))
            first.responder.complete(.text(first.request.path))
            for path in ["/1", "/2", "/3"] { #expect(try client.receiveAnswer().body == path) }
        }
    }

    @Test("a host that has vanished is noticed: what was sent may stay unacknowledged for half a minute")
    func vanishedHosts() throws {
        let address = "127.0.0.1"
        let endpoint = Configuration.Endpoint.tcp(address: address, port: 0)
        let listeners = try Listener.open(endpoint, loops: 2, unacknowledgedTime: Limits().unacknowledgedTime)
        defer { for listener in listeners { close(listener.descriptor) } }
        for listener in listeners {
            let socketAddress = try #require(SocketAddress(address, port: SocketAddress.port(of: listener.descriptor)))
            let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(client) }
            #expect(socketAddress.withPointer { connect(client, $0, $1) } == 0)
        }
        // The kernel chose who gets which.
        var accepted: [Int32] = []
        for listener in listeners {
            while case let socket = laurel_accept4(listener.descriptor, nil, nil), socket >= 0 {
                accepted.append(socket)
            }
        }
        #expect(accepted.count == 2)
        for socket in accepted {
            var milliseconds: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            #expect(getsockopt(socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds, &length) == 0)
            // A comment every 20 seconds and this are less than a minute.
            #expect(milliseconds == 30_000)
            close(socket)
        }
    }

    @Test("an address of :: is everybody's, by IPv6 and by IPv4; ::1 is IPv6's alone")
    func bothFamilies() async throws {
        let handler: @Sendable (Request) -> Outcome = { .now(.text($0.peer.description)) }
        try await withServer({ $0.endpoints = [.tcp(address: "::", port: 0)] }, handler: handler) { _, endpoint in
            guard case .tcp(_, let port) = endpoint else {
                Issue.record("no port in \(endpoint)")
                return
            }
            for address in ["127.0.0.1", "::1"] {
                let client = try PlainSocket(.tcp(address: address, port: port))
                try client.send(Self.get("/"))
                // As if it had come to an address of its own family.
                #expect(try client.receiveAnswer().body == address)
            }
        }
        let alone = try Listener.open(
            .tcp(address: "::1", port: 0), loops: 1, unacknowledgedTime: Limits().unacknowledgedTime)
        defer { for listener in alone { close(listener.descriptor) } }
        let socketAddress = try #require(SocketAddress("127.0.0.1", port: SocketAddress.port(of: alone[0].descriptor)))
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(client) }
        #expect(socketAddress.withPointer { connect(client, $0, $1) } == -1)
    }

    @Test("all ways to answer work, thousands of requests in one piece") func manyAnswers() async throws {
        let handler: @Sendable (Request) -> Outcome = { request in
            switch request.path {
            case "/now": .now(.text("now"))
            case "/later":
                .later {
                    await Task.yield()
                    return .text("later")
                }
            case "/at-once": .deferred { $0.complete(.text("at-once")) }
            case "/thread": .deferred { responder in Thread { responder.complete(.text("thread")) }.detach() }
            default: .now(.text(String(repeating: "x", count: 50_000)))
            }
        }
        try await withServer(handler: handler) { _, endpoint in
            let client = try PlainSocket(endpoint)
            let paths = ["/now", "/later", "/at-once", "/thread", "/large"]
            let text = (0..<2_000).map { Self.get(paths[$0 % 5]) }.joined()
            let writer = Thread {
                do { try client.send(text) } catch { Issue.record(error) }
            }
            for number in 0..<2_000 {
                let body = try client.receiveAnswer().body
                if number % 5 == 4 {
                    #expect(body.utf8.count == 50_000)
                } else {
                    #expect("/\(body)" == paths[number % 5])
                }
            }
            writer.join()
        }
    }

    @Test("answers given together reach all their clients, each once") func together() async throws {
        let held = Event<Held>()
        try await withServer(handler: { request in .deferred { held.happen(Held(request, $0)) } }) { server, endpoint in
            var clients: [PlainSocket] = []
            var requests: [Held] = []
            for number in 0..<40 {
                let client = try PlainSocket(endpoint)
                try client.send(Self.get("/\(number)"))
                clients.append(client)
                requests.append(await held.next())
            }
            requests[7].responder.complete(.text("before"))
            Responder.completeAll(requests.map { ($0.responder, .text($0.request.path)) })
            #expect(!requests[8].responder.complete(.text("after")))
            for (number, client) in clients.enumerated() {
                #expect(try client.receiveAnswer().body == (number == 7 ? "before" : "/\(number)"))
            }
            #expect(server.metrics.answersByClass == [40, 0, 0, 0])
        }
    }

    @Test("an answer handed over from any thread is made on the loop of its connection, once")
    func made() async throws {
        let handler: @Sendable (Request) -> Outcome = { _ in
            let loop = pthread_self()
            return .deferred { responder in
                Thread {
                    let isFirst = responder.complete { .text("\(loop == pthread_self())") }
                    let isSecond = responder.complete { .text("again") }
                    precondition(isFirst && !isSecond)
                }.detach()
            }
        }
        try await withServer(handler: handler) { server, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send(Self.get + Self.get)
            for _ in 0..<2 { #expect(try client.receiveAnswer().body == "true") }
            #expect(server.metrics.answersByClass == [2, 0, 0, 0])
        }
    }

    @Test("an async handler runs on the loop of its connection") func executor() async throws {
        let handler: @Sendable (Request) -> Outcome = { _ in
            let before = pthread_self()
            return .later {
                await Task.yield()
                return .text("\(before == pthread_self())")
            }
        }
        try await withServer(handler: handler) { _, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send(Self.get)
            #expect(try client.receiveAnswer().body == "true")
        }
    }

    @Test("a responder that is forgotten answers 500") func forgotten() async throws {
        try await withServer(handler: { _ in .deferred { _ in } }) { _, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send(Self.get)
            #expect(try client.receiveAnswer().head.hasPrefix("HTTP/1.1 500 "))
        }
    }

    @Test("a slow head is answered 408, a slow body too, a silent client is closed") func slow() async throws {
        try await withServer({
            // Long enough for a client that is held up between its connection and its first bytes.
            $0.limits.headTime = .seconds(5)
            $0.limits.bodyTime = .milliseconds(40)
        }) { _, endpoint in
            let (silent, head, body) = (try PlainSocket(endpoint), try PlainSocket(endpoint), try PlainSocket(endpoint))
            try head.send("GET / HTTP/1.1\r\nHost:")
            try body.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc")
            #expect(try silent.receiveAll().isEmpty)
            for client in [head, body] { #expect(try client.receiveAll().hasPrefix("HTTP/1.1 408 ")) }
        }
    }

    @Test("a quiet connection is closed after its time") func idle() async throws {
        try await withServer({ $0.limits.idleTime = .milliseconds(40) }) { _, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send(Self.get)
            #expect(try client.receiveAll().hasSuffix("ok"))
        }
    }

    @Test("a reader that takes nothing is cut off") func slowReader() async throws {
        let log = Event<AccessRecord>()
        try await withServer(
            { $0.limits.writeTime = .milliseconds(50) }, accessLog: { log.happen($0) },
            handler: { _ in .now(Response(.ok, body: .bytes(Array(repeating: 0x78, count: 30_000_000)))) }
        ) { server, endpoint in
            let client = try PlainSocket(endpoint, receiveBuffer: 4_096)
            try client.send(Self.get)
            _ = await log.next()
            // The client knows by the reset, or by an end that is too early.
            let received = (try? client.receiveAfterEnd(of: server)) ?? 0
            #expect(received < 30_000_000)
            #expect(server.metrics.connectionsOpen == 0)
        }
    }

    @Test("a handler is told that its client has gone, by an end or by a reset", arguments: [false, true])
    func vanishing(_ byReset: Bool) async throws {
        let started = Event<Void>()
        let told = Event<Bool>()
        let handler: @Sendable (Request) -> Outcome = { request in
            .later {
                await withTaskCancellationHandler {
                    started.happen(())
                    while !Task.isCancelled { await Task.yield() }
                } onCancel: {
                    told.happen(true)
                }
                return .text("too late")
            }
        }
        try await withServer(handler: handler) { _, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send(Self.get)
            await started.next()
            if byReset { client.reset() } else { client.close() }
            #expect(await told.next())
        }
    }

    @Test("an answer for a connection that is gone does not reach the next one in its place") func generation()
        async throws
    {
        let held = Event<Held>()
        let handler: @Sendable (Request) -> Outcome = { request in
            if request.path == "/held" { return .deferred { held.happen(Held(request, $0)) } }
            return .now(.text("mine"))
        }
        try await withServer({ $0.loops = 1 }, handler: handler) { server, endpoint in
            for _ in 0..<20 {
                let first = try PlainSocket(endpoint)
                try first.send(Self.get("/held"))
                let old = await held.next()
                first.reset()
                while server.metrics.connectionsOpen > 0 { await Task.yield() }
                #expect(old.responder.isAbandoned)
                let second = try PlainSocket(endpoint)
                try second.send(Self.get("/held"))
                let new = await held.next()
                old.responder.complete(.text("another's"))
                new.responder.complete(.text("mine"))
                #expect(try second.receiveAnswer().body == "mine")
                second.close()
                while server.metrics.connectionsOpen > 0 { await Task.yield() }
            }
        }
    }

    @Test("a client that only ends its side still gets its answers") func halfClosed() async throws {
        let handler: @Sendable (Request) -> Outcome = { _ in
            .later {
                await Task.yield()
                return .text("ok")
            }
        }
        try await withServer(handler: handler) { _, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send(Self.get + Self.get)
            client.finishSending()
            #expect(try client.receiveAll().components(separatedBy: "200 OK").count == 3)
        }
    }

    @Test("connections beyond the caps are refused, and taken again when others have gone") func caps() async throws {
        try await withServer({ $0.limits.connections = 2 }) { server, endpoint in
            let one = try PlainSocket(endpoint)
            let two = try PlainSocket(endpoint)
            for client in [one, two] {
                try client.send(Self.get)
                _ = try client.receiveAnswer()
            }
            #expect(try PlainSocket(endpoint).receiveAll().hasPrefix("HTTP/1.1 503 "))
            #expect(server.metrics.connectionsRefused == 1)
            one.close()
            while server.metrics.connectionsOpen > 1 { await Task.yield() }
            let three = try PlainSocket(endpoint)
            try three.send(Self.get)
            #expect(try three.receiveAnswer().body == "ok")
        }
        try await withServer({ $0.limits.connectionsPerAddress = 1 }) { _, endpoint in
            let one = try PlainSocket(endpoint)
            try one.send(Self.get)
            _ = try one.receiveAnswer()
            let answer = try PlainSocket(endpoint).receiveAll()
            #expect(answer.hasPrefix("HTTP/1.1 429 "))
            #expect(answer.contains("Retry-After: "))
        }
    }

    @Test("a second server at the same port is told so") func inUse() async throws {
        try await withServer { _, endpoint in
            let second = Server(Configuration(endpoints: [endpoint]), handler: ClosureHandler { _ in .now(.text("")) })
            #expect(throws: StartError.inUse(endpoint)) { try second.start() }
        }
    }

    @Test("the caller's own problems are used") func problem() async throws {
        try await withServer({ $0.problem = { refusal, id in .text("\(refusal) \(id)", refusal.status) } }) {
            _, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send("GET / HTTP/1.1\r\n\r\n")
            #expect(try client.receiveAnswer().body.hasPrefix("missingHost "))
        }
    }

    @Test("each answer is logged and counted once") func log() async throws {
        let records = Mutex<[AccessRecord]>([])
        try await withServer(
            accessLog: { record in records.withLock { $0.append(record) } },
            handler: { $0.path == "/none" ? .now(Response(.notFound)) : .now(.text("ok")) }
        ) { server, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send(Self.get("/a%20b?secret=1") + Self.get("/none") + "GET / HTTP/1.1\r\n\r\n")
            _ = try client.receiveAll()
            let metrics = server.metrics
            #expect(metrics.answersByClass == [1, 0, 2, 0])
            #expect(metrics.latencyCounts.reduce(0, +) == 3)
            #expect(metrics.connectionsAccepted == 1)
            #expect(metrics.bytesReceived > 0 && metrics.bytesSent > 0)
        }
        let logged = records.withLock { $0 }
        #expect(logged.map(\.status.code) == [200, 404, 400])
        #expect(logged.map(\.path) == ["/a%20b", "/none", nil])
        var line: [UInt8] = []
        try #require(logged.first).appendJSONLine(prefix: "\"time\":\"t\",", to: &line)
        let text = String(decoding: line, as: UTF8.self)
        #expect(text.hasPrefix("{\"time\":\"t\",\"id\":\"\(logged[0].id)\",\"peer\":\"127.0.0.1\",\"method\":\"GET\""))
        #expect(text.contains("\"path\":\"/a%20b\",\"status\":200,\"bytes\":2,\"microseconds\":"))
        #expect(text.hasSuffix("}\n"))
    }
}

extension PlainSocket {
    /// Waits until the server has let go of the connection, then counts what arrives.
    func receiveAfterEnd(of server: Server) throws -> Int {
        while server.metrics.connectionsOpen > 0 { sched_yield() }
        var count = 0
        while true {
            let bytes = try receive()
            if bytes.isEmpty { return count }
            count += bytes.count
        }
    }
}

/// A thread of its own, for a client that blocks.
final class Thread {
    private var thread = pthread_t()

    private final class Body {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    init(_ run: @escaping () -> Void) {
        pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(Body(run)).toOpaque())
    }

    func join() { pthread_join(thread, nil) }
    func detach() { pthread_detach(thread) }
}
