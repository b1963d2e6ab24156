import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import Synchronization
import Testing

/// What a listener was told.
private struct Notice: Hashable {
    let version: JournalSequence
    let scopes: Set<TimeScope>
    init(_ version: JournalSequence, _ scopes: Set<TimeScope>) {
        self.version = version
        self.scopes = scopes
    }
}

/// Writes down what it is told of one leaderboard in Production.
private final class Listener: Sendable {
    private final class Box: Sendable { let notices = Mutex<[Notice]>([]) }
    private let box = Box()
    private let subscription: LeaderboardVersions.Subscription

    init(_ keeper: ScoreKeeper, _ leaderboard: Leaderboard, onNotice: @escaping @Sendable () -> Void = {}) {
        let key = LeaderboardVersions.Key(leaderboard.number, .production)
        subscription = keeper.versions.subscribe(to: [key]) { [box] _, version, scopes in
            box.notices.withLock { $0.append(Notice(version, scopes)) }
            onNotice()
        }
    }

    /// All since the last call.
    func take() -> [Notice] {
        box.notices.withLock { notices in
            defer { notices = [] }
            return notices
        }
    }
    func cancel() { subscription.cancel() }
}

@Suite("Listeners to leaderboards", .timeLimit(.minutes(15))) struct ScoresListenerTests {
    @Test("rule 4.8: an entry that grows too old is told, with the scope it left, at the version told before")
    func expiry() async throws {
        let scores = try await ScoresFixture()
        let listener = Listener(scores.keeper, try await scores.make())
        let version = try await scores.submit(10, by: 1).version
        #expect(try await settled(scores, listener) == [Notice(version, [.allTime, .week, .today])])
        // In one step: the timer's own thread may look at any moment.
        scores.time.set(scores.time.moment.advanced(by: .days(1)).advanced(by: Timestamp.Span(milliseconds: -1)))
        scores.keeper.runTimerNow()
        #expect(listener.take() == [])
        scores.time.advance(Timestamp.Span(milliseconds: 1))
        scores.keeper.runTimerNow()
        #expect(listener.take() == [Notice(version, [.today])])
        scores.time.advance(.days(6))
        #expect(scores.keeper.runTimerNow() == nil)
        #expect(listener.take() == [Notice(version, [.week])])
        scores.time.advance(.days(100))
        scores.keeper.runTimerNow()
        #expect(listener.take() == [])
    }

    @Test("rule 4.8: an older best that gives way to a newer score is told, even if a reader moved the windows first")
    func change() async throws {
        let scores = try await ScoresFixture()
        let listener = Listener(scores.keeper, try await scores.make())
        try await scores.submit(10, by: 1)
        scores.time.advance(.minutes(60))
        let version = try await scores.submit(5, by: 1).version
        #expect(try await settled(scores, listener).last == Notice(version, []))
        scores.time.advance(.minutes(23 * 60))
        #expect(try await scores.order(scope: .today) == ["1:5"])
        scores.keeper.runTimerNow()
        #expect(listener.take() == [Notice(version, [.today])])
    }

    @Test("a submission tells the scopes it changed")
    func scopes() async throws {
        let scores = try await ScoresFixture()
        let board = try await scores.make()
        try await scores.submit(10, by: 1)
        try await settle(scores)
        scores.time.advance(.days(2))
        let listener = Listener(scores.keeper, board)
        let worse = try await scores.submit(5, by: 1).version
        #expect(try await settled(scores, listener) == [Notice(worse, [.today])])
        let better = try await scores.submit(11, by: 1).version
        #expect(try await settled(scores, listener) == [Notice(better, [.allTime, .week, .today])])
        let removal = try await ModerateScore(scores.keeper).remove(better, from: board, of: scores.app, .production)
        #expect(try await settled(scores, listener).map(\.version) == [removal])
    }

    @Test("the timer is set for the leaderboards that somebody listens to, and for nothing when nobody does")
    func armed() async throws {
        let scores = try await ScoresFixture()
        let (early, late) = (try await scores.make("A"), try await scores.make("B"))
        let start = scores.time.moment
        try await scores.submit(1, by: 1, to: "A")
        scores.time.advance(.minutes(5))
        try await scores.submit(1, by: 1, to: "B")
        try await settle(scores, "A")
        #expect(scores.keeper.runTimerNow() == nil)
        let second = Listener(scores.keeper, late)
        #expect(scores.keeper.runTimerNow() == start.advanced(by: .days(1)).advanced(by: .minutes(5)))
        let first = Listener(scores.keeper, early)
        #expect(scores.keeper.runTimerNow() == start.advanced(by: .days(1)))
        first.cancel()
        #expect(scores.keeper.runTimerNow() == start.advanced(by: .days(1)).advanced(by: .minutes(5)))
        second.cancel()
        #expect(scores.keeper.runTimerNow() == nil)
        #expect(first.take() + second.take() == [])
    }

    @Test("the timer comes by itself, also for a score that grows too old before all others")
    func thread() async throws {
        let scores = try await ScoresFixture()
        let board = try await scores.make()
        try await scores.submit(1, by: 1)
        try await settle(scores)
        let told = AsyncStream.makeStream(of: Void.self)
        let listener = Listener(scores.keeper, board) { told.continuation.yield() }
        // Nearly a day old: the thread, which slept for a day, has a moment left.
        let date = scores.time.moment.advanced(by: Timestamp.Span(milliseconds: 1)).advanced(by: -.days(1))
        let version = try await scores.submit(9, by: 2, date: date).version
        var notices = told.stream.makeAsyncIterator()
        var heard: [Notice] = []
        while merged(heard) != [Notice(version, [.allTime, .week, .today])], await notices.next() != nil {
            heard += listener.take()
        }
        scores.time.advance(Timestamp.Span(milliseconds: 1))
        heard = []
        while merged(heard) != [Notice(version, [.today])], await notices.next() != nil { heard += listener.take() }
        #expect(merged(heard) == [Notice(version, [.today])])
    }

    private func settled(_ scores: ScoresFixture, _ listener: Listener) async throws -> [Notice] {
        try await settle(scores)
        return merged(listener.take())
    }

    /// Listeners are told after the answer; the next command finds that done, and so does the next look of the timer
    /// with what the timer has to tell. A listener that begins before that may hear of a score that was answered
    /// already.
    private func settle(_ scores: ScoresFixture, _ board: String = "HighScores") async throws {
        try await scores.submit(0, by: 1_000, to: board, environment: .sandbox)
        scores.keeper.runTimerNow()
    }

    /// What was told in all, by version: the timer may look between the moment a score is on the board and the moment
    /// its writer asks what it changed. It then tells the scopes, and the writer the version alone.
    private func merged(_ notices: [Notice]) -> [Notice] {
        var scopes: [JournalSequence: Set<TimeScope>] = [:]
        for notice in notices { scopes[notice.version, default: []].formUnion(notice.scopes) }
        return scopes.map { Notice($0.key, $0.value) }.sorted { $0.version < $1.version }
    }
}
