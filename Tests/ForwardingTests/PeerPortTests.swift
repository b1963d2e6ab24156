import LaurelTestSockets
import LaurelTestSupport
import Testing

@testable import LaurelForwarding
@testable import LaurelHTTPServer

@Suite("The port for nodes", .timeLimit(.minutes(15))) struct PeerPortTests {
    private static let here: @Sendable (Request) -> Outcome = { .now(.text("\($0.peer) \($0.id) \($0.body.count)")) }

    /// Asks the owner's port itself. A body is announced and never sent.
    private static func ask(_ cluster: Cluster, _ fields: String, target: String = "/") throws -> PlainAnswer {
        let connection = try PlainSocket(cluster.ownerEndpoint)
        try connection.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
        return try connection.receiveAnswer()
    }

    private static func key(_ cluster: Cluster) -> String { "Laurel-Node-Key: \(cluster.key.text)\r\n" }

    @Test(
        "answers no one without the key, and reads no body of theirs",
        arguments: [
            "", "Laurel-Node-Key: \r\n", "Laurel-Node-Key: 00\r\n",
            "Laurel-Node-Key: \(String(repeating: "0", count: 64))\r\n", "KEY1", "Laurel-Node-Key: x\r\nKEY", "KEYKEY",
        ])
    func strangers(_ fields: String) async throws {
        try await withCluster(handle: Self.here) { cluster async throws in
            let field = Self.key(cluster)
            let text = fields == "KEY1" ? "\(field.dropLast(2))1\r\n" : fields.replacing("KEY", with: field)
            for target in ["/", "/node/x"] {
                for body in ["", "Content-Length: 1000\r\n", "Transfer-Encoding: chunked\r\n"] {
                    let answer = try Self.ask(cluster, text + "Laurel-Node-Client: local\r\n" + body, target: target)
                    #expect(answer.status == 403 && answer.body.isEmpty)
                }
            }
        }
    }

    @Test(
        "takes a client's address and the request's name from the node",
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("2001:db8::7", "2001:db8::7"), ("local", "local"), ("Local", nil), ("", nil),
            ("192.0.2.7, 192.0.2.8", nil), ("[::1]", nil), ("::1%eth0", nil), ("localhost", nil), ("192.0.2.7:1", nil),
        ])
    func clients(_ text: String, _ peer: String?) async throws {
        try await withCluster(handle: Self.here) { cluster async throws in
            let id = RequestID(seed: 7, number: 7)
            let fields = Self.key(cluster) + "Laurel-Node-Client: \(text)\r\nLaurel-Node-Request: \(id)\r\n"
            let answer = try Self.ask(cluster, fields)
            #expect(answer.status == (peer == nil ? 400 : 200))
            #expect(answer.text == (peer.map { "\($0) \(id) 0" } ?? ""))
        }
    }

    @Test("gives a request without a name one of its own", arguments: ["", "Laurel-Node-Request: ?\r\n"])
    func unnamed(_ fields: String) async throws {
        try await withCluster(handle: Self.here) { cluster async throws in
            let answer = try Self.ask(cluster, Self.key(cluster) + "Laurel-Node-Client: local\r\n" + fields)
            #expect(answer.text.hasPrefix("local ") && answer.text.utf8.count == 6 + 13 + 2)
        }
    }

    @Test("says elsewhere where the node owns nothing, and never passes on") func elsewhere() async throws {
        try await withCluster(handle: Self.here) { cluster async throws in
            let fields = Self.key(cluster) + "Laurel-Node-Client: local\r\n"
            for state in [NodeRole.nobody, .peer(cluster.ownerAddress)] {
                cluster.owner.set(state)
                for body in ["", "Content-Length: 1000\r\n"] {
                    let answer = try Self.ask(cluster, fields + body)
                    #expect(answer.status == 421 && answer.value("laurel-node") == "elsewhere" && answer.body.isEmpty)
                }
            }
            #expect(cluster.client.transferCount == 0)
        }
    }

    @Test("has paths of its own for nodes") func own() async throws {
        var options = ClusterOptions()
        options.own = { $0.hasPath("/node/hello") ? .now(.text("hello \($0.body.count)")) : nil }
        try await withCluster(options, handle: Self.here) { cluster async throws in
            let key = Self.key(cluster)
            #expect(try Self.ask(cluster, key, target: "/node/hello").text == "hello 0")
            #expect(try Self.ask(cluster, key, target: "/node/other").status == 404)
            #expect(try Self.ask(cluster, key, target: "/other").status == 400)
            // A client's request for such a path is the service's.
            #expect(try cluster.ask("GET", "/node/hello").text.hasPrefix("127.0.0.1 "))
        }
    }

    @Test("answers a node's own message; any status but 200 is no answer") func messages() async throws {
        var options = ClusterOptions()
        options.own = { request in
            request.hasPath("/node/hello") ? .now(Response(.ok, type: "text/plain", body: request.body)) : nil
        }
        try await withCluster(options, handle: Self.here) { cluster async throws in
            for (path, expected) in [("/node/hello", [1, 0, 2]), ("/node/other", nil)] as [(StaticString, [UInt8]?)] {
                let answer = Event<[UInt8]?>()
                Forwarder(cluster.client, key: cluster.key)
                    .ask(cluster.ownerAddress, path, [1, 0, 2], within: 60_000) { answer.happen($0) }
                #expect(await answer.next() == expected)
            }
        }
    }

    @Test("refuses a node with another key; its requests wait, and no client sees the refusal") func otherKey()
        async throws
    {
        try await withCluster(handle: Self.here) { cluster async throws in
            let key = try #require(PeerKey([UInt8](repeating: 1, count: 32)))
            let owner = NodeHandler(
                Forwarder(cluster.client, key: key),
                NodePolicy(problem: { _, _ in Response(503) }, clock: { 0 }))
            owner.set(.trusted(ClosureHandler(body: Self.here)))
            var configuration = Configuration(endpoints: [.tcp(address: "127.0.0.1", port: 0)])
            configuration.loops = 1
            let server = Server(configuration, handler: PeerHandler(key: key, node: owner, process: 2))
            let endpoint = try server.start()[0]
            let address = try #require(PeerAddress(endpoint.description))
            cluster.front.set(.peer(address))
            let answer = cluster.asking("POST", "/", body: [1])
            await wait { cluster.front.waitingCount == 1 }
            cluster.front.set(.peer(cluster.ownerAddress))
            #expect(try await answer.value.status == 200)
            await server.drain()
        }
    }

    @Test("takes every head and body that a node takes") func limits() {
        var limits = Limits()
        limits.headBytes = 65_535
        limits.connectionsPerAddress = 7
        let peers = PeerHandler.limits(limits)
        #expect(peers.headBytes == 65_535 && peers.headerCount == limits.headerCount + 3)
        #expect(peers.connectionsPerAddress == limits.connections)
        #expect(peers.heldBodyBytesPerAddress == limits.heldBodyBytes)
        #expect(PeerHandler.limits(Limits()).headBytes == Limits().headBytes + 256)
    }
}
