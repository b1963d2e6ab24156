public import LaurelDomain

/// How long a turn or an exchange waits for somebody (rule 12.2).
///
/// - Unit: milliseconds. Apple's are seconds, and 0 is none.
/// - Range: 1 minute to 90 days, or none.
public struct MatchTimeout: Hashable, Sendable {
    public static let none = MatchTimeout(unchecked: nil)
    public static let turnDefault = MatchTimeout(unchecked: MatchLimits.defaultTurnTimeout)
    public static let exchangeDefault = MatchTimeout(unchecked: MatchLimits.defaultExchangeTimeout)

    /// Nil: it waits without an end of its own.
    public let span: Timestamp.Span?

    /// - Throws: ``MatchRefusal/timeoutOutOfRange``.
    public init(_ span: Timestamp.Span) throws(MatchRefusal) {
        guard MatchLimits.timeout.contains(span) else { throw .timeoutOutOfRange }
        self.span = span
    }

    private init(unchecked span: Timestamp.Span?) { self.span = span }
}
