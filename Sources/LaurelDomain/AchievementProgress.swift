/// How much of an achievement a player has done. Kept to the bit as it was reported, since games add to it and
/// compare it with what they sent: a third, three times, must come out at the whole.
///
/// - Unit: percent.
/// - Range: 0 to 100, fractions included; `Double` as in GameKit.
public struct Percent: Hashable, Comparable, Sendable {
    public static let zero = Percent(unchecked: 0)
    public static let full = Percent(unchecked: 100)
    public let value: Double

    /// - Returns: nil outside the range, and for what is no number.
    public init?(_ value: Double) {
        guard value >= 0, value <= 100 else { return nil }
        // −0 becomes 0: the two would print differently.
        self.init(unchecked: value == 0 ? 0 : value)
    }

    private init(unchecked value: Double) { self.value = value }

    /// For a store that keeps integers. Of two percentages the larger has the larger bits.
    public var bits: Int64 { Int64(bitPattern: value.bitPattern) }
    public init?(bits: Int64) { self.init(Double(bitPattern: UInt64(bitPattern: bits))) }

    public static func < (left: Percent, right: Percent) -> Bool { left.value < right.value }
}

/// How far a player is with one achievement (rule 5.2).
public struct AchievementProgress: Hashable, Sendable {
    public let achievement: AchievementNumber
    public var percent: Percent
    /// 0: not earned yet. More than 1 for what can be earned again alone.
    public var timesEarned: UInt32
    public var firstEarned: Timestamp?
    /// The date of the last report that changed something.
    public var lastReported: Timestamp

    public init(
        achievement: AchievementNumber, percent: Percent, timesEarned: UInt32 = 0, firstEarned: Timestamp? = nil,
        lastReported: Timestamp
    ) {
        self.achievement = achievement
        self.percent = percent
        self.timesEarned = timesEarned
        self.firstEarned = firstEarned
        self.lastReported = lastReported
    }

    public var isEarned: Bool { timesEarned > 0 }
}
