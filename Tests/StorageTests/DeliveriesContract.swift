import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import Testing

/// Subscriptions, webhooks and the queues to both, on every engine.
@Suite("Deliveries contract", .timeLimit(.minutes(15))) struct DeliveriesContract {
    private let moment = Timestamp(clamping: 1_800_000_000_000)

    private struct World {
        let journal: any Journal
        let directory: any Directory
        private let moment: Timestamp

        init(_ backend: Backend, _ moment: Timestamp) throws {
            self.moment = moment
            let store = try backend.makeStore()
            (journal, directory) = (store.journal, store.directory)
        }

        struct Surprise: Error {}

        func register(_ alias: String, _ number: UInt8) async throws -> SessionRecord {
            let new = NewPlayer(
                alias: try Alias(alias), displayName: alias, passwordHash: alias, recoveryCodes: [], created: moment,
                entrance: .open, session: try session(number))
            guard case .registered(_, let record?) = try await directory.register(new) else { throw Surprise() }
            return record
        }

        func signIn(_ alias: String, _ player: PlayerNumber, _ number: UInt8) async throws -> SessionRecord {
            try #require(
                try await directory.addSession(
                    try session(number), for: Credentials(player: player, passwordHash: alias)))
        }

        private func session(_ number: UInt8) throws -> NewSession {
            NewSession(
                digest: try #require(SecretDigest([UInt8](repeating: number, count: 32))), binding: .firstParty,
                device: nil, created: moment, hasEmptyQueue: false)
        }

        func tell(_ player: PlayerNumber, _ subject: String) throws -> NewNotice {
            let notice = NewNotice(
                to: player, .overtaken, app: AppNumber(3), environment: .sandbox, about: PlayerNumber(9),
                subject: subject, details: #"{"value":1}"#, created: moment)
            try journal.commit(Change(facts: [.notice(notice)]))
            return notice
        }
    }

    private func target(_ name: String) -> PushTarget {
        PushTarget(endpoint: "https://push.example/" + name, key: [4, 1, 2], secret: [7])
    }

    @Test("a subscription belongs to one session, one browser and one player", arguments: Backend.allCases)
    func subscriptions(backend: Backend) async throws {
        let world = try World(backend, moment)
        let directory = world.directory
        let ada = try await world.register("Ada", 1)
        let ben = try await world.register("Ben", 2)
        func subscribe(_ name: String, _ session: SessionRecord) async throws -> PushSubscription? {
            try await directory.subscribe(target(name), for: session.id, created: moment, limit: 3)
        }
        let first = try #require(try await subscribe("a", ada))
        #expect(first.player == ada.player && first.device == ada.device && first.target == target("a"))
        #expect(try await directory.pushSubscription(of: ada.id) == first)
        #expect(try await directory.pushSubscription(first.id) == first)
        // Once more: in place of the one before.
        let second = try #require(try await subscribe("b", ada))
        #expect(try await directory.pushSubscriptions(of: [ada.player]) == [second])
        // Another player at the same browser.
        let taken = try #require(try await subscribe("b", ben))
        #expect(try await directory.pushSubscription(of: ada.id) == nil)
        #expect(try await directory.pushSubscriptions(of: [ada.player, ben.player]) == [taken])
        // Beyond the limit the oldest goes.
        var sessions: [SessionRecord] = []
        for number in 3...6 {
            let session = try await world.signIn("Ada", ada.player, UInt8(number))
            sessions.append(session)
            _ = try await subscribe("s\(number)", session)
        }
        let kept = try await directory.pushSubscriptions(of: [ada.player]).map(\.target.endpoint)
        #expect(kept == ["s4", "s5", "s6"].map { "https://push.example/" + $0 })
        // It ends with its session.
        _ = try await directory.endSession(sessions[1].id)
        #expect(try await directory.pushSubscriptions(of: [ada.player]).count == 2)
        #expect(try await subscribe("x", sessions[1]) == nil)
        #expect(try await directory.unsubscribe(sessions[2].id))
        #expect(try await directory.unsubscribe(sessions[2].id) == false)
        try await directory.endSessions(of: ada.player)
        #expect(try await directory.pushSubscriptions(of: [ada.player]).isEmpty)
        try await directory.removePushSubscription(taken.id)
        #expect(try await directory.pushSubscription(of: ben.id) == nil)
    }

    @Test(
        "rule 7.2: each notice is planned once, and a push is taken once", arguments: Backend.allCases)
    func pushes(backend: Backend) async throws {
        let world = try World(backend, moment)
        let directory = world.directory
        let ada = try await world.register("Ada", 1)
        let own = try #require(
            try await directory.subscribe(target("a"), for: ada.id, created: moment, limit: 3))
        #expect(try await directory.plannedNotice() == .start)
        for subject in ["1", "2", "3"] { _ = try world.tell(ada.player, subject) }
        func push(_ notice: Int64, _ due: Timestamp) -> NewPush {
            NewPush(notice: NoticeID(notice), player: ada.player, subscription: own.id, due: due)
        }
        let later = moment.advanced(by: .hours(1))
        try await directory.plan(
            [push(1, moment), push(2, later), push(3, moment)], [], through: NoticeID(3))
        #expect(try await directory.plannedNotice() == NoticeID(3))
        await #expect(throws: StoreError.conflict) {
            try await directory.plan([push(1, moment)], [], through: NoticeID(3))
        }
        #expect(try await directory.nextDue() == moment)
        let taken = try await directory.takePushes(due: moment, limit: 9, share: 9, inFlight: [:])
        #expect(taken.map(\.notice.content.subject) == ["1", "3"])
        #expect(taken.map(\.subscription) == [own, own])
        #expect(try await directory.takePushes(due: moment, limit: 9, share: 9, inFlight: [:]).isEmpty)
        #expect(try await directory.nextDue() == later)
        try await directory.postponePush(taken[0].id, to: later, attempts: 4)
        try await directory.finishPush(taken[1].id)
        #expect(try await directory.takePushes(due: later, limit: 1, share: 9, inFlight: [:]).map(\.attempts) == [4])
        // The process ends here: what it had taken is not sent again.
        try await directory.recoverDeliveries(at: later)
        #expect(
            try await directory.takePushes(due: later, limit: 9, share: 9, inFlight: [:]).map(\.notice.id) == [
                NoticeID(2)
            ])
        // A notice that goes takes its pushes along, and so does a subscription.
        _ = try world.tell(ada.player, "4")
        _ = try world.tell(ada.player, "5")
        try await directory.plan([push(4, moment), push(5, moment)], [], through: NoticeID(5))
        _ = try await directory.deleteNotice(NoticeID(4), of: ada.player, seenBy: .firstParty)
        #expect(
            try await directory.takePushes(due: moment, limit: 1, share: 9, inFlight: [:]).map(\.notice.id) == [
                NoticeID(5)
            ])
        _ = try world.tell(ada.player, "6")
        _ = try await directory.unsubscribe(ada.id)
        try await directory.plan([push(6, moment)], [], through: NoticeID(6))
        #expect(try await directory.takePushes(due: later, limit: 9, share: 9, inFlight: [:]).isEmpty)
        #expect(try await directory.nextDue() == nil)
    }

    @Test(
        "rule 7.2: what is due is taken in shares, so that a long line leaves room for a short one",
        arguments: Backend.allCases)
    func shares(backend: Backend) async throws {
        let world = try World(backend, moment)
        let directory = world.directory
        let ada = try await world.register("Ada", 1)
        let ben = try await world.register("Ben", 2)
        func subscribe(_ session: SessionRecord, _ endpoint: String) async throws -> PushSubscriptionID {
            let target = PushTarget(endpoint: endpoint, key: [4], secret: [1])
            return try #require(
                try await directory.subscribe(target, for: session.id, created: moment, limit: 9)
            ).id
        }
        let slow = try await subscribe(ada, "https://slow.example/push/a")
        let good = try await subscribe(ben, "https://good.example:8443/push/b")
        var pushes: [NewPush] = []
        for number: Int64 in 1...20 {
            _ = try world.tell(number <= 18 ? ada.player : ben.player, "\(number)")
            pushes.append(
                number <= 18
                    ? NewPush(notice: NoticeID(number), player: ada.player, subscription: slow, due: moment)
                    : NewPush(notice: NoticeID(number), player: ben.player, subscription: good, due: moment))
        }
        try await directory.plan(pushes, [], through: NoticeID(20))
        func take(_ limit: Int, _ inFlight: [String: Int]) async throws -> [Int64] {
            try await directory.takePushes(due: moment, limit: limit, share: 4, inFlight: inFlight)
                .map(\.notice.id.rawValue)
        }
        // In turn: the first of each, then the second.
        #expect(try await take(3, [:]) == [1, 19, 2])
        #expect(try await take(9, ["https://slow.example": 4, "https://good.example:8443": 1]) == [20])
        #expect(try await take(9, ["https://slow.example": 3]) == [3])
        #expect(try await take(9, [:]) == [4, 5, 6, 7])

        for app: UInt32 in [3, 4, 5] {
            try await directory.setWebhook(
                Webhook(
                    app: AppNumber(app), environment: .production, url: "https://game.example/", secret: [1],
                    kinds: []), nil)
            for number in 0..<(app == 3 ? 20 : 1) {
                _ = try await directory.addWebhookDelivery(
                    NewWebhookDelivery(
                        app: AppNumber(app), environment: .production, event: .test,
                        created: moment.advanced(by: .seconds(Int64(number) + Int64(app)))), nil)
            }
        }
        let later = moment.advanced(by: .hours(1))
        func takeWebhooks(_ webhooks: Int, _ busy: Set<UInt32>) async throws -> [UInt32] {
            let targets = busy.map { AppEnvironment(app: AppNumber($0), environment: .production) }
            return try await directory.takeWebhookDeliveries(
                due: later, webhooks: webhooks, share: 4, except: Set(targets)
            ).map(\.app.rawValue)
        }
        #expect(try await takeWebhooks(2, []) == [3, 3, 4, 3, 3])
        #expect(try await takeWebhooks(2, [3]) == [5])
        #expect(try await takeWebhooks(2, []) == [3, 3, 3, 3])
    }

    @Test("rule 7.2: deliveries to a webhook are kept until they are done", arguments: Backend.allCases)
    func webhooks(backend: Backend) async throws {
        let world = try World(backend, moment)
        let directory = world.directory
        let app = AppNumber(3)
        let ada = try await world.register("Ada", 1)
        func new(_ event: WebhookEvent) -> NewWebhookDelivery {
            NewWebhookDelivery(app: app, environment: .sandbox, event: event, created: moment)
        }
        #expect(try await directory.addWebhookDelivery(new(.test), nil) == nil)
        var webhook = Webhook(
            app: app, environment: .sandbox, url: "https://game.example/", secret: [1, 2, 3],
            kinds: [.overtaken, .achievementEarned])
        try await directory.setWebhook(webhook, nil)
        #expect(try await directory.webhooks() == [webhook])
        let notice = try world.tell(ada.player, "a")
        try await directory.plan([], [new(.notice(NoticeID(1), notice))], through: NoticeID(1))
        let test = try #require(try await directory.addWebhookDelivery(new(.test), nil))
        // A change keeps what is on its way.
        webhook.url = "https://game.example/new"
        webhook.renew([4, 5, 6], at: moment)
        webhook.renew([7, 8, 9], at: moment.advanced(by: .hours(1)))
        let other = Webhook(
            app: app, environment: .production, url: "https://game.example/", secret: [9], kinds: [.overtaken])
        try await directory.setWebhook(other, nil)
        try await directory.setWebhook(webhook, nil)
        #expect(try await directory.webhooks() == [other, webhook])
        #expect(webhook.oldSecrets.map(\.bytes) == [[4, 5, 6], [1, 2, 3]])
        webhook.oldSecrets.removeLast()
        try await directory.setWebhook(webhook, nil)
        #expect(try await directory.webhooks() == [other, webhook])
        #expect(try await directory.removeWebhook(of: app, .production, nil))
        let taken = try await directory.takeWebhookDeliveries(due: moment, webhooks: 9, share: 9, except: [])
        #expect(taken.map(\.event) == [.notice(NoticeID(1), notice), .test])
        #expect(try await directory.takeWebhookDeliveries(due: moment, webhooks: 9, share: 9, except: []).isEmpty)
        #expect(try await directory.nextDue() == nil)
        // The process ends here: they are sent again.
        let later = moment.advanced(by: .hours(1))
        try await directory.recoverDeliveries(at: later)
        #expect(try await directory.nextDue() == later)
        var again = try await directory.takeWebhookDeliveries(due: later, webhooks: 9, share: 9, except: [])
        #expect(again.map(\.id) == taken.map(\.id))
        again[0].state = .delivered
        again[0].attempts = 2
        again[0].due = later
        again[0].last = .init(time: later, status: 200)
        try await directory.finishWebhookDelivery(again[0], disables: false)
        again[1].due = later.advanced(by: .hours(1))
        again[1].last = .init(time: later, status: nil, failure: "nobody there")
        try await directory.finishWebhookDelivery(again[1], disables: false)
        #expect(
            try await directory.webhookDeliveries(of: app, .sandbox, before: nil, limit: 9) == again.reversed())
        #expect(try await directory.webhookDeliveries(of: app, .production, before: nil, limit: 9).isEmpty)
        #expect(
            try await directory.webhookDeliveries(of: app, .sandbox, before: test.id, limit: 1) == [again[0]])
        #expect(try await directory.resendWebhookDelivery(again[0].id, of: app, .production, at: later, nil) == false)
        #expect(try await directory.resendWebhookDelivery(again[0].id, of: app, .sandbox, at: later, nil))
        let resent = try await directory.takeWebhookDeliveries(due: later, webhooks: 9, share: 9, except: [])
        #expect(resent.map(\.id) == [again[0].id] && resent.map(\.attempts) == [0] && resent.map(\.since) == [later])
        // Turned off: all that waits is given up.
        try await directory.finishWebhookDelivery(again[0], disables: true)
        #expect(try await directory.webhooks().map(\.isEnabled) == [false])
        let states = try await directory.webhookDeliveries(of: app, .sandbox, before: nil, limit: 9).map(\.state)
        #expect(states == [.dead, .delivered])
        try await directory.trimWebhookDeliveries(createdBefore: moment, limit: 9)
        #expect(try await directory.webhookDeliveries(of: app, .sandbox, before: nil, limit: 9).count == 2)
        try await directory.trimWebhookDeliveries(createdBefore: later, limit: 1)
        #expect(try await directory.webhookDeliveries(of: app, .sandbox, before: nil, limit: 9).count == 1)
        #expect(try await directory.removeWebhook(of: app, .sandbox, nil))
        #expect(try await directory.removeWebhook(of: app, .sandbox, nil) == false)
        #expect(try await directory.webhookDeliveries(of: app, .sandbox, before: nil, limit: 9).isEmpty)
    }
}
