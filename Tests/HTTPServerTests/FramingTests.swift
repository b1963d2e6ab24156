import LaurelTestSupport
import Testing

@testable import LaurelHTTPServer

@Suite("Answers") struct FramingTests {
    private static func answer(
        _ request: String, _ response: Response, limits: Limits = Limits()
    ) -> Conversation {
        var conversation = Conversation(limits: limits) { _ in response }
        conversation.send(request)
        return conversation
    }
    private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test("say date, length and the handler's fields, and nothing else") func plain() {
        let response = Response(.ok, headers: ["X-A": "1", "X-B": "2"], body: .bytes(Array("hi".utf8)))
        #expect(
            Self.answer(Self.get, response).text
                == "HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nX-A: 1\r\nX-B: 2\r\n"
                + "Content-Length: 2\r\n\r\nhi")
    }

    @Test("made around bytes that are kept are one body, and hold none of those", arguments: [10, 5_000, 70_000])
    func spliced(_ size: Int) {
        let kept = [UInt8](repeating: UInt8(ascii: "k"), count: size)
        for name in [KeptName(), nil] {
            let response = Response(
                .ok, body: .spliced(before: Array("<".utf8), kept, after: Array(">".utf8), name: name))
            let text = Self.answer(Self.get, response).text
            #expect(text.contains("Content-Length: \(size + 2)\r\n"))
            #expect(text.hasSuffix("\r\n\r\n<" + String(repeating: "k", count: size) + ">"))
            let head = Self.answer("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", response).text
            #expect(head.contains("Content-Length: \(size + 2)\r\n") && head.hasSuffix("\r\n\r\n"))
            #expect(response.body.heldCount == (name == nil ? size + 2 : 2))
        }
    }

    @Test("to HEAD have the length of the body, but not the body") func head() {
        let text = Self.answer("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", .text("hello")).text
        #expect(text.contains("Content-Length: 5\r\n"))
        #expect(text.hasSuffix("\r\n\r\n"))
    }

    @Test("that have no body have no length", arguments: [204, 304]) func bodiless(_ code: Int) {
        let text = Self.answer(Self.get, .text("hello", Status(code))).text
        #expect(!text.contains("Content-Length"))
        #expect(text.hasSuffix("\r\n\r\n"))
    }

    @Test("cannot be given framing or line ends by a handler") func injection() {
        var response = Response.text("hi")
        response.headers.append("Content-Length", "0")
        response.headers.append("transfer-encoding", "chunked")
        response.headers.append("Connection", "close")
        response.headers.append("X", "a\r\nSet-Cookie: b")
        response.headers.append("Y\r\nZ", "a")
        response.headers.append("", "a")
        let text = Self.answer(Self.get, response).text
        #expect(text.components(separatedBy: "Content-Length").count == 2)
        #expect(!text.contains("chunked"))
        #expect(!text.contains("Connection"))
        #expect(text.contains("X: a  Set-Cookie: b\r\n"))
        #expect(!text.contains("Z"))
    }

    @Test(
        "leave the connection as the client asked",
        arguments: [
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", true, nil),
            ("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", false, "close"),
            ("GET / HTTP/1.0\r\n\r\n", false, "close"),
            ("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", true, "keep-alive"),
        ])
    func keepAlive(_ request: String, _ stays: Bool, _ field: String?) {
        let conversation = Self.answer(request, .text("x"))
        #expect((conversation.ending == nil) == stays)
        #expect(conversation.text.contains("Connection:") == (field != nil))
        if let field { #expect(conversation.text.contains("Connection: \(field)\r\n")) }
    }

    @Test("of 100 come before the body is read, and only when it is not there") func expectContinue() {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
        var conversation = Conversation { _ in .text("x") }
        conversation.send(head)
        #expect(conversation.text == "HTTP/1.1 100 Continue\r\n\r\n")
        conversation.send("hi")
        #expect(conversation.statuses == ["100", "200"])
        conversation.send(head + "hi")
        #expect(conversation.statuses == ["100", "200", "200"])
        conversation.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2000000\r\n\r\n")
        #expect(conversation.statuses == ["100", "200", "200", "413"])
    }

    @Test("of 100 do not overtake an earlier answer") func continueInOrder() {
        var conversation = Conversation()
        conversation.send(
            Self.get + "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(conversation.text.isEmpty)
        conversation.answer(0, .text("x"))
        #expect(conversation.statuses == ["200", "100"])
    }

    @Test("that stream are chunked, and the connection goes on") func stream() {
        var conversation = Conversation { $0.path == "/s" ? Response(.ok, body: .stream { _ in }) : .text("after") }
        conversation.send("GET /s HTTP/1.1\r\nHost: a\r\n\r\n" + Self.get)
        #expect(conversation.machine.isStreaming)
        conversation.machine.appendStream(Array("hello, stream 16".utf8), conversation.turn)
        conversation.machine.appendStream([], conversation.turn)
        let answered = conversation.machine.endStream(conversation.turn)
        conversation.goOn()
        #expect(answered?.bodyBytes == 16)
        #expect(conversation.text.contains("Transfer-Encoding: chunked\r\n\r\n10\r\nhello, stream 16\r\n0\r\n\r\n"))
        #expect(conversation.text.hasSuffix("\r\n\r\nafter"))
        #expect(conversation.ending == nil)
    }

    @Test("that stream to HTTP/1.0 end with the connection") func streamVersion10() {
        var conversation = Conversation { _ in Response(.ok, body: .stream { _ in }) }
        conversation.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        conversation.machine.appendStream(Array("raw".utf8), conversation.turn)
        _ = conversation.machine.endStream(conversation.turn)
        conversation.goOn()
        #expect(conversation.text.hasSuffix("Connection: close\r\n\r\nraw"))
        #expect(conversation.ending == .close)
    }

    @Test("that stream to HEAD are heads alone") func streamHead() {
        var conversation = Conversation { _ in Response(.ok, body: .stream { _ in }) }
        conversation.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(!conversation.machine.isStreaming)
        #expect(conversation.text.hasSuffix("Transfer-Encoding: chunked\r\n\r\n"))
        #expect(conversation.machine.isIdle)
    }

    @Test("wait in memory up to a limit, then requests wait in the socket") func outputLimit() {
        var limits = Limits()
        limits.outputBytes = 1_000
        var machine = HTTP1Connection(peer: .local, now: 0)
        var turn = Turn(limits: limits)
        let bytes = Array(String(repeating: Self.get, count: 100).utf8)
        var runs = 0
        bytes.withUnsafeBytes { bytes in
            var input = bytes
            steps: while true {
                switch machine.step(&input, &turn) {
                case .run(_, let sequence):
                    runs += 1
                    machine.respond(sequence, .text(String(repeating: "x", count: 300)), turn)
                case .wait, .read: break steps
                default: break
                }
            }
        }
        #expect(runs == 3)
        #expect(machine.output.count > 1_000)
    }

    @Test("arrive in order, whatever is appended and taken when", arguments: 0..<4 as Range<UInt64>)
    func random(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var output = Output()
        var (expected, received): ([UInt8], [UInt8]) = ([], [])
        for step in 0..<2_000 {
            let size = Int.random(in: 0...(step % 7 == 0 ? 40_000 : 300), using: &random)
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ step) }
            expected += bytes
            let isShared = Bool.random(using: &random)
            output.append(bytes, isShared: isShared)
            let most = Int.random(in: 0...20_000, using: &random)
            _ = output.flush { one, two, three in
                let all = Array(one) + Array(two) + Array(three)
                #expect(!one.isEmpty)
                received += all.prefix(most)
                return min(most, all.count)
            }
            #expect(output.count == expected.count - received.count)
            #expect((0...output.count).contains(output.heldCount))
        }
        received += output.takeAll()
        #expect(received == expected && output.isEmpty && output.heldCount == 0)
    }

    @Test("of any size arrive whole, however little the socket takes", arguments: [1, 7, 4_096, 1_000_000])
    func output(_ piece: Int) {
        var output = Output()
        var expected: [UInt8] = []
        for (index, size) in [10, 5_000, 0, 20, 4_096, 4_095, 100_000, 1].enumerated() {
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ index) }
            expected += bytes
            output.append(bytes, isShared: index == 1)
        }
        #expect(output.count == expected.count && output.heldCount == expected.count - 5_000)
        var received: [UInt8] = []
        while !output.isEmpty {
            _ = output.flush { one, two, three in
                let all = Array(one) + Array(two) + Array(three)
                received += all.prefix(piece)
                return min(piece, all.count)
            }
        }
        #expect(received == expected && output.heldCount == 0)
    }

    @Test("leave no trace once they have left, though others wait all the while")
    func alwaysBusy() {
        var output = Output()
        let head = [UInt8](repeating: 1, count: 400)
        let body = [UInt8](repeating: 2, count: Output.copyLimit)
        var most = 0
        for _ in 0..<5_000 {
            output.append(head)
            output.append(body)
            // The last body never leaves before the next comes.
            var free = output.count - body.count
            _ = output.flush { one, two, three in
                let taken = min(free, one.count + two.count + three.count)
                free -= taken
                return taken
            }
            most = max(most, output.piecesCount)
        }
        #expect(!output.isEmpty && most < 500, "\(most) pieces")
    }
}
