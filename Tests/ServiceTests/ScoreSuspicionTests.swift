import LaurelDomain
@testable import LaurelScores
import LaurelStorage
import Testing

@testable import LaurelService

@Suite("Rules of suspicion") struct ScoreSuspicionTests {
    private func rules(
        _ value: Int64, _ order: SortOrder = .highToLow,
        _ evidence: ScoreSuspicion.Evidence = ScoreSuspicion.Evidence(), _ change: (inout ModerationPolicy) -> Void
    ) -> [ReviewRule] {
        var policy = ModerationPolicy()
        change(&policy)
        let suspicion = ScoreSuspicion(policy: policy, order: order)
        return suspicion.reasons(value, Timestamp(clamping: 1_000_000), evidence).map(\.rule)
    }

    @Test(
        "a plausible range flags what lies outside, on both sides",
        arguments: [(-1, true), (0, false), (9, false), (10, true)])
    func range(value: Int64, isFlagged: Bool) {
        let found = rules(value) { $0.plausible = ScoreRange(lowest: 0, highest: 9) }
        #expect(found == (isFlagged ? [.outOfPlausibleRange] : []))
    }

    @Test(
        "two dates closer than the interval flag the later score",
        arguments: [(999, true), (1_000, false), (-999, true)])
    func interval(apart: Int64, isFlagged: Bool) {
        let evidence = ScoreSuspicion.Evidence(previousDate: Timestamp(clamping: 1_000_000 - apart))
        let found = rules(1, .highToLow, evidence) { $0.shortestInterval = .seconds(1) }
        #expect(found == (isFlagged ? [.tooSoonAfterTheLast] : []))
    }

    @Test(
        "a leap over one's own best is better by more than so many percent of it",
        arguments: [
            (200, 100, SortOrder.highToLow, false), (201, 100, .highToLow, true), (1, 100, .highToLow, false),
            (50, 100, .lowToHigh, false), (-1, 100, .lowToHigh, true), (1, 0, .highToLow, false),
            (2, 0, .highToLow, true), (.max, .min, .highToLow, true), (.min, .max, .lowToHigh, true),
            (.min, .max, .highToLow, false),
        ])
    func best(value: Int64, best: Int64, order: SortOrder, isFlagged: Bool) {
        let found = rules(value, order, ScoreSuspicion.Evidence(best: best)) { $0.leapOverBest = 100 }
        #expect(found == (isFlagged ? [.leapOverOwnBest] : []))
    }

    @Test(
        "a leap over the leaderboard lies so many spreads beyond its best quarter",
        arguments: [
            (160, 100, 80, SortOrder.highToLow, false), (161, 100, 80, .highToLow, true),
            (20, 80, 100, .lowToHigh, false), (19, 80, 100, .lowToHigh, true), (104, 100, 100, .highToLow, true),
            (103, 100, 100, .highToLow, false), (.max, .min, .min, .highToLow, true),
        ])
    func board(value: Int64, upper: Int64, lower: Int64, order: SortOrder, isFlagged: Bool) {
        let evidence = ScoreSuspicion.Evidence(quartiles: .init(upper: upper, lower: lower))
        let found = rules(value, order, evidence) { $0.leapOverBoard = 3 }
        #expect(found == (isFlagged ? [.leapOverBoard] : []))
    }

    @Test("without evidence and without a policy nothing is flagged")
    func nothing() {
        #expect(rules(.max) { _ in } == [])
        let found = rules(.max) {
            $0.shortestInterval = .seconds(1)
            $0.leapOverBest = 1
            $0.leapOverBoard = 1
        }
        #expect(found == [])
    }

    @Test("the service looks at the last score's date and at the quarters of a leaderboard that has enough entries")
    func evidence() async throws {
        let scores = try await ScoresFixture()
        let board = try await scores.make()
        var policy = ModerationPolicy()
        policy.shortestInterval = .seconds(10)
        policy.leapOverBoard = 3
        scores.catalogue.policies.put(policy, of: scores.app.number, board.number)
        var flagged: [ReviewRule] = []
        for player in 1...UInt32(ModerationPolicy.boardEntriesMinimum - 1) {
            try await scores.submit(Int64(player), by: player)
        }
        try await scores.submit(1_000_000, by: 50)
        let journal = try #require(scores.keeper.journal as? InMemoryJournal)
        func take() throws -> [ReviewRule] {
            let all = try (1...100 as ClosedRange<Int64>).compactMap { try journal.review(ReviewID($0)) }
            defer { flagged = all.flatMap(\.content.reasons).map(\.rule) }
            return Array(all.flatMap(\.content.reasons).map(\.rule).dropFirst(flagged.count))
        }
        #expect(try take() == [])
        // Twenty entries now: the quarters are the 5th and the 15th.
        try await scores.submit(2_000, by: 51)
        #expect(try take() == [.leapOverBoard])
        scores.time.advance(.seconds(9))
        try await scores.submit(1, by: 51)
        #expect(try take() == [.tooSoonAfterTheLast])
        scores.time.advance(.seconds(10))
        try await scores.submit(2, by: 51)
        #expect(try take() == [])
    }
}
