/// A place at a match's table: where a participant stands in the list, from 0 on.
///
/// - Range: 0 ..< 16 (rule 12.1).
public struct Seat: Hashable, Comparable, Sendable {
    public static let countLimit = 16
    public let index: Int

    /// - Returns: nil outside the range.
    public init?(_ index: Int) {
        guard 0..<Self.countLimit ~= index else { return nil }
        self.index = index
    }

    /// For an index of a match's own list, which is never longer than the range.
    init(checked index: Int) { self.index = min(max(index, 0), Self.countLimit - 1) }

    public static func < (left: Seat, right: Seat) -> Bool { left.index < right.index }
}
