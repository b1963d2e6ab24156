import LaurelTestSupport
import Testing

@testable import LaurelHTTPServer

@Suite("Deadlines, by a clock that the test moves") struct DeadlineTests {
    private static let second: UInt64 = 1_000_000_000

    private static func limits() -> Limits {
        var limits = Limits()
        limits.headTime = .seconds(10)
        limits.bodyTime = .seconds(30)
        limits.idleTime = .seconds(75)
        limits.writeTime = .seconds(20)
        limits.lingerTime = .seconds(2)
        limits.slowReaderBytes = 100
        return limits
    }

    private static func start() -> Conversation { Conversation(limits: limits()) { _ in .text("x") } }

    private static func expire(_ conversation: inout Conversation, at seconds: UInt64) -> String {
        conversation.turn.now = seconds * second
        switch conversation.machine.expire(&conversation.turn) {
        case .nothing: return "nothing"
        case .close: return "close"
        case .cutOff: return "cut off"
        case .refuse(.refuse(let refusal, _, _)): return "\(refusal)"
        case .refuse: return "another action"
        }
    }

    @Test("a client that says nothing is closed after the head's time") func silent() {
        var conversation = Self.start()
        #expect(conversation.machine.deadline(conversation.turn.deadlines) == 10 * Self.second)
        #expect(Self.expire(&conversation, at: 9) == "nothing")
        #expect(Self.expire(&conversation, at: 10) == "close")
    }

    @Test("a head that comes byte by byte is refused, however lively the bytes") func slowHead() {
        var conversation = Self.start()
        for (index, character) in "GET / HTT".enumerated() {
            #expect(Self.expire(&conversation, at: UInt64(index)) == "nothing")
            conversation.send(String(character))
        }
        #expect(Self.expire(&conversation, at: 10) == "headTimeout")
    }

    @Test("the second head has its time from its first byte") func secondHead() {
        var conversation = Self.start()
        conversation.turn.now = 5 * Self.second
        conversation.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(conversation.machine.deadline(conversation.turn.deadlines) == 80 * Self.second)
        conversation.turn.now = 50 * Self.second
        conversation.send("G")
        #expect(Self.expire(&conversation, at: 59) == "nothing")
        conversation.send("E")
        #expect(Self.expire(&conversation, at: 60) == "headTimeout")
    }

    @Test("a body has its time from the end of its head") func body() {
        var conversation = Self.start()
        conversation.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n")
        for time in stride(from: UInt64(0), to: 30, by: 5) {
            #expect(Self.expire(&conversation, at: time) == "nothing")
            conversation.send("x")
        }
        #expect(Self.expire(&conversation, at: 30) == "bodyTimeout")
    }

    @Test("a quiet connection is closed") func idle() {
        var conversation = Self.start()
        conversation.turn.now = 3 * Self.second
        conversation.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(Self.expire(&conversation, at: 77) == "nothing")
        #expect(Self.expire(&conversation, at: 78) == "close")
    }

    @Test("a handler may take its time") func running() {
        var conversation = Conversation(limits: Self.limits())
        conversation.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(conversation.machine.deadline(conversation.turn.deadlines) == .max)
        #expect(Self.expire(&conversation, at: 100_000) == "nothing")
    }

    @Test("a reader that takes nothing, or too little, is cut off") func slowReader() {
        var conversation = Conversation(limits: Self.limits())
        conversation.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        conversation.machine.respond(0, .text(String(repeating: "x", count: 1_000)), conversation.turn)
        var nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        _ = conversation.machine.step(&nothing, &conversation.turn)
        func take(_ count: Int, at seconds: UInt64) {
            conversation.turn.now = seconds * Self.second
            let taken = conversation.machine.output.flush { one, _, _ in min(count, one.count) }
            conversation.machine.sent(taken, conversation.turn)
        }
        take(60, at: 10)
        #expect(Self.expire(&conversation, at: 19) == "nothing")
        take(60, at: 19)
        #expect(Self.expire(&conversation, at: 38) == "nothing")
        take(99, at: 38)
        #expect(Self.expire(&conversation, at: 39) == "cut off")
    }

    @Test("lingering ends") func lingering() {
        var conversation = Self.start()
        conversation.send("GET / HTTP/1.1\r\n\r\n")
        #expect(conversation.ending == .linger)
        conversation.machine.beginLingering(conversation.turn)
        #expect(Self.expire(&conversation, at: 1) == "nothing")
        #expect(Self.expire(&conversation, at: 2) == "close")
    }

    @Test("the wheel finds everything at its time, whatever is put in", arguments: Depth.seeds(3))
    func wheel(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var now: UInt64 = 5 * Self.second
        var wheel = TimerWheel(now: now)
        var due: [ConnectionKey: UInt64] = [:]
        for number in 0..<2_000 {
            let key = ConnectionKey(slot: UInt32(number), generation: 1)
            let deadline = now + UInt64.random(in: 0..<(20 * Self.second), using: &random)
            due[key] = deadline
            _ = wheel.insert(key, deadline: deadline)
            now += UInt64.random(in: 0..<(Self.second / 50), using: &random)
            for key in wheel.advance(to: now) {
                guard let deadline = due[key] else { continue }
                if deadline <= now { due[key] = nil } else { _ = wheel.insert(key, deadline: deadline) }
            }
            // Two ticks are as late as anything may be found.
            let late = due.values.filter { $0 + 2 << TimerWheel.tickBits < now }
            #expect(late.isEmpty)
            #expect(wheel.timeout(now: now) >= 0)
        }
        while !due.isEmpty {
            let wait = wheel.timeout(now: now)
            #expect(wait >= 0)
            now += UInt64(max(1, wait)) * 1_000_000
            for key in wheel.advance(to: now) {
                guard let deadline = due[key] else { continue }
                if deadline <= now { due[key] = nil } else { _ = wheel.insert(key, deadline: deadline) }
            }
        }
        #expect(wheel.timeout(now: now) == -1)
    }
}
