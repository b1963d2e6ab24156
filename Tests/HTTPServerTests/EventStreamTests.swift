import LaurelTestSockets
import LaurelTestSupport
import Synchronization
import Testing

@testable import LaurelHTTPServer

@Suite("Event streams", .timeLimit(.minutes(15))) struct EventStreamTests {
    @Test(
        "encode events as the standard says",
        arguments: [
            (ServerSentEvent(data: "a"), "data: a\n\n"),
            (ServerSentEvent(data: ""), "data: \n\n"),
            (ServerSentEvent(data: "a\nb\r\nc\rd"), "data: a\ndata: b\ndata: c\ndata: d\n\n"),
            (ServerSentEvent(data: "\n"), "data: \ndata: \n\n"),
            (
                ServerSentEvent(event: "board", id: "7", retry: .seconds(2), data: "{}"),
                "event: board\nid: 7\nretry: 2000\ndata: {}\n\n"
            ),
            (ServerSentEvent(event: "a\r\nb", id: "\0c\nd", data: "x"), "event: ab\nid: cd\ndata: x\n\n"),
        ])
    func encoding(_ event: ServerSentEvent, _ expected: String) {
        #expect(String(decoding: event.encoded, as: UTF8.self) == expected)
    }

    @Test("carry what any thread writes, in order") func writing() async throws {
        let opened = Event<StreamWriter>()
        try await withServer(handler: { _ in .now(ServerSentEvent.stream { opened.happen($0) }) }) { server, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send(SocketTests.get)
            let writer = await opened.next()
            #expect(server.metrics.streamsOpen == 1)
            for number in 0..<100 { #expect(writer.write(ServerSentEvent(data: "\(number)").encoded)) }
            writer.close()
            writer.close()
            #expect(!writer.write([1]))
            let head = try client.receive(through: "\r\n\r\n")
            #expect(head.contains("Content-Type: text/event-stream; charset=utf-8\r\n"))
            let body = try client.receive(through: "0\r\n\r\n")
            var rest = body[...]
            for number in 0..<100 {
                let range = try #require(rest.firstRange(of: "data: \(number)\n\n"))
                rest = rest[range.upperBound...]
            }
            // The connection goes on.
            try client.send(SocketTests.get)
            let second = await opened.next()
            second.close()
            _ = try client.receive(through: "\r\n\r\n")
            #expect(try client.receive(through: "0\r\n\r\n") == "0\r\n\r\n")
        }
    }

    @Test("end when the client goes away, and say so", arguments: [false, true])
    func vanishing(_ byReset: Bool) async throws {
        let streams = ToldStreams()
        try await withServer(handler: streams.handler) { server, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send(SocketTests.get)
            let writer = await streams.opened.next()
            if byReset { client.reset() } else { client.close() }
            await streams.closed.next()
            #expect(!writer.write(ServerSentEvent.comment()))
            while server.metrics.connectionsOpen > 0 { await Task.yield() }
            #expect(server.metrics.streamsOpen == 0)
            writer.onClose { streams.closed.happen(()) }
            await streams.closed.next()
        }
    }

    @Test("end when the client goes away, though it sent more that nobody reads") func vanishingWithInput() async throws
    {
        let streams = ToldStreams()
        try await withServer(handler: streams.handler) { _, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send(SocketTests.get)
            _ = await streams.opened.next()
            try client.send(String(repeating: SocketTests.get, count: 2_000))
            client.close()
            await streams.closed.next()
        }
    }

    @Test("cut off a reader who is too slow, and nobody else") func slowReader() async throws {
        let streams = ToldStreams()
        try await withServer({ $0.limits.streamBytes = 100_000 }, handler: streams.handler) { server, endpoint in
            let slow = try PlainSocket(endpoint, receiveBuffer: 4_096)
            try slow.send(SocketTests.get)
            let slowWriter = await streams.opened.next()
            let quick = try PlainSocket(endpoint)
            try quick.send(SocketTests.get)
            let quickWriter = await streams.opened.next()
            let event = ServerSentEvent(data: String(repeating: "x", count: 10_000)).encoded
            var writes = 0
            while slowWriter.write(event) {
                writes += 1
                #expect(writes < 100_000)
                await Task.yield()
            }
            await streams.closed.next()
            #expect(server.metrics.streamsCutOff == 1)
            #expect(quickWriter.write(event))
            quickWriter.close()
            #expect(try quick.receive(through: "\r\n0\r\n\r\n").contains("xxx"))
        }
    }
}
