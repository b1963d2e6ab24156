import LaurelTestSockets
import LaurelTestSupport
import Synchronization
import Testing

@testable import LaurelForwarding
@testable import LaurelHTTPServer

@Suite("Many requests at a time", .timeLimit(.minutes(15))) struct CrowdTests {
    /// Keeps requests until so many are there, then answers all.
    private final class Gate: Sendable {
        private let kept = Mutex<[(request: Request, responder: Responder)]>([])
        private let count: Int

        init(_ count: Int) { self.count = count }

        func handle(_ request: Request) -> Outcome {
            .deferred { [self] responder in
                let all = kept.withLock { kept in
                    kept.append((request, responder))
                    return kept.count == count ? kept : []
                }
                for (request, responder) in all { responder.complete(.text(request.target)) }
            }
        }
    }

    @Test("2,000 are under way together, and each gets its own answer") func crowd() async throws {
        #expect(Server.raiseOpenFileLimit() >= 8_192)
        let gate = Gate(2_000)
        try await withCluster(handle: { gate.handle($0) }) { cluster in
            let clients = try (0..<125).map { _ in try cluster.connect() }
            for (client, number) in zip(clients, 0...) {
                let requests = (0..<16).map { "GET /\(number)/\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }
                try client.send(requests.joined())
            }
            for (client, number) in zip(clients, 0...) {
                for index in 0..<16 { #expect(try client.receiveAnswer().text == "/\(number)/\(index)") }
            }
            await wait { cluster.client.transferCount == 0 }
        }
    }

    @Test("more than the client's limit wait, and are sent when there's room") func limit() async throws {
        let held = Event<Responder>()
        var options = ClusterOptions()
        options.transferLimit = 5
        try await withCluster(options, handle: { _ in .deferred { held.happen($0) } }) { cluster in
            let clients = try (0..<8).map { _ in try cluster.connect() }
            for client in clients { try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n") }
            await wait { cluster.front.waitingCount == 3 }
            #expect(cluster.client.transferCount == 5)
            // Nobody looks for room: the answer that makes it lets the next request through.
            for _ in 0..<8 { await held.next().complete(.text("x")) }
            for client in clients { #expect(try client.receiveAnswer().text == "x") }
        }
    }

    @Test("all end when the client stops, and later ones are not sent") func stopping() async throws {
        let held = Event<Responder>()
        try await withCluster(handle: { _ in .deferred { held.happen($0) } }) { cluster in
            let client = try cluster.connect()
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
            // Kept, since a responder that goes without an answer answers 500.
            let responder = await held.next()
            cluster.client.stop()
            #expect(try client.receiveAnswer().text == "mayHaveBeenDone")
            responder.complete(.text("too late"))
            try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            await wait { cluster.front.waitingCount == 1 }
            #expect(cluster.client.transferCount == 0)
        }
    }
}
