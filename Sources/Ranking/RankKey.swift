/// Where an entry stands: the smaller key is the better one (rule 4.6).
///
/// - Range: `date` in 0 ..< 2^48 milliseconds; every ordinal and player.
struct RankKey: Hashable, Comparable {
    var ordinal: Int64
    var date: Int64
    var player: UInt32

    static let lowest = RankKey(ordinal: .min, date: 0, player: 0)

    @inline(__always)
    static func < (left: RankKey, right: RankKey) -> Bool {
        if left.ordinal != right.ordinal { return left.ordinal < right.ordinal }
        if left.date != right.date { return left.date < right.date }
        return left.player < right.player
    }
}
