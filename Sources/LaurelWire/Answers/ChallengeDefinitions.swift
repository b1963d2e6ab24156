public import LaurelDomain

/// A challenge definition as players see it, in their language.
public struct ChallengeDefinitionAnswer: Answer, Hashable {
    public var id: ChallengeDefinitionID
    public var groupID: String?
    public var title: String
    /// May be empty.
    public var details: String
    public var leaderboard: LeaderboardID
    /// Empty: the rest of the leaderboard's occurrence.
    public var durations: [ChallengeDuration]
    public var isRepeatable: Bool
    public var oldestAppVersion: String?
    public var isReleased: Bool
    public var image: PictureAnswer

    public init(
        id: ChallengeDefinitionID, groupID: String?, title: String, details: String, leaderboard: LeaderboardID,
        durations: [ChallengeDuration], isRepeatable: Bool, oldestAppVersion: String?, isReleased: Bool,
        image: PictureAnswer
    ) {
        self.id = id
        self.groupID = groupID
        self.title = title
        self.details = details
        self.leaderboard = leaderboard
        self.durations = durations
        self.isRepeatable = isRepeatable
        self.oldestAppVersion = oldestAppVersion
        self.isReleased = isReleased
        self.image = image
    }

    public static let name = "ChallengeDefinition"
    public static let fields = Fields(
        AnswerField("id", .challengeDefinitionID, \.id), AnswerField(orNull: "groupID", .activityTitle, \.groupID),
        AnswerField("title", .activityTitle, \.title), AnswerField("details", .activityDetails, \.details),
        AnswerField("leaderboard", .leaderboardID, \.leaderboard),
        AnswerField("durations", .challengeDurations, \.durations),
        AnswerField("isRepeatable", .boolean, \.isRepeatable),
        AnswerField(orNull: "oldestAppVersion", .appVersion, \.oldestAppVersion),
        AnswerField("isReleased", .boolean, \.isReleased), AnswerField("image", PictureAnswer.shape, \.image),
        make: Self.init(
            id:groupID:title:details:leaderboard:durations:isRepeatable:oldestAppVersion:isReleased:image:))
    public static let list = shape.list(countLimit: ChallengeDefinition.countLimit)
        .held(by: "definitions", of: "ChallengeDefinitions")
}

/// A challenge definition as its developer wrote it.
public struct AppChallengeDefinitionAnswer: Answer, Hashable {
    public var id: ChallengeDefinitionID
    public var referenceName: String
    public var groupID: String?
    public var leaderboard: LeaderboardID
    public var durations: [ChallengeDuration]
    public var isRepeatable: Bool
    public var oldestAppVersion: String?
    public var isArchived: Bool
    public var localizations: [ActivityLocalization]
    public var isReleased: Bool

    public init(
        id: ChallengeDefinitionID, referenceName: String, groupID: String?, leaderboard: LeaderboardID,
        durations: [ChallengeDuration], isRepeatable: Bool, oldestAppVersion: String?, isArchived: Bool,
        localizations: [ActivityLocalization], isReleased: Bool
    ) {
        self.id = id
        self.referenceName = referenceName
        self.groupID = groupID
        self.leaderboard = leaderboard
        self.durations = durations
        self.isRepeatable = isRepeatable
        self.oldestAppVersion = oldestAppVersion
        self.isArchived = isArchived
        self.localizations = localizations
        self.isReleased = isReleased
    }

    public init(_ definition: ChallengeDefinition) {
        self.init(
            id: definition.id, referenceName: definition.referenceName, groupID: definition.groupID,
            leaderboard: definition.leaderboard, durations: definition.durations,
            isRepeatable: definition.isRepeatable, oldestAppVersion: definition.oldestAppVersion,
            isArchived: definition.isArchived, localizations: definition.localizations,
            isReleased: definition.isReleased)
    }

    public static let name = "AppChallengeDefinition"
    public static let fields = Fields(
        AnswerField("id", .challengeDefinitionID, \.id), AnswerField("referenceName", .activityTitle, \.referenceName),
        AnswerField(orNull: "groupID", .activityTitle, \.groupID),
        AnswerField("leaderboard", .leaderboardID, \.leaderboard),
        AnswerField("durations", .challengeDurations, \.durations),
        AnswerField("isRepeatable", .boolean, \.isRepeatable),
        AnswerField(orNull: "oldestAppVersion", .appVersion, \.oldestAppVersion),
        AnswerField("isArchived", .boolean, \.isArchived),
        AnswerField("localizations", ActivityLocalizationBody.list, \.localizations),
        AnswerField("isReleased", .boolean, \.isReleased),
        make: Self.init(
            id:referenceName:groupID:leaderboard:durations:isRepeatable:oldestAppVersion:isArchived:localizations:
            isReleased:))
    public static let list = shape.list(countLimit: ChallengeDefinition.countLimit)
        .held(by: "definitions", of: "AppChallengeDefinitions")
}
