import LaurelTestSockets
import LaurelTestSupport
import Testing

@testable import LaurelForwarding
@testable import LaurelHTTPServer

@Suite("Requests that are lost", .timeLimit(.minutes(15))) struct LostTests {
    /// Breaks off one request of a peer after its head has arrived.
    private enum Loss: CaseIterable {
        /// The connection ends, as when the peer is killed.
        case closed
        /// The peer was stopped: nothing comes, and the process gives it up.
        case abandoned
        /// The peer was killed in the middle of a short answer.
        case halfAnswered
    }

    private static let arrivals: @Sendable (Request) -> Outcome = { request in
        .now(.text("\(request.method.text) \(request.body.count)"))
    }

    private static func lose(_ loss: Loss, _ connection: PlainSocket, _ cluster: Cluster, _ peer: PlainPeer) throws {
        switch loss {
        case .closed: connection.close()
        case .abandoned: cluster.front.abandon(peer.address)
        case .halfAnswered:
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nx")
            connection.close()
        }
    }

    @Test("are tried again if they change nothing", arguments: Method.allCases.filter(\.isSafe), Loss.allCases)
    private func safe(_ method: Method, _ loss: Loss) async throws {
        let peer = try PlainPeer()
        try await withCluster(ClusterOptions(state: .peer(peer.address)), handle: Self.arrivals) {
            cluster async throws in
            let answer = cluster.asking(method.text, "/")
            let (connection, head) = try peer.accept()
            #expect(head.hasPrefix("\(method.text) / "))
            try Self.lose(loss, connection, cluster, peer)
            if method == .head && loss == .halfAnswered {
                // To HEAD it's the whole answer.
                #expect(try await answer.value.status == 200)
                return
            }
            await wait { cluster.front.waitingCount == 1 }
            cluster.front.set(.peer(cluster.ownerAddress))
            #expect(try await answer.value.status == 200)
        }
    }

    @Test(
        "are told so, and sent no second time, if they change something",
        arguments: Method.allCases.filter { !$0.isSafe }, Loss.allCases)
    private func unsafe(_ method: Method, _ loss: Loss) async throws {
        let peer = try PlainPeer()
        try await withCluster(ClusterOptions(state: .peer(peer.address)), handle: Self.arrivals) {
            cluster async throws in
            let answer = cluster.asking(method.text, "/", body: [1, 2])
            let (connection, head) = try peer.accept()
            #expect(head.hasPrefix("\(method.text) / "))
            try Self.lose(loss, connection, cluster, peer)
            let refused = try await answer.value
            #expect(refused.status == 503 && refused.text == "mayHaveBeenDone" && refused.value("retry-after") == nil)
            #expect(cluster.front.waitingCount == 0)
        }
    }

    @Test("are tried again if they may be repeated", arguments: [0, 2, 100_000]) func repeatable(_ count: Int)
        async throws
    {
        let peer = try PlainPeer()
        var options = ClusterOptions(state: .peer(peer.address))
        options.policy = { $0.mayRepeat = { $0.method == .post && $0.hasPath("/scores") } }
        try await withCluster(options, handle: Self.arrivals) { cluster async throws in
            let answer = cluster.asking("POST", "/scores", body: [UInt8](repeating: 7, count: count))
            let (connection, _) = try peer.accept()
            connection.close()
            await wait { cluster.front.waitingCount == 1 }
            cluster.front.set(.peer(cluster.ownerAddress))
            #expect(try await answer.value.text == "POST \(count)")
        }
    }

    @Test("over a connection that was used before are sent no second time, either", arguments: ["POST", "DELETE"])
    func reused(_ method: String) async throws {
        let peer = try PlainPeer()
        try await withCluster(ClusterOptions(state: .peer(peer.address)), handle: Self.arrivals) {
            cluster async throws in
            let first = cluster.asking("GET", "/first")
            let (connection, _) = try peer.accept()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
            #expect(try await first.value.text == "x")
            let second = cluster.asking(method, "/second")
            #expect(try connection.receive(through: "\r\n\r\n").hasPrefix("\(method) /second"))
            connection.close()
            #expect(try await second.value.text == "mayHaveBeenDone")
            let third = cluster.asking("GET", "/third")
            let (next, head) = try peer.accept()
            #expect(head.hasPrefix("GET /third "))
            try next.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\ny")
            #expect(try await third.value.text == "y")
        }
    }

    @Test("are not those that are under way when the owner changes") func handover() async throws {
        let held = Event<Responder>()
        let handler: @Sendable (Request) -> Outcome = { _ in .deferred { held.happen($0) } }
        try await withCluster(handle: handler) { cluster async throws in
            let answer = cluster.asking("POST", "/", body: [1])
            let responder = await held.next()
            cluster.front.set(.nobody)
            cluster.front.tick()
            cluster.front.set(.trusted(ClosureHandler(body: { _ in .now(.text("here")) })))
            responder.complete(.text("there"))
            #expect(try await answer.value.text == "there")
            #expect(try cluster.ask("GET", "/").text == "here")
        }
    }
}
