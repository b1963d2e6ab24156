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

/// A player's achievements in one game and environment.
public struct PlayerAchievements: Hashable, Sendable {
    /// Whether they ever reported one, before a reset too.
    public var hasReported: Bool
    /// What was made before this moment does not count any more.
    public var reset: Timestamp?
    /// Those that were reported.
    public var progress: [AchievementNumber: AchievementProgress]

    public init(
        hasReported: Bool = false, reset: Timestamp? = nil, progress: [AchievementNumber: AchievementProgress] = [:]
    ) {
        self.hasReported = hasReported
        self.reset = reset
        self.progress = progress
    }

    /// What a report did.
    public enum Outcome: Hashable, Sendable {
        /// Not more than was known, or from before a reset.
        case nothing
        case progressed
        /// For the first time, or once more.
        case earned
    }

    /// Takes a report in (rule 5.2): progress only rises, 100 earns, and what can be earned again is earned by each
    /// report of 100.
    ///
    /// - Parameter date: when the progress was made.
    public mutating func report(_ percent: Percent, of achievement: Achievement, at date: Timestamp) -> Outcome {
        hasReported = true
        if let reset, date < reset { return .nothing }
        let old = progress[achievement.number]
        var new = old ?? AchievementProgress(achievement: achievement.number, percent: .zero, lastReported: date)
        let outcome: Outcome
        if percent == .full, !new.isEarned || achievement.isRepeatable {
            new.timesEarned += new.timesEarned < .max ? 1 : 0
            new.firstEarned = new.firstEarned ?? date
            outcome = .earned
        } else if old == nil || percent > new.percent {
            outcome = .progressed
        } else {
            return .nothing
        }
        new.percent = max(new.percent, percent)
        new.lastReported = max(new.lastReported, date)
        progress[achievement.number] = new
        return outcome
    }
}
