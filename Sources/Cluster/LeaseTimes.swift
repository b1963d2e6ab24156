public import LaurelDomain

/// How often a node looks at the store and beats, and when it believes what. All but ``clockDifference`` are lengths of
/// a node's own steady clock.
///
/// Only one relation makes the lease safe: ``trust`` of the slowest clock ends before ``patience`` of the fastest one
/// does. With steady clocks that are right within ±5 %, ``usual`` is: 2 s are at most 2.11 s, 2.5 s at least 2.38 s.
/// Clocks of computers are right within ±0.05 % (RFC 5905, section 7.2: 500 ppm).
public struct LeaseTimes: Hashable, Sendable {
    /// From one look to the next.
    public var lookInterval: Timestamp.Span
    /// From one beat to the next. Three in a row may be lost before an owner has to stop answering.
    public var beatInterval: Timestamp.Span
    /// How long an owner may answer from memory, counted from before it sent the beat or claim that succeeded.
    public var trust: Timestamp.Span
    /// How long a lease must have stood still before another node may claim it.
    public var patience: Timestamp.Span
    /// How much longer a lease must have stood still, or been free, before a node claims it that doesn't have its
    /// boards, while another one lives that does. That one claims it with one of its next looks. Shorter than
    /// ``patience``: a node whose wall clock is wrong lets go of the lease, and has it again after that if nobody else
    /// claims it.
    public var coldDelay: Timestamp.Span
    /// By how much a node's wall clock may differ from the store's: scores get their dates from it.
    public var clockDifference: Timestamp.Span

    public init(
        lookInterval: Timestamp.Span, beatInterval: Timestamp.Span, trust: Timestamp.Span, patience: Timestamp.Span,
        coldDelay: Timestamp.Span, clockDifference: Timestamp.Span
    ) {
        self.lookInterval = lookInterval
        self.beatInterval = beatInterval
        self.trust = trust
        self.patience = patience
        self.coldDelay = coldDelay
        self.clockDifference = clockDifference
    }

    /// Every 200 ms, every 500 ms; 2 s, 2.5 s, 1.5 s; 60 s.
    public static let usual = LeaseTimes(
        lookInterval: Timestamp.Span(milliseconds: 200), beatInterval: Timestamp.Span(milliseconds: 500),
        trust: .seconds(2), patience: Timestamp.Span(milliseconds: 2_500),
        coldDelay: Timestamp.Span(milliseconds: 1_500), clockDifference: .seconds(60))
}
