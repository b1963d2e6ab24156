import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import Testing

@Suite("Rules of scores", .timeLimit(.minutes(15))) struct ScoresRulesTests {
    @Test("rule 3.2: sandbox and production never mix, and an unreleased app has its sandbox alone")
    func environments() async throws {
        let scores = try await ScoresFixture()
        try await scores.make()
        try await scores.submit(1, by: 1, id: "same")
        try await scores.submit(2, by: 2, id: "same", environment: .sandbox)
        #expect(try await scores.order() == ["1:1"])
        #expect(try await scores.order(environment: .sandbox) == ["2:2"])
        let unreleased = try await ScoresFixture(isReleased: false)
        try await unreleased.make()
        await #expect(throws: SubmitScoresError.notReleased(.production)) { try await unreleased.submit(1, by: 1) }
        await #expect(throws: ReadEntriesError.notReleased(.production)) { try await unreleased.read() }
        try await unreleased.submit(1, by: 1, environment: .sandbox)
        #expect(try await unreleased.order(environment: .sandbox) == ["1:1"])
    }

    @Test("rule 3.1: a game without Game Center takes no scores and shows none")
    func disabled() async throws {
        let scores = try await ScoresFixture(isEnabled: false)
        try await scores.make()
        await #expect(throws: SubmitScoresError.gameCenterDisabled) { try await scores.submit(1, by: 1) }
        await #expect(throws: ReadEntriesError.gameCenterDisabled) { try await scores.read() }
    }

    @Test("rule 4.3: a score without an id of a leaderboard goes to the default one, and none set refuses it")
    func defaultLeaderboard() async throws {
        let scores = try await ScoresFixture()
        let first = try await scores.make("First")
        await #expect(throws: SubmitScoresError.noDefaultLeaderboard(item: 0)) {
            try await scores.submit(1, by: 1, to: nil)
        }
        _ = try await ConfigureLeaderboard(scores.keeper).update(first.number, of: scores.app) { $0.isDefault = true }
        try await scores.submit(1, by: 1, to: nil)
        #expect(try await scores.order("First") == ["1:1"])
        try await scores.make("Second") { $0.isDefault = true }
        let defaults = scores.catalogue.leaderboards(of: scores.app.number).filter(\.isDefault)
        #expect(defaults.map(\.id.text) == ["Second"], "one of an app")
    }

    @Test(
        "rule 4.4: every Int64 is a score, and the context comes back bit for bit", arguments: [Int64.min, -1, 0, .max])
    func values(value: Int64) async throws {
        let scores = try await ScoresFixture()
        try await scores.make()
        let reply = try await scores.submit(value, by: 1, context: ~value)
        #expect(reply.result.entry?.value == value && reply.result.entry?.context == ~value)
        #expect(reply.result.entry?.rank == 1)
    }

    @Test("rule 4.5: a score out of range is refused, at both ends, and never ranked")
    func range() async throws {
        let scores = try await ScoresFixture()
        let range = try #require(ScoreRange(lowest: -5, highest: 5))
        try await scores.make { $0.range = range }
        for value in [-6, 6, .min, .max] as [Int64] {
            await #expect(throws: SubmitScoresError.outOfRange(item: 0, range)) {
                try await scores.submit(value, by: 1)
            }
        }
        try await scores.submit(-5, by: 1)
        try await scores.submit(5, by: 2)
        #expect(try await scores.order() == ["2:5", "1:-5"])
    }

    @Test("rule 4.5: narrowing hides entries by a journal entry and says how many; widening brings them back")
    func narrowing() async throws {
        let journal = InMemoryJournal()
        var scores = try await ScoresFixture(journal)
        let board = try await scores.make()
        try await scores.submit(3, by: 1)
        try await scores.submit(50, by: 1)
        try await scores.submit(60, by: 2)
        let last = try await scores.submit(4, by: 3)
        try await scores.submit(70, by: 4, environment: .sandbox)
        let configure = ConfigureLeaderboard(scores.keeper)
        let narrow = try #require(ScoreRange(lowest: 0, highest: 10))
        #expect(await configure.hiddenEntries(narrow, on: board, of: scores.app) == 3)
        let narrowed = try await configure.update(board.number, of: scores.app) { $0.range = narrow }
        #expect(narrowed.hiddenEntries == 3)
        #expect(try await scores.order() == ["3:4", "1:3"])
        #expect(try await scores.order(environment: .sandbox) == [])
        let row = try #require(try journal.last(of: last.stream))
        #expect(row.sequence == last.version.advanced(by: 1))
        #expect(try journal.row(at: row.sequence, of: last.stream)?.kind == .leaderboard)
        scores = try await scores.restarted()
        #expect(try await scores.order() == ["3:4", "1:3"])
        _ = try await ConfigureLeaderboard(scores.keeper).update(board.number, of: scores.app) { $0.range = nil }
        #expect(try await scores.order() == ["2:60", "1:50", "3:4"])
        #expect(try await scores.order(environment: .sandbox) == ["4:70"])
    }

    @Test("rule 4.6: better value, then the earlier date, then who signed up first; ranks are 1, 2, 3")
    func order() async throws {
        let scores = try await ScoresFixture()
        try await scores.make()
        let date = scores.time.moment
        try await scores.submit(10, by: 5, date: date.advanced(by: -.seconds(1)))
        try await scores.submit(10, by: 3, date: date.advanced(by: -.seconds(2)))
        try await scores.submit(10, by: 2, date: date.advanced(by: -.seconds(1)))
        try await scores.submit(11, by: 9)
        let entries = try #require(try await scores.read().entries)
        #expect(entries.map(\.player.rawValue) == [9, 3, 2, 5])
        #expect(entries.map(\.rank) == [1, 2, 3, 4])
        #expect(try await scores.read(viewer: 77).local == nil, "no rank 0: no score, no entry")
        try await scores.make("Low") { $0.sortOrder = .lowToHigh }
        try await scores.submit(10, by: 1, to: "Low")
        try await scores.submit(.min, by: 2, to: "Low")
        try await scores.submit(11, by: 1, to: "Low")
        #expect(try await scores.order("Low") == ["2:\(Int64.min)", "1:10"])
    }

    @Test("rules 4.2, 4.6: most recent means the latest date, not the latest arrival")
    func mostRecent() async throws {
        let scores = try await ScoresFixture()
        try await scores.make { $0.submissionType = .mostRecent }
        let date = scores.time.moment
        #expect(try await scores.submit(5, by: 1, date: date.advanced(by: -.seconds(10))).result.isNewBest)
        let older = try await scores.submit(90, by: 1, date: date.advanced(by: -.seconds(20)))
        #expect(!older.result.isNewBest && older.result.entry?.value == 5)
        #expect(try await scores.submit(1, by: 1, date: date.advanced(by: -.seconds(5))).result.isNewBest)
        #expect(try await scores.order() == ["1:1"])
    }

    @Test("rule 4.7: a late score keeps its date, unless it is in the future, too old, or from before an empty queue")
    func lateDates() async throws {
        let scores = try await ScoresFixture()
        try await scores.make()
        let now = scores.time.moment
        func date(_ claimed: Timestamp, by player: UInt32, waiting: Int? = nil) async throws -> (Timestamp, Bool) {
            let result = try await scores.submit(1, by: player, date: claimed, waiting: waiting).result
            #expect(result.entry?.isDateClamped == result.isDateClamped || result.entry?.date != result.date)
            return (result.date, result.isDateClamped)
        }
        let day = now.advanced(by: -.days(1))
        #expect(try await date(day, by: 1) == (day, false))
        #expect(try await date(now.advanced(by: .seconds(1)), by: 2) == (now, true))
        let limit = now.advanced(by: -.days(30))
        #expect(try await date(limit, by: 3) == (limit, false))
        #expect(try await date(limit.advanced(by: -.seconds(1)), by: 4) == (limit, true))
        // Its own call still counts as from the queue; what comes later does not.
        #expect(try await date(day, by: 5, waiting: 0) == (day, false))
        scores.time.advance(.hours(1))
        #expect(try await date(day, by: 5, waiting: 0) == (now, true))
        #expect(try await date(now.advanced(by: .minutes(30)), by: 5) == (now.advanced(by: .hours(1)), true))
        #expect(try await date(day, by: 6, waiting: 2) == (day, false))
        #expect(try await date(day, by: 6, waiting: 1) == (day, false), "something still waited")
        // Each game counts its own queue, and each environment.
        try await scores.submit(1, by: 7, waiting: 0, environment: .sandbox)
        #expect(try await date(day, by: 7) == (day, false))
    }

    @Test("rule 4.8: today and this week are the past 24 hours and 7 days, exact at the millisecond")
    func windows() async throws {
        let scores = try await ScoresFixture()
        try await scores.make()
        try await scores.submit(100, by: 1)
        scores.time.advance(.hours(1))
        try await scores.submit(50, by: 1)
        try await scores.submit(70, by: 2)
        #expect(try await scores.order(scope: .today) == ["1:100", "2:70"])
        scores.time.advance(Timestamp.Span(milliseconds: 23 * 3_600_000 - 1))
        #expect(try await scores.order(scope: .today) == ["1:100", "2:70"])
        scores.time.advance(Timestamp.Span(milliseconds: 1))
        #expect(try await scores.order(scope: .today) == ["2:70", "1:50"], "the best within the window")
        #expect(try await scores.order(scope: .week) == ["1:100", "2:70"])
        scores.time.advance(.days(7))
        #expect(try await scores.order(scope: .week) == [])
        #expect(try await scores.order() == ["1:100", "2:70"])
    }

    @Test("rule 4.9: the answer carries the viewer's own entry and the total whatever the range")
    func localEntry() async throws {
        let scores = try await ScoresFixture()
        try await scores.make()
        for player in 1...30 as ClosedRange<UInt32> { try await scores.submit(Int64(100 - player), by: player) }
        let page = try await scores.read(first: 3, count: 2, viewer: 20)
        #expect(page.entries?.map(\.rank) == [3, 4] && page.local?.rank == 20 && page.total == 30)
        #expect(try await scores.read(first: 31, count: 100, viewer: 1).entries == [])
    }

    @Test("rule 4.10: several scores are one transaction, and the reply names the one that is refused")
    func allOrNone() async throws {
        let journal = HeldJournal()
        let scores = try await ScoresFixture(journal)
        let one = try await scores.make("One")
        let two = try await scores.make("Two") { $0.range = ScoreRange(lowest: 0, highest: 9) }
        let submit = SubmitScores(scores.keeper)
        let commits = journal.commits.count
        let submitted = try await submit(
            [(one.id, Score(value: 1)), (two.id, Score(value: 2)), (one.id, Score(value: 3))], app: scores.app,
            environment: .production, as: scores.session(1))
        #expect(journal.commits.count == commits + 1)
        #expect(submitted.results.map(\.entry?.value) == [3, 2, 3])
        #expect(submitted.results.map(\.isNewBest) == [true, true, true])
        let range = try #require(two.range)
        await #expect(throws: SubmitScoresError.outOfRange(item: 1, range)) {
            try await submit(
                [(one.id, Score(value: 50)), (two.id, Score(value: 10))], app: scores.app, environment: .production,
                as: scores.session(1))
        }
        #expect(try await scores.order("One") == ["1:3"])
        await #expect(throws: SubmitScoresError.unknownLeaderboard(item: 1)) {
            try await submit(
                [(one.id, Score(value: 50)), (try LeaderboardID("None"), Score(value: 1))], app: scores.app,
                environment: .production, as: scores.session(1))
        }
        await #expect(throws: SubmitScoresError.noScores) {
            try await submit([], app: scores.app, environment: .production, as: scores.session(1))
        }
        let many = Array(repeating: (Optional(one.id), Score(value: 0)), count: 101)
        await #expect(throws: SubmitScoresError.tooManyScores(limit: 100)) {
            try await submit(many, app: scores.app, environment: .production, as: scores.session(1))
        }
        _ = try await submit(
            Array(many.dropLast()), app: scores.app, environment: .production, as: scores.session(1))
    }

    @Test("rule 4.12: a removal uncovers the next best, at any age, and a restoration brings the score back")
    func moderation() async throws {
        let journal = InMemoryJournal()
        var scores = try await ScoresFixture(journal)
        let board = try await scores.make()
        for value in [10, 40, 20, 30] as [Int64] {
            try await scores.submit(value, by: 1)
            scores.time.advance(.days(3))
        }
        try await scores.submit(25, by: 2)
        func remove(_ value: Int64) async throws {
            let row = try #require(
                try journal.rows(after: .start, of: Self.stream, limit: 999)
                    .first { $0.kind == .score && $0.value == value })
            _ = try await ModerateScore(scores.keeper).remove(
                row.sequence, from: board, of: scores.app, .production)
        }
        try await remove(40)
        #expect(try await scores.order() == ["1:30", "2:25"])
        try await remove(30)
        #expect(try await scores.order() == ["2:25", "1:20"])
        #expect(try await scores.order(scope: .week) == ["2:25", "1:20"])
        let reply = try await scores.submit(24, by: 1)
        #expect(reply.result.isNewBest && reply.result.entry?.rank == 2)
        scores = try await scores.restarted()
        #expect(try await scores.order() == ["2:25", "1:24"])
        let row = try #require(
            try journal.rows(after: .start, of: Self.stream, limit: 999).first { $0.kind == .score && $0.value == 40 })
        _ = try await ModerateScore(scores.keeper).restore(row.sequence, to: board, of: scores.app, .production)
        #expect(try await scores.order() == ["1:40", "2:25"])
        scores = try await scores.restarted()
        #expect(try await scores.order() == ["1:40", "2:25"])
        await #expect(throws: ModerateScoreError.unknownScore) {
            _ = try await ModerateScore(scores.keeper).remove(
                JournalSequence(1 << 40), from: board, of: scores.app, .production)
        }
    }

    private static let stream = StreamID(team: ScoresFixture.team, environment: .production)
}
