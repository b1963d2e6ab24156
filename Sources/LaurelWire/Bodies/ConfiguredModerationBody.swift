public import LaurelDomain

/// What is held and flagged in an app, in a configuration.
public struct ConfiguredModerationBody: RequestBody {
    public var policy = ModerationPolicy()
    public var leaderboards: [ConfiguredPolicyBody] = []

    public init() {}
    public static let name = "ConfiguredModeration"
    public static let alternatives: Set<String> = ["plausibleRange"]
    public static let fields: [Field<ConfiguredModerationBody>] =
        PolicyBody.fields(of: \.policy) + [
            .optional(
                "leaderboards",
                ConfiguredPolicyBody.shape.list(countLimit: LeaderboardSet.appLeaderboardsLimit), \.leaderboards)
        ]
}

/// A leaderboard's own policy, in a configuration.
public struct ConfiguredPolicyBody: RequestBody {
    public var leaderboard: LeaderboardID?
    public var policy = ModerationPolicy()

    public init() {}
    public static let name = "ConfiguredPolicy"
    public static let alternatives: Set<String> = ["plausibleRange"]
    public static let fields: [Field<ConfiguredPolicyBody>] =
        [.required("leaderboard", .leaderboardID, \.leaderboard)] + PolicyBody.fields(of: \.policy)
}

extension PolicyBody {
    /// The fields of a policy inside another body.
    static func fields<Body>(
        of policy: any WritableKeyPath<Body, ModerationPolicy> & Sendable
    ) -> [Field<Body>] {
        [
            .optional(
                "holdsScores", .boolean, get: { $0[keyPath: policy].holdsScores },
                set: { $0[keyPath: policy].holdsScores = $1 }),
            .optional(
                "plausibleRange", .scoreRange, get: { $0[keyPath: policy].plausible },
                set: { $0[keyPath: policy].plausible = $1 }),
            .optional(
                "shortestIntervalSeconds", .seconds(ModerationPolicy.intervalSeconds),
                get: { $0[keyPath: policy].shortestInterval }, set: { $0[keyPath: policy].shortestInterval = $1 }),
            .optional(
                "leapOverBestPercent", .integer(ModerationPolicy.bestPercent),
                get: { $0[keyPath: policy].leapOverBest }, set: { $0[keyPath: policy].leapOverBest = $1 }),
            .optional(
                "leapOverBoardSpreads", .integer(ModerationPolicy.boardSpreads),
                get: { $0[keyPath: policy].leapOverBoard }, set: { $0[keyPath: policy].leapOverBoard = $1 }),
        ]
    }
}
