import LaurelTestSockets
import LaurelTestSupport
import Testing

@testable import LaurelForwarding
@testable import LaurelHTTPServer

@Suite("Requests that are known by a key", .timeLimit(.minutes(15))) struct KeyedRequestTests {
    /// What a node of a release that doesn't know keys says to a request that has one.
    private static let refusal =
        "HTTP/1.1 400 Bad Request\r\nLaurel-Node: refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    private static let keys: @Sendable (Request) -> Outcome = { request in
        .now(.text("\(request.repeatKey?.description ?? "none") of \(request.peer)"))
    }

    /// The one that is drawn as the `number`th in a test.
    private static func key(_ number: Int) -> RepeatKey { RepeatKey(high: 7, low: UInt64(number)) }

    /// How a node says who sent a request.
    ///
    /// - Parameter key: nil: it says no key.
    private static func field(_ key: RepeatKey?) -> String {
        let suffix = key.map { " \($0)" } ?? ""
        return "\r\nLaurel-Node-Client: 127.0.0.1\(suffix)\r\n"
    }

    /// Draws a key for each request, which may be sent again with it.
    ///
    /// - Parameter hasIDs: whether it may be without, too.
    private static func options(_ drawn: Counter, _ state: NodeRole? = nil, hasIDs: Bool = false) -> ClusterOptions {
        var options = ClusterOptions(state: state)
        options.policy = { policy in
            policy.mayRepeat = { hasIDs || $0.repeatKey != nil }
            policy.repeatKey = { _ in
                drawn.add()
                return Self.key(drawn.value)
            }
        }
        return options
    }

    @Test("and are lost are sent again with it, to another node or to this one", arguments: [false, true])
    func again(_ isHere: Bool) async throws {
        let peer = try PlainPeer()
        let drawn = Counter()
        try await withCluster(Self.options(drawn, .peer(peer.address)), handle: Self.keys) { cluster async throws in
            let answer = cluster.asking("POST", "/", body: [])
            let (connection, head) = try peer.accept()
            #expect(head.contains(Self.field(Self.key(1))), "\(head)")
            connection.close()
            await wait { cluster.front.waitingCount == 1 }
            cluster.front.set(isHere ? .trusted(ClosureHandler(body: Self.keys)) : .peer(cluster.ownerAddress))
            #expect(try await answer.value.text == "\(Self.key(1)) of 127.0.0.1")
            #expect(drawn.value == 1)
        }
    }

    @Test("have one of their own each, and reads have none") func each() async throws {
        let drawn = Counter()
        try await withCluster(Self.options(drawn), handle: Self.keys) { cluster in
            for number in 1...2 {
                let answer = try cluster.ask("POST", "/", body: [1])
                #expect(answer.text == "\(Self.key(number)) of 127.0.0.1")
            }
            let read = try cluster.ask("GET", "/")
            #expect(read.text == "none of 127.0.0.1")
            #expect(drawn.value == 2)
        }
    }

    @Test("are not known by what their client says") func forged() async throws {
        let forged = "Laurel-Node-Client: 203.0.113.7 \(Self.key(9))\r\nLaurel-Node-Repeat: \(Self.key(9))\r\n"
        let drawn = Counter()
        try await withCluster(Self.options(drawn), handle: Self.keys) { cluster in
            let answer = try cluster.ask("POST", "/", fields: forged, body: [1])
            #expect(answer.text == "\(Self.key(1)) of 127.0.0.1")
        }
        let here = NodeRole.trusted(ClosureHandler(body: Self.keys))
        for state in [nil, here] as [NodeRole?] {
            try await withCluster(ClusterOptions(state: state), handle: Self.keys) { cluster in
                let answer = try cluster.ask("POST", "/", fields: forged, body: [1])
                #expect(answer.text == "none of 127.0.0.1")
            }
        }
    }

    @Test("go without it to a node that doesn't know keys, and aren't sent again when that one is lost")
    func older() async throws {
        let peer = try PlainPeer()
        let drawn = Counter()
        try await withCluster(Self.options(drawn, .peer(peer.address)), handle: Self.keys) { cluster async throws in
            let answer = cluster.asking("POST", "/", body: [])
            let (first, keyed) = try peer.accept()
            #expect(keyed.contains(Self.field(Self.key(1))), "\(keyed)")
            try first.send(Self.refusal)
            first.close()
            let (second, plain) = try peer.accept()
            #expect(plain.contains(Self.field(nil)), "\(plain)")
            second.close()
            let refused = try await answer.value
            #expect(refused.status == 503 && refused.text == "mayHaveBeenDone")
            #expect(cluster.front.waitingCount == 0)
            // It's known by now what that node is.
            let later = cluster.asking("POST", "/", body: [])
            let (third, next) = try peer.accept()
            #expect(next.contains(Self.field(nil)), "\(next)")
            try third.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
            #expect(try await later.value.text == "x")
        }
    }

    @Test("keep it where a node doesn't take the sender for one")
    func strangers() async throws {
        let peer = try PlainPeer()
        let drawn = Counter()
        try await withCluster(Self.options(drawn, .peer(peer.address)), handle: Self.keys) { cluster async throws in
            let answer = cluster.asking("POST", "/", body: [])
            let (connection, _) = try peer.accept()
            try connection.send(Self.refusal.replacing("400 Bad Request", with: "403 Forbidden"))
            connection.close()
            await wait { cluster.front.waitingCount == 1 }
            cluster.front.set(.peer(cluster.ownerAddress))
            #expect(try await answer.value.text == "\(Self.key(1)) of 127.0.0.1")
        }
    }

    @Test(
        "and were lost don't go without it to an owner that doesn't know keys, unless they're known by IDs, too",
        arguments: [false, true])
    func olderNext(_ hasIDs: Bool) async throws {
        let (peer, older) = (try PlainPeer(), try PlainPeer())
        let options = Self.options(Counter(), .peer(peer.address), hasIDs: hasIDs)
        try await withCluster(options, handle: Self.keys) { cluster async throws in
            let answer = cluster.asking("POST", "/", body: [])
            let (connection, _) = try peer.accept()
            connection.close()
            await wait { cluster.front.waitingCount == 1 }
            cluster.front.set(.peer(older.address))
            let (first, keyed) = try older.accept()
            #expect(keyed.contains(Self.field(Self.key(1))), "\(keyed)")
            try first.send(Self.refusal)
            first.close()
            if hasIDs {
                let (second, plain) = try older.accept()
                #expect(plain.contains(Self.field(nil)), "\(plain)")
                try second.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
                #expect(try await answer.value.text == "x")
            } else {
                #expect(try await answer.value.text == "mayHaveBeenDone")
                #expect(cluster.front.waitingCount == 0 && cluster.client.transferCount == 0)
            }
        }
    }

    @Test("and were lost are told that they may have been carried out when they wait in vain") func inVain()
        async throws
    {
        let peer = try PlainPeer()
        try await withCluster(Self.options(Counter(), .peer(peer.address)), handle: Self.keys) {
            cluster async throws in
            let answer = cluster.asking("POST", "/", body: [])
            let (connection, _) = try peer.accept()
            connection.close()
            await wait { cluster.front.waitingCount == 1 }
            cluster.clock.add(10_000)
            cluster.front.tick()
            let refused = try await answer.value
            #expect(refused.status == 503 && refused.text == "mayHaveBeenDone")
        }
    }

    @Test("say so where a node that doesn't know keys expects an address alone, and refuses them") func senders() {
        let key = Self.key(1)
        for client in ["192.0.2.7", "2001:db8::7", "local"] {
            let keyed = RequestSender("\(client) \(key)")
            #expect(keyed?.client.description == client && keyed?.key == key && keyed?.text == "\(client) \(key)")
            let plain = RequestSender(client)
            #expect(plain?.client.description == client && plain?.key == nil && plain?.text == client)
            #expect(Peer(passedOn: "\(client) \(key)") == nil)
        }
        for text in ["", " ", "192.0.2.7 ", "192.0.2.7 0", "192.0.2.7  KEY", " KEY", "KEY", "192.0.2.7 KEY KEY"] {
            #expect(RequestSender(text.replacing("KEY", with: key.description)) == nil, "\(text)")
        }
    }

    @Test("have a head that a node's port takes") func room() throws {
        let address = try #require(IPAddress("2001:db80:1111:2222:3333:4444:5555:6666"))
        let request = try #require(Request(.post, "/", peer: .inet(address)))
        let key = try #require(PeerKey(Array(0..<32)))
        let own = PeerRequest(request.known(by: Self.key(1)), key: key).fields.filter {
            $0.starts(with: "Laurel-Node".utf8)
        }
        // Each ends with NUL here, and with CR and LF on its path.
        #expect(own.count == NodeFields.count && own.reduce(0) { $0 + $1.count + 1 } <= NodeFields.headBytes)
    }
}
