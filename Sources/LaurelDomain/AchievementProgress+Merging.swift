extension AchievementProgress {
    /// The higher of both (rule 1.13): earned once by each, it's earned once.
    ///
    /// - Parameter other: of the same achievement.
    public func merged(with other: AchievementProgress) -> AchievementProgress {
        var merged = self
        merged.percent = max(percent, other.percent)
        merged.timesEarned = max(timesEarned, other.timesEarned)
        merged.firstEarned = [firstEarned, other.firstEarned].compactMap(\.self).min()
        merged.lastReported = max(lastReported, other.lastReported)
        return merged
    }
}
