import LaurelDomain
import Testing

@Suite("Recurring schedules and percentiles", .timeLimit(.minutes(15))) struct RecurrenceTests {
    private static let start = Timestamp(clamping: 1_800_000_000_000)
    private static func minute(_ count: Int64) -> Timestamp { start.advanced(by: .minutes(count)) }

    @Test("rule 4.1: duration from 5 minutes to 30 days, restart interval not below it")
    func limits() throws {
        let refused: [(Timestamp.Span, Timestamp.Span, Recurrence.Invalid)] = [
            (Timestamp.Span(milliseconds: 299_999), .days(1), .duration),
            (.minutes(5), .minutes(4), .intervalBelowDuration),
            (Timestamp.Span(milliseconds: 30 * 86_400_000 + 1), .days(40), .duration),
            (.days(1), .days(367), .interval),
        ]
        for (duration, interval, error) in refused {
            #expect(throws: error) { try Recurrence(start: Self.start, duration: duration, interval: interval) }
        }
        _ = try Recurrence(start: .first, duration: .minutes(5), interval: .minutes(5))
        _ = try Recurrence(start: .last, duration: .days(30), interval: .days(366))
    }

    @Test("rule 4.1: an occurrence has its first moment and not its last, and gaps have none")
    func edges() throws {
        let recurrence = try Recurrence(start: Self.start, duration: .minutes(10), interval: .minutes(15))
        let before = Timestamp(clamping: Self.start.milliseconds - 1)
        #expect(recurrence.running(at: before) == nil && recurrence.latest(at: before) == nil)
        #expect(recurrence.nextStart(after: before) == Self.start)
        #expect(recurrence.running(at: Self.start)?.number == 1)
        #expect(recurrence.running(at: Timestamp(clamping: Self.minute(10).milliseconds - 1))?.number == 1)
        #expect(recurrence.running(at: Self.minute(10)) == nil && recurrence.latest(at: Self.minute(10))?.number == 1)
        #expect(recurrence.nextStart(after: Self.minute(10)) == Self.minute(15))
        #expect(recurrence.running(at: Self.minute(15))?.number == 2)
        #expect(recurrence.nextBoundary(after: Self.start) == Self.minute(10))
        #expect(recurrence.nextBoundary(after: Self.minute(10)) == Self.minute(15))
        let first = try #require(recurrence.occurrence(1))
        #expect(first.start == Self.start && first.end == Self.minute(10))
        let limit = first.end.advanced(by: .days(30))
        #expect(first.isReadable(at: Timestamp(clamping: limit.milliseconds - 1)) && !first.isReadable(at: limit))
        #expect(!first.isReadable(at: before))
    }

    @Test("occurrences one after the other leave no gap, and no number leads past the last moment")
    func extremes() throws {
        let daily = try Recurrence(start: .first, duration: .days(1), interval: .days(1))
        for moment in [Timestamp.first, Self.start] {
            let running = try #require(daily.running(at: moment))
            #expect(running.start <= moment && moment < running.end)
            #expect(daily.occurrence(running.number) == running)
        }
        for number in [Int64.min, -1, 0, .max, 1 << 40] { #expect(daily.occurrence(number) == nil) }
        let late = try Recurrence(start: .last, duration: .days(30), interval: .days(366))
        #expect(late.occurrence(1)?.start == .last && late.occurrence(2) == nil)
        #expect(late.nextStart(after: .last) == nil)
    }

    @Test("rule 4.9: a percentile is the share of entries that one is at least as good as, in whole percent, down")
    func percentiles() {
        let cases = [
            (1, 1, 100), (1, 1_000, 100), (2, 2, 50), (500, 1_000, 50), (1_000, 1_000, 0), (100, 100, 1), (3, 7, 71),
            (Int.max, Int.max, 0), (1, Int.max, 100), (9, 3, 11),
        ]
        for (rank, total, expected) in cases { #expect(Percentile(rank: rank, of: total).value == expected) }
    }

    @Test("a percentile holds for exactly the totals that it says")
    func totals() {
        for rank in [1, 2, 3, 7, 50, 99, 100] {
            let values = (0...600).map { Percentile(rank: rank, of: $0).value }
            for total in rank...300 {
                let same = (rank...600).filter { values[$0] == values[total] }
                let totals = Percentile(rank: rank, of: total).totals
                #expect(totals.lowerBound == same.first)
                let isOpen = totals.upperBound >= 600 && same.last == 600
                #expect(totals.upperBound == same.last || isOpen, "\(rank) of \(total)")
            }
        }
    }
}
