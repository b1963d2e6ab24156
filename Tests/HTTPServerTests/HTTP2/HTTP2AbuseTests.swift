import Testing

@testable import LaurelHTTPServer

/// What hostile clients do, each with what it costs the server: a bounded amount of memory and work.
@Suite("Abuse of HTTP/2", .timeLimit(.minutes(15))) struct HTTP2AbuseTests {
    private static let second: UInt64 = 1_000_000_000

    private func ended(_ conversation: HTTP2Conversation, _ reason: UInt32 = 0xB) -> Bool {
        conversation.machine.wasMisused && conversation.answers.goAways.last?.reason == reason
            && conversation.machine.ending == .linger
    }

    @Test("requests that are taken back at once reach nobody, and soon end the connection (CVE-2023-44487)")
    func rapidReset() throws {
        let conversation = try HTTP2Conversation { _ in .text("reached") }
        var count = 0
        while !conversation.machine.wasMisused && count < 3_000 {
            let stream = UInt32(2 * count + 1)
            conversation.send(.request(stream), .reset(stream))
            count += 1
        }
        #expect(ended(conversation) && (500...501).contains(count) && conversation.requests.isEmpty)
    }

    @Test("requests that run when they are taken back are bounded, and end the connection too")
    func resetOfRunning() throws {
        let conversation = try HTTP2Conversation()
        for number in 0..<2_000 {
            let stream = UInt32(2 * number + 1)
            conversation.send(.request(stream))
            conversation.send(.reset(stream))
        }
        #expect(ended(conversation) && conversation.requests.count == 2 * conversation.turn.limits.concurrentStreams)
    }

    @Test("making the server reset its own streams counts the same (CVE-2025-8671)") func madeToReset() throws {
        let conversation = try HTTP2Conversation()
        var count = 0
        while !conversation.machine.wasMisused && count < 3_000 {
            let stream = UInt32(2 * count + 1)
            conversation.send(.request(stream), .window(stream, 0x7FFF_FFFF))
            count += 1
        }
        #expect(ended(conversation) && count <= 501)
    }

    @Test("honest clients may take back a page's requests now and then") func patience() throws {
        let conversation = try HTTP2Conversation()
        // The budget by itself knows of time; nghttp2's bound stands at 1,000 in a test's fraction of a second.
        for number in 0..<900 {
            let stream = UInt32(2 * number + 1)
            conversation.turn.now += Self.second / 20
            conversation.send(.request(stream))
            conversation.send(.reset(stream))
            conversation.respond(UInt64(stream), .text("late"))
        }
        #expect(!conversation.machine.wasMisused && conversation.requests.count == 900)
    }

    @Test("a budget fills again, and never beyond its depth") func budget() {
        var budget = HTTP2Budget(burst: 3, perSecond: 2)
        #expect((0..<4).map { _ in budget.pay(0) } == [true, true, true, false])
        // The attempt that failed costs, too.
        #expect(budget.pay(Self.second) && !budget.pay(Self.second))
        #expect((0..<4).map { _ in budget.pay(100 * Self.second) } == [true, true, true, false])
        budget.giveBack(100)
        #expect((0..<4).map { _ in budget.pay(100 * Self.second) } == [true, true, true, false])
    }

    @Test("a head without end is cut off (CVE-2024-27316, CVE-2024-28182)", arguments: [0, 1, 16_384])
    func continuations(_ bytes: Int) throws {
        let conversation = try HTTP2Conversation()
        var first = HTTP2Frame.request(1)
        first.flags &= ~HTTP2Frame.endHeaders
        conversation.send(first)
        let piece = bytes == 0 ? [] : HTTP2Frame.field("x", String(repeating: "a", count: max(1, bytes - 16)))
        var count = 0
        while conversation.machine.ending == nil && count < 5_000 {
            conversation.send(HTTP2Frame(.continuation, stream: 1, piece))
            count += 1
        }
        #expect(count <= 2_001 && conversation.requests.isEmpty && conversation.answers.goAways.last != nil)
    }

    @Test("a few bytes that stand for many are cut off: a bomb of compressed fields") func bomb() throws {
        let conversation = try HTTP2Conversation { _ in .text("reached") }
        // One field into the table, then a byte for each time that it is meant (RFC 7541, section 6.1).
        let large = String(repeating: "a", count: 4_000)
        var bomb = HTTP2Frame.request(1)
        bomb.payload += [0x40] + Array(HTTP2Frame.field("x", large).dropFirst())
        bomb.payload += [UInt8](repeating: 0xBE, count: 12_000)
        conversation.send(bomb)
        #expect(conversation.requests.isEmpty && conversation[1].status == nil && conversation[1].reason != nil)
        // What both sides know is still the same.
        conversation.send(.request(3))
        #expect(conversation[3].text == "reached")
    }

    @Test(
        "frames that bring nothing end the connection when there are too many",
        arguments: [
            HTTP2Frame(.ping, [1, 2, 3, 4, 5, 6, 7, 8]), HTTP2Frame(.settings), HTTP2Frame.initialWindow(70_000),
            HTTP2Frame(.priority, stream: 3, [0, 0, 0, 1, 16]), HTTP2Frame.window(0, 1), HTTP2Frame.data(1, []),
        ])
    func floods(_ frame: HTTP2Frame) throws {
        let conversation = try HTTP2Conversation()
        conversation.send(.request(1, "PUT", ends: false))
        let many = (0..<500).flatMap { _ in frame.bytes }
        var count = 0
        while conversation.machine.ending == nil && count < 10 {
            conversation.send(many)
            count += 1
        }
        #expect(count <= 5 && ended(conversation))
    }

    @Test("acknowledgements that nobody reads are bounded") func unreadAcknowledgements() throws {
        let conversation = try HTTP2Conversation()
        conversation.isReading = false
        for _ in 0..<10 {
            conversation.send((0..<500).flatMap { _ in HTTP2Frame(.ping, [1, 2, 3, 4, 5, 6, 7, 8]).bytes })
        }
        #expect(conversation.machine.wasMisused && conversation.machine.session.waitingFrames <= 2_100)
    }

    @Test(
        "bytes that are no HTTP/2 end the connection",
        arguments: ["GET / HTTP/1.1\r\nHost: a\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n"])
    func noise(_ text: String) throws {
        let turn = Turn(limits: Limits())
        let machine = try #require(HTTP2Connection(peer: .local, turn))
        var copy = turn
        Array(text.utf8).withUnsafeBytes { bytes in
            var input = bytes
            _ = machine.step(&input, &copy)
        }
        machine.fill(copy)
        _ = machine.output.takeAll()
        machine.fill(copy)
        #expect(machine.wasMisused && machine.ending == .linger)
    }

    @Test(
        "frames that break the protocol end the connection with the reason",
        arguments: [
            (HTTP2Frame.data(0, [1]), 1), (HTTP2Frame.request(2), 1), (HTTP2Frame(.settings, [1]), 6),
            (HTTP2Frame(.ping, [1]), 6), (HTTP2Frame.window(0, 0), 1),
            (HTTP2Frame(.settings, [0, 4, 0xFF, 0xFF, 0xFF, 0xFF]), 3),
            (HTTP2Frame(.push, flags: 4, stream: 1, [0, 0, 0, 2]), 1),
            (HTTP2Frame(.headers, flags: 5, stream: 1, [0x80]), 9),
            (HTTP2Frame(.data, stream: 1, [UInt8](repeating: 0, count: 17_000)), 6),
        ] as [(HTTP2Frame, UInt32)])
    func violations(_ frame: HTTP2Frame, _ reason: UInt32) throws {
        let conversation = try HTTP2Conversation()
        conversation.send(frame)
        #expect(conversation.answers.goAways.last?.reason == reason)
        #expect(conversation.machine.ending == .linger && conversation.requests.isEmpty)
    }

    // MARK: Slow clients

    @Test("a reader that opens no window is cut off, and the others go on") func stalled() throws {
        let conversation = try HTTP2Conversation { _ in
            Response(.ok, body: .bytes([UInt8](repeating: 1, count: 90_000)))
        }
        conversation.send(.initialWindow(0), .request(1))
        #expect(conversation[1].body.isEmpty && conversation.turn.bodies.held == 90_000)
        #expect(conversation.machine.deadline(conversation.turn.deadlines) <= 20 * Self.second)
        _ = conversation.wait(until: 19 * Self.second)
        #expect(conversation[1].reason == nil)
        _ = conversation.wait(until: 21 * Self.second)
        #expect(conversation[1].reason == 8 && conversation.gone.map(\.wasSlow) == [true])
        #expect(conversation.turn.bodies.held == 0 && conversation.machine.ending == nil)
    }

    @Test("what slow readers keep waiting is bounded by address, as in HTTP/1.1") func held() throws {
        var limits = Limits()
        limits.heldBodyBytes = 1_000_000
        limits.heldBodyBytesPerAddress = 250_000
        let conversation = try HTTP2Conversation(limits: limits) { _ in
            Response(.ok, body: .bytes([UInt8](repeating: 1, count: 90_000)))
        }
        conversation.send(.initialWindow(0))
        for stream in [1, 3, 5, 7] as [UInt32] { conversation.send(.request(stream)) }
        #expect(conversation.refusals == [.tooManyBodyBytesFromAddress, .tooManyBodyBytesFromAddress])
        #expect(conversation.turn.bodies.held <= 250_000)
    }

    /// For one address, in the two tests below.
    private static func hundredKilobytes() -> Limits {
        var limits = Limits()
        limits.heldBodyBytes = 1_000_000
        limits.heldBodyBytesPerAddress = 100_000
        return limits
    }

    @Test("heads whose bodies don't come count, beyond what one head may have for each connection")
    func heads() throws {
        let conversation = try HTTP2Conversation(limits: Self.hundredKilobytes())
        let large = String(repeating: "a", count: 10_000)
        for number in 0..<12 {
            conversation.send(.request(UInt32(2 * number + 1), "POST", "/", [("x", large)], ends: false))
            if number == 0 { #expect(conversation.turn.bodies.held == 0) }
        }
        #expect(conversation.refusals == [Refusal](repeating: .tooManyBodyBytesFromAddress, count: 3))
        #expect(conversation[1].status == nil && conversation[23].status == "429")
        #expect((90_000...100_000).contains(conversation.turn.bodies.held))
        // One that has ended makes room for another.
        conversation.send(.reset(1))
        conversation.send(.request(25, "POST", "/", [("x", large)], ends: false))
        #expect(conversation.refusals.count == 3)
        for number in 1..<13 { conversation.send(.reset(UInt32(2 * number + 1))) }
        #expect(conversation.turn.bodies.held == 0 && conversation.machine.ending == nil)
    }

    @Test("bodies that are too small to count alone count together", arguments: [true, false])
    func smallBodies(_ comeWithTheirHeads: Bool) throws {
        let conversation = try HTTP2Conversation(limits: Self.hundredKilobytes())
        let small = [UInt8](repeating: 1, count: 3_000)
        for number in 0..<40 {
            let stream = UInt32(2 * number + 1)
            let (head, data) = (HTTP2Frame.request(stream, "POST", ends: false), HTTP2Frame.data(stream, small))
            if comeWithTheirHeads {
                conversation.send(head, data)
            } else {
                conversation.send(head)
                conversation.send(data)
            }
        }
        #expect((1..<20).contains(conversation.refusals.count))
        #expect(Set(conversation.refusals) == [.tooManyBodyBytesFromAddress])
        #expect((90_000...100_000).contains(conversation.turn.bodies.held))
        // What is answered holds nothing.
        for stream in (0..<40).map({ UInt32(2 * $0 + 1) }) where conversation[stream].status == nil {
            conversation.send(.data(stream, [], ends: true))
            conversation.respond(UInt64(stream), .text("done"))
        }
        #expect(conversation.turn.bodies.held == 0 && conversation.requests.count == 40 - conversation.refusals.count)
    }

    @Test("connections that say nothing, or half a head, end in time") func idle() throws {
        let fresh = try HTTP2Conversation()
        #expect(fresh.machine.deadline(fresh.turn.deadlines) == 10 * Self.second)
        _ = fresh.wait(until: 10 * Self.second)
        #expect(fresh.answers.goAways.last?.reason == 0 && fresh.machine.ending == .linger)

        let used = try HTTP2Conversation { _ in .text("ok") }
        used.send(.request(1))
        used.send(HTTP2Frame(.ping, [1, 2, 3, 4, 5, 6, 7, 8]))
        #expect(used.wait(until: 30 * Self.second) != .close && used.machine.ending == nil)
        _ = used.wait(until: 75 * Self.second)
        #expect(used.machine.ending == .linger)

        let half = try HTTP2Conversation()
        var head = HTTP2Frame.request(1)
        head.flags &= ~HTTP2Frame.endHeaders
        half.send(head)
        _ = half.wait(until: 10 * Self.second)
        #expect(half.machine.ending == .linger && half.requests.isEmpty)
    }

    @Test("a body that doesn't arrive in time is answered, a large one later") func slowBody() throws {
        let conversation = try HTTP2Conversation()
        conversation.judge = { .read(limit: $0.hasPath("/large") ? 10_000_000 : nil) }
        conversation.send(.request(1, "PUT", ends: false), .request(3, "PUT", "/large", ends: false))
        _ = conversation.wait(until: 31 * Self.second)
        #expect(
            conversation.refusals == [.bodyTimeout] && conversation[1].status == "408" && conversation[1].reason == 0)
        _ = conversation.wait(until: 121 * Self.second)
        #expect(conversation[3].status == "408")
    }

    // MARK: The end

    @Test("a drain serves what comes until the client has heard of it, and what runs") func drain() throws {
        let conversation = try HTTP2Conversation()
        conversation.send(.request(1))
        conversation.machine.drain(conversation.turn)
        conversation.goOn()
        #expect(conversation.answers.goAways.map(\.last) == [0x7FFF_FFFF])
        // The client had sent this before it heard.
        conversation.send(.request(3))
        #expect(conversation.requests.count == 2)
        let ping = try #require(conversation.answers.unacknowledged.last)
        conversation.send(HTTP2Frame(.ping, flags: HTTP2Frame.acknowledge, ping.payload))
        #expect(conversation.answers.goAways.last?.last == 3)
        conversation.send(.request(5))
        #expect(conversation.requests.count == 2 && conversation.machine.ending == nil)
        conversation.respond(1, .text("one"))
        conversation.respond(3, .text("three"))
        #expect(conversation[1].text == "one" && conversation[3].text == "three")
        #expect(conversation.machine.ending == .linger)
    }

    @Test("a drain doesn't wait for clients that don't answer") func deafClient() throws {
        let conversation = try HTTP2Conversation()
        conversation.machine.drain(conversation.turn)
        conversation.goOn()
        #expect(conversation.machine.ending == nil)
        _ = conversation.wait(until: 3 * Self.second)
        #expect(conversation.answers.goAways.count == 2 && conversation.machine.ending == .linger)
    }

    @Test("a client's own goodbye ends an idle connection") func goodbye() throws {
        let conversation = try HTTP2Conversation { _ in .text("ok") }
        conversation.send(.request(1))
        conversation.send(HTTP2Frame(.goAway, [0, 0, 0, 0, 0, 0, 0, 0]))
        #expect(conversation.machine.ending == .linger)
    }
}
