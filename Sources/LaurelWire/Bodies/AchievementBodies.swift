public import LaurelDomain

extension Shape where Value == AchievementID {
    public static let achievementID = identifier(
        1...AchievementID.lengthLimit, pattern: "^[A-Za-z0-9._-]+$", example: "FirstJump",
        expected: "an achievement ID: at most 100 letters, digits, ., _ and -"
    ) { (text) throws(InvalidIdentifier) in try AchievementID(text) }
}

extension Shape where Value == Percent {
    static let percent = Shape<Double>(.number(0...100)) { (reader) throws(JSONError) in
        try reader.double(in: 0...100)
    }.map(expected: "a number from 0 to 100") { Percent($0) }
}

extension Shape where Value == String {
    /// A title, a description or a reference name.
    static let achievementText = text(1...255, example: "First Jump")
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
        .required("id", .achievementID) { $0.achievement = $1 },
        .required("percentComplete", .percent) { $0.percent = $1 },
        .optional("date", .timestamp) { $0.date = $1 },
        .optional("reportID", .scoreID) { $0.reportID = $1 },
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
    public static let fields: [Field<ReportsBody>] = [
        .required("achievements", ReportBody.shape.list(countLimit: reportsLimit)) { $0.reports = $1 },
        .optional("challengeIDs", ChallengeID.list) { $0.challengeIDs = $1 },
        .optional("waiting", .integer(0...waitingLimit)) { $0.waiting = $1 },
    ]
}

/// An achievement in one language.
public struct AchievementLocalizationBody: RequestBody {
    public var localization = AchievementLocalization(
        language: .english, title: "", descriptionBefore: "", descriptionAfter: "")

    public init() {}
    public static let name = "AchievementLocalization"
    public static let fields: [Field<AchievementLocalizationBody>] = [
        .required("language", .language) { $0.localization.language = $1 },
        .required("title", .achievementText) { $0.localization.title = $1 },
        .required("descriptionBefore", .achievementText) { $0.localization.descriptionBefore = $1 },
        .required("descriptionAfter", .achievementText) { $0.localization.descriptionAfter = $1 },
    ]

    static var list: Shape<[AchievementLocalization]> {
        shape.map(expected: "a localization") { $0.localization }.list(countLimit: localizationsLimit)
    }
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
        .required("id", .achievementID) { $0.id = $1 },
        .optional("referenceName", .achievementText) { $0.referenceName = $1 },
        .required("points", .integer(0...Achievement.pointsLimit)) { $0.points = $1 },
        .optional("isHidden", .boolean) { $0.isHidden = $1 },
        .optional("isRepeatable", .boolean) { $0.isRepeatable = $1 },
        .required("localizations", AchievementLocalizationBody.list) { $0.localizations = $1 },
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
        .changeable("referenceName", .achievementText) { $0.referenceName = $1 },
        .changeable("points", .integer(0...Achievement.pointsLimit)) { $0.points = $1 },
        .changeable("isHidden", .boolean) { $0.isHidden = $1 },
        .changeable("isRepeatable", .boolean) { $0.isRepeatable = $1 },
        .changeable("isArchived", .boolean) { $0.isArchived = $1 },
        .changeable("localizations", AchievementLocalizationBody.list) { $0.localizations = $1 },
    ]
}

/// An achievement in a configuration, which may be archived.
public struct ConfiguredAchievementBody: RequestBody {
    public var achievement = AchievementBody()
    public var isArchived = false

    public init() {}
    public static let name = "ConfiguredAchievement"
    public static let fields: [Field<ConfiguredAchievementBody>] = [
        .required("id", .achievementID) { $0.achievement.id = $1 },
        .optional("referenceName", .achievementText) { $0.achievement.referenceName = $1 },
        .required("points", .integer(0...Achievement.pointsLimit)) { $0.achievement.points = $1 },
        .optional("isHidden", .boolean) { $0.achievement.isHidden = $1 },
        .optional("isRepeatable", .boolean) { $0.achievement.isRepeatable = $1 },
        .optional("isArchived", .boolean) { $0.isArchived = $1 },
        .required("localizations", AchievementLocalizationBody.list) { $0.achievement.localizations = $1 },
    ]
}
