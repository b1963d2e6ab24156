/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// - Unit: milliseconds.
/// - Range: 0 ..< 2^48 (the year 10889), so that an index can store it in six bytes.
/// - Source: RFC 3339 on the wire; 48 bits as in UUID version 7 (RFC 9562, section 5.7).
public struct Timestamp: Hashable, Comparable, Sendable {
    public static let first = Timestamp(unchecked: 0)
    public static let last = Timestamp(unchecked: 1 << 48 - 1)

    public let milliseconds: Int64

    /// - Returns: nil outside the range.
    public init?(milliseconds: Int64) {
        guard Self.first.milliseconds...Self.last.milliseconds ~= milliseconds else { return nil }
        self.milliseconds = milliseconds
    }

    /// The moment nearest to `milliseconds` that is in range.
    public init(clamping milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, Self.first.milliseconds), Self.last.milliseconds)
    }

    private init(unchecked milliseconds: Int64) { self.milliseconds = milliseconds }

    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// The moment `span` later (earlier when negative), kept in range.
    public func advanced(by span: Span) -> Timestamp {
        let (sum, overflow) = milliseconds.addingReportingOverflow(span.milliseconds)
        return overflow ? (span.milliseconds > 0 ? .last : .first) : Timestamp(clamping: sum)
    }

    /// A length of time in whole milliseconds.
    public struct Span: Hashable, Comparable, Sendable {
        public let milliseconds: Int64
        public init(milliseconds: Int64) { self.milliseconds = milliseconds }

        public static func seconds(_ count: Int64) -> Span { Span(milliseconds: count.clampedProduct(1_000)) }
        public static func minutes(_ count: Int64) -> Span { Span(milliseconds: count.clampedProduct(60_000)) }
        public static func hours(_ count: Int64) -> Span { Span(milliseconds: count.clampedProduct(3_600_000)) }
        public static func days(_ count: Int64) -> Span { Span(milliseconds: count.clampedProduct(86_400_000)) }
        public static prefix func - (span: Span) -> Span { Span(milliseconds: 0 &- span.milliseconds) }
        public static func < (left: Span, right: Span) -> Bool { left.milliseconds < right.milliseconds }
    }
}

extension Int64 {
    fileprivate func clampedProduct(_ factor: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? (self > 0 ? .max : .min) : product
    }
}
