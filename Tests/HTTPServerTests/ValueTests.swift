import Testing

@testable import LaurelHTTPServer

@Suite("Values of a request") struct ValueTests {
    @Test("the path and its segments decode, without letting a segment grow a slash") func path() throws {
        let request = try #require(Request(.get, "/a%20b/c%2Fd/%C3%A9/?q"))
        #expect(request.path == "/a b/c/d/é/")
        #expect(request.rawPath == "/a%20b/c%2Fd/%C3%A9/")
        #expect(request.segments == ["a b", "c/d", "é", ""])
        #expect(request.rawQuery == "q")
        #expect(request.hasPath("/a%20b/c%2Fd/%C3%A9/"))
        #expect(!request.hasPath("/a%20b"))
        #expect(try #require(Request(.get, "http://host/x?y")).path == "/x")
        #expect(try #require(Request(.options, "*")).path == "*")
        #expect(Request(.get, "x") == nil)
    }

    @Test("a field's name is compared whatever its letters' case, and every other byte counts") func names() {
        for name in ["etag", "x-longer", "if-none-match", "proxy-connection"] as [StaticString] {
            let wanted = Array(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
            var wrong: [String] = []
            for position in wanted.indices {
                for byte in 0...255 as ClosedRange<UInt8> {
                    var bytes = wanted
                    bytes[position] = byte
                    let isSame = bytes.withUnsafeBytes { ASCII.equals($0, name) }
                    if isSame != (ASCII.lowercased(byte) == wanted[position]) { wrong.append("\(position): \(byte)") }
                }
            }
            #expect(wrong == [], "\(name)")
            #expect(!Array(wanted.dropLast()).withUnsafeBytes { ASCII.equals($0, name) })
        }
    }

    @Test("the query decodes as a form does") func query() throws {
        let query = try #require(Request(.get, "/?a=1&b=x+y%2B&a=2&c&=d&&e=f=g")).query
        #expect(query["a"] == "1")
        #expect(query.all("a") == ["1", "2"])
        #expect(query["b"] == "x y+")
        #expect(query["c"] == "")
        #expect(query["e"] == "f=g")
        #expect(query["missing"] == nil)
        #expect(try #require(Request(.get, "/")).query.pairs.isEmpty)
    }

    @Test("fields are found whatever their case, and joined when there are several") func headers() throws {
        let request = try #require(Request(.get, "/", headers: [("X-One", " 1 "), ("x-one", "2"), ("Y", "")]))
        #expect(request.headers["x-one"] == "1, 2")
        #expect(request.headers.all("x-one") == ["1", "2"])
        #expect(request.headers["y"] == "")
        #expect(request.headers["x-on"] == nil)
        #expect(request.headers.contains("host"))
        #expect(request.headers.withOnlyValue("x-one") { $0.count } == nil)
        #expect(request.headers.withOnlyValue("host") { $0.count } == 4)
        #expect(request.headers.pairs.map(\.name) == ["Host", "X-One", "x-one", "Y"])
    }

    @Test(
        "addresses read and print alike",
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("::ffff:10.0.0.1", "10.0.0.1"), ("2001:DB8::1", "2001:db8::1"), ("::", "::"),
        ])
    func addresses(_ text: String, _ printed: String) throws {
        #expect(try #require(IPAddress(text)).description == printed)
    }

    @Test("what is no address is refused", arguments: ["", "localhost", "1.2.3", "1.2.3.4:80", "[::1]", "1.2.3.256"])
    func noAddresses(_ text: String) { #expect(IPAddress(text) == nil) }

    @Test(
        "limits count an IPv4 address, or an IPv6 /64, as one client",
        arguments: [
            ("2001:db8::1", "2001:db8::2:0:0:9", true), ("2001:db8::1", "2001:db8:0:1::1", false),
            ("192.0.2.1", "192.0.2.2", false),
        ] as [(String, String, Bool)])
    func subscribers(_ one: String, _ other: String, areOne: Bool) throws {
        let peers = try [one, other].map { Peer.inet(try #require(IPAddress($0))).subscriber }
        #expect((peers[0] == peers[1]) == areOne)
        #expect(Peer.local.subscriber == .local)
    }

    @Test(
        "networks hold what they should",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("0.0.0.0/0", "1.2.3.4", true),
            ("0.0.0.0/0", "::1", false), ("::/0", "1.2.3.4", true), ("2001:db8::/32", "2001:db8:1::1", true),
            ("2001:db8::/32", "2001:db9::", false), ("1.2.3.4", "1.2.3.4", true), ("1.2.3.4", "1.2.3.5", false),
            ("fe80::/64", "fe80::1:0:0:0:1", false), ("fe80::/65", "fe80::7fff:0:0:1", true),
        ])
    func networks(_ network: String, _ address: String, _ isInside: Bool) throws {
        #expect(try #require(IPNetwork(network)).contains(try #require(IPAddress(address))) == isInside)
    }

    @Test("no other networks are read", arguments: ["10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/", "/8", "a/8"])
    func noNetworks(_ text: String) { #expect(IPNetwork(text) == nil) }

    @Test(
        "only trusted proxies are believed about the client",
        arguments: [
            ([], "10.0.0.1", "1.2.3.4", "10.0.0.1"),
            (["10.0.0.0/8"], "10.0.0.1", "1.2.3.4", "1.2.3.4"),
            (["10.0.0.0/8"], "11.0.0.1", "1.2.3.4", "11.0.0.1"),
            (["10.0.0.0/8"], "10.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"),
            (["10.0.0.0/8"], "10.0.0.1", "6.6.6.6, 1.2.3.4 ,10.0.0.2", "1.2.3.4"),
            (["10.0.0.0/8"], "10.0.0.1", "nonsense, 10.0.0.2", "10.0.0.2"),
            (["10.0.0.0/8"], "10.0.0.1", "", "10.0.0.1"),
        ] as [([String], String, String, String)])
    func proxies(_ trusted: [String], _ peer: String, _ forwarded: String, _ client: String) throws {
        let networks = try trusted.map { try #require(IPNetwork($0)) }
        var conversation = Conversation(
            peer: .inet(try #require(IPAddress(peer))), trustedProxies: networks
        ) { .text($0.peer.description) }
        conversation.send("GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: \(forwarded)\r\n\r\n")
        #expect(conversation.text.hasSuffix("\r\n\r\n\(client)"))
    }

    @Test("request identifiers differ, and are short and plain") func identifiers() {
        let texts = (0..<10_000).map { RequestID(seed: 42, number: $0).description }
        #expect(Set(texts).count == 10_000)
        let alphabet = Set("0123456789abcdefghjkmnpqrstvwxyz")
        #expect(texts.allSatisfy { $0.count == 13 && alphabet.isSuperset(of: $0) })
        #expect(Set(texts.joined()) == alphabet)
    }

    @Test(
        "dates print as RFC 9110 says",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (-1, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (Int64.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ] as [(Int64, String)])
    func dates(_ seconds: Int64, _ expected: String) {
        var bytes: [UInt8] = []
        HTTPDate.append(seconds: seconds, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test(
        "a tag made from a number is known by itself, however it is named",
        arguments: [
            (["W/\"1v00000000000\""], true), (["\"1v00000000000\""], true), (["*"], true),
            (["\"a\", W/\"1v00000000000\""], true), (["\"a\"", "W/\"1v00000000000\""], true), ([], false),
            (["W/\"0v00000000000\""], false), (["1v00000000000"], false), (["W/\"1v0000000000\""], false),
            ([""], false),
        ] as [([String], Bool)])
    func tags(_ fields: [String], _ isKnown: Bool) throws {
        let tag = WeakTag(1 | 31 << 5)
        var headers: ResponseHeaders = ["A": "b"]
        headers.append(tag)
        #expect(headers.pairs.map { "\($0.name): \($0.value)" } == ["A: b", "ETag: \(tag.text)"])
        #expect(ResponseHeaders(tag).encoded == Array("ETag: \(tag.text)\r\n".utf8))
        #expect(tag.text == "W/\"1v00000000000\"")
        let request = try #require(Request(.get, "/", headers: fields.map { ("If-None-Match", $0) }))
        #expect(request.knows(tag) == isKnown)
        #expect(!request.knows(WeakTag(2)) || fields == ["*"])
    }

    @Test("numbers print", arguments: [0, 9, 10, 99, 100, 12_345, 1_000_000, Int.max]) func numbers(_ number: Int) {
        var decimal: [UInt8] = []
        decimal.append(decimal: UInt64(number))
        decimal.append(decimal: .max)
        #expect(String(decoding: decimal, as: UTF8.self) == "\(number)\(UInt64.max)")
        var hexadecimal: [UInt8] = []
        hexadecimal.append(hexadecimal: number)
        #expect(String(decoding: hexadecimal, as: UTF8.self) == String(number, radix: 16))
    }

    @Test("limits stay within their ranges, durations within theirs") func limits() {
        var limits = Limits()
        limits.headBytes = .max
        limits.pipelinedRequests = -1
        limits.bodyBytes = -1
        #expect(limits.clamped.headBytes == 65_535)
        #expect(limits.clamped.pipelinedRequests == 1)
        #expect(limits.clamped.bodyBytes == 0)
        #expect(Duration.seconds(-1).nanoseconds == 0)
        #expect(Duration.milliseconds(1_500).nanoseconds == 1_500_000_000)
        #expect(Duration.seconds(Int64.max).nanoseconds == 1 << 62)
    }

    @Test("a status outside 200 to 599 becomes 500", arguments: [199, 600, -1, Int.max, 100]) func status(_ code: Int) {
        #expect(Status(code).code == 500)
    }
}
