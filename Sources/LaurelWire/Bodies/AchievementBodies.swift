public import LaurelDomain

extension Shape where Value == AchievementID {
    public static let achievementID = identifier(
        1...AchievementID.lengthLimit, pattern: "^[A-Za-z0-9._-]+$", example: "FirstRun",
        expected: "an achievement ID: at most 100 letters, digits, ., _ and -", text: \.text
    ) { (text) throws(InvalidIdentifier) in try AchievementID(text) }
}

extension Shape where Value == Double {
    static let percentage = Shape(.number(0...100)) { (reader) throws(JSONError) in
        try reader.double(in: 0...100)
    } write: {
        $1.value($0)
    }
}

extension Shape where Value == Percent {
    static let percent = Shape<Double>.percentage.map(expected: "a number from 0 to 100") {
        Percent($0)
    } back: {
        $0.value
    }
}

extension Shape where Value == String {
    /// A title, a description or a reference name.
    static let achievementText = text(1...255, example: "First Run")
}

/// How many reports one request may carry: all achievements of a game.
public let reportsLimit = 100

/// Progress with one achievement.
public struct ReportBody: RequestBody {
    public var achievement: AchievementID?
    public var percent = Percent.zero
    public var date: Timestamp?
    public var reportID: ScoreID?

    public init() {}
    public static let name = "AchievementReport"
    public static let fields: [Field<ReportBody>] = [
        .required("id", .achievementID, \.achievement),
        .required("percentComplete", .percent, \.percent),
        .optional("date", .timestamp, \.date),
        .optional("reportID", .scoreID, \.reportID),
    ]
}

/// Several reports: all of them are taken or none (rule 4.10).
public struct ReportsBody: RequestBody {
    public var reports: [ReportBody] = []
    /// The challenges that they may complete; nil: all.
    public var challengeIDs: [ChallengeID]?
    public var waiting: Int?

    public init() {}
    public static let name = "AchievementReports"
    public static let alternatives: Set<String> = ["challengeIDs"]
    public static let fields: [Field<ReportsBody>] = [
        .required("achievements", ReportBody.shape.list(countLimit: reportsLimit), \.reports),
        .optional("challengeIDs", ChallengeID.list, \.challengeIDs),
        .optional("waiting", .integer(0...waitingLimit), \.waiting),
    ]
}

/// An achievement in one language.
public struct AchievementLocalizationBody: LocalizedBody {
    public var localization = AchievementLocalization(
        language: .english, title: "", descriptionBefore: "", descriptionAfter: "")

    public init() {}
    public static let name = "AchievementLocalization"
    public static let fields: [Field<AchievementLocalizationBody>] = [
        .required("language", .language, \.localization.language),
        .required("title", .achievementText, \.localization.title),
        .required("descriptionBefore", .achievementText, \.localization.descriptionBefore),
        .required("descriptionAfter", .achievementText, \.localization.descriptionAfter),
    ]
}

/// A new achievement (rule 5.1).
public struct AchievementBody: RequestBody {
    public var id: AchievementID?
    public var referenceName: String?
    public var points = 0
    public var isHidden = false
    public var isRepeatable = false
    public var localizations: [AchievementLocalization] = []

    public init() {}
    public static let name = "NewAchievement"
    public static let fields: [Field<AchievementBody>] = [
        .required("id", .achievementID, \.id),
        .optional("referenceName", .achievementText, \.referenceName),
        .required("points", .integer(0...Achievement.pointsLimit), \.points),
        .optional("isHidden", .boolean, \.isHidden),
        .optional("isRepeatable", .boolean, \.isRepeatable),
        .required("localizations", AchievementLocalizationBody.list, \.localizations),
    ]
}

/// A change of an achievement; what is missing stays.
public struct AchievementChangeBody: RequestBody {
    public var referenceName: String?
    public var points: Int?
    public var isHidden: Bool?
    public var isRepeatable: Bool?
    public var isArchived: Bool?
    public var localizations: [AchievementLocalization]?

    public init() {}
    public static let name = "AchievementChange"
    public static let fields: [Field<AchievementChangeBody>] = [
        .changeable("referenceName", .achievementText, \.referenceName),
        .changeable("points", .integer(0...Achievement.pointsLimit), \.points),
        .changeable("isHidden", .boolean, \.isHidden),
        .changeable("isRepeatable", .boolean, \.isRepeatable),
        .changeable("isArchived", .boolean, \.isArchived),
        .changeable("localizations", AchievementLocalizationBody.list, \.localizations),
    ]
}

/// An achievement in a configuration, which may be archived.
public struct ConfiguredAchievementBody: RequestBody {
    public var achievement = AchievementBody()
    public var isArchived = false

    public init() {}
    public static let name = "ConfiguredAchievement"
    public static let fields: [Field<ConfiguredAchievementBody>] = [
        .required("id", .achievementID, \.achievement.id),
        .optional("referenceName", .achievementText, \.achievement.referenceName),
        .required("points", .integer(0...Achievement.pointsLimit), \.achievement.points),
        .optional("isHidden", .boolean, \.achievement.isHidden),
        .optional("isRepeatable", .boolean, \.achievement.isRepeatable),
        .optional("isArchived", .boolean, \.isArchived),
        .required("localizations", AchievementLocalizationBody.list, \.achievement.localizations),
    ]
}
