public import LaurelDomain

/// What is held and flagged in an app, in a configuration.
public struct ConfiguredModerationBody: RequestBody {
    public var policy = ModerationPolicy()
    public var leaderboards: [ConfiguredPolicyBody] = []

    public init() {}
    public static let name = "ConfiguredModeration"
    public static let fields: [Field<ConfiguredModerationBody>] =
        PolicyBody.fields(of: \.policy) + [
            .optional(
                "leaderboards",
                ConfiguredPolicyBody.shape.list(countLimit: LeaderboardSet.appLeaderboardsLimit)
            ) { $0.leaderboards = $1 }
        ]
}

/// A leaderboard's own policy, in a configuration.
public struct ConfiguredPolicyBody: RequestBody {
    public var leaderboard: LeaderboardID?
    public var policy = ModerationPolicy()

    public init() {}
    public static let name = "ConfiguredPolicy"
    public static let fields: [Field<ConfiguredPolicyBody>] =
        [.required("leaderboard", .leaderboardID) { $0.leaderboard = $1 }] + PolicyBody.fields(of: \.policy)
}

extension PolicyBody {
    /// The fields of a policy inside another body.
    static func fields<Body>(
        of policy: any WritableKeyPath<Body, ModerationPolicy> & Sendable
    ) -> [Field<Body>] {
        [
            .optional("holdsScores", .boolean) { $0[keyPath: policy].holdsScores = $1 },
            .optional("plausibleRange", .scoreRange) { $0[keyPath: policy].plausible = $1 },
            .optional("shortestIntervalSeconds", .integer(ModerationPolicy.intervalSeconds)) {
                $0[keyPath: policy].shortestInterval = .seconds(Int64($1))
            },
            .optional("leapOverBestPercent", .integer(ModerationPolicy.bestPercent)) {
                $0[keyPath: policy].leapOverBest = $1
            },
            .optional("leapOverBoardSpreads", .integer(ModerationPolicy.boardSpreads)) {
                $0[keyPath: policy].leapOverBoard = $1
            },
        ]
    }
}

extension JSONWriter {
    /// The fields of a policy that say anything.
    public mutating func fields(of policy: ModerationPolicy) {
        field("holdsScores", policy.holdsScores)
        if let range = policy.plausible { field("plausibleRange", range) }
        if let interval = policy.shortestInterval {
            field("shortestIntervalSeconds", interval.milliseconds / 1_000)
        }
        if let percent = policy.leapOverBest { field("leapOverBestPercent", percent) }
        if let spreads = policy.leapOverBoard { field("leapOverBoardSpreads", spreads) }
    }
}
