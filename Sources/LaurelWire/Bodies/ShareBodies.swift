public import LaurelDomain

extension Parameter where Value == ShareID {
    static let shareID = Parameter(
        name: "shareID", schema: ShareAnswer.id, parse: { ShareID($0) }, print: { $0.text })
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
    public static let fields: [Field<ShareBody>] = [
        .required("bundleID", .bundleID) { $0.bundleID = $1 },
        .optional("environment", .environment) { $0.environment = $1 },
        .optional("leaderboard", .leaderboardID) { $0.leaderboard = $1 },
        .optional("achievement", .achievementID) { $0.achievement = $1 },
    ]
}

/// An open challenge, for whoever gets the link.
public struct ChallengeLinkBody: RequestBody {
    public var share = ShareBody()
    public var message: String?
    public var uses: Int?
    public var days: Int?

    public init() {}
    public static let name = "NewChallengeLink"
    public static let fields: [Field<ChallengeLinkBody>] = [
        .required("bundleID", .bundleID) { $0.share.bundleID = $1 },
        .optional("environment", .environment) { $0.share.environment = $1 },
        .optional("leaderboard", .leaderboardID) { $0.share.leaderboard = $1 },
        .optional("achievement", .achievementID) { $0.share.achievement = $1 },
        .optional("message", .challengeMessage) { $0.message = $1 },
        .optional("uses", .integer(FriendLimits.invitationUses)) { $0.uses = $1 },
        .optional("days", .integer(FriendLimits.invitationDays)) { $0.days = $1 },
    ]
}

/// The caller takes up the challenge of a link.
public struct ChallengeLinkCodeBody: RequestBody {
    public var code = ""

    public init() {}
    public static let name = "ChallengeLinkCode"
    public static let fields: [Field<ChallengeLinkCodeBody>] = [.required("code", .code) { $0.code = $1 }]
}
