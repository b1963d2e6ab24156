/// How many of a hundred entries one is at least as good as: 100 at rank 1, hardly above 0 at the last.
///
/// - Unit: percent, rounded down.
/// - Range: 0 to 100.
public struct Percentile: Hashable, Sendable {
    public let value: Int
    private let rank: Int

    /// - Parameters:
    ///   - rank: from 1.
    ///   - total: entries in the scope; taken as at least the rank.
    public init(rank: Int, of total: Int) {
        self.rank = max(rank, 1)
        let total = max(total, self.rank)
        if let total = UInt32(exactly: total), total <= .max / 100 {
            // A page has up to a hundred of them, and dividing 128 bits takes several times as long.
            let behind = UInt32(truncatingIfNeeded: self.rank) - 1
            value = Int((total - behind) * 100 / total)
            return
        }
        // 128 bits: a hundred times any count fits.
        let share = (total - self.rank + 1).multipliedFullWidth(by: 100)
        value = total.dividingFullWidth(share).quotient
    }

    /// The totals for which this rank has this percentile: a page that was encoded at one of them is right at all.
    public var totals: ClosedRange<Int> {
        guard value < 100 else { return rank...Int.max }
        // No leaderboard has so many entries; here it keeps the products in range.
        let behind = min(rank - 1, Int.max / 200) * 100
        // value ≤ 100 − 100 (rank − 1) ÷ total < value + 1
        let first = (behind + 99 - value) / (100 - value)
        guard value < 99 else { return max(first, rank)...Int.max }
        let next = (behind + 98 - value) / (99 - value)
        return max(first, rank)...max(next - 1, first, rank)
    }
}
