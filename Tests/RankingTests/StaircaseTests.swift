import LaurelDomain
import Testing

@testable import LaurelRanking

@Suite("Staircase") struct StaircaseTests {
    static let noon = Timestamp(clamping: 1_900_000_000_000)

    private static func row(_ value: Int64, _ date: Timestamp, _ sequence: Int64) -> Submission {
        Submission(player: PlayerNumber(1), value: value, date: date, sequence: JournalSequence(sequence))
    }

    /// Each a minute later and worse than the one before: nothing hides anything.
    private static func falling(_ count: Int, from start: Timestamp) -> [Submission] {
        (0..<count).map { index in
            row(1_000 - Int64(index), start.advanced(by: .minutes(Int64(index))), Int64(index + 1))
        }
    }

    @Test("rule 4.8: at most 32 steps are kept, and the windows stay exact with the history that is asked for")
    func bounded() throws {
        let rows = Self.falling(500, from: Self.noon)
        let board = Board(order: .highToLow, type: .best, now: Self.noon)
        for row in rows { board.apply(row) }
        let handle = board.players.find(1)?.pointee.staircase ?? 0
        #expect(board.pool.count(handle) <= Staircase.limit)
        var asked = 0
        for span in [Timestamp.Span.hours(24), .days(7)] {
            for minute in 0...500 as ClosedRange<Int64> {
                let now = Self.noon.advanced(by: span).advanced(by: .minutes(minute))
                for need in board.needsHistory(at: now) {
                    asked += 1
                    #expect(need.player == PlayerNumber(1))
                    #expect(need.latest == JournalSequence(500))
                    let after = try #require(need.after)
                    #expect(after == now.advanced(by: -.days(7)))
                    board.refill(need.player, rows: rows.filter { $0.date > after })
                }
                let scope = span == .hours(24) ? TimeScope.today : .week
                let expected = rows.first { $0.date > now.advanced(by: -span) }
                #expect(board.entry(of: PlayerNumber(1), scope, at: now)?.value == expected?.value)
            }
        }
        // 15 steps of each window are good for 15 expiries.
        #expect(60...80 ~= asked)
        #expect(board.brokenInvariant() == nil)
    }

    @Test("rule 4.8: until the history comes there is no entry rather than a wrong one, and all time is not touched")
    func waiting() throws {
        let rows = Self.falling(100, from: Self.noon)
        let board = Board(order: .highToLow, type: .best, now: Self.noon)
        for row in rows { board.apply(row) }
        let now = Self.noon.advanced(by: .hours(24)).advanced(by: .minutes(40))
        #expect(board.needsHistory(at: now).count == 1)
        #expect(board.entry(of: PlayerNumber(1), .today, at: now) == nil)
        #expect(board.total(.today, at: now) == 0)
        #expect(board.entry(of: PlayerNumber(1), .allTime, at: now)?.value == 1_000)
        board.refill(PlayerNumber(1), rows: rows)
        #expect(board.needsHistory(at: now).isEmpty)
        #expect(board.entry(of: PlayerNumber(1), .today, at: now)?.value == 959)
    }

    @Test("rule 4.8: when time leaps over all that was left out, no history is needed")
    func leap() {
        let board = Board(order: .highToLow, type: .best, now: Self.noon)
        for row in Self.falling(100, from: Self.noon) { board.apply(row) }
        let now = Self.noon.advanced(by: .days(8))
        #expect(board.needsHistory(at: now).isEmpty)
        #expect(board.total(.week, at: now) == 0)
        #expect(board.total(.allTime, at: now) == 1)
    }

    @Test(
        "rule 4.8: a score made exactly one span ago is out, one millisecond less is in",
        arguments: [(TimeScope.today, Timestamp.Span.hours(24)), (.week, .days(7))])
    func edges(scope: TimeScope, span: Timestamp.Span) {
        let board = Board(order: .highToLow, type: .best, now: Self.noon)
        board.apply(Self.row(5, Self.noon, 1))
        let expiry = Self.noon.advanced(by: span)
        let before = expiry.advanced(by: Timestamp.Span(milliseconds: -1))
        #expect(board.total(scope, at: before) == 1)
        #expect(board.total(scope, at: expiry) == 0)
        #expect(board.total(scope, at: before) == 0, "time does not go back")
    }

    @Test("rule 4.6: of equal scores the earlier stands, and the later replaces it when it grows old")
    func equalValues() {
        let board = Board(order: .lowToHigh, type: .best, now: Self.noon)
        board.apply(Self.row(7, Self.noon, 1))
        board.apply(Self.row(7, Self.noon.advanced(by: .hours(1)), 2))
        let early = board.entry(of: PlayerNumber(1), .today, at: Self.noon.advanced(by: .hours(2)))
        #expect(early?.sequence == JournalSequence(1))
        let late = board.entry(of: PlayerNumber(1), .today, at: Self.noon.advanced(by: .hours(24)))
        #expect(late?.sequence == JournalSequence(2))
        #expect(board.entry(of: PlayerNumber(1), .allTime, at: Self.noon)?.sequence == JournalSequence(1))
    }

    @Test("rule 4.6: most recent means the latest date, not the latest arrival")
    func mostRecent() {
        let board = Board(order: .highToLow, type: .mostRecent, now: Self.noon)
        board.apply(Self.row(3, Self.noon, 1))
        let outcome = board.apply(Self.row(9, Self.noon.advanced(by: .hours(-1)), 2))
        #expect(!outcome.isNewBest)
        #expect(outcome.changedScopes.isEmpty)
        #expect(board.entry(of: PlayerNumber(1), .allTime, at: Self.noon)?.value == 3)
        #expect(board.apply(Self.row(1, Self.noon, 3)).isNewBest, "of one date the later row")
    }

    @Test("what was handed out and taken back is used again")
    func pool() {
        let pool = StepPool()
        let steps = (0..<32).map { Step(ordinal: Int64($0), date: Int64($0), context: 0, sequence: 1, flags: 0) }
        var handles: [StepPool.Handle] = []
        for round in 0..<3 {
            for index in 0..<2_000 { handles.append(pool.store(steps, index % 32 + 1, queued: 5, replacing: 0)) }
            #expect(Set(handles).count == 2_000)
            for (index, handle) in handles.enumerated() {
                expectTrue(pool.count(handle) == index % 32 + 1)
                expectTrue(pool.steps(handle)[index % 32] == steps[index % 32])
                expectTrue(pool.queued(handle) == 5)
                pool.setQueued(handle, .init(round))
                expectTrue(pool.queued(handle) == Int64(round))
                expectTrue(pool.count(handle) == index % 32 + 1)
            }
            let bytes = pool.bytes
            for handle in handles { pool.free(handle) }
            handles = []
            if round > 0 { expectTrue(pool.bytes == bytes) }
        }
    }
}
