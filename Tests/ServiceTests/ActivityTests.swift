import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import Testing

@Suite("Activity", .timeLimit(.minutes(15))) struct ActivityTests {
    @Test("every day of the span is there, today last, and a new score is counted at once")
    func days() async throws {
        let fixture = try await ScoresFixture()
        try await fixture.make()
        let read = ReadActivity(fixture.keeper)
        try await fixture.submit(10, by: 1)
        fixture.time.advance(.days(2))
        try await fixture.submit(11, by: 1)
        try await fixture.submit(12, by: 2)
        var activity = try await read(of: fixture.app, .production, days: 4)
        #expect(activity.days.map(\.scores) == [0, 1, 0, 2])
        #expect(activity.days.map(\.players) == [0, 1, 0, 2])
        #expect(activity.days.last?.day == Day(of: fixture.time.moment))
        #expect(activity.players == 2)
        try await fixture.submit(13, by: 3)
        activity = try await read(of: fixture.app, .production, days: 4)
        #expect(activity.days.map(\.scores) == [0, 1, 0, 3])
        // The other environment is another world, and a longer span is counted anew where it is not known.
        #expect(try await read(of: fixture.app, .sandbox, days: 4).days.map(\.scores) == [0, 0, 0, 0])
        #expect(try await read(of: fixture.app, .production, days: 90).days.count == 90)
        fixture.time.advance(.days(1))
        #expect(try await read(of: fixture.app, .production, days: 2).days.map(\.scores) == [3, 0])
    }

    @Test("the counts are the same after a restart")
    func restart() async throws {
        let fixture = try await ScoresFixture()
        try await fixture.make()
        try await fixture.submit(10, by: 1)
        fixture.time.advance(.days(1))
        try await fixture.submit(11, by: 2)
        let before = try await ReadActivity(fixture.keeper)(of: fixture.app, .production, days: 30).days
        let next = try await fixture.restarted()
        #expect(try await ReadActivity(next.keeper)(of: next.app, .production, days: 30).days == before)
        #expect(before.map(\.scores).suffix(2) == [1, 1])
    }

    @Test("a score that was removed leaves the distribution and stays in the counts")
    func removal() async throws {
        let fixture = try await ScoresFixture()
        let board = try await fixture.make()
        try await fixture.submit(10, by: 1)
        try await fixture.submit(500, by: 2)
        let reader = ReadEntries(fixture.keeper)
        #expect(try await reader.distribution(of: board.id, .production, app: fixture.app).bins.last?.best == 500)
        let page = try await reader(
            EntriesQuery(
                leaderboard: board.id, environment: .production,
                selection: .window(try RankWindow(first: 1, count: 1))), app: fixture.app)
        let sequence = try #require(page.entries?.first?.sequence)
        _ = try await ModerateScore(fixture.keeper).remove(
            sequence, from: board, of: fixture.app, .production, by: .operator, note: "")
        let spread = try await reader.distribution(of: board.id, .production, app: fixture.app)
        #expect(spread.total == 1)
        #expect(spread.bins.last?.best == 10)
        let days = try await ReadActivity(fixture.keeper)(of: fixture.app, .production, days: 1).days
        #expect(days.map(\.scores) == [2])
    }
}
