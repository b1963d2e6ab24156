import LaurelTestSockets
import LaurelTestSupport
import Testing

@testable import LaurelHTTPServer

@Suite("Drain", .timeLimit(.minutes(15))) struct DrainTests {
    @Test("lets a running request be answered, and closes the others") func graceful() async throws {
        let held = Event<Held>()
        let handler: @Sendable (Request) -> Outcome = { request in
            request.path == "/held" ? .deferred { held.happen(Held(request, $0)) } : .now(.text("ok"))
        }
        // One loop: two would hear of the drain one after the other, and the answer could come in between.
        let change: @Sendable (inout Configuration) -> Void = {
            $0.loops = 1
            $0.limits.drainTime = .seconds(30)
        }
        try await withServer(change, handler: handler) { server, endpoint in
            let idle = try PlainSocket(endpoint)
            try idle.send(SocketTests.get)
            _ = try idle.receiveAnswer()
            let busy = try PlainSocket(endpoint)
            try busy.send(SocketTests.get("/held"))
            let request = await held.next()
            async let drained: Void = server.drain()
            #expect(try idle.receiveAll().isEmpty)
            request.responder.complete(.text("done"))
            let answer = try busy.receiveAll()
            #expect(answer.contains("Connection: close\r\n"))
            #expect(answer.hasSuffix("done"))
            await drained
            #expect(server.metrics.connectionsOpen == 0)
            #expect(throws: PlainSocket.Failure.self) { try PlainSocket(endpoint) }
        }
    }

    @Test("serves clients that the kernel has greeted but nobody accepted yet") func backlog() async throws {
        try await withServer({ $0.limits.drainTime = .seconds(30) }) { server, endpoint in
            var clients: [PlainSocket] = []
            for _ in 0..<50 {
                let client = try PlainSocket(endpoint)
                try client.send(SocketTests.get)
                clients.append(client)
            }
            await server.drain()
            for client in clients { #expect(try client.receiveAll().hasSuffix("ok")) }
        }
    }

    @Test("ends streams in order") func streams() async throws {
        let streams = ToldStreams()
        try await withServer(handler: streams.handler) { server, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send(SocketTests.get)
            let writer = await streams.opened.next()
            writer.write(ServerSentEvent.comment("hello"))
            await server.drain()
            let text = try client.receiveAll()
            #expect(text.hasSuffix(": hello\n\r\n0\r\n\r\n"), "\(text)")
            await streams.closed.next()
            #expect(!writer.write([1]))
        }
    }

    @Test("cuts off what does not come to an end, and tells it") func deadline() async throws {
        let held = Event<Held>()
        try await withServer(
            { $0.limits.drainTime = .milliseconds(50) },
            handler: { request in .deferred { held.happen(Held(request, $0)) } }
        ) { server, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send(SocketTests.get)
            let request = await held.next()
            await server.drain()
            #expect(try client.receiveAll().isEmpty)
            #expect(request.responder.isAbandoned)
            // Nobody listens any more; this must do no harm.
            request.responder.complete(.text("late"))
            await server.drain()
        }
    }

    @Test("lets a task that outlives the loop go on elsewhere") func survivingTask() async throws {
        let (started, gate, ended) = (Event<Void>(), Event<Void>(), Event<Void>())
        let handler: @Sendable (Request) -> Outcome = { _ in
            .later {
                started.happen(())
                await gate.next()
                ended.happen(())
                return .text("late")
            }
        }
        try await withServer({ $0.limits.drainTime = .milliseconds(50) }, handler: handler) { server, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send(SocketTests.get)
            await started.next()
            await server.drain()
            gate.happen(())
            await ended.next()
        }
    }
}
