import LaurelHTTPServer
import LaurelDomain
import LaurelStorage
import Testing

@testable import LaurelNotifications

@Suite("Pushes", .timeLimit(.minutes(15))) struct PushDeliveryTests {
    private func run(_ body: (DeliveryWorld, Receiver) async throws -> Void) async throws {
        try await Receiver.run { receiver, port in try await body(try DeliveryWorld(receiver, port), receiver) }
    }

    @Test("rule 7.2: a closed browser is told once, with what a push service wants to know")
    func delivered() async throws {
        try await run { world, receiver in
            let ada = try await world.player("Ada", 1)
            try world.tell(ada.player, "hello")
            try await world.deliver { receiver.messages.count == 1 }
            let message = try #require(receiver.messages.first)
            #expect(message.path == "/push/Ada")
            #expect(message.body == Array("hello!".utf8))
            #expect(message.headers["content-encoding"] == "aes128gcm")
            #expect(message.headers["ttl"] == "259200")
            #expect(message.headers["urgency"] == "normal")
            #expect(message.headers["topic"] == "n1")
            let expires = world.now.advanced(by: .hours(12)).milliseconds
            #expect(message.headers["authorization"] == "vapid http://127.0.0.1:\(world.port) \(expires)")
            // Another process goes on where this one ended.
            try world.tell(ada.player, "again")
            try await world.deliver { receiver.messages.count == 2 }
            #expect(receiver.messages.map { String(decoding: $0.body, as: UTF8.self) } == ["hello!", "again!"])
        }
    }

    @Test("a subscription that a push service does not know goes, with all that waits", arguments: [404, 410])
    func gone(status: Int) async throws {
        try await run { world, receiver in
            let ada = try await world.player("Ada", 1)
            receiver.answer(.status(status))
            try world.tell(ada.player, "hello")
            try await world.deliver { try await world.directory.pushSubscription(of: ada.id) == nil }
            try world.tell(ada.player, "again")
            try await world.deliver { try await world.directory.plannedNotice() == NoticeID(2) }
            #expect(receiver.messages.count == 1)
        }
    }

    @Test("what a push service cannot take now is sent again, later each time, and when it says so")
    func backoff() async throws {
        try await run { world, receiver in
            let ada = try await world.player("Ada", 1)
            receiver.answer(.status(503), .status(429, retryAfter: 100), .status(500))
            try world.tell(ada.player, "hello")
            let start = world.now
            for (count, due) in [(1, Timestamp.Span.seconds(10)), (2, .seconds(100)), (3, .seconds(40))] {
                let moment = world.now
                try await world.deliver {
                    let next = try await world.directory.nextDue()
                    return receiver.messages.count == count && next != nil
                }
                #expect(try await world.directory.nextDue() == moment.advanced(by: due), "attempt \(count)")
                // Not a moment earlier.
                world.advance(by: Timestamp.Span(milliseconds: due.milliseconds - 1))
                try await world.deliver { true }
                #expect(receiver.messages.count == count)
                world.advance(by: Timestamp.Span(milliseconds: 1))
            }
            try await world.deliver {
                let next = try await world.directory.nextDue()
                return receiver.messages.count == 4 && next == nil
            }
            #expect(start.advanced(by: .seconds(150)) == world.now)
            // Ten attempts, then it is enough: the inbox has it.
            receiver.answer(
                .status(500), .status(500), .status(500), .status(500), .status(500), .status(500), .status(500),
                .status(500), .status(500), .status(500))
            try world.tell(ada.player, "never")
            for count in 5...14 {
                try await world.deliver { receiver.messages.count == count }
                world.advance(by: .hours(2))
            }
            try await world.deliver { try await world.directory.nextDue() == nil }
            #expect(receiver.messages.count == 14)
            #expect(try await world.directory.unreadCount(of: ada.player, seenBy: .firstParty) == 2)
        }
    }

    @Test("rule 7.2: what may have arrived is not sent again", arguments: [400, 403, 413])
    func refused(status: Int) async throws {
        try await run { world, receiver in
            let ada = try await world.player("Ada", 1)
            receiver.answer(.status(status))
            try world.tell(ada.player, "hello")
            try await world.deliver {
                let next = try await world.directory.nextDue()
                return receiver.messages.count == 1 && next == nil
            }
            world.advance(by: .hours(5))
            try await world.deliver { true }
            #expect(receiver.messages.count == 1)
            #expect(try await world.directory.pushSubscription(of: ada.id) != nil)
        }
    }

    @Test("rule 7.1: nothing is pushed in quiet hours, and nothing of it is lost")
    func quiet() async throws {
        try await run { world, receiver in
            let ada = try await world.player("Ada", 1)
            // 2027-01-15T08:00:00Z.
            let hours = QuietHours(
                from: try #require(ClockTime("07:00")), to: try #require(ClockTime("09:30")), zone: .offset(minutes: 0))
            try await world.directory.setNotificationSettings(
                NotificationSettings(quietHours: hours), of: ada.player)
            try world.tell(ada.player, "a")
            try world.tell(ada.player, "b")
            try await world.deliver { try await world.directory.plannedNotice() == NoticeID(2) }
            #expect(try await world.directory.nextDue() == world.now.advanced(by: .minutes(90)))
            world.advance(by: .minutes(89))
            try await world.deliver { true }
            #expect(receiver.messages.isEmpty)
            // What is read meanwhile needs no push.
            _ = try await world.directory.markRead(.one(NoticeID(1)), of: ada.player, seenBy: .firstParty)
            world.advance(by: .minutes(1))
            try await world.deliver {
                let next = try await world.directory.nextDue()
                return receiver.messages.count == 1 && next == nil
            }
            #expect(receiver.messages[0].body == Array("b!".utf8))
        }
    }

    @Test("rule 7.2: a device that listens is not pushed to; one whose stream was dead is, a little later")
    func listening() async throws {
        try await run { world, receiver in
            let ada = try await world.player("Ada", 1)
            world.listen([ada.device])
            try world.tell(ada.player, "a")
            try await world.deliver { try await world.directory.plannedNotice() == NoticeID(1) }
            world.advance(by: .seconds(30))
            try await world.deliver { try await world.directory.nextDue() == nil }
            #expect(receiver.messages.isEmpty)
            try world.tell(ada.player, "b")
            try await world.deliver { try await world.directory.plannedNotice() == NoticeID(2) }
            world.listen([])
            world.advance(by: .seconds(30))
            try await world.deliver { receiver.messages.count == 1 }
            #expect(receiver.messages[0].body == Array("b!".utf8))
        }
    }

    @Test("rule 7.1: what a player does not want is not pushed; nor what is too old")
    func unwanted() async throws {
        try await run { world, receiver in
            let ada = try await world.player("Ada", 1)
            let quiet = NotificationChoice(isOn: true, isPushed: false)
            try await world.directory.setNotificationSettings(
                NotificationSettings(choices: [
                    NotificationTopic(kind: .overtaken): quiet,
                    NotificationTopic(kind: .friendAccepted): NotificationChoice(isOn: false, isPushed: true),
                ]), of: ada.player)
            try world.tell(ada.player, "a", .overtaken)
            try world.tell(ada.player, "b", .friendAccepted)
            try world.tell(ada.player, "c", .challengeDeclined)
            try await world.deliver {
                let next = try await world.directory.nextDue()
                return receiver.messages.count == 1 && next == nil
            }
            #expect(receiver.messages[0].body == Array("c!".utf8))
            receiver.answer(.status(503))
            try world.tell(ada.player, "d")
            try await world.deliver { try await world.directory.nextDue() != nil }
            world.advance(by: .days(4))
            try await world.deliver { try await world.directory.nextDue() == nil }
            #expect(receiver.messages.count == 2)
        }
    }
}
