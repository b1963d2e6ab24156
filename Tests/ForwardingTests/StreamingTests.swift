import LaurelTestSockets
import LaurelTestSupport
import Testing

@testable import LaurelForwarding
@testable import LaurelHTTPServer

@Suite("Streams that are passed on", .timeLimit(.minutes(15))) struct StreamingTests {
    private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let getEvents = "GET / HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n"

    /// Answers with streams that the test writes.
    private static func events(_ opened: Event<StreamWriter>) -> @Sendable (Request) -> Outcome {
        { _ in .now(ServerSentEvent.stream { opened.happen($0) }) }
    }

    private static func whole(_ opened: Event<StreamWriter>) -> @Sendable (Request) -> Outcome {
        { _ in
            .now(
                Response(
                    .ok,
                    body: .stream { writer in
                        writer.isWhole = true
                        opened.happen(writer)
                    }))
        }
    }

    @Test("of events bring each one at once, and end when the owner ends them", arguments: [get, getEvents])
    func events(_ request: String) async throws {
        let opened = Event<StreamWriter>()
        try await withCluster(handle: Self.events(opened)) { cluster in
            let client = try cluster.connect()
            for _ in 0..<2 {
                try client.send(request)
                let writer = await opened.next()
                // The head comes before the first event.
                #expect(try client.receive(through: "\r\n\r\n").contains("Content-Type: text/event-stream"))
                for number in 0..<50 {
                    writer.write(ServerSentEvent(data: "\(number)").encoded)
                    #expect(try client.receive(through: "\n\n\r\n").contains("data: \(number)\n"))
                }
                writer.close()
                #expect(try client.receive(through: "0\r\n\r\n") == "0\r\n\r\n")
            }
            await wait { cluster.client.transferCount == 0 }
        }
    }

    @Test("of 64 MiB reach a slow client whole, while little of them waits") func slowClient() async throws {
        let piece = (0..<32_768).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8) }
        let (pieces, written) = (2_048, Counter())
        @Sendable func pump(_ writer: StreamWriter) {
            guard written.value < pieces else { return writer.close() }
            writer.onDrain {
                guard writer.write(piece) else { return }
                written.add()
                pump(writer)
            }
        }
        let handler: @Sendable (Request) -> Outcome = { _ in
            .now(
                Response(
                    .ok,
                    body: .stream { writer in
                        writer.isWhole = true
                        pump(writer)
                    }))
        }
        var options = ClusterOptions()
        // However slow the machine, nobody is cut off for their patience.
        options.configuration = {
            $0.limits.writeTime = .seconds(3_600)
            // The kernel counts a window that stays closed as well.
            $0.limits.unacknowledgedTime = .seconds(3_600)
        }
        options.ownerConfiguration = options.configuration
        try await withCluster(options, handle: handler) { cluster in
            let client = try cluster.connect(receiveBuffer: 4_096)
            try client.send(Self.get)
            _ = try client.receive(through: "\r\n\r\n")
            // Until nothing moves: what the kernel holds of three sockets is not ours.
            var (last, looks) = (-1, 0)
            while looks < 20_000 {
                (last, looks) = written.value == last ? (last, looks + 1) : (written.value, 0)
                await Task.yield()
            }
            #expect(last < pieces)
            // Of the client's connection, and the head's few bytes.
            #expect(cluster.frontServer.metrics.bodyBytesHeld <= UInt64(StreamRelay.waitingBytesLimit + 1_024))
            client.setReceiveBuffer(1_048_576)
            for _ in 0..<pieces { try expectPiece(piece, client) }
            #expect(try client.receive(count: 5) == Array("0\r\n\r\n".utf8))
            #expect(cluster.frontServer.metrics.streamsCutOff == 0)
            #expect(cluster.ownerServer.metrics.streamsCutOff == 0)
        }
    }

    /// The next bytes of a chunked body are these, however they were cut into chunks.
    private func expectPiece(_ piece: [UInt8], _ client: PlainSocket) throws {
        var received: [UInt8] = []
        while received.count < piece.count {
            if chunk.left == 0 {
                chunk.left = try #require(Int(client.receive(through: "\r\n").dropLast(1), radix: 16))
                try #require(chunk.left > 0)
            }
            let count = min(chunk.left, piece.count - received.count)
            received += try client.receive(count: count)
            chunk.left -= count
            if chunk.left == 0 { _ = try client.receive(count: 2) }
        }
        #expect(received == piece)
    }

    /// Bytes of the present chunk that were not read yet.
    private final class Chunk { var left = 0 }
    private let chunk = Chunk()

    @Test("behind a large answer to a slow client are not cut off") func behindLarge() async throws {
        let handler: @Sendable (Request) -> Outcome = { request in
            if request.path == "/large" {
                return .now(Response(.ok, body: .bytes([UInt8](repeating: 1, count: 250_000))))
            }
            return .now(
                Response(
                    .ok,
                    body: .stream { writer in
                        writer.write([UInt8](repeating: 2, count: 60_000))
                        writer.close()
                    }))
        }
        try await withCluster(handle: handler) { cluster in
            for _ in 0..<20 {
                let client = try cluster.connect(receiveBuffer: 4_096)
                try client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n\(Self.get)")
                #expect(try client.receiveAnswer().body.count == 250_000)
                #expect(try client.receiveAnswer().body == [UInt8](repeating: 2, count: 60_000))
            }
            #expect(cluster.frontServer.metrics.streamsCutOff == 0)
        }
    }

    @Test("end at the owner when the client leaves", arguments: [false, true]) func leaving(_ isWhole: Bool)
        async throws
    {
        let opened = Event<StreamWriter>()
        let closed = Event<Void>()
        try await withCluster(handle: isWhole ? Self.whole(opened) : Self.events(opened)) { cluster in
            let client = try cluster.connect()
            try client.send(Self.get)
            let writer = await opened.next()
            writer.onClose { closed.happen(()) }
            writer.write([0x78])
            _ = try client.receive(through: "x")
            client.close()
            await closed.next()
            await wait { cluster.client.transferCount == 0 }
        }
    }

    @Test("end at the owner when the client leaves before their turn has come") func leavingEarly() async throws {
        let opened = Event<StreamWriter>()
        let closed = Event<Void>()
        let held = Event<Responder>()
        let handler: @Sendable (Request) -> Outcome = { request in
            if request.path == "/held" { return .deferred { held.happen($0) } }
            return Self.events(opened)(request)
        }
        try await withCluster(handle: handler) { cluster in
            let client = try cluster.connect()
            try client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n\(Self.get)")
            let responder = await held.next()
            let writer = await opened.next()
            writer.onClose { closed.happen(()) }
            // Nobody says so: the next look finds that nobody waits for the first one.
            client.close()
            await wait {
                cluster.front.tick()
                return responder.isAbandoned && cluster.client.transferCount == 0
            }
            await closed.next()
        }
    }

    @Test(
        "that the peer breaks off don't look complete, except for events",
        arguments: ["Content-Length: 1000000", "Transfer-Encoding: chunked", "Content-Type: text/event-stream"])
    func broken(_ field: String) async throws {
        let peer = try PlainPeer()
        var options = ClusterOptions(state: .peer(peer.address))
        options.configuration = { $0.loops = 1 }
        try await withCluster(options, handle: { _ in .now(.text("")) }) { cluster in
            let client = try cluster.connect()
            try client.send(Self.get)
            let (connection, _) = try peer.accept()
            let isChunked = field.hasPrefix("Transfer")
            try connection.send("HTTP/1.1 200 OK\r\n\(field)\r\n\r\n\(isChunked ? "1\r\nx\r\n" : "x")")
            _ = try client.receive(through: "x")
            // An end without events is what the end of such a connection means to libcurl.
            connection.close()
            if field.hasSuffix("event-stream") {
                #expect(try client.receive(through: "0\r\n\r\n").hasSuffix("0\r\n\r\n"))
            } else {
                let rest = String(decoding: client.receiveToEnd(), as: UTF8.self)
                #expect(!rest.contains("0\r\n\r\n"))
            }
        }
    }

    @Test("that are abandoned don't look complete") func abandoned() async throws {
        let opened = Event<StreamWriter>()
        let closed = Event<Void>()
        try await withCluster(handle: Self.whole(opened)) { cluster in
            let client = try cluster.connect()
            try client.send(Self.get)
            let writer = await opened.next()
            writer.onClose { closed.happen(()) }
            writer.write([0x78])
            _ = try client.receive(through: "x")
            cluster.front.abandon(cluster.ownerAddress)
            #expect(!String(decoding: client.receiveToEnd(), as: UTF8.self).contains("0\r\n\r\n"))
            await closed.next()
        }
    }
}
