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
