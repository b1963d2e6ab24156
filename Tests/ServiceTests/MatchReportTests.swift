import LaurelDomain
import LaurelMatches
import LaurelStorage
import Synchronization
import Testing

@testable import LaurelScores
@testable import LaurelService

@Suite("Reports of what is said in matches", .timeLimit(.minutes(15))) struct MatchReportTests {
    /// Ada has invited Zoe with words, and handed the turn to her with others.
    private struct Scene {
        let world: MatchWorld
        let number: MatchNumber
        private let sessions: [String: Session]
        var id: String { world.matches.ids.id(of: number) }
        var moderation: Moderation {
            Moderation(
                directory: world.play.store.directory, keeper: world.play.keeper, accounts: world.people.accounts,
                evidence: ReportEvidence(world.play.challenges, world.friends, world.matches))
        }

        init(_ store: PlayStore? = nil) async throws {
            world = try await MatchWorld(store)
            var sessions: [String: Session] = [:]
            for name in ["ada", "zoe", "bob"] { sessions[name] = try await world.people.signIn(name).session }
            self.sessions = sessions
            let request = try MatchRequest(recipients: [world.zoe], takesStrangers: false, invitation: "Come")
            number = try await world.find(request, by: world.ada, key: 1).match.number
            try await say("Rude", by: world.ada, to: 1, key: 2)
        }

        func say(_ text: String?, by player: PlayerNumber, to seat: Int, key: UInt64) async throws {
            let seen = try await world.read(number, by: player).match.version
            let message = try text.map { try MatchMessage(text: $0) }
            try await world.write(
                .turn(TurnWrite(.end(MatchWorld.next(seat)), data: [], message: message), seen: seen), number,
                by: player, key: key)
        }

        func report(_ id: String, of player: PlayerNumber, by alias: String) async throws {
            let session = try #require(sessions[alias])
            try await FileReport(moderation)(
                .message, id: id, in: world.game, of: player, reason: .offensive, text: "", by: session)
        }

        func queue() async throws -> [(review: Review, evidence: [String])] {
            var items: [(review: Review, evidence: [String])] = []
            for review in try await ReadReviews(moderation)(
                of: world.play.app, .pending, after: nil, by: .operator
            ).reviews {
                let (_, reports) = try await ReadReviews(moderation)(review.id, of: world.play.app, by: .operator)
                items.append((review, reports.map(\.evidence)))
            }
            return items
        }

        func decide(_ review: Review, _ verdict: DecideReview.Verdict) async throws {
            _ = try await DecideReview(moderation)(
                review.id, of: world.play.app, verdict, note: "", by: .operator)
        }

        func details(_ kind: NoticeKind, of player: PlayerNumber) async throws -> [String] {
            try await world.play.store.directory.notices(after: .start, limit: 10_000)
                .filter { $0.content.player == player && $0.content.kind == kind }.map(\.content.details)
        }
    }

    @Test(
        "rules 4.12, 12.20: who sits in a match reports what others say there, once; the report keeps it as it was read"
    )
    func filed() async throws {
        let scene = try await Scene()
        let (world, id) = (scene.world, scene.id)
        await #expect(throws: FileReportError.nothingThere) { try await scene.report(id, of: world.ada, by: "bob") }
        await #expect(throws: FileReportError.oneself) { try await scene.report(id, of: world.ada, by: "ada") }
        await #expect(throws: FileReportError.nothingThere) { try await scene.report(id, of: world.zoe, by: "ada") }
        await #expect(throws: FileReportError.nothingThere) { try await scene.report(id, of: world.bob, by: "zoe") }
        await #expect(throws: FileReportError.nothingThere) {
            try await scene.report(id + "/exchanges/1", of: world.ada, by: "zoe")
        }
        #expect(try await scene.queue().isEmpty)
        try await scene.report(id, of: world.ada, by: "zoe")
        try await scene.report(id, of: world.ada, by: "zoe")
        var queue = try await scene.queue()
        #expect(queue.map(\.review.reportCount) == [1] && queue.map(\.evidence) == [["Rude"]])
        #expect(queue.first?.review.environment == .production)

        try await world.write(.accept, scene.number, by: world.zoe, key: 3)
        try await scene.say(nil, by: world.zoe, to: 0, key: 4)
        try await scene.say("Ruder", by: world.ada, to: 1, key: 5)
        // It was reported before it was said otherwise; the other words are a matter of their own.
        try await scene.report(id, of: world.ada, by: "zoe")
        queue = try await scene.queue()
        #expect(queue.map(\.evidence) == [["Rude"], ["Ruder"]])
        let first = try #require(queue.first).review
        try await scene.decide(first, .reject)
        #expect(try await world.read(scene.number, by: world.zoe).message?.text == "Ruder", "nobody decided on it")
    }

    @Test("rules 4.12, 12.20: what is taken down is gone from match, exchange and notices, and stays gone")
    func takenDown() async throws {
        let scene = try await Scene()
        let (world, number) = (scene.world, scene.number)
        try await world.write(.accept, number, by: world.zoe, key: 3)
        let (first, second) = (try #require(Seat(0)), try #require(Seat(1)))
        let rude = try MatchMessage(text: "Rude")
        try await world.write(.remind([second], rude), number, by: world.ada, key: 4)
        try await world.write(
            .sendExchange(to: [second], data: [1], rude, .none), number, by: world.ada, key: 5)
        try await world.write(.reply(ExchangeNumber(1), data: [2], rude), number, by: world.zoe, key: 6)
        try await scene.report(scene.id + "/exchanges/1", of: world.ada, by: "zoe")
        // The reply is Zoe's, and nobody but Ada can report it.
        try await scene.report(scene.id + "/exchanges/1", of: world.zoe, by: "ada")
        let queue = try await scene.queue()
        #expect(queue.map(\.review.content.player) == [world.ada, world.zoe])
        let version = try await world.read(number, by: world.zoe).match.version
        try await scene.decide(try #require(queue.first).review, .reject)

        let seen = try await world.read(number, by: world.zoe)
        #expect(seen.match.version > version, "pages and games read it anew")
        #expect((seen.message ?? .empty) == .empty)
        let exchange = try #require(seen.exchanges.first)
        #expect(exchange.words.message == .empty && exchange.words.data == [1])
        #expect(exchange.replies.map(\.words.message) == [rude], "nobody decided on Zoe's")
        #expect(try await scene.details(.matchReminder, of: world.zoe) == [""])
        #expect(try await scene.details(.matchExchange, of: world.zoe) == [#"{"exchange":{"id":1}}"#])
        #expect(try await scene.details(.matchInvited, of: world.zoe).map { $0.contains("Come") } == [true])
        #expect(try await scene.details(.contentRemoved, of: world.ada).count == 1)
        // A turn was made of the match before: that it says less now is no reason to refuse it.
        try await world.write(
            .turn(TurnWrite(.saveMerged([ExchangeNumber(1)]), data: [3]), seen: version), number, by: world.zoe, key: 7)
        let later = try await world.killed().read(number, by: world.zoe)
        #expect((later.message ?? .empty) == .empty && later.data == [3])
        #expect(later.match[first]?.player == world.ada)
    }

    @Test("rules 4.12, 11.10: an invitation is reported by who is invited; taken down, it says nothing, for good")
    func invitation() async throws {
        let scene = try await Scene()
        let (world, number) = (scene.world, scene.number)
        await #expect(throws: FileReportError.nothingThere) {
            try await scene.report(scene.id + "/invitation", of: world.ada, by: "bob")
        }
        try await scene.report(scene.id + "/invitation", of: world.ada, by: "zoe")
        let item = try #require(try await scene.queue().first)
        #expect(item.evidence == ["Come"])
        try await scene.decide(item.review, .reject)
        #expect(try await world.list(world.zoe).map(\.invitation) == [nil])
        #expect(try await world.read(number, by: world.ada).match.invitation == nil)
        #expect(try await scene.details(.matchInvited, of: world.zoe) == [""])
        #expect(try await world.read(number, by: world.zoe).message?.text == "Rude", "it was reported by nobody")
        #expect(try await world.killed().list(world.zoe).map(\.invitation) == [nil])
    }

    @Test(
        "rules 4.12, 12.1: what is said in an archived match is reported, and taken down, as in any other",
        arguments: [false, true])
    func archived(isReportedBefore: Bool) async throws {
        let scene = try await Scene()
        let (world, number) = (scene.world, scene.number)
        let (first, second) = (try #require(Seat(0)), try #require(Seat(1)))
        try await world.write(.accept, number, by: world.zoe, key: 3)
        try await world.turn(.endMatch([first: .won, second: .lost]), number, by: world.zoe, key: 4)
        if isReportedBefore { try await scene.report(scene.id, of: world.ada, by: "zoe") }
        world.play.time.advance(MatchLimits.archive)
        #expect(world.play.keeper.fireMatches())
        #expect(try await world.list(world.zoe).isEmpty)
        #expect(try await world.read(number, by: world.zoe).message?.text == "Rude")
        await #expect(throws: FileReportError.nothingThere) {
            try await scene.report(scene.id, of: world.ada, by: "bob")
        }
        if !isReportedBefore { try await scene.report(scene.id, of: world.ada, by: "zoe") }
        let item = try #require(try await scene.queue().first)
        #expect(item.evidence == ["Rude"])
        try await scene.decide(item.review, .reject)
        #expect((try await world.read(number, by: world.zoe).message ?? .empty) == .empty)
        #expect(try await scene.details(.contentRemoved, of: world.ada).count == 1)
    }

    @Test("rules 4.12, 12.20: a takedown that broke off between store and memory is ended by deciding again")
    func retried() async throws {
        let (store, journal) = try PlayStore.make().held()
        let scene = try await Scene(store)
        let (world, number) = (scene.world, scene.number)
        try await scene.report(scene.id, of: world.ada, by: "zoe")
        let item = try #require(try await scene.queue().first)
        let version = try await world.read(number, by: world.zoe).match.version
        journal.failNext(.unavailable)
        await #expect(throws: DecideReviewError.unavailable) { try await scene.decide(item.review, .reject) }
        let between = try await world.read(number, by: world.zoe)
        #expect((between.message ?? .empty) == .empty && between.match.version == version)
        #expect(try await scene.queue().count == 1)
        await world.play.keeper.ready()
        try await scene.decide(item.review, .reject)
        #expect(try await world.read(number, by: world.zoe).match.version > version, "those who sit there hear of it")
        #expect(try await scene.queue().isEmpty)
        #expect(try await scene.details(.contentRemoved, of: world.ada).count == 1, "she is told once")
    }

    @Test("rules 4.12, 11.10: an invitation that goes out while its words are taken down says nothing in the end")
    func calledMeanwhile() async throws {
        let (store, journal) = try PlayStore.make().held()
        let scene = try await Scene(store)
        let world = scene.world
        let request = try MatchRequest(
            minPlayers: 3, maxPlayers: 3, recipients: [world.zoe, world.bob], takesStrangers: false,
            invitation: "Rude invitation")
        let number = try await world.find(request, by: world.ada, key: 11).match.number
        try await world.turn(.end(MatchWorld.next(1)), number, by: world.ada, key: 12)
        try await scene.report(world.matches.ids.id(of: number) + "/invitation", of: world.ada, by: "zoe")
        let item = try #require(try await scene.queue().first)
        try await world.write(.accept, number, by: world.zoe, key: 13)
        let seen = try await world.read(number, by: world.zoe).match.version
        let turn = MatchCommand.turn(TurnWrite(.end(MatchWorld.next(2)), data: []), seen: seen)

        journal.hold()
        async let written = world.write(turn, number, by: world.zoe, key: 14)
        await journal.commitIsPending()
        async let decided: Void = scene.decide(item.review, .reject)
        // Until the store has lost the words: Bob's notice has them still.
        while try await scene.details(.contentRemoved, of: world.ada).isEmpty { await Task.yield() }
        journal.release()
        _ = try await written
        try await decided
        #expect(try await scene.details(.matchInvited, of: world.bob) == [""])
        #expect(try await world.list(world.bob).map(\.invitation) == [nil])
        #expect(try await scene.details(.contentRemoved, of: world.ada).count == 1)
    }

    @Test("rules 4.12, 11.10: words that are taken down elsewhere in a match are said with its invitation no more")
    func alsoInInvitation() async throws {
        let scene = try await Scene()
        let world = scene.world
        let request = try MatchRequest(
            minPlayers: 3, maxPlayers: 3, recipients: [world.zoe, world.bob], takesStrangers: false,
            invitation: "Rude invitation")
        let number = try await world.find(request, by: world.ada, key: 11).match.number
        var seen = try await world.read(number, by: world.ada).match.version
        let message = try MatchMessage(text: "Rude invitation")
        try await world.write(
            .turn(TurnWrite(.end(MatchWorld.next(1)), data: [], message: message), seen: seen), number, by: world.ada,
            key: 12)
        try await scene.report(world.matches.ids.id(of: number), of: world.ada, by: "zoe")
        let item = try #require(try await scene.queue().first)
        try await scene.decide(item.review, .reject)
        #expect(try await world.read(number, by: world.ada).match.invitation == nil)
        #expect(try await scene.details(.matchInvited, of: world.zoe).map { $0.contains("Come") } == [true, false])
        // Who is called later isn't told, either.
        try await world.write(.accept, number, by: world.zoe, key: 13)
        seen = try await world.read(number, by: world.zoe).match.version
        try await world.write(
            .turn(TurnWrite(.end(MatchWorld.next(2)), data: []), seen: seen), number, by: world.zoe, key: 14)
        #expect(try await scene.details(.matchInvited, of: world.bob) == [""])
        let killed = try await world.killed()
        #expect(try await killed.list(world.bob).map(\.invitation) == [nil])
    }

    @Test("rules 4.12, 7.1: open inboxes of those who sit there hear that their notices say less")
    func openInboxes() async throws {
        let scene = try await Scene()
        let world = scene.world
        try await scene.report(scene.id + "/invitation", of: world.ada, by: "zoe")
        let item = try #require(try await scene.queue().first)
        let told = Mutex<Set<PlayerNumber>>([])
        world.play.outbox.listenToInboxes { player in told.withLock { _ = $0.insert(player) } }
        try await scene.decide(item.review, .reject)
        #expect(told.withLock { $0 } == [world.zoe])
        #expect(try await scene.details(.matchInvited, of: world.zoe) == [""])
    }

    @Test("rules 4.12, 12.20: who blocks the writer can still report them; whom the writer blocks finds nothing")
    func blocked() async throws {
        let scene = try await Scene()
        let (world, friends) = (scene.world, scene.world.friends)
        _ = try await BlockPlayer(friends)(.alias(try Alias("ada")), by: world.zoe)
        try await scene.report(scene.id, of: world.ada, by: "zoe")
        #expect(try await scene.queue().map(\.evidence) == [["Rude"]])
        _ = try await BlockPlayer(friends)(.alias(try Alias("zoe")), by: world.ada)
        for id in [scene.id, scene.id + "/invitation"] {
            await #expect(throws: FileReportError.nothingThere) {
                try await scene.report(id, of: world.ada, by: "zoe")
            }
        }
        #expect(try await scene.queue().count == 1)
    }

    @Test("rules 4.12, 12.20: what is said in no match any more is reported as the reader's notices have it")
    func inNotices() async throws {
        let scene = try await Scene()
        let (world, number, second) = (scene.world, scene.number, try #require(Seat(1)))
        await #expect(throws: FileReportError.nothingThere) {
            try await scene.report(scene.id + "/reminder", of: world.ada, by: "zoe")
        }
        try await world.write(.accept, number, by: world.zoe, key: 3)
        #expect(try await world.read(number, by: world.zoe).match.invitation == nil, "all have answered")
        for (text, key) in [("Hurry", UInt64(4)), ("Hurry, rude one", 5)] {
            world.play.time.advance(.hours(1))
            try await world.write(.remind([second], try MatchMessage(text: text)), number, by: world.ada, key: key)
        }
        for (text, key) in [("Kept", UInt64(6)), ("Rude exchange", 8)] {
            let message = try MatchMessage(text: text)
            try await world.write(
                .sendExchange(to: [second], data: [], message, .none), number, by: world.ada, key: key)
        }
        try await world.write(
            .cancel(ExchangeNumber(2), try MatchMessage(text: "Rude cancel")), number, by: world.ada, key: 9)
        for id in ["/invitation", "/reminder", "/exchanges/1", "/exchanges/2"] {
            try await scene.report(scene.id + id, of: world.ada, by: "zoe")
            await #expect(throws: FileReportError.nothingThere) {
                try await scene.report(scene.id + id, of: world.zoe, by: "ada")
            }
        }
        await #expect(throws: FileReportError.nothingThere) {
            try await scene.report(scene.id + "/exchanges/3", of: world.ada, by: "zoe")
        }
        let queue = try await scene.queue()
        #expect(queue.map(\.evidence) == [["Come"], ["Hurry, rude one"], ["Kept"], ["Rude cancel"]])
        for item in queue { try await scene.decide(item.review, .reject) }
        #expect(try await scene.details(.matchInvited, of: world.zoe) == [""])
        let reminders = try await scene.details(.matchReminder, of: world.zoe)
        #expect(reminders.map { $0.contains("Hurry") } == [true, false], "nobody reported the first")
        let canceled = try await scene.details(.matchExchangeCanceled, of: world.zoe)
        #expect(canceled.map { $0.contains("exchange") && !$0.contains("Rude") } == [true])
        let left = try await world.read(number, by: world.zoe).exchanges
        #expect(left.map { $0.words.message ?? .empty } == [.empty])
    }

    @Test("rules 4.12, 12.20: of several exchanges that are over, the one that is reported shows what was said with it")
    func exchangesOver() async throws {
        let scene = try await Scene()
        let (world, number, second) = (scene.world, scene.number, try #require(Seat(1)))
        try await world.write(.accept, number, by: world.zoe, key: 3)
        for (text, key) in [("Rude", UInt64(4)), ("Kind", 5), ("", 6)] {
            let message = try text.isEmpty ? MatchMessage.empty : MatchMessage(text: text)
            try await world.write(
                .sendExchange(to: [second], data: [], message, .none), number, by: world.ada, key: key)
        }
        let numbers = (1...3).map { ExchangeNumber($0) }
        for (exchange, key) in zip(numbers, UInt64(7)...) {
            try await world.write(.reply(exchange, data: [], .empty), number, by: world.zoe, key: key)
        }
        try await world.turn(.saveMerged(numbers), number, by: world.zoe, key: 10)
        #expect(try await world.read(number, by: world.zoe).exchanges.isEmpty)
        await #expect(throws: FileReportError.nothingThere) {
            try await scene.report(scene.id + "/exchanges/3", of: world.ada, by: "zoe")
        }
        for id in ["/exchanges/1", "/exchanges/2"] { try await scene.report(scene.id + id, of: world.ada, by: "zoe") }
        #expect(try await scene.queue().map(\.evidence) == [["Rude"], ["Kind"]])
    }

    @Test("rules 4.12, 12.20: older notices of exchanges, which don't say which, count only where there is one")
    func unnumbered() throws {
        let (rude, kind) = (try MatchMessage(text: "Rude"), try MatchMessage(text: "Kind"))
        let older = SaidInNotice(.matchExchange, exchange: nil, message: rude)
        let other = SaidInNotice(.matchExchange, exchange: nil, message: kind)
        let numbered = SaidInNotice(.matchExchange, exchange: ExchangeNumber(3), message: kind)
        let reported = ReportedWords.Kind.exchange(ExchangeNumber(3))
        #expect(reported.notice(of: [other, numbered, older]) == numbered)
        #expect(reported.notice(of: [older]) == older)
        #expect(reported.notice(of: [older, other]) == nil)
        #expect(ReportedWords.Kind.exchange(ExchangeNumber(2)).notice(of: [numbered]) == nil)
    }

    @Test("rules 4.12, 11.10: a declined invitation is reported, and who took the match out of their list can, too")
    func declined() async throws {
        let scene = try await Scene()
        let (world, number) = (scene.world, scene.number)
        try await world.write(.decline, number, by: world.zoe, key: 3)
        try await scene.report(scene.id + "/invitation", of: world.ada, by: "zoe")
        let item = try #require(try await scene.queue().first)
        #expect(item.evidence == ["Come"])
        try await scene.decide(item.review, .reject)
        #expect(try await scene.details(.matchInvited, of: world.zoe) == [""])
    }

    @Test("rules 12.18, 12.20: a takedown in an exchange is news of exchanges, any other one of the match's data")
    func news() async throws {
        let scene = try await Scene()
        let (world, number, second) = (scene.world, scene.number, try #require(Seat(1)))
        try await world.write(.accept, number, by: world.zoe, key: 3)
        try await world.write(
            .sendExchange(to: [second], data: [], try MatchMessage(text: "Rude exchange"), .none), number,
            by: world.ada, key: 4)
        for id in [scene.id, scene.id + "/exchanges/1"] { try await scene.report(id, of: world.ada, by: "zoe") }
        let told = Mutex<[Set<MatchNews.Change>]>([])
        world.play.keeper.matchNews.listen { event in told.withLock { $0.append(event.changes) } }
        for item in try await scene.queue() { try await scene.decide(item.review, .reject) }
        #expect(told.withLock { $0 } == [[.data], [.exchanges]])
    }

    /// FIPS 180-4, the example of SHA-256: a digest that an author can work out two texts for would let a report of
    /// one be taken for a report of the other.
    @Test("rule 4.12: the queue tells the texts of a message apart by SHA-256")
    func digest() async throws {
        let scene = try await Scene()
        let world = scene.world
        try await world.write(.accept, scene.number, by: world.zoe, key: 3)
        try await scene.say("abc", by: world.zoe, to: 0, key: 4)
        try await scene.report(scene.id, of: world.zoe, by: "ada")
        let item = try #require(try await scene.queue().first)
        #expect(
            item.review.content.subject
                == .content(.message, id: "production/\(scene.id)#ba7816bf8f01cfea414140de5dae2223"))
    }
}
