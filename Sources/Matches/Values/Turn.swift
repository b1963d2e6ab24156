public import LaurelDomain

/// Whose turn it is. A match that isn't over has exactly one (rule 12.24).
public struct Turn: Hashable, Sendable {
    public let seat: Seat
    /// Who gets it when this one can't, in order (rule 12.6).
    public let fallback: [Seat]
    public let began: Timestamp
    public let timeout: MatchTimeout
    public internal(set) var isWarned = false
    /// Its time is over, and it stays where it is: nobody is left in the list.
    public internal(set) var isOverdue = false

    init(seat: Seat, fallback: [Seat], began: Timestamp, timeout: MatchTimeout) {
        self.seat = seat
        self.fallback = fallback
        self.began = began
        self.timeout = timeout
    }

    /// One that was kept, as it was.
    public init(
        seat: Seat, fallback: [Seat], began: Timestamp, timeout: MatchTimeout, isWarned: Bool, isOverdue: Bool
    ) {
        self.init(seat: seat, fallback: fallback, began: began, timeout: timeout)
        self.isWarned = isWarned
        self.isOverdue = isOverdue
    }

    /// When its time is over. Nil: never by itself.
    public var due: Timestamp? { timeout.span.map { began.advanced(by: $0) } }
    /// When its holder hears that it is over soon (rule 12.19).
    var warning: Timestamp? {
        timeout.span.map { span in
            span > MatchLimits.warning
                ? began.advanced(by: span).advanced(by: -MatchLimits.warning)
                : began.advanced(by: Timestamp.Span(milliseconds: span.milliseconds / 2))
        }
    }
    /// What rule 12.11 counts from.
    var late: Timestamp { due ?? began.advanced(by: MatchLimits.longestTurn) }
    /// From when on another player may take it.
    public var claimable: Timestamp { late.advanced(by: MatchLimits.claim) }
    var abandoned: Timestamp { late.advanced(by: MatchLimits.abandonment) }
}
