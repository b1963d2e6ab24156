/// In which order an app shows its leaderboards and achievements. What is not named comes last, in order of creation.
public struct DisplayOrder: Hashable, Sendable {
    public var leaderboards: [LeaderboardNumber]
    public var achievements: [AchievementNumber]

    public init(leaderboards: [LeaderboardNumber] = [], achievements: [AchievementNumber] = []) {
        self.leaderboards = leaderboards
        self.achievements = achievements
    }
}
