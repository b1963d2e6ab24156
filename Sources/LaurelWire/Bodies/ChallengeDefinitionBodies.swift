public import LaurelDomain

extension Shape where Value == ChallengeDefinitionID {
    public static let challengeDefinitionID = identifier(
        1...ChallengeDefinitionID.lengthLimit, pattern: "^[A-Za-z0-9._-]([A-Za-z0-9 ._-]*[A-Za-z0-9._-])?$",
        example: "Longest Run",
        expected: "a challenge definition ID: at most 100 letters, digits, spaces, ., _ and -, no space at either end",
        text: \.text
    ) { (text) throws(InvalidIdentifier) in try ChallengeDefinitionID(text) }
}

extension Shape where Value == ChallengeDuration {
    public static let challengeDuration = word(ChallengeDuration.allCases.map { ($0.name, $0) })
}

extension Shape where Value == [ChallengeDuration] {
    static let challengeDurations = Shape<ChallengeDuration>.challengeDuration.list(
        countLimit: ChallengeDuration.allCases.count)
}

extension Shape where Value == String {
    static let appVersion = text(1...ChallengeDefinition.versionLimit, example: "2.1")
}

/// A challenge definition, as its developer writes it (rule 14.12).
public struct ChallengeDefinitionBody: RequestBody {
    public var id: ChallengeDefinitionID?
    public var referenceName: String?
    public var groupID: String?
    public var leaderboard: LeaderboardID?
    /// Nil: all that the leaderboard allows.
    public var durations: [ChallengeDuration]?
    public var isRepeatable = false
    public var oldestAppVersion: String?
    public var isArchived = false
    public var localizations: [ActivityLocalization] = []

    public init() {}
    public static let name = "NewChallengeDefinition"
    public static let fields: [Field<ChallengeDefinitionBody>] = [
        .required("id", .challengeDefinitionID, \.id),
        .optional("referenceName", .activityTitle, \.referenceName),
        .nullable("groupID", .activityTitle, \.groupID),
        .required("leaderboard", .leaderboardID, \.leaderboard),
        .optional("durations", .challengeDurations, \.durations),
        .optional("isRepeatable", .boolean, \.isRepeatable),
        .nullable("oldestAppVersion", .appVersion, \.oldestAppVersion),
        .optional("isArchived", .boolean, \.isArchived),
        .required("localizations", ActivityLocalizationBody.list, \.localizations),
    ]
}

/// A change of a challenge definition; what is missing stays.
public struct ChallengeDefinitionChangeBody: RequestBody {
    public var referenceName: String?
    public var groupID: String??
    public var leaderboard: LeaderboardID?
    public var durations: [ChallengeDuration]?
    public var isRepeatable: Bool?
    public var oldestAppVersion: String??
    public var isArchived: Bool?
    public var localizations: [ActivityLocalization]?

    public init() {}
    public static let name = "ChallengeDefinitionChange"
    public static let fields: [Field<ChallengeDefinitionChangeBody>] = [
        .changeable("referenceName", .activityTitle, \.referenceName),
        .clearable("groupID", .activityTitle, \.groupID),
        .changeable("leaderboard", .leaderboardID, \.leaderboard),
        .changeable("durations", .challengeDurations, \.durations),
        .changeable("isRepeatable", .boolean, \.isRepeatable),
        .clearable("oldestAppVersion", .appVersion, \.oldestAppVersion),
        .changeable("isArchived", .boolean, \.isArchived),
        .changeable("localizations", ActivityLocalizationBody.list, \.localizations),
    ]
}
