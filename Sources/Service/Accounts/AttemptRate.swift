public import LaurelDomain

/// How often somebody may try: so many at once, then one every so often.
public struct AttemptRate: Hashable, Sendable {
    public var burst: Int64
    public var interval: Timestamp.Span

    public init(burst: Int64, interval: Timestamp.Span) {
        self.burst = burst
        self.interval = interval
    }
}

// A counter is one moment (the generic cell rate algorithm, ITU-T I.371): when the attempts so far will have been paid
// off.
extension AttemptRate {
    /// - Parameter paid: when the attempts so far will have been paid off.
    /// - Returns: nil when one more is allowed now.
    func wait(_ paid: Timestamp, _ now: Timestamp) -> Timestamp.Span? {
        let allowance = interval.milliseconds.multipliedReportingOverflow(by: max(burst - 1, 0))
        let earliest = paid.advanced(by: -Timestamp.Span(milliseconds: allowance.overflow ? .max : allowance.0))
        return earliest > now ? .init(milliseconds: earliest.milliseconds - now.milliseconds) : nil
    }

    /// With one more attempt.
    func paid(_ paid: Timestamp, _ now: Timestamp) -> Timestamp { max(paid, now).advanced(by: interval) }

    /// How long it takes until all attempts that may be made at once are paid off.
    var window: Timestamp.Span {
        let (span, isTooLong) = interval.milliseconds.multipliedReportingOverflow(by: max(burst, 1))
        return .init(milliseconds: isTooLong ? .max : span)
    }

    /// How many more attempts are allowed now.
    /// - Parameter paid: when those so far will have been paid off.
    func room(_ paid: Timestamp, _ now: Timestamp) -> Int {
        let owed = max(0, paid.milliseconds - now.milliseconds)
        return Int(clamping: max(0, window.milliseconds - owed) / max(1, interval.milliseconds))
    }

    /// With so many times as many attempts, at once and later.
    /// - Parameter factor: at least 1.
    func multiplied(by factor: Int64) -> AttemptRate {
        let factor = max(1, factor)
        let (burst, isTooLarge) = burst.multipliedReportingOverflow(by: factor)
        return AttemptRate(
            burst: isTooLarge ? .max / 4 : burst, interval: .init(milliseconds: max(1, interval.milliseconds / factor)))
    }
}
