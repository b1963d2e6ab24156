import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestSupport
import Testing

/// What inboxes and choices do on every engine.
@Suite("Notifications contract", .timeLimit(.minutes(15))) struct NotificationsContract {
    private let moment = Timestamp(clamping: 1_800_000_000_000)
    private let game = Binding.game(AppNumber(3), .sandbox)

    /// A journal and a directory over one store, and two players.
    private struct World {
        let journal: any Journal
        let directory: any Directory
        var ada = PlayerNumber(0)
        var ben = PlayerNumber(0)

        init(_ backend: Backend, _ moment: Timestamp) async throws {
            let store = try backend.makeStore()
            (journal, directory) = (store.journal, store.directory)
            ada = try await register("Ada", moment)
            ben = try await register("Ben", moment)
        }

        private func register(_ alias: String, _ moment: Timestamp) async throws -> PlayerNumber {
            let new = NewPlayer(
                alias: try Alias(alias), displayName: alias, passwordHash: "", recoveryCodes: [], created: moment,
                entrance: .open, session: nil)
            guard case .registered(let player, _) = try await directory.register(new) else { throw Surprise() }
            return player.number
        }

        private struct Surprise: Error {}

        func tell(_ notices: NewNotice...) throws { try journal.commit(Change(facts: notices.map { .notice($0) })) }
    }

    private func notice(
        _ subject: String, to player: PlayerNumber, _ kind: NoticeKind = .challengeReceived, app: UInt32? = 3,
        _ environment: Environment = .sandbox, at moment: Timestamp? = nil
    ) -> NewNotice {
        NewNotice(
            to: player, kind, app: app.map { AppNumber($0) }, environment: app.map { _ in environment },
            subject: subject, created: moment ?? self.moment)
    }

    @Test("rule 7.1: a page is newest first, and a game sees its own alone", arguments: Backend.allCases)
    func pages(backend: Backend) async throws {
        let world = try await World(backend, moment)
        let (ada, ben) = (world.ada, world.ben)
        try world.tell(
            notice("a", to: ada), notice("b", to: ben), notice("c", to: ada, .friendRequested, app: nil),
            notice("d", to: ada, app: 4), notice("e", to: ada, .challengeReceived, .production),
            notice("f", to: ada))
        func subjects(_ binding: Binding, before id: NoticeID? = nil, _ limit: Int = 10) async throws -> [String] {
            try await world.directory.inbox(of: ada, seenBy: binding, before: id, limit: limit).map(\.content.subject)
        }
        #expect(try await subjects(.firstParty) == ["f", "e", "d", "c", "a"])
        #expect(try await subjects(game) == ["f", "a"])
        let page = try await world.directory.inbox(of: ada, seenBy: .firstParty, before: nil, limit: 2)
        #expect(try await subjects(.firstParty, before: page[1].id, 2) == ["d", "c"])
        #expect(try await subjects(game, before: page[1].id) == ["a"])
        let after = try await world.directory.notices(of: ada, seenBy: .firstParty, after: NoticeID(1), limit: 2)
        #expect(after.map(\.content.subject) == ["c", "d"])
        #expect(try await world.directory.notice(page[0].id, of: ada)?.content.subject == "f")
        #expect(try await world.directory.notice(page[0].id, of: ben) == nil)
        #expect(try await world.directory.notice(NoticeID(.max), of: ada) == nil)
    }

    @Test("rule 7.1: reading and deleting touch what the caller sees", arguments: Backend.allCases)
    func reading(backend: Backend) async throws {
        let world = try await World(backend, moment)
        let ada = world.ada
        let directory = world.directory
        try world.tell(
            notice("a", to: ada), notice("b", to: ada, app: nil), notice("c", to: world.ben), notice("d", to: ada))
        #expect(try await directory.unreadCount(of: ada, seenBy: .firstParty) == 3)
        #expect(try await directory.unreadCount(of: ada, seenBy: game) == 2)
        #expect(try await directory.markRead(.upTo(NoticeID(3)), of: ada, seenBy: game) == 1)
        #expect(try await directory.unreadCount(of: ada, seenBy: .firstParty) == 2)
        #expect(try await directory.markRead(.one(NoticeID(2)), of: ada, seenBy: game) == 0)
        #expect(try await directory.markRead(.one(NoticeID(3)), of: ada, seenBy: .firstParty) == 0)
        #expect(try await directory.markRead(.one(NoticeID(2)), of: ada, seenBy: .firstParty) == 1)
        #expect(try await directory.markRead(.one(NoticeID(2)), of: ada, seenBy: .firstParty) == 0)
        let inbox = try await directory.inbox(of: ada, seenBy: .firstParty, before: nil, limit: 9)
        #expect(inbox.map(\.isRead) == [false, true, true])
        #expect(try await directory.deleteNotice(NoticeID(2), of: ada, seenBy: game) == false)
        #expect(try await directory.deleteNotice(NoticeID(3), of: ada, seenBy: .firstParty) == false)
        #expect(try await directory.deleteNotice(NoticeID(4), of: ada, seenBy: game))
        #expect(try await directory.deleteNotice(NoticeID(4), of: ada, seenBy: game) == false)
        #expect(try await directory.unreadCount(of: ada, seenBy: .firstParty) == 0)
        // The number of a notice that is gone was given out all the same.
        #expect(try await directory.lastNotice() == NoticeID(4))
    }

    @Test("an inbox is trimmed to its newest, and what is too old goes", arguments: Backend.allCases)
    func limits(backend: Backend) async throws {
        let world = try await World(backend, moment)
        for number in 0..<5 {
            try world.tell(
                notice("a\(number)", to: world.ada, at: moment.advanced(by: .days(Int64(number)))),
                notice("b\(number)", to: world.ben, at: moment.advanced(by: .days(Int64(number)))))
        }
        func subjects(_ player: PlayerNumber) async throws -> [String] {
            try await world.directory.inbox(of: player, seenBy: .firstParty, before: nil, limit: 10)
                .map(\.content.subject)
        }
        try await world.directory.trimInboxes(of: [world.ada], to: 4)
        #expect(try await subjects(world.ada) == ["a4", "a3", "a2", "a1"])
        #expect(try await subjects(world.ben).count == 5)
        let cut = moment.advanced(by: .days(3))
        #expect(try await world.directory.deleteNotices(createdBefore: cut, limit: 2) == 2)
        #expect(try await world.directory.deleteNotices(createdBefore: cut, limit: 100) == 3)
        #expect(try await subjects(world.ada) == ["a4", "a3"])
        #expect(try await subjects(world.ben) == ["b4", "b3"])
    }

    @Test("rule 7.1: what is off is kept in silence, and choices are kept", arguments: Backend.allCases)
    func choices(backend: Backend) async throws {
        let world = try await World(backend, moment)
        let directory = world.directory
        #expect(try await directory.notificationSettings(of: [world.ada]).isEmpty)
        let quiet = QuietHours(
            from: try #require(ClockTime("22:30")), to: try #require(ClockTime("07:00")),
            zone: .named("Europe/Berlin"))
        let off = NotificationChoice(isOn: false, isPushed: false)
        let settings = NotificationSettings(
            choices: [
                NotificationTopic(): NotificationChoice(isOn: true, isPushed: false),
                NotificationTopic(app: AppNumber(3)): off,
                NotificationTopic(kind: .overtaken, app: AppNumber(3)): NotificationChoice(),
            ], quietHours: quiet)
        try await directory.setNotificationSettings(settings, of: world.ada)
        #expect(try await directory.notificationSettings(of: [world.ada, world.ben]) == [world.ada: settings])
        try world.tell(
            notice("a", to: world.ada), notice("b", to: world.ada, .overtaken), notice("c", to: world.ada, app: 4),
            notice("d", to: world.ben))
        let inbox = try await directory.inbox(of: world.ada, seenBy: .firstParty, before: nil, limit: 9)
        #expect(inbox.map(\.isSilent) == [false, false, true])
        #expect(inbox.map(\.isRead) == [false, false, true])
        let heard = try await directory.notices(of: world.ada, seenBy: .firstParty, after: .start, limit: 9)
        #expect(heard.map(\.content.subject) == ["b", "c"])

        let topic = NotificationTopic(kind: .challengeReceived)
        #expect(try await directory.choose(off, for: topic, of: world.ada))
        #expect(try await directory.choose(NotificationChoice(), for: topic, of: world.ada))
        var more = settings
        more.choices[topic] = NotificationChoice()
        #expect(try await directory.notificationSettings(of: [world.ada]) == [world.ada: more])
        try await directory.setNotificationSettings(NotificationSettings(), of: world.ada)
        #expect(try await directory.notificationSettings(of: [world.ada]).isEmpty)
    }

    @Test("rule 7.1: the store silences what the rule does", arguments: Backend.allCases, Depth.seeds(3))
    func silence(backend: Backend, seed: UInt64) async throws {
        let world = try await World(backend, moment)
        var random = SplitMix64(seed: seed)
        var (expected, hasSilenced, hasTold) = ([Bool](), false, false)
        for _ in 0..<60 {
            var settings = NotificationSettings()
            for kind in [nil, NoticeKind.overtaken, .achievementEarned, .accountChanged] {
                for app in [nil, UInt32(3), 4] where Int.random(in: 0..<3, using: &random) == 0 {
                    let isOn = Bool.random(using: &random)
                    settings.choices[NotificationTopic(kind: kind, app: app.map { AppNumber($0) })] =
                        NotificationChoice(isOn: isOn, isPushed: isOn)
                }
            }
            try await world.directory.setNotificationSettings(settings, of: world.ada)
            let kind = [NoticeKind.overtaken, .achievementEarned, .accountChanged].randomElement(using: &random)
            let told = notice("", to: world.ada, try #require(kind), app: Bool.random(using: &random) ? 3 : nil)
            try world.tell(told, notice("", to: world.ben, told.kind))
            expected.append(!settings.choice(of: told.kind, in: told.app).isOn)
            (hasSilenced, hasTold) = (hasSilenced || expected.last == true, hasTold || expected.last == false)
        }
        #expect(hasSilenced && hasTold)
        let inbox = try await world.directory.inbox(of: world.ada, seenBy: .firstParty, before: nil, limit: 99)
        #expect(inbox.reversed().map(\.isSilent) == expected && inbox.reversed().map(\.isRead) == expected)
        let other = try await world.directory.inbox(of: world.ben, seenBy: .firstParty, before: nil, limit: 99)
        #expect(other.count == expected.count && other.allSatisfy { !$0.isSilent })
    }

    @Test("a player has no more choices than he may", arguments: Backend.allCases)
    func choiceLimit(backend: Backend) async throws {
        let world = try await World(backend, moment)
        var settings = NotificationSettings()
        for app in 1...NotificationSettings.choicesLimit {
            settings.choices[NotificationTopic(app: AppNumber(UInt32(app)))] = NotificationChoice(isPushed: false)
        }
        try await world.directory.setNotificationSettings(settings, of: world.ada)
        let off = NotificationChoice(isOn: false, isPushed: false)
        #expect(try await world.directory.choose(off, for: NotificationTopic(), of: world.ada) == false)
        #expect(try await world.directory.notificationSettings(of: [world.ada]) == [world.ada: settings])
        #expect(try await world.directory.choose(off, for: NotificationTopic(app: AppNumber(1)), of: world.ada))
    }
}
