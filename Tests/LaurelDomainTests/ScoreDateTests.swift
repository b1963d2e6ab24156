import LaurelDomain
import Testing

@Suite("Score date") struct ScoreDateTests {
    static let arrival = Timestamp(clamping: 1_900_000_000_000)
    private static func before(_ span: Timestamp.Span) -> Timestamp { arrival.advanced(by: -span) }

    @Test(
        "rule 4.7: a late score keeps its date, as far as it is believed",
        arguments: [
            // claimed, contact, date
            (before(.hours(3)), nil, before(.hours(3))),
            (arrival, nil, arrival),
            (before(.days(30)), nil, before(.days(30))),
            (before(.days(30)).advanced(by: .seconds(-1)), nil, before(.days(30))),
            (.first, nil, before(.days(30))),
            (arrival.advanced(by: .seconds(1)), nil, arrival),
            (.last, before(.days(1)), arrival),
            (before(.hours(3)), before(.hours(4)), before(.hours(3))),
            (before(.hours(3)), before(.hours(3)), before(.hours(3))),
            (before(.hours(4)), before(.hours(3)), before(.hours(3))),
            (before(.days(29)), before(.days(40)), before(.days(29))),
            (before(.days(50)), before(.days(40)), before(.days(30))),
            (before(.days(50)), before(.days(2)), before(.days(2))),
            (before(.hours(1)), arrival.advanced(by: .hours(1)), arrival),
        ] as [(Timestamp, Timestamp?, Timestamp)])
    func believed(claimed: Timestamp, contact: Timestamp?, date: Timestamp) {
        let score = ScoreDate(claimed: claimed, arrival: Self.arrival, emptyQueueContact: contact)
        #expect(score.date == date)
        #expect(score.isClamped == (date != claimed))
    }

    @Test("rule 4.7: a score without a date was made now, and nothing is marked")
    func undated() {
        let score = ScoreDate(claimed: nil, arrival: Self.arrival, emptyQueueContact: Self.arrival)
        #expect(score.date == Self.arrival)
        #expect(!score.isClamped)
    }

    @Test("rule 4.7: what is clamped by its age alone is in neither rolling window")
    func tooOldForWindows() throws {
        let score = ScoreDate(claimed: .first, arrival: Self.arrival, emptyQueueContact: nil)
        for scope in [TimeScope.today, .week] {
            let span = try #require(scope.span)
            #expect(score.date <= Self.arrival.advanced(by: -span))
        }
    }

    @Test("rule 4.7: near the beginning of time nothing underflows")
    func beginning() {
        let score = ScoreDate(claimed: .first, arrival: Timestamp(clamping: 5), emptyQueueContact: nil)
        #expect(score == ScoreDate(claimed: .first, arrival: Timestamp(clamping: 5), emptyQueueContact: .first))
        #expect(score.date == .first)
    }

    @Test(
        "rule 4.5: a score outside the range is not accepted; both ends are inside",
        arguments: [(Int64.min, false), (-1, false), (0, true), (5, true), (10, true), (11, false), (.max, false)])
    func range(value: Int64, isAccepted: Bool) throws {
        var board = try Leaderboard.sample()
        #expect(board.accepts(value))
        board.range = ScoreRange(lowest: 0, highest: 10)
        #expect(board.accepts(value) == isAccepted)
    }

    @Test("rule 4.2: the ends of a range differ, the lower one first")
    func rangeEnds() {
        #expect(ScoreRange(lowest: 3, highest: 3) == nil)
        #expect(ScoreRange(lowest: 4, highest: 3) == nil)
        #expect(ScoreRange(lowest: .min, highest: .max)?.contains(0) == true)
    }

    @Test(
        "rule 4.6: the better value has the lower ordinal, at the ends of Int64 too", arguments: SortOrder.allCases)
    func ordinals(order: SortOrder) {
        let values: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        for one in values {
            #expect(order.value(ofOrdinal: order.ordinal(of: one)) == one)
            for other in values {
                #expect(order.prefers(one, to: other) == (order.ordinal(of: one) < order.ordinal(of: other)))
            }
        }
    }
}

extension Leaderboard {
    static func sample(languages: [String] = ["en"]) throws -> Leaderboard {
        Leaderboard(
            number: LeaderboardNumber(1), app: AppNumber(1), id: try LeaderboardID("HighScores"),
            settings: LeaderboardSettings(
                referenceName: "High scores",
                localizations: try languages.map { LeaderboardLocalization(language: try LanguageTag($0), name: $0) }))
    }
}
