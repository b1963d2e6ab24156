import Testing

@testable import LaurelHTTPServer

@Suite("Pipelined requests") struct PipeliningTests {
    private static func get(_ path: String, _ fields: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
    }
    private static func post(_ path: String) -> String {
        "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"
    }
    /// The bodies received, which are single letters after an empty line.
    private static func bodies(_ conversation: Conversation) -> String {
        conversation.text.components(separatedBy: "\r\n\r\n").dropFirst().map { String($0.prefix(1)) }.joined()
    }

    @Test("are answered in order, though the last answer is ready first") func order() {
        var conversation = Conversation()
        conversation.send(Self.get("/1") + Self.get("/2") + Self.get("/3"))
        #expect(conversation.requests.map(\.request.path) == ["/1", "/2", "/3"])
        conversation.answer(conversation.requests[2].sequence, .text("c"))
        #expect(conversation.received.isEmpty)
        conversation.answer(conversation.requests[1].sequence, .text("b"))
        #expect(conversation.received.isEmpty)
        conversation.answer(conversation.requests[0].sequence, .text("a"))
        #expect(Self.bodies(conversation) == "abc")
    }

    @Test("with one head again and again mean the same each time, whole and in pieces, and others mean what they say")
    func sameHeads() {
        var conversation = Conversation { .text("\($0.headers["x"] ?? "none") \($0.path)") }
        let (one, other) = (Self.get("/1", "X: a\r\n"), Self.get("/1", "X: b\r\n"))
        for text in [one, one, one + one + other, other, one] { conversation.send(text) }
        // A piece of the same head, and then the rest of it or of another one.
        for rest in [one, other, one] { conversation.send(Array(rest.utf8), pieces: [30]) }
        // With a body, closing, and without.
        conversation.send(Self.post("/2") + Self.post("/2") + one)
        conversation.send(Self.get("/1", "X: a\r\nConnection: close\r\n") + one)
        let expected = ["a", "a", "a", "a", "b", "b", "a", "a", "b", "a", "none", "none", "a", "a"]
        #expect(conversation.requests.map { $0.request.headers["x"] ?? "none" } == expected)
        #expect(conversation.requests.map(\.request.bodyText).filter { !$0.isEmpty } == ["hi", "hi"])
        #expect(Set(conversation.requests.map(\.request.id)).count == expected.count)
        #expect(conversation.statuses.count == expected.count && conversation.ending != nil)
    }

    private static func of(_ credential: String, _ path: String = "/1", body: String = "") -> String {
        let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
        return "POST \(path) HTTP/1.1\r\nHost: a\r\nAuthorization: \(credential)\r\n\(length)X: y\r\n\r\n\(body)"
    }

    @Test("with another credential alone are what they say, each with its own body") func otherCredentials() {
        var conversation = Conversation { .text($0.path) }
        let sent = [("Bearer a", "hi"), ("Bearer b", "ho"), ("Bearer b", "hu"), ("Bearer a", ""), ("Bearer c", "")]
        for (credential, body) in sent { conversation.send(Self.of(credential, body: body)) }
        conversation.send(sent.map { Self.of($0.0, "/2", body: $0.1) }.joined())
        let requests = conversation.requests.map(\.request)
        #expect(requests.map { $0.headers["authorization"] ?? "" } == (sent + sent).map(\.0))
        #expect(requests.map(\.bodyText) == (sent + sent).map(\.1))
        #expect(requests.map(\.path) == sent.map { _ in "/1" } + sent.map { _ in "/2" })
        #expect(requests.allSatisfy { $0.headers["x"] == "y" && $0.headers["host"] == "a" })
    }

    /// Whatever stands where the credential stood: the same becomes of it as on a connection of its own.
    @Test(
        "behind one with another credential are judged as if they were the first",
        arguments: 0...255 as ClosedRange<UInt8>)
    func anyCredential(_ byte: UInt8) {
        for position in 0..<8 {
            var bytes = Array(Self.of("Bearer a").utf8)
            let start = Self.of("").utf8.count - "\r\nX: y\r\n\r\n".utf8.count
            bytes[start + position] = byte
            var (second, first) = (Conversation { .text($0.path) }, Conversation { .text($0.path) })
            second.send(Self.of("Bearer b"))
            second.send(bytes)
            first.send(bytes)
            let seen = second.requests.dropFirst().map { Self.seen($0.request) }
            #expect(seen == first.requests.map { Self.seen($0.request) })
            #expect(second.refusals == first.refusals)
        }
    }

    private static func get(credential: String, tag: String) -> String {
        get("/1", "If-None-Match: \(tag)\r\nX: y\r\nAuthorization: \(credential)\r\n")
    }

    @Test("with another credential and another tag are what they say") func otherTags() {
        var conversation = Conversation { .text($0.path) }
        let sent = [
            ("Bearer a", "\"1\""), ("Bearer b", "\"2\""), ("Bearer b", "\"3\""), ("Bearer c", "\"33\""),
            ("Bearer cc", "*"), ("Bearer d", "\"4\""),
        ]
        for (credential, tag) in sent { conversation.send(Self.get(credential: credential, tag: tag)) }
        conversation.send(sent.map { Self.get(credential: $0.0, tag: $0.1) }.joined())
        // Fields that are there twice, and one after the other.
        let twice = ["1", "2"].map { Self.get("/1", "If-None-Match: \"\($0)\"\r\nIf-None-Match: \"x\($0)\"\r\n") }
        for text in twice { conversation.send(text) }
        let requests = conversation.requests.map(\.request)
        #expect(requests.prefix(12).map { $0.headers["authorization"] ?? "" } == (sent + sent).map(\.0))
        #expect(requests.prefix(12).map { $0.headers["if-none-match"] ?? "" } == (sent + sent).map(\.1))
        #expect(requests.prefix(12).allSatisfy { $0.headers["x"] == "y" && $0.headers["host"] == "a" })
        let values = requests.dropFirst(12).map { $0.headers.all("if-none-match") }
        #expect(values == [["\"1\"", "\"x1\""], ["\"2\"", "\"x2\""]])
    }

    /// Whatever stands where the tag stood, beside another credential: the same becomes of it as on a connection of its
    /// own.
    @Test(
        "behind one with another tag are judged as if they were the first", arguments: 0...255 as ClosedRange<UInt8>)
    func anyTag(_ byte: UInt8) {
        let start = "GET /1 HTTP/1.1\r\nHost: a\r\nIf-None-Match: ".utf8.count
        for position in 0..<3 {
            var bytes = Array(Self.get(credential: "Bearer a", tag: "\"a\"").utf8)
            bytes[start + position] = byte
            var (second, first) = (Conversation { .text($0.path) }, Conversation { .text($0.path) })
            second.send(Self.get(credential: "Bearer b", tag: "\"b\""))
            second.send(bytes)
            first.send(bytes)
            let seen = second.requests.dropFirst().map { Self.seen($0.request) }
            #expect(seen == first.requests.map { Self.seen($0.request) })
            #expect(second.refusals == first.refusals)
        }
    }

    private final class Note: Sendable {
        let text: String
        init(_ text: String) { self.text = text }

        static func text(_ note: (any AnyObject & Sendable)?) -> String { (note as? Note)?.text ?? "none" }
    }

    @Test("have the note of the same head, and can see that of one with another credential or tag") func notes() {
        var conversation = Conversation { request in
            if request.note == nil {
                request.note = Note(request.headers.all("authorization").joined() + request.headers.all("x").joined())
            }
            return .text(request.path)
        }
        func one(_ credential: String, _ tag: String, _ x: String = "") -> String {
            Self.get("/1", "Authorization: \(credential)\r\nIf-None-Match: \(tag)\r\nX: \(x)\r\n")
        }
        for text in [one("a", "1"), one("a", "1"), one("a", "2"), one("b", "3")] { conversation.send(text) }
        for text in [one("b", "3", "x"), one("c", "3", "x")] { conversation.send(text) }
        #expect(conversation.requests.map { Note.text($0.request.note) } == ["a", "a", "a", "b", "bx", "cx"])
        let seen = conversation.requests.map { Note.text($0.request.siblingNote) }
        #expect(seen == ["none", "none", "a", "a", "none", "bx"])
    }

    private static func seen(_ request: Request) -> [String] {
        [request.method.text, request.target] + request.headers.pairs.map { "\($0.name)=\($0.value)" }
    }

    @Test("behind a head that came before are refused as ever") func refusedHeads() {
        var conversation = Conversation { _ in .text("a") }
        let one = Self.get("/1")
        conversation.send(one + one + "\r\n" + one + one.dropLast() + " folded\r\n\r\n")
        #expect(conversation.requests.count == 3 && conversation.refusals == [.foldedHeader])
    }

    @Test("run one after the other when one of them changes something") func unsafeMethods() {
        var conversation = Conversation()
        conversation.send(Self.get("/1") + Self.post("/2") + Self.get("/3") + Self.get("/4"))
        #expect(conversation.requests.map(\.request.path) == ["/1"])
        conversation.answer(0, .text("a"))
        #expect(conversation.requests.map(\.request.path) == ["/1", "/2"])
        conversation.answer(1, .text("b"))
        #expect(conversation.requests.map(\.request.path) == ["/1", "/2", "/3", "/4"])
        conversation.answer(3, .text("d"))
        conversation.answer(2, .text("c"))
        #expect(Self.bodies(conversation) == "abcd")
    }

    @Test("beyond the limit wait until an answer has gone") func limit() {
        var limits = Limits()
        limits.pipelinedRequests = 2
        var conversation = Conversation(limits: limits)
        conversation.send((1...5).map { Self.get("/\($0)") }.joined())
        #expect(conversation.requests.count == 2)
        for number in 0..<5 {
            #expect(conversation.requests.count == min(5, 2 + number))
            conversation.answer(UInt64(number), .text("x"))
        }
        #expect(Self.bodies(conversation) == "xxxxx")
    }

    @Test("behind one that closes are not run") func close() {
        var conversation = Conversation()
        conversation.send(Self.get("/1", "Connection: close\r\n") + Self.get("/2"))
        #expect(conversation.requests.map(\.request.path) == ["/1"])
        conversation.answer(0, .text("a"))
        #expect(conversation.text.contains("Connection: close\r\n"))
        #expect(conversation.ending == .linger)
        #expect(conversation.requests.count == 1)
    }

    @Test("in front of a bad one are answered before it is refused") func badOne() {
        var conversation = Conversation()
        conversation.send(Self.get("/1") + "GET / HTTP/1.1\r\n\r\n")
        #expect(conversation.received.isEmpty)
        conversation.answer(0, .text("a"))
        #expect(conversation.statuses == ["200", "400"])
        #expect(conversation.ending == .linger)
    }

    @Test("are answered once: a second answer changes nothing") func once() {
        var conversation = Conversation()
        conversation.send(Self.get("/1") + Self.get("/2"))
        conversation.answer(0, .text("a"))
        conversation.answer(0, .text("z"))
        conversation.answer(7, .text("z"))
        conversation.answer(1, .text("b"))
        conversation.answer(1, .text("z"))
        #expect(Self.bodies(conversation) == "ab")
    }

    @Test("thousands of small ones in one piece are all answered") func many() {
        var conversation = Conversation { _ in .text("x") }
        conversation.send(Array(repeating: Self.get("/"), count: 5_000).joined())
        #expect(conversation.requests.count == 5_000)
        #expect(conversation.statuses.count == 5_000)
        #expect(conversation.machine.isIdle)
    }
}

extension String {
    /// The parts between the occurrences of `separator`.
    func components(separatedBy separator: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            parts.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return parts + [rest]
    }
}
