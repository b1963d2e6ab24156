import LaurelDomain
import LaurelMatches
import LaurelStorage
import Testing

/// What moderators take away of what players say in matches, the same in every engine.
@Suite("Match words contract", .timeLimit(.minutes(15))) struct MatchWordsContract {
    private static let moment = Timestamp(clamping: 1_800_000_000_000)
    private static let game = MatchGame(app: AppNumber(2), environment: .sandbox)
    private static let id = "M:_1"

    /// Everybody may meet.
    private struct Everybody: Acquaintance {
        func isRestricted(_ player: PlayerNumber) -> Bool { false }
        func areFriends(_ one: PlayerNumber, _ other: PlayerNumber) -> Bool { false }
        func isBlock(between one: PlayerNumber, and other: PlayerNumber) -> Bool { false }
    }

    /// A match of two players who are there, written as the server writes it.
    private struct World {
        let journal: any Journal
        let directory: any Directory
        let ada: PlayerNumber
        let zoe: PlayerNumber
        var book = MatchBook()
        private var keys: UInt64 = 0

        init(_ backend: Backend) async throws {
            let store = try backend.makeStore()
            let directory = store.directory
            var numbers: [PlayerNumber] = []
            for text in ["ada", "zoe"] {
                let player = NewPlayer(
                    alias: try Alias(text), displayName: text, passwordHash: "", recoveryCodes: [],
                    created: MatchWordsContract.moment, entrance: .open, session: nil)
                guard case .registered(let made, _) = try await directory.register(player) else { continue }
                numbers.append(made.number)
            }
            try #require(numbers.count == 2)
            (ada, zoe) = (numbers[0], numbers[1])
            journal = store.journal
            self.directory = directory
        }

        mutating func nextKey() -> MatchKey {
            keys += 1
            return MatchKey(high: keys, low: keys, body: keys)
        }

        mutating func write(_ facts: [MatchFact]) throws {
            let writes = MatchWrite.writes(of: facts, to: book, of: MatchWordsContract.game)
            try journal.commit(Change(facts: writes.map { .match($0) }))
            book.apply(facts)
        }

        mutating func make(_ request: MatchRequest) throws -> MatchNumber {
            let key = nextKey()
            let plan = try book.planFind(
                request, by: ada, key: key, at: MatchWordsContract.moment, seed: 0, Everybody())
            try write(plan.facts)
            return plan.match
        }

        mutating func write(_ command: MatchCommand, _ match: MatchNumber, by player: PlayerNumber) throws {
            let key = nextKey()
            let plan = try book.plan(command, of: match, by: player, key: key, at: MatchWordsContract.moment)
            try write(plan.facts)
        }

        func record(_ match: MatchNumber) async throws -> MatchRecord {
            try #require(try await directory.match(match, of: MatchWordsContract.game))
        }

        /// Zoe reports what Ada says.
        func report(_ subject: String, saying evidence: String) async throws -> ReviewID {
            let report = Report(
                by: zoe, of: .message, id: subject, player: ada, app: MatchWordsContract.game.app, reason: .offensive,
                text: "", evidence: evidence, created: MatchWordsContract.moment)
            let outcome = try await directory.file(report, since: MatchWordsContract.moment, limit: 9)
            guard case .filed(let review) = outcome else { throw StoreError.broken(reason: "\(outcome)") }
            return review
        }

        func takeDown(
            _ kind: ReportedWords.Kind, of match: MatchNumber, in game: MatchGame = MatchWordsContract.game,
            _ review: ReviewID
        ) async throws -> TakedownOutcome {
            try await directory.takeDown(
                .matchWords(kind, of: match, in: game, id: MatchWordsContract.id), of: ada, reportedIn: review,
                NewNotice(to: ada, .contentRemoved, subject: "message", created: MatchWordsContract.moment),
                NewAuditEntry(.contentRemoval, by: .operator, time: MatchWordsContract.moment))
        }
    }

    @Test(
        "rules 4.12, 12.20: an invitation that is taken down says nothing any more, also in what is written later",
        arguments: Backend.allCases)
    func invitation(backend: Backend) async throws {
        var world = try await World(backend)
        let match = try world.make(
            MatchRequest(recipients: [world.zoe], takesStrangers: false, invitation: "rude"))
        let other = try await world.report("other", saying: "kind")
        #expect(try await world.takeDown(.invitation, of: match, other) == .nothingThere)
        let review = try await world.report("invitation", saying: "rude")
        #expect(try await world.record(match).match.invitation == "rude")
        #expect(try await world.takeDown(.invitation, of: match, review) == .done)
        #expect(try await world.takeDown(.invitation, of: match, review) == .nothingThere)
        #expect(try await world.record(match).match.invitation == nil)
        let facts = world.book.planTakedown(of: .invitation, in: match, by: world.ada, at: Self.moment)
        try world.write(facts)
        #expect(try await world.record(match).match == world.book[match])
        #expect(world.book[match]?.invitation == nil)
        #expect(world.book.planTakedown(of: .invitation, in: match, by: world.ada, at: Self.moment).isEmpty)
        // Reported as the match's message, the same words are gone from the invitation, too.
        let another = try world.make(
            MatchRequest(recipients: [world.zoe], takesStrangers: false, invitation: "rude"))
        let kind = try world.make(
            MatchRequest(recipients: [world.zoe], takesStrangers: false, invitation: "kind"))
        #expect(try await world.takeDown(.message, of: another, review) == .done)
        #expect(try await world.record(another).match.invitation == nil)
        #expect(try await world.takeDown(.message, of: kind, review) == .nothingThere)
        #expect(try await world.record(kind).match.invitation == "kind")
    }

    @Test(
        "rules 4.12, 12.20: words that are taken down are gone from match, exchange and notices; all others stay",
        arguments: Backend.allCases)
    func words(backend: Backend) async throws {
        var world = try await World(backend)
        let rude = try MatchMessage(key: "R", arguments: [#"a "b""#], text: "rude")
        let kind = try MatchMessage(text: "kind")
        let (first, second) = (try #require(Seat(0)), try #require(Seat(1)))
        let match = try world.make(MatchRequest(recipients: [world.zoe], takesStrangers: false))
        let turn = TurnWrite(
            .end(TurnWrite.Handover(next: [second, first], timeout: .none)), data: [7], message: rude)
        let seen = try await world.record(match).match.version
        try world.write(.turn(turn, seen: seen), match, by: world.ada)
        try world.write(.accept, match, by: world.zoe)
        try world.write(.sendExchange(to: [second], data: [1], rude, .none), match, by: world.ada)
        try world.write(.sendExchange(to: [second], data: [3], kind, .none), match, by: world.ada)
        // The same words, but nobody has reported who says them.
        try world.write(.reply(ExchangeNumber(1), data: [2], rude), match, by: world.zoe)

        let said = #""message":{"key":"R","arguments":["a \"b\""],"text":"rude"}"#
        let exchange = #""exchange":{"id":1,"sender":0,"recipients":[1],"sent":5}"#
        let sent = #""exchange":{"id":2}"#
        let other = #"{"message":{"key":"","arguments":[],"text":"kind"}}"#
        let notices: [(kind: NoticeKind, about: PlayerNumber, subject: String, details: String, rest: String)] = [
            (.matchExchange, world.ada, Self.id, "{\(said)}", ""),
            (.matchExchangeCanceled, world.ada, Self.id, "{\(exchange),\(said)}", "{\(exchange)}"),
            (.matchExchange, world.ada, Self.id, "{\(sent),\(said)}", "{\(sent)}"),
            (.matchReminder, world.ada, Self.id, other, other),
            (.matchReminder, PlayerNumber(77), Self.id, "{\(said)}", "{\(said)}"),
            (.matchReminder, world.ada, "M:_2", "{\(said)}", "{\(said)}"),
        ]
        for notice in notices {
            let new = NewNotice(
                to: world.zoe, notice.kind, app: Self.game.app, environment: Self.game.environment,
                about: notice.about, subject: notice.subject, details: notice.details, created: Self.moment)
            try world.journal.commit(Change(facts: [.notice(new)]))
        }
        let told = try await world.directory.said(
            by: world.ada, to: world.zoe, in: Self.game, about: Self.id)
        #expect(
            told == [
                SaidInNotice(.matchReminder, exchange: nil, message: kind),
                SaidInNotice(.matchExchange, exchange: ExchangeNumber(2), message: rude),
                SaidInNotice(.matchExchangeCanceled, exchange: ExchangeNumber(1), message: rude),
                SaidInNotice(.matchExchange, exchange: nil, message: rude),
            ], "the latest first, of this match and by her")
        #expect(
            try await world.directory.said(by: world.zoe, to: world.ada, in: Self.game, about: Self.id).isEmpty)
        let review = try await world.report("message", saying: rude.plain)
        let elsewhere = MatchGame(app: Self.game.app, environment: .production)
        #expect(try await world.takeDown(.message, of: match, in: elsewhere, review) == .nothingThere)
        #expect(try await world.takeDown(.message, of: match, review) == .done)
        #expect(try await world.takeDown(.message, of: match, review) == .nothingThere)

        let record = try await world.record(match)
        #expect((record.message ?? .empty) == .empty)
        #expect(record.exchanges[ExchangeNumber(1)] == ExchangeContent(data: [1], message: .empty))
        #expect(record.exchanges[ExchangeNumber(2)] == ExchangeContent(data: [3], message: kind))
        let reply = record.replies[MatchParts.ReplyKey(ExchangeNumber(1), second)]
        #expect(reply?.content == ExchangeContent(data: [2], message: rude))
        let kept = try await world.directory.notices(of: world.zoe).map(\.content.details)
        #expect(kept == notices.map(\.rest))
        // What is written later has no more of them.
        try world.write(.turn(TurnWrite(.save, data: [8]), seen: record.match.version), match, by: world.zoe)
        let later = try await world.record(match)
        #expect((later.message ?? .empty) == .empty && later.data == [8])
        #expect(later.exchanges[ExchangeNumber(1)]?.message == .empty)
    }

    @Test(
        "rules 4.12, 12.1: words are taken down of an archived match, too, and of notices about one that is gone",
        arguments: Backend.allCases)
    func archived(backend: Backend) async throws {
        var world = try await World(backend)
        let rude = try MatchMessage(text: "rude")
        let (first, second) = (try #require(Seat(0)), try #require(Seat(1)))
        let match = try world.make(MatchRequest(recipients: [world.zoe], takesStrangers: false))
        let turn = TurnWrite(.end(TurnWrite.Handover(next: [second], timeout: .none)), data: [7], message: rude)
        var seen = try await world.record(match).match.version
        try world.write(.turn(turn, seen: seen), match, by: world.ada)
        try world.write(.accept, match, by: world.zoe)
        seen = try await world.record(match).match.version
        let end = TurnWrite(.endMatch([first: .won, second: .lost]), data: [9])
        try world.write(.turn(end, seen: seen), match, by: world.zoe)
        let review = try await world.report("message", saying: "rude")
        let later = Self.moment.advanced(by: MatchLimits.archive)
        let facts = try #require(world.book.planTimers(of: match, at: later)).facts
        try world.write(facts)
        #expect(try await world.directory.match(match, of: Self.game) == nil)
        let said = try await world.directory.archivedMatch(match, of: Self.game)?.message
        #expect(said == rude)

        let other = try await world.report("other", saying: "kind")
        #expect(try await world.takeDown(.message, of: match, other) == .nothingThere)
        #expect(try await world.takeDown(.message, of: match, review) == .done)
        #expect(try await world.takeDown(.message, of: match, review) == .nothingThere)
        let archived = try #require(try await world.directory.archivedMatch(match, of: Self.game))
        #expect((archived.message ?? .empty) == .empty && archived.data == [9])
        #expect(archived.match.participants.map(\.player) == [world.ada, world.zoe])

        let details = #"{"message":{"key":"","arguments":[],"text":"rude"}}"#
        let notice = NewNotice(
            to: world.zoe, .matchReminder, app: Self.game.app, environment: Self.game.environment, about: world.ada,
            subject: Self.id, details: details, created: Self.moment)
        try world.journal.commit(Change(facts: [.notice(notice)]))
        let gone = MatchNumber(99)
        #expect(try await world.takeDown(.message, of: gone, review) == .done, "Zoe reported it, so she read it")
        #expect(try await world.directory.notices(of: world.zoe).map(\.content.details) == [""])
    }
}
