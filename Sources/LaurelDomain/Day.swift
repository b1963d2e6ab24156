/// A day in UTC: what is counted by days is the same for every reader.
///
/// - Unit: days since 1970-01-01.
/// - Range: of ``Timestamp``.
public struct Day: Hashable, Comparable, Sendable {
    private static let milliseconds: Int64 = 86_400_000

    public let number: Int64

    public init(number: Int64) { self.number = min(max(0, number), Timestamp.last.milliseconds / Self.milliseconds) }

    public init(of moment: Timestamp) { number = moment.milliseconds / Self.milliseconds }

    /// Its first moment.
    public var start: Timestamp { Timestamp(clamping: number * Self.milliseconds) }
    /// The first moment after it.
    public var end: Timestamp { Timestamp(clamping: (number + 1) * Self.milliseconds) }

    public static func < (left: Day, right: Day) -> Bool { left.number < right.number }

    /// The day `count` days later, kept in range.
    public func advanced(by count: Int64) -> Day { Day(number: number + min(max(count, -1 << 32), 1 << 32)) }
}
