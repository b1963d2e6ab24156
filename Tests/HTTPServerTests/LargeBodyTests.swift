import Testing

@testable import LaurelHTTPServer

@Suite("Large bodies", .timeLimit(.minutes(15))) struct LargeBodyTests {
    private static let large = "PUT /large HTTP/1.1\r\nHost: a\r\n"

    private static func limits() -> Limits {
        var limits = Limits()
        limits.bodyBytes = 10
        limits.largeBodies = 1
        return limits
    }

    /// A conversation in which `/large` may have 20 bytes.
    private static func start(_ bodies: LargeBodies? = nil) -> Conversation {
        var conversation = Conversation { _ in .text("reached") }
        conversation.turn = Turn(limits: limits(), largeBodies: bodies ?? self.bodies())
        return conversation
    }

    private static func bodies() -> LargeBodies {
        LargeBodies(limits()) { $0.hasPath("/large") ? 20 : nil }
    }

    private static func send(_ text: String) -> Conversation {
        var conversation = start()
        conversation.send(text)
        return conversation
    }

    @Test("only where the server's owner says so, and up to the limit he says") func edges() {
        let twenty = String(repeating: "x", count: 20)
        #expect(
            Self.send(Self.large + "Content-Length: 20\r\n\r\n" + twenty).requests.first?.request.bodyText == twenty)
        #expect(Self.send(Self.large + "Content-Length: 21\r\n\r\n").statuses == ["413"])
        #expect(Self.send("PUT /small HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n").statuses == ["413"])
        let chunked = "Transfer-Encoding: chunked\r\n\r\n14\r\n" + twenty + "\r\n"
        #expect(Self.send(Self.large + chunked + "0\r\n\r\n").statuses == ["200"])
        #expect(Self.send(Self.large + chunked + "1\r\n").statuses == ["413"])
    }

    @Test("one more than allowed at a time is refused before its body is read, and told to come back") func full() {
        let bodies = Self.bodies()
        var first = Self.start(bodies)
        var second = Self.start(bodies)
        first.send(Self.large + "Content-Length: 20\r\n\r\nhalf of it")
        second.send(Self.large + "Content-Length: 20\r\n\r\n")
        #expect(second.statuses == ["503"])
        #expect(second.text.contains("Retry-After: 5\r\n"))
        first.send("the rest..")
        #expect(first.statuses == ["200"])
        var third = Self.start(bodies)
        third.send(Self.large + "Content-Length: 20\r\n\r\n" + String(repeating: "x", count: 20))
        #expect(third.statuses == ["200"])
    }

    @Test("an ordinary body needs no place") func ordinary() {
        let bodies = Self.bodies()
        var first = Self.start(bodies)
        first.send(Self.large + "Content-Length: 20\r\n\r\n")
        var second = Self.start(bodies)
        second.send(Self.large + "Content-Length: 10\r\n\r\n0123456789")
        #expect(second.statuses == ["200"])
    }

    @Test("a place is held until the answer, and given back when the connection goes") func held() {
        let bodies = Self.bodies()
        var waiting: Conversation? = Self.start(bodies)
        waiting?.handler = { _ in nil }
        waiting?.send(Self.large + "Content-Length: 20\r\n\r\n" + String(repeating: "x", count: 20))
        #expect(waiting?.requests.count == 1)
        var second = Self.start(bodies)
        second.send(Self.large + "Content-Length: 20\r\n\r\n")
        #expect(second.statuses == ["503"])
        waiting = nil
        var third = Self.start(bodies)
        third.send(Self.large + "Content-Length: 20\r\n\r\n")
        #expect(third.statuses.isEmpty)
    }

    @Test("a large body has more time, and no end of it") func slow() {
        var conversation = Self.start()
        conversation.send(Self.large + "Content-Length: 20\r\n\r\n")
        let second: UInt64 = 1_000_000_000
        #expect(conversation.machine.deadline(conversation.turn.deadlines) == 120 * second)
        conversation.turn.now = 120 * second
        guard case .refuse(.refuse(.bodyTimeout, _, _)) = conversation.machine.expire(&conversation.turn) else {
            Issue.record("not refused")
            return
        }
        // The place is free again though the connection still lingers.
        guard case .place = conversation.turn.largeBodies.reserve(Request(.put, "/large")!) else {
            Issue.record("the place is still taken")
            return
        }
    }

    @Test("100 Continue is said to a large body that is allowed, and to no other") func continues() {
        #expect(
            Self.send(Self.large + "Expect: 100-continue\r\nContent-Length: 20\r\n\r\n").text.hasPrefix("HTTP/1.1 100 ")
        )
        #expect(Self.send(Self.large + "Expect: 100-continue\r\nContent-Length: 21\r\n\r\n").statuses == ["413"])
    }

    @Test("an upload that breaks off in the middle reaches no handler") func aborted() async throws {
        let reached = Event<Int>()
        let change: (inout Configuration) -> Void = {
            $0.limits.bodyBytes = 10
            $0.limits.largeBodies = 1
            $0.largeBodyLimit = { _ in 1 << 20 }
        }
        let handler: @Sendable (Request) -> Outcome = { request in
            reached.happen(request.body.count)
            return .now(.text("ok"))
        }
        try await withServer(change, handler: handler) { _, endpoint in
            let broken = try RawClient(endpoint)
            try broken.send(Self.large + "Content-Length: 1000000\r\n\r\n" + String(repeating: "x", count: 400_000))
            broken.reset()
            // The only place is free again, as soon as the server has seen the reset. That takes as long as it takes:
            // the suite's time limit ends the waiting.
            var isFree = false
            while !isFree && !Task.isCancelled {
                let client = try RawClient(endpoint)
                try client.send(Self.large + "Content-Length: 1000\r\n\r\n" + String(repeating: "x", count: 1_000))
                isFree = try client.receiveAnswer().head.hasPrefix("HTTP/1.1 200 ")
            }
            try #require(isFree)
            #expect(await reached.next() == 1_000)
        }
    }
}
