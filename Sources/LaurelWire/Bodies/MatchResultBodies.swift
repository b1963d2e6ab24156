public import LaurelDomain

/// What a participant has scored in a match that ends.
public struct MatchScoreBody: RequestBody {
    public var seat = 0
    /// Nil: the default leaderboard (rule 4.3).
    public var leaderboard: LeaderboardID?
    public var score = Score(value: 0)

    public init() {}
    public static let name = "MatchScore"
    public static let fields: [Field<MatchScoreBody>] = [
        .required("seat", .matchSeat, \.seat),
        .optional("leaderboard", .leaderboardID, get: { $0.leaderboard }, set: { $0.leaderboard = $1 }),
        .required("value", .int64, get: { $0.score.value }, set: { $0.score.value = $1 }),
        .optional("context", .int64, get: { $0.score.context }, set: { $0.score.context = $1 }),
        .optional("date", .timestamp, get: { $0.score.date }, set: { $0.score.date = $1 }),
    ]
}

/// What a participant has achieved in a match that ends.
public struct MatchReportBody: RequestBody {
    public var seat = 0
    public var achievement: AchievementID?
    public var percent = Percent.zero
    public var date: Timestamp?

    public init() {}
    public static let name = "MatchAchievement"
    public static let fields: [Field<MatchReportBody>] = [
        .required("seat", .matchSeat, \.seat),
        .required("id", .achievementID, \.achievement),
        .required("percentComplete", .percent, \.percent),
        .optional("date", .timestamp, \.date),
    ]
}
