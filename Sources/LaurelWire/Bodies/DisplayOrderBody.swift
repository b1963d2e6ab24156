public import LaurelDomain

/// In which order an app shows what it has. What is not named keeps its order, behind what is.
public struct DisplayOrderBody: RequestBody {
    public var leaderboards: [LeaderboardID]?
    public var achievements: [AchievementID]?

    public init() {}
    public static let name = "DisplayOrder"
    public static let fields: [Field<DisplayOrderBody>] = [
        .optional("leaderboards", .leaderboardIDs) { $0.leaderboards = $1 },
        .optional("achievements", .achievementIDs) { $0.achievements = $1 },
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
public enum DisplayOrderAnswer {
    public static let schema = Schema.object(
        "AppOrder",
        [
            .init("leaderboards", Shape<[LeaderboardID]>.leaderboardIDs.schema),
            .init("achievements", Shape<[AchievementID]>.achievementIDs.schema),
        ])
}
