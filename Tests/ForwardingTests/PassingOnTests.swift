import LaurelTestSockets
import LaurelTestSupport
import Glibc
import Synchronization
import Testing

@testable import LaurelForwarding
@testable import LaurelHTTPServer

@Suite("Requests that are passed on", .timeLimit(.minutes(15))) struct PassingOnTests {
    /// Says what arrived.
    static let echo: @Sendable (Request) -> Outcome = { request in
        var response = Response(.ok, type: "application/octet-stream", body: request.body)
        response.headers.append("X-Method", request.method.text)
        response.headers.append("X-Target", request.target)
        response.headers.append("X-Peer", request.peer.description)
        response.headers.append("X-ID", request.id.description)
        let fields = request.headers.pairs.map { "\($0.name)=\($0.value)" }
        response.headers.append("X-Fields", fields.joined(separator: "|"))
        return .now(response)
    }

    @Test("keep their method and body", arguments: Method.allCases, [0, 1, 65_536, 65_537, 1_048_576])
    func methods(_ method: Method, _ count: Int) async throws {
        let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        try await withCluster(handle: Self.echo) { cluster in
            // Over one connection of the peer's, one after the other.
            for _ in 0..<3 {
                let answer = try cluster.ask(method.text, "/a", body: body)
                #expect(answer.status == 200 && answer.value("x-method") == method.text)
                #expect(answer.value("x-target") == "/a")
                if method != .head { #expect(answer.body == body) }
            }
            if method != .head && count > 0 {
                let chunked = try cluster.connect()
                try chunked.send("\(method.text) / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
                try chunked.send("\(String(count, radix: 16))\r\n")
                try chunked.send(body + Array("\r\n0\r\n\r\n".utf8))
                #expect(try chunked.receiveAnswer().body == body)
            }
        }
    }

    @Test("without a body have none, and no length but where it's usual", arguments: Method.allCases)
    func bodiless(_ method: Method) async throws {
        try await withCluster(handle: Self.echo) { cluster in
            let answer = try cluster.ask(method.text, "/")
            let fields = answer.value("x-fields") ?? ""
            #expect(fields.contains("Content-Length=0") == [.post, .put, .patch].contains(method))
            #expect(!fields.contains("Content-Type") && !fields.contains("Accept") && !fields.contains("Expect"))
            #expect(!fields.contains("User-Agent") && !fields.contains("Transfer-Encoding"))
        }
    }

    @Test(
        "keep their target, byte for byte",
        arguments: [
            "/", "/a%2Fb/%C3%A9?x=%20+%26&y", "/a/../b/./c//d", "/?", "/?a=b?c=d", "/%E6%8E%92", "*",
            "http://other.example/x%20y?q=1", "/a;b=1,2@:3!$&'()*~", "/" + String(repeating: "x", count: 8_000),
        ])
    func targets(_ target: String) async throws {
        try await withCluster(handle: Self.echo) { cluster in
            let answer = try cluster.ask(target == "*" ? "OPTIONS" : "GET", target)
            #expect(answer.status == 200 && answer.value("x-target") == target)
        }
    }

    @Test("keep their end-to-end fields, in order, and lose the others") func fields() async throws {
        let sent = Mutex<[[UInt8]]>([])
        let handler: @Sendable (Request) -> Outcome = { request in
            request.headers.forEach { name, value in
                sent.withLock { $0.append(Array(name) + [0x3D] + Array(value)) }
            }
            return .now(.text("ok"))
        }
        try await withCluster(handle: handler) { cluster in
            let connection = try cluster.connect()
            var bytes = Array("GET / HTTP/1.1\r\nhOsT: game.example:81\r\n".utf8)
            for line in [
                "Cookie: a=b; c=d", "X-Twice: one", "X-Twice: two", "X-Empty:", "X-Semi: a;b",
                "Authorization: Bearer x",
                "Accept:", "User-Agent: Monkey/1", "Keep-Alive: 5", "Connection: keep-alive, X-Secret", "X-Secret: 1",
                "Proxy-Authorization: x", "Proxy-Anything: x", "TE: trailers", "Trailer: X-Sum", "Upgrade: h2c",
                "LAUREL-node-Client: 192.0.2.1", "Laurel-Node-Else: x", "Referer: http://a/", "Range: bytes=0-1",
                "Accept-Encoding: gzip, br", "X-Forwarded-For: 192.0.2.9", "Content-Type: text/x",
            ] { bytes += Array("\(line)\r\n".utf8) }
            // Not UTF-8: passed on as it came.
            bytes += Array("X-Latin: caf".utf8) + [0xE9] + Array("\r\n\r\n".utf8)
            try connection.send(bytes)
            #expect(try connection.receiveAnswer().status == 200)
            let arrived = sent.withLock { $0 }
            let own = ["Laurel-Node-Key", "Laurel-Node-Client", "Laurel-Node-Request"]
            #expect(arrived.filter { field in own.contains { field.starts(with: "\($0)=".utf8) } }.count == 3)
            let rest = arrived.filter { !$0.starts(with: "Laurel-Node".utf8) }
            let expected = [
                "Cookie=a=b; c=d", "X-Twice=one", "X-Twice=two", "X-Empty=", "X-Semi=a;b", "Authorization=Bearer x",
                "Accept=", "User-Agent=Monkey/1", "Referer=http://a/", "Range=bytes=0-1", "Accept-Encoding=gzip, br",
                "X-Forwarded-For=192.0.2.9", "Content-Type=text/x",
            ]
            // libcurl writes Host first, wherever it stood.
            #expect(rest.first == Array("Host=game.example:81".utf8))
            #expect(rest.last == Array("X-Latin=caf".utf8) + [0xE9])
            #expect(rest.dropFirst().dropLast().map { String(decoding: $0, as: UTF8.self) } == expected)
        }
    }

    @Test("bring the client's address, whatever the client says of itself") func clients() async throws {
        try await withCluster(handle: Self.echo) { cluster in
            let forged = "Laurel-Node-Client: 203.0.113.7\r\nLaurel-Node-Request: 0000000000000\r\n"
            let answer = try cluster.ask("GET", "/", fields: forged + "Laurel-Node-Key: \(cluster.key.text)\r\n")
            #expect(answer.status == 200 && answer.value("x-peer") == "127.0.0.1")
            #expect(answer.value("x-id") != "0000000000000")
        }
        // Here, too, where this node answers itself.
        let state = NodeRole.trusted(ClosureHandler(body: Self.echo))
        try await withCluster(ClusterOptions(state: state), handle: Self.echo) { cluster in
            let answer = try cluster.ask("GET", "/", fields: "Laurel-Node-Client: 203.0.113.7\r\n")
            #expect(answer.status == 200 && answer.value("x-peer") == "127.0.0.1")
        }
    }

    @Test("of clients behind a proxy and on the Unix socket bring what they are", arguments: [false, true])
    func proxied(_ isLocal: Bool) async throws {
        let path = "/tmp/laurel-forwarding-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock"
        var options = ClusterOptions()
        options.configuration = { configuration in
            if isLocal { configuration.endpoints = [.unix(path: path)] }
            configuration.trustedProxies = [IPNetwork("127.0.0.1")].compactMap { $0 }
        }
        try await withCluster(options, handle: Self.echo) { cluster in
            let answer = try cluster.ask("GET", "/", fields: "X-Forwarded-For: 2001:db8::7\r\n")
            #expect(answer.value("x-peer") == (isLocal ? "local" : "2001:db8::7"))
        }
    }

    @Test("have one name in both nodes") func names() async throws {
        let logged = Event<RequestID>()
        var options = ClusterOptions()
        options.policy = { policy in
            policy.answersLocally = { request in
                logged.happen(request.id)
                return nil
            }
        }
        try await withCluster(options, handle: Self.echo) { cluster in
            let answer = try cluster.ask("GET", "/")
            #expect(answer.value("x-id") == (await logged.next()).description)
        }
    }
}
