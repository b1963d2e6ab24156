public import LaurelDomain

/// A step of 20 ms. The parts of a split board move on from epoch to epoch and are read as of the end of one, so that
/// all of them can be read at one moment.
///
/// An epoch has the rows whose time is inside it. The time of a row is given once, by the writer, and never goes back
/// within a stream: so all parts agree on which epoch a row belongs to.
///
/// - Range: `number` in 0 ... ``last``, the epoch of the last moment that there is.
public struct BoardEpoch: Hashable, Comparable, Sendable {
    /// Unit: milliseconds. A reader sees what is this old, plus what a part needs to hear of it.
    public static let milliseconds: Int64 = 20
    public static let last = BoardEpoch(containing: .last)

    public let number: Int64

    /// The one nearest to `number` that is in range.
    public init(clamping number: Int64) {
        self.number = min(max(number, 0), Timestamp.last.milliseconds / Self.milliseconds)
    }

    public init(containing moment: Timestamp) { number = moment.milliseconds / Self.milliseconds }

    /// Its last millisecond: rolling windows end here.
    public var moment: Timestamp { Timestamp(clamping: (number + 1) * Self.milliseconds - 1) }

    /// - Parameter count: a few; the result is kept in range.
    public func advanced(by count: Int) -> BoardEpoch {
        let (sum, overflow) = number.addingReportingOverflow(Int64(count))
        return BoardEpoch(clamping: overflow ? (count > 0 ? .max : .min) : sum)
    }

    public static func < (left: BoardEpoch, right: BoardEpoch) -> Bool { left.number < right.number }
}
