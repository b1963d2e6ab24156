/// What an entry is ranked by: the smaller key is the better one (rule 4.6).
///
/// - Range: `date` in 0 ..< 2^48 milliseconds; every ordinal and player.
public struct RankKey: Hashable, Comparable, Sendable {
    /// The value, or its complement where high is best.
    public var ordinal: Int64
    public var date: Int64
    public var player: UInt32

    public init(ordinal: Int64, date: Int64, player: UInt32) {
        self.ordinal = ordinal
        self.date = date
        self.player = player
    }

    static let lowest = RankKey(ordinal: .min, date: 0, player: 0)

    @inline(__always)
    public static func < (left: RankKey, right: RankKey) -> Bool {
        if left.ordinal != right.ordinal { return left.ordinal < right.ordinal }
        if left.date != right.date { return left.date < right.date }
        return left.player < right.player
    }
}
