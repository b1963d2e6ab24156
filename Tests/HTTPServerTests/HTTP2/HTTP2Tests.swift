import Testing

@testable import LaurelHTTPServer

@Suite("HTTP/2", .timeLimit(.minutes(15))) struct HTTP2Tests {
    static let second: UInt64 = 1_000_000_000

    @Test("a request is answered, and looks like one of HTTP/1.1 to its handler") func request() throws {
        let conversation = try HTTP2Conversation { _ in
            Response(.created, headers: ["X-Name": "Value", "Keep-Alive": "9"], body: .bytes(Array("body".utf8)))
        }
        conversation.send(
            .request(1, "GET", "/a%20b?x=1", [("accept", "text/html"), ("cookie", "a=1"), ("cookie", "b=2")]))
        let request = try #require(conversation.requests.first?.request)
        #expect(request.method == .get && request.path == "/a b" && request.rawQuery == "x=1")
        #expect(request.headers["host"] == "localhost" && request.headers["accept"] == "text/html")
        #expect(request.headers["cookie"] == "a=1; b=2")
        let answer = conversation[1]
        #expect(answer.status == "201" && answer["x-name"] == "Value" && answer["content-length"] == "4")
        #expect(answer["date"] != nil && answer["keep-alive"] == nil && answer["connection"] == nil)
        #expect(answer.text == "body" && answer.hasEnded && answer.reason == nil)
        #expect(conversation.answered.map(\.bodyBytes) == [4])
        #expect(conversation.machine.streams.isEmpty)
    }

    @Test("bytes that come one at a time are put together") func pieces() throws {
        let conversation = try HTTP2Conversation { .text($0.bodyText) }
        conversation.send(
            (HTTP2Frame.request(1, "POST", "/", ends: false).bytes + HTTP2Frame.data(1, Array("abc".utf8)).bytes
                + HTTP2Frame.data(1, Array("def".utf8), ends: true).bytes), pieceBytes: 1)
        #expect(conversation[1].text == "abcdef")
    }

    @Test(
        "answers without a body have none",
        arguments: [
            ("GET", Response(.noContent), "204", nil), ("GET", Response(.notModified, body: .bytes([1])), "304", nil),
            ("HEAD", Response.text("four"), "200", "4"), ("GET", Response(.ok), "200", "0"),
            ("HEAD", Response(.ok, body: .absent(length: 7)), "200", "7"),
            ("GET", Response(.ok, body: .absent(length: 7)), "200", "0"),
            ("HEAD", Response(.ok, body: .stream { _ in }), "200", nil),
        ] as [(String, Response, String, String?)])
    func bodyless(_ method: String, _ response: Response, _ status: String, _ length: String?) throws {
        let conversation = try HTTP2Conversation { _ in response }
        conversation.send(.request(1, method))
        let answer = conversation[1]
        #expect(answer.status == status && answer["content-length"] == length)
        #expect(answer.body.isEmpty && answer.hasEnded && conversation.begun.isEmpty)
    }

    @Test(
        "heads that this server refuses in HTTP/1.1 are refused alike",
        arguments: [
            ([("host", "other.example")], "/", Refusal.severalHosts),
            ([("expect", "miracles")], "/", .unsupportedExpectation), ([], "/%zz", .malformedTarget),
            ([], "/a#b", .malformedTarget),
            ([("x", String(repeating: "a", count: 16_384))], "/", .headTooLarge),
            ([], "/" + String(repeating: "a", count: 16_400), .targetTooLong),
            ((0...64).map { ("x-\($0)", "1") }, "/", .tooManyHeaders),
        ] as [([(String, String)], String, Refusal)])
    func refusals(_ fields: [(String, String)], _ path: String, _ expected: Refusal) throws {
        let conversation = try HTTP2Conversation { _ in .text("reached") }
        conversation.send(HTTP2Tests.split(.request(1, "GET", path, fields)))
        #expect(conversation.refusals == [expected])
        #expect(conversation[1].status == "\(expected.status)" && conversation.requests.isEmpty)
        // The others don't suffer.
        conversation.send(.request(3, "GET", "/", [("host", "LOCALHOST")]))
        #expect(conversation[3].text == "reached")
    }

    /// A head in frames as large as a client may send without asking.
    static func split(_ frame: HTTP2Frame) -> [UInt8] {
        guard frame.payload.count > 16_384 else { return frame.bytes }
        var first = frame
        first.payload = Array(frame.payload.prefix(16_384))
        first.flags &= ~HTTP2Frame.endHeaders
        let rest = HTTP2Frame(
            .continuation, flags: HTTP2Frame.endHeaders, stream: frame.stream, Array(frame.payload.dropFirst(16_384)))
        return first.bytes + rest.bytes
    }

    @Test("unknown methods are no mistake of the protocol", arguments: ["BREW", "CONNECT"])
    func methods(_ method: String) throws {
        let conversation = try HTTP2Conversation()
        var fields = [(":method", method), (":authority", "localhost")]
        if method != "CONNECT" { fields += [(":scheme", "https"), (":path", "/")] }
        conversation.send(.head(1, fields, ends: method != "CONNECT"))
        #expect(conversation.refusals == [.unsupportedMethod] && conversation[1].status == "501")
    }

    @Test(
        "malformed requests are reset, and reach nobody",
        arguments: [
            [(":method", "GET"), (":scheme", "https"), (":authority", "a")],
            [(":method", "GET"), (":path", "/"), (":authority", "a")],
            [(":scheme", "https"), (":path", "/"), (":authority", "a")],
            [(":method", "GET"), (":scheme", "https"), (":path", "/")],
            [(":method", "GET"), (":scheme", "https"), (":path", ""), (":authority", "a")],
            [(":method", "GET"), (":method", "GET"), (":scheme", "https"), (":path", "/"), (":authority", "a")],
            [(":method", "GET"), (":scheme", "https"), (":path", "/"), (":authority", "a"), (":status", "200")],
            [(":method", "GET"), (":scheme", "https"), ("x", "1"), (":path", "/"), (":authority", "a")],
            [(":method", "GET"), (":scheme", "https"), (":path", "/"), (":authority", "a"), ("X-Upper", "1")],
            [(":method", "GET"), (":scheme", "https"), (":path", "/"), (":authority", "a"), ("connection", "close")],
            [
                (":method", "GET"), (":scheme", "https"), (":path", "/"), (":authority", "a"),
                ("transfer-encoding", "chunked"),
            ],
            [(":method", "GET"), (":scheme", "https"), (":path", "/"), (":authority", "a"), ("upgrade", "h3")],
            [(":method", "GET"), (":scheme", "https"), (":path", "/"), (":authority", "a"), ("keep-alive", "1")],
            [(":method", "GET"), (":scheme", "https"), (":path", "/"), (":authority", "a"), ("te", "gzip")],
            [(":method", "GET"), (":scheme", "https"), (":path", "/"), ("host", "a"), ("host", "a")],
            [(":method", "GET"), (":scheme", "https"), (":path", "/"), (":authority", "a"), ("x", "a\r\nb: c")],
            [(":method", "GET"), (":scheme", "https"), (":path", "/"), (":authority", "a"), ("x y", "1")],
            [(":method", "GET"), (":scheme", "https"), (":path", "/ HTTP/1.1\r\nx: y"), (":authority", "a")],
            [(":method", "GET /"), (":scheme", "https"), (":path", "/"), (":authority", "a")],
            [(":method", "GET"), (":scheme", "https"), (":path", "/"), (":authority", "a\r\nx: y")],
            [(":method", "GET"), (":scheme", "https"), (":path", "/"), (":authority", "a"), ("content-length", "1")],
            [(":method", "GET"), (":scheme", "https"), (":path", "/"), (":authority", "a"), ("cookie", "a\r\nb: c")],
        ] as [[(String, String)]])
    func malformed(_ fields: [(String, String)]) throws {
        let conversation = try HTTP2Conversation { _ in .text("reached") }
        conversation.send(.head(1, fields))
        #expect(conversation.requests.isEmpty, "\(fields)")
        #expect(conversation[1].reason != nil || conversation[1].status == "400", "\(fields)")
        conversation.send(.request(3))
        #expect(conversation[3].text == "reached")
    }

    // MARK: Bodies

    @Test("a large body arrives whole, as its windows allow", arguments: [true, false])
    func upload(_ isAnnounced: Bool) throws {
        let conversation = try HTTP2Conversation { .text("\($0.body.count) \($0.body.last ?? 0)") }
        conversation.judge = { _ in .read(limit: 3_000_000) }
        let body = [UInt8](repeating: 7, count: 3_000_000)
        conversation.send(
            .request(1, "PUT", "/", isAnnounced ? [("content-length", "\(body.count)")] : [], ends: false))
        let window = Int(try #require(conversation.answers.settings[4]))
        var sent = 0
        while sent < body.count {
            let room = min(
                window + conversation.answers.windows[1, default: 0],
                65_535 + conversation.answers.windows[0, default: 0]
            )
            try #require(room > sent, "no window after \(sent) bytes")
            let piece = body[sent..<min(body.count, sent + min(16_384, room - sent))]
            sent += piece.count
            conversation.send(.data(1, Array(piece), ends: sent == body.count))
        }
        #expect(conversation[1].text == "3000000 7")
        #expect((body.count...2 * body.count).contains(conversation.turn.bodies.held))
        conversation.requests = []
        #expect(conversation.turn.bodies.held == 0)
    }

    @Test("a body that nobody has asked for yet is at most a window, and counts") func unjudged() throws {
        let conversation = try HTTP2Conversation { .text("\($0.body.count)") }
        conversation.judge = { _ in nil }
        // From here on the server's own window holds.
        conversation.send(HTTP2Frame(.settings, flags: HTTP2Frame.acknowledge))
        conversation.send(.request(1, "PUT", ends: false))
        for _ in 0..<8 { conversation.send(.data(1, [UInt8](repeating: 1, count: 16_384))) }
        #expect(conversation.answers.windows[1] == nil)
        #expect((131_072...262_144).contains(conversation.turn.bodies.held))
        conversation.send(.data(1, [1]))
        // More than the window is a mistake of the client's.
        #expect(conversation[1].reason == 3)
        #expect(conversation.gone.map(\.sequence) == [1] && conversation.turn.bodies.held == 0)
        conversation.decide(1, .read(limit: nil))
        #expect(conversation.requests.isEmpty && conversation.machine.abandoned.isEmpty)
    }

    @Test("too large a body is answered before it comes, and as soon as it is", arguments: [true, false])
    func tooLarge(_ isAnnounced: Bool) throws {
        var limits = Limits()
        limits.bodyBytes = 10
        let conversation = try HTTP2Conversation(limits: limits) { _ in .text("reached") }
        conversation.send(.request(1, "PUT", "/", isAnnounced ? [("content-length", "11")] : [], ends: false))
        if !isAnnounced { conversation.send(.data(1, Array("01234567890".utf8))) }
        #expect(conversation[1].status == "413" && conversation[1].hasEnded)
        // The client may stop sending (RFC 9113, section 8.1).
        #expect(conversation[1].reason == 0 && conversation.requests.isEmpty)
        conversation.send(.data(1, [1], ends: true))
        conversation.send(.request(3))
        #expect(conversation[3].text == "reached")
    }

    @Test("a judge may answer without the body") func answeredByJudge() throws {
        let conversation = try HTTP2Conversation()
        conversation.judge = { _ in .answer(.text("no", .forbidden)) }
        conversation.send(.request(1, "PUT", ends: false), .data(1, [1, 2, 3]))
        #expect(conversation[1].status == "403" && conversation[1].text == "no" && conversation[1].reason == 0)
        #expect(conversation.requests.isEmpty)
    }

    @Test("100 is said to a client that waits for it") func continues() throws {
        let conversation = try HTTP2Conversation { .text($0.bodyText) }
        conversation.send(.request(1, "PUT", "/", [("expect", "100-continue")], ends: false))
        #expect(conversation[1].status == "100")
        conversation.send(.data(1, Array("ab".utf8), ends: true))
        #expect(conversation[1].status == "200" && conversation[1].text == "ab")
    }

    @Test("trailers end a body, and nobody reads them") func trailers() throws {
        let conversation = try HTTP2Conversation { .text($0.bodyText) }
        conversation.send(
            .request(1, "PUT", ends: false), .data(1, Array("ab".utf8)), .head(1, [("host", "evil"), ("x-sum", "1")]))
        #expect(conversation[1].text == "ab")
        #expect(conversation.requests.first?.request.headers["x-sum"] == nil)
        conversation.send(.request(3, "PUT", ends: false))
        conversation.send(HTTP2Tests.split(.head(3, [("x", String(repeating: "a", count: 20_000))])))
        #expect(conversation[3].reason != nil && conversation.requests.count == 1)
    }

    @Test("lengths that don't agree are mistakes", arguments: ["1", "3"]) func length(_ length: String) throws {
        let conversation = try HTTP2Conversation { _ in .text("reached") }
        conversation.send(
            .request(1, "PUT", "/", [("content-length", length)], ends: false), .data(1, [1, 2], ends: true))
        #expect(conversation[1].reason == 1 && conversation.requests.isEmpty)
    }

    // MARK: Answers and streams

    @Test("a large answer goes as far as the client's windows, and on when there is more") func windows() throws {
        let body = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        let conversation = try HTTP2Conversation { _ in Response(.ok, body: .bytes(body)) }
        conversation.send(.request(1))
        #expect(conversation[1].body.count == 65_535 && !conversation[1].hasEnded)
        #expect(conversation.turn.bodies.held == 200_000 - 65_535)
        conversation.send(.window(1, 200_000))
        #expect(conversation[1].body.count == 65_535)
        conversation.send(.window(0, 200_000))
        #expect(conversation[1].body == body && conversation[1].hasEnded)
        #expect(conversation.turn.bodies.held == 0)
    }

    @Test("a stream carries what is written, is quiet in between, and ends") func streams() throws {
        let conversation = try HTTP2Conversation { _ in Response(.ok, body: .stream { _ in }) }
        conversation.send(.request(1), .request(3))
        #expect(conversation.begun == [1, 3] && conversation[1].status == "200" && conversation[1].body.isEmpty)
        for (text, stream) in [("a", 1), ("b", 3), ("c", 1)] as [(String, UInt64)] {
            conversation.machine.append(Array(text.utf8), to: stream, conversation.turn)
            conversation.goOn()
        }
        #expect(conversation[1].text == "ac" && conversation[3].text == "b" && !conversation[1].hasEnded)
        #expect(conversation.machine.deadline(conversation.turn.deadlines) > HTTP2Tests.second)
        #expect(conversation.machine.endStream(1)?.bodyBytes == 2)
        conversation.goOn()
        #expect(conversation[1].hasEnded)
        #expect(conversation.machine.breakOff(3)?.bodyBytes == 1)
        conversation.goOn()
        #expect(conversation[3].reason == 2 && !conversation[3].hasEnded && conversation.gone.isEmpty)
    }

    @Test("a stream that the client leaves is told") func left() throws {
        let conversation = try HTTP2Conversation { _ in Response(.ok, body: .stream { _ in }) }
        conversation.send(.request(1), .reset(1))
        conversation.send(.request(3))
        conversation.send(.reset(3))
        #expect(conversation.gone.map(\.sequence) == [3] && conversation.machine.streams.isEmpty)
    }

    @Test("more requests at a time than allowed are refused so that they can be sent again") func concurrent() throws {
        var limits = Limits()
        limits.concurrentStreams = 3
        let conversation = try HTTP2Conversation(limits: limits)
        #expect(conversation.answers.settings[3] == 3)
        for stream in [1, 3, 5, 7] as [UInt32] { conversation.send(.request(stream)) }
        #expect(conversation.requests.count == 3 && conversation[7].reason == 7)
        // Work for those who left counts on.
        for stream in [1, 3, 5] as [UInt32] { conversation.send(.reset(stream)) }
        for stream in [9, 11, 13] as [UInt32] { conversation.send(.request(stream)) }
        for stream in [9, 11, 13] as [UInt32] { conversation.send(.reset(stream)) }
        conversation.send(.request(15))
        #expect(conversation.requests.count == 6 && conversation[15].reason == 7)
        for (_, sequence) in conversation.requests { conversation.respond(sequence, .text("late")) }
        conversation.send(.request(17))
        #expect(conversation.requests.count == 7)
    }
}
