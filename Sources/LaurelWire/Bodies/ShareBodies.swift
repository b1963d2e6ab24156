public import LaurelDomain

extension Parameter where Value == ShareID {
    static let shareID = Parameter(
        name: "shareID", schema: Shape<ShareID>.shareID.schema, parse: { ShareID($0) }, print: { $0.text })
}

/// What the caller shows to everybody: a score or an achievement of their own.
public struct ShareBody: RequestBody {
    public var bundleID: BundleID?
    /// Nil: production.
    public var environment: Environment?
    /// This or ``achievement``.
    public var leaderboard: LeaderboardID?
    public var achievement: AchievementID?

    public init() {}
    public static let name = "NewShare"
    public static let alternatives: Set<String> = ["achievement"]
    public static let fields: [Field<ShareBody>] = [
        .required("bundleID", .bundleID, \.bundleID),
        .optional("environment", .environment, \.environment),
        .optional("leaderboard", .leaderboardID, \.leaderboard),
        .optional("achievement", .achievementID, \.achievement),
    ]
}

/// An open challenge, for anyone with the link.
public struct ChallengeLinkBody: RequestBody {
    public var share = ShareBody()
    public var message: String?
    public var uses: Int?
    public var days: Int?

    public init() {}
    public static let name = "NewChallengeLink"
    public static let alternatives: Set<String> = ["achievement"]
    public static let fields: [Field<ChallengeLinkBody>] = [
        .required("bundleID", .bundleID, \.share.bundleID),
        .optional("environment", .environment, \.share.environment),
        .optional("leaderboard", .leaderboardID, \.share.leaderboard),
        .optional("achievement", .achievementID, \.share.achievement),
        .optional("message", .challengeMessage, \.message),
        .optional("uses", .integer(FriendLimits.invitationUses), \.uses),
        .optional("days", .integer(FriendLimits.invitationDays), \.days),
    ]
}

/// The caller takes up the challenge of a link.
public struct ChallengeLinkCodeBody: RequestBody {
    public var code = ""

    public init() {}
    public static let name = "ChallengeLinkCode"
    public static let fields: [Field<ChallengeLinkCodeBody>] = [.required("code", .linkCode, \.code)]
}
