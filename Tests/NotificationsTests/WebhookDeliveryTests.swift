import LaurelCryptography
import LaurelHTTPServer
import LaurelDomain
import LaurelStorage
import Testing

@testable import LaurelNotifications

@Suite("Webhooks", .timeLimit(.minutes(15))) struct WebhookDeliveryTests {
    private func run(_ body: (DeliveryWorld, Receiver) async throws -> Void) async throws {
        try await Receiver.run { receiver, port in try await body(try DeliveryWorld(receiver, port), receiver) }
    }

    @Test("rule 7.2: a game's server is told, with a signature that it can check")
    func delivered() async throws {
        try await run { world, receiver in
            try await world.setWebhook([.challengeReceived, .challengeCompleted])
            try world.tell(PlayerNumber(9), "a")
            try world.tell(PlayerNumber(9), "b", .overtaken)
            try await world.deliver { try await world.hooks.first?.state == .delivered }
            let message = try #require(receiver.messages.first)
            #expect(receiver.messages.count == 1 && message.path == "/hook")
            let seconds = world.now.milliseconds / 1_000
            #expect(message.headers["content-type"] == "application/json")
            #expect(message.headers["webhook-timestamp"] == "\(seconds)")
            #expect(message.id == "msg_1_\(world.now.milliseconds)")
            let signed = Array("\(message.id).\(seconds).".utf8) + message.body
            let code = HMAC256.code(of: signed, key: Array("secret".utf8))
            #expect(message.headers["webhook-signature"] == "v1," + Base64.text(code))
            #expect(try await world.hooks.first?.last?.status == 201)
        }
    }

    @Test("rule 7.2: a secret signs for 24 hours beside the one that took its place")
    func twoSecrets() async throws {
        try await run { world, receiver in
            try await world.setWebhook()
            var webhook = try #require(try await world.directory.webhooks().first)
            webhook.renew(Array("newer".utf8), at: world.now)
            try await world.directory.setWebhook(webhook)
            func send(_ subject: String) async throws -> Receiver.Message {
                try world.tell(PlayerNumber(9), subject)
                try await world.deliver { try await world.hooks.allSatisfy { $0.state == .delivered } }
                return try #require(receiver.messages.last)
            }
            func signature(_ message: Receiver.Message, _ secret: String) -> String {
                let seconds = world.now.milliseconds / 1_000
                let signed = Array("\(message.id).\(seconds).".utf8) + message.body
                return "v1," + Base64.text(HMAC256.code(of: signed, key: Array(secret.utf8)))
            }
            world.advance(by: Timestamp.Span(milliseconds: Timestamp.Span.days(1).milliseconds - 1))
            let early = try await send("a")
            let both = signature(early, "newer") + " " + signature(early, "secret")
            #expect(early.headers["webhook-signature"] == both)
            world.advance(by: Timestamp.Span(milliseconds: 1))
            let late = try await send("b")
            #expect(late.headers["webhook-signature"] == signature(late, "newer"))
            // However often it is renewed, what signs has a bound.
            for number: UInt8 in 0..<9 { webhook.renew([number], at: world.now) }
            #expect(webhook.secrets(at: world.now) == [[8], [7], [6], [5]])
        }
    }

    @Test("rule 7.2: what fails is sent again under its id, later each time, for a day; then it is dead")
    func retried() async throws {
        try await run { world, receiver in
            try await world.setWebhook()
            receiver.answer(.status(500), .status(404), .status(302), .status(200))
            try world.tell(PlayerNumber(9), "a")
            for (count, pause) in [(1, 5), (2, 10), (3, 20)] as [(Int, Int64)] {
                let moment = world.now
                try await world.deliver { try await world.hooks.first?.attempts == count }
                #expect(try await world.hooks.first?.due == moment.advanced(by: .seconds(pause)))
                world.advance(by: .seconds(pause))
            }
            try await world.deliver { try await world.hooks.first?.state == .delivered }
            #expect(Set(receiver.messages.map(\.id)).count == 1 && receiver.messages.count == 4)

            receiver.answer()
            try world.tell(PlayerNumber(9), "b")
            let start = world.now
            var attempts = 0
            while try await world.hooks.first?.state != .dead {
                receiver.answer(.status(503))
                attempts += 1
                let expected = attempts
                try await world.deliver { try await world.hooks.first?.attempts == expected }
                if let due = try await world.directory.nextDue() {
                    world.advance(by: Timestamp.Span(milliseconds: due.milliseconds - world.now.milliseconds))
                }
            }
            let age = world.now.milliseconds - start.milliseconds
            #expect((Timestamp.Span.hours(18).milliseconds...Timestamp.Span.days(1).milliseconds).contains(age))
            #expect((12...24).contains(attempts), "\(attempts) attempts")
            #expect(try await world.hooks.first?.last?.status == 503)
            // Sent again by hand, it has another day.
            let dead = try #require(try await world.hooks.first)
            world.advance(by: .days(10))
            receiver.answer(.status(500), .status(200))
            _ = try await world.directory.resendWebhookDelivery(
                dead.id, of: world.app, .production, at: world.now, nil)
            try await world.deliver { try await world.hooks.first?.attempts == 1 }
            #expect(try await world.hooks.first?.state == .waiting)
            world.advance(by: .seconds(5))
            try await world.deliver { try await world.hooks.first?.state == .delivered }
            #expect(receiver.messages.last?.id == "msg_2_\(dead.created.milliseconds)")
        }
    }

    @Test("rule 7.2: a server that asks for a pause as long as its patience is asked once more")
    func longPause() async throws {
        try await run { world, receiver in
            try await world.setWebhook()
            receiver.answer(.status(503, retryAfter: 86_400), .status(200))
            try world.tell(PlayerNumber(9), "a")
            world.advance(by: .seconds(1))
            try await world.deliver { try await world.hooks.first?.attempts == 1 }
            let waiting = try #require(try await world.hooks.first)
            #expect(waiting.state == .waiting && waiting.due == waiting.since.advanced(by: .days(1)))
            world.advance(by: .days(1))
            try await world.deliver { try await world.hooks.first?.state == .delivered }
        }
    }

    @Test("a server that answers 410 wants nothing more")
    func off() async throws {
        try await run { world, receiver in
            try await world.setWebhook()
            receiver.answer(.status(410))
            try world.tell(PlayerNumber(9), "a")
            try await world.deliver { try await world.directory.webhooks().first?.isEnabled == false }
            try world.tell(PlayerNumber(9), "b")
            try await world.deliver { try await world.directory.plannedNotice() == NoticeID(2) }
            #expect(receiver.messages.count == 1)
            #expect(try await world.hooks.map(\.state) == [.dead])
        }
    }

    @Test("rule 7.2: what a process had taken when it ended is sent by the next one, under the same id")
    func restart() async throws {
        try await run { world, receiver in
            try await world.setWebhook()
            try world.tell(PlayerNumber(9), "a")
            let notice = try await world.directory.notices(after: .start, limit: 1)[0]
            try await world.directory.plan(
                [],
                [
                    NewWebhookDelivery(
                        app: world.app, environment: .production, event: .notice(notice.id, notice.content),
                        created: world.now)
                ], through: notice.id)
            _ = try await world.directory.takeWebhookDeliveries(due: world.now, webhooks: 9, share: 9, except: [])
            try await world.deliver { try await world.hooks.first?.state == .delivered }
            #expect(receiver.messages.map(\.id) == ["msg_1_\(world.now.milliseconds)"])
        }
    }

    @Test("rule 7.2: a webhook that does not answer holds up itself alone, however much waits for it")
    func silent() async throws {
        try await run { world, receiver in
            let other = AppNumber(4)
            func set(_ app: AppNumber, _ path: String) async throws {
                try await world.directory.setWebhook(
                    Webhook(
                        app: app, environment: .production, url: "http://127.0.0.1:\(world.port)\(path)",
                        secret: [1], kinds: []))
            }
            func test(_ app: AppNumber) async throws {
                let new = NewWebhookDelivery(app: app, environment: .production, event: .test, created: world.now)
                try #require(try await world.directory.addWebhookDelivery(new, nil) != nil)
            }
            try await set(other, "/silent")
            try await set(world.app, "/hook")
            for _ in 0..<320 { try await test(other) }
            world.advance(by: .seconds(1))
            try await test(world.app)
            receiver.fallSilent("/silent")
            try await world.deliver {
                guard try await world.hooks.first?.state == .delivered else { return false }
                receiver.speak()
                return true
            }
            #expect(receiver.messages.first?.path == "/hook")
        }
    }

    @Test("a hundred events arrive in order, none twice")
    func many() async throws {
        try await run { world, receiver in
            try await world.setWebhook()
            for number in 0..<100 { try world.tell(PlayerNumber(9), "\(number)") }
            try await world.deliver { try await world.hooks.allSatisfy { $0.state == .delivered } }
            let ids = (1...100).map { "msg_\($0)_\(world.now.milliseconds)" }
            #expect(receiver.messages.map(\.id) == ids)
        }
    }
}
