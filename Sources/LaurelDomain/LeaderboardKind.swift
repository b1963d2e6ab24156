/// What a leaderboard counts (rule 4.1).
///
/// - Part: what a combined one names its parts by: numbers inside, ids in a configuration.
public enum LeaderboardKind<Part: Hashable & Sendable>: Hashable, Sendable {
    /// One list for ever.
    case classic
    /// Begins afresh again and again.
    case recurring(Recurrence)
    /// Takes no scores: shows each player's best entry on two or more classic leaderboards of one format and order.
    case combined([Part])

    /// As on the wire.
    public var name: String {
        switch self {
        case .classic: "classic"
        case .recurring: "recurring"
        case .combined: "combined"
        }
    }

    public static var names: [String] { ["classic", "recurring", "combined"] }

    public var recurrence: Recurrence? {
        if case .recurring(let recurrence) = self { recurrence } else { nil }
    }

    /// Empty unless combined.
    public var parts: [Part] {
        if case .combined(let parts) = self { parts } else { [] }
    }

    /// - Returns: nil when one of the parts has no counterpart.
    public func map<Other>(_ transform: (Part) -> Other?) -> LeaderboardKind<Other>? {
        switch self {
        case .classic: return .classic
        case .recurring(let recurrence): return .recurring(recurrence)
        case .combined(let parts):
            let others = parts.compactMap(transform)
            return others.count == parts.count ? .combined(others) : nil
        }
    }
}

/// When the occurrences of a recurring leaderboard begin and end (rule 4.1).
///
/// ```swift
/// let weekly = try Recurrence(start: monday, duration: .days(2), interval: .days(7))  // Monday and Tuesday
/// ```
///
/// - Unit: whole milliseconds; the wire knows minutes.
/// - Range: `duration` from 5 minutes to 30 days; `interval` from `duration` to 366 days.
public struct Recurrence: Hashable, Sendable {
    public static let durations: ClosedRange<Timestamp.Span> = .minutes(5) ... .days(30)
    /// A yearly event is the rarest that is meant.
    public static let intervalLimit = Timestamp.Span.days(366)
    /// How long an occurrence can be read, and takes late scores, after its end.
    public static let readableSpan = Timestamp.Span.days(30)

    /// Of the first occurrence.
    public let start: Timestamp
    public let duration: Timestamp.Span
    /// From one start to the next.
    public let interval: Timestamp.Span

    /// - Throws: the first rule broken, in the order of ``Invalid``'s cases.
    public init(start: Timestamp, duration: Timestamp.Span, interval: Timestamp.Span) throws(Invalid) {
        guard Self.durations.contains(duration) else { throw .duration }
        guard interval >= duration else { throw .intervalBelowDuration }
        guard interval <= Self.intervalLimit else { throw .interval }
        self.start = start
        self.duration = duration
        self.interval = interval
    }

    public enum Invalid: Error, Hashable, Sendable {
        case duration
        case intervalBelowDuration
        case interval
    }
}

/// One run of a recurring leaderboard.
public struct Occurrence: Hashable, Sendable {
    /// From 1.
    public let number: Int64
    public let start: Timestamp
    /// The first moment that is no more in it.
    public let end: Timestamp

    /// Whether it can be read at a moment: once it has begun, until 30 days after its end.
    public func isReadable(at now: Timestamp) -> Bool {
        start <= now && now < end.advanced(by: Recurrence.readableSpan)
    }
}

extension Recurrence {
    /// - Returns: nil for a number below 1, or one whose start no clock can show.
    public func occurrence(_ number: Int64) -> Occurrence? {
        guard number >= 1 else { return nil }
        let (offset, overflow) = (number - 1).multipliedReportingOverflow(by: interval.milliseconds)
        guard !overflow, let first = Timestamp(milliseconds: start.milliseconds &+ offset), first >= start else {
            return nil
        }
        return Occurrence(number: number, start: first, end: first.advanced(by: duration))
    }

    /// The one that began last, over or not. Nil: none has begun.
    public func latest(at now: Timestamp) -> Occurrence? {
        guard now >= start else { return nil }
        return occurrence((now.milliseconds - start.milliseconds) / interval.milliseconds + 1)
    }

    /// The one that a score of this date counts in. Nil: before the first, or in a gap.
    public func running(at date: Timestamp) -> Occurrence? {
        latest(at: date).flatMap { date < $0.end ? $0 : nil }
    }

    /// When the next one begins, after `now`. Nil: never, as far as clocks go.
    public func nextStart(after now: Timestamp) -> Timestamp? {
        guard let latest = latest(at: now) else { return start }
        return occurrence(latest.number + 1)?.start
    }

    /// When the next one begins or the running one ends, after `now`.
    public func nextBoundary(after now: Timestamp) -> Timestamp? {
        if let running = running(at: now), running.end > now { return running.end }
        return nextStart(after: now)
    }
}

/// Which run of a recurring leaderboard a reading is about.
public enum OccurrenceChoice: Hashable, Sendable {
    /// The running one; in a gap the one that ended last, while it can be read.
    case current
    /// The last expired one in which the reader scored.
    case previous
    /// From 1.
    case number(Int64)
}
