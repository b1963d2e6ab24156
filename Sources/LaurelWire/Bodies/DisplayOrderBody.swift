public import LaurelDomain

/// In which order an app shows what it has. What is not named keeps its order, behind what is.
public struct DisplayOrderBody: RequestBody {
    public var leaderboards: [LeaderboardID]?
    public var achievements: [AchievementID]?

    public init() {}
    public static let name = "DisplayOrder"
    public static let fields: [Field<DisplayOrderBody>] = [
        .optional("leaderboards", .leaderboardIDs, \.leaderboards),
        .optional("achievements", .achievementIDs, \.achievements),
    ]
}

extension Shape where Value == [LeaderboardID] {
    fileprivate static let leaderboardIDs = Shape<LeaderboardID>.leaderboardID
        .list(countLimit: LeaderboardSet.appLeaderboardsLimit)
}

extension Shape where Value == [AchievementID] {
    fileprivate static let achievementIDs = Shape<AchievementID>.achievementID
        .list(countLimit: Achievement.countLimit)
}

/// The whole order after a change.
public struct DisplayOrderAnswer: Answer {
    public var leaderboards: [LeaderboardID]
    public var achievements: [AchievementID]

    public init(leaderboards: [LeaderboardID], achievements: [AchievementID]) {
        self.leaderboards = leaderboards
        self.achievements = achievements
    }

    public static let name = "AppOrder"
    public static let fields = Fields(
        AnswerField("leaderboards", .leaderboardIDs, \.leaderboards),
        AnswerField("achievements", .achievementIDs, \.achievements),
        make: Self.init(leaderboards:achievements:))
}
