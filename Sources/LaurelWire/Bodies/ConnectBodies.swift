public import LaurelDomain

extension Shape where Value == String {
    static let name = text(1...64, example: "MonkeyJump")
    static let sku = text(0...64, example: "MONKEY-1")
    static let link = text(1...2_048, example: "https://example.com/play/monkeyjump/")
    /// Of a leaderboard, in one language or for its developers.
    static let boardName = text(1...255, example: "High Scores")
    static let boardDescription = text(1...255, example: "The farthest run in one go.")
    static let suffix = text(0...255, example: " m")
}

extension Shape where Value == ScoreRange {
    public static let scoreRange = ScoreRangeBody.shape.map(expected: "a range with lowest below highest") {
        ScoreRange(lowest: $0.lowest, highest: $0.highest)
    }
}

/// Both ends of a range, before it is known whether they are in order.
public struct ScoreRangeBody: RequestBody {
    public var lowest: Int64 = 0
    public var highest: Int64 = 0

    public init() {}
    public static let name = "ScoreRange"
    public static let fields: [Field<ScoreRangeBody>] = [
        .required("lowest", .int64) { $0.lowest = $1 },
        .required("highest", .int64) { $0.highest = $1 },
    ]
}

/// A new app.
public struct AppBody: RequestBody {
    public var bundleID: BundleID?
    public var appName = ""
    public var sku: String?
    public var defaultLanguage: LanguageTag?
    public var link: String?
    public var localizations: [AppLocalization]?
    /// Whose app it is; nil: of the one team that its maker is in.
    public var team: TeamID?

    public init() {}
    public static let name = "NewApp"
    public static let fields: [Field<AppBody>] = [
        .required("bundleID", .bundleID) { $0.bundleID = $1 },
        .required("name", .name) { $0.appName = $1 },
        .optional("sku", .sku) { $0.sku = $1 },
        .optional("defaultLanguage", .language) { $0.defaultLanguage = $1 },
        .optional("link", .link) { $0.link = $1 },
        .optional("localizations", AppLocalizationBody.list) { $0.localizations = $1 },
        .optional("team", .teamID) { $0.team = $1 },
    ]
}

/// A change of an app; what is missing stays.
public struct AppChangeBody: RequestBody {
    public var appName: String?
    public var sku: String?
    public var defaultLanguage: LanguageTag?
    /// The inner nil takes the link away.
    public var link: String??
    public var isGameCenterEnabled: Bool?
    public var isReleased: Bool?
    public var isArchived: Bool?
    public var localizations: [AppLocalization]?

    public init() {}
    public static let name = "AppChange"
    public static let fields: [Field<AppChangeBody>] = [
        .changeable("name", .name) { $0.appName = $1 },
        .changeable("sku", .sku) { $0.sku = $1 },
        .changeable("defaultLanguage", .language) { $0.defaultLanguage = $1 },
        .clearable("link", .link) { $0.link = .some($1) },
        .changeable("isGameCenterEnabled", .boolean) { $0.isGameCenterEnabled = $1 },
        .changeable("isReleased", .boolean) { $0.isReleased = $1 },
        .changeable("isArchived", .boolean) { $0.isArchived = $1 },
        .changeable("localizations", AppLocalizationBody.list) { $0.localizations = $1 },
    ]
}

/// How many languages a leaderboard may speak.
public let localizationsLimit = 100

/// A leaderboard in one language, before it is known to be one.
public struct LocalizationBody: RequestBody {
    public var localization = LeaderboardLocalization(language: .english, name: "")

    public init() {}
    public static let name = "Localization"
    public static let fields: [Field<LocalizationBody>] = [
        .required("language", .language) { $0.localization.language = $1 },
        .required("name", .boardName) { $0.localization.name = $1 },
        .optional("description", .boardDescription) { $0.localization.description = $1 },
        .optional("formatOverride", .scoreFormat) { $0.localization.formatOverride = $1 },
        .optional("suffixSingular", .suffix) { $0.localization.suffixSingular = $1 },
        .optional("suffixPlural", .suffix) { $0.localization.suffixPlural = $1 },
    ]

    static var list: Shape<[LeaderboardLocalization]> {
        shape.map(expected: "a localization") { $0.localization }.list(countLimit: localizationsLimit)
    }
}

/// A new leaderboard (rules 4.1, 4.2).
public struct LeaderboardBody: RequestBody {
    public var id: LeaderboardID?
    public var referenceName: String?
    public var format = ScoreFormat.integer
    public var submissionType = SubmissionType.best
    public var sortOrder = SortOrder.highToLow
    public var range: ScoreRange?
    public var isDefault = false
    public var isHidden = false
    public var localizations: [LeaderboardLocalization] = []
    public var recurrence: Recurrence?
    public var parts: [LeaderboardID] = []
    public var sharedWith: [BundleID] = []
    public var replays: ReplayRule?

    public init() {}
    public static let name = "NewLeaderboard"
    public static let fields: [Field<LeaderboardBody>] = [
        .required("id", .leaderboardID) { $0.id = $1 },
        .optional("referenceName", .boardName) { $0.referenceName = $1 },
        .optional("format", .scoreFormat) { $0.format = $1 },
        .optional("submissionType", .submissionType) { $0.submissionType = $1 },
        .optional("sortOrder", .sortOrder) { $0.sortOrder = $1 },
        .optional("range", .scoreRange) { $0.range = $1 },
        .optional("isDefault", .boolean) { $0.isDefault = $1 },
        .optional("isHidden", .boolean) { $0.isHidden = $1 },
        .required("localizations", LocalizationBody.list) { $0.localizations = $1 },
        .optional("recurrence", .recurrence) { $0.recurrence = $1 },
        .optional("parts", .parts) { $0.parts = $1 },
        .optional("sharedWith", .sharedWith) { $0.sharedWith = $1 },
        .optional("replays", .replayRule) { $0.replays = $1 },
    ]
}

/// A change of a leaderboard; what is missing stays.
public struct LeaderboardChangeBody: RequestBody {
    public var referenceName: String?
    public var format: ScoreFormat?
    public var submissionType: SubmissionType?
    public var sortOrder: SortOrder?
    /// The inner nil takes the range away.
    public var range: ScoreRange??
    public var isDefault: Bool?
    public var isHidden: Bool?
    public var isArchived: Bool?
    public var localizations: [LeaderboardLocalization]?
    /// The inner nil makes it classic.
    public var recurrence: Recurrence??
    /// None: it becomes classic.
    public var parts: [LeaderboardID]?
    public var sharedWith: [BundleID]?
    /// The inner nil: replays are not looked at any more.
    public var replays: ReplayRule??

    public init() {}
    public static let name = "LeaderboardChange"
    public static let fields: [Field<LeaderboardChangeBody>] = [
        .changeable("referenceName", .boardName) { $0.referenceName = $1 },
        .changeable("format", .scoreFormat) { $0.format = $1 },
        .changeable("submissionType", .submissionType) { $0.submissionType = $1 },
        .changeable("sortOrder", .sortOrder) { $0.sortOrder = $1 },
        .clearable("range", .scoreRange) { $0.range = .some($1) },
        .changeable("isDefault", .boolean) { $0.isDefault = $1 },
        .changeable("isHidden", .boolean) { $0.isHidden = $1 },
        .changeable("isArchived", .boolean) { $0.isArchived = $1 },
        .changeable("localizations", LocalizationBody.list) { $0.localizations = $1 },
        .clearable("recurrence", .recurrence) { $0.recurrence = .some($1) },
        .changeable("parts", .parts) { $0.parts = $1 },
        .changeable("sharedWith", .sharedWith) { $0.sharedWith = $1 },
        .clearable("replays", .replayRule) { $0.replays = .some($1) },
    ]
}

/// The whole of an app's configuration (rule 3.7), as the export writes it.
public struct ConfigurationBody: RequestBody {
    public var app = AppBody()
    public var isGameCenterEnabled = false
    public var isReleased = false
    public var isArchived = false
    public var leaderboards: [ConfiguredLeaderboardBody] = []
    /// Nil: they stay as they are.
    public var sets: [LeaderboardSetBody]?
    /// Nil: they stay as they are.
    public var webOrigins: [WebPlace]?
    /// Nil: they stay as they are.
    public var achievements: [ConfiguredAchievementBody]?
    /// Nil: it stays as it is.
    public var moderation: ConfiguredModerationBody?
    /// Those that it does not name stay as they are.
    public var images: [ConfiguredImageBody]?

    public init() {}
    // Not `Configuration`: generated clients have a class of that name themselves.
    public static let name = "AppConfiguration"
    public static let fields: [Field<ConfigurationBody>] = [
        // For editors, which look there for the file's own schema (`laurel schema`).
        .optional("$schema", .link) { _, _ in },
        .required("bundleID", .bundleID) { $0.app.bundleID = $1 },
        .required("name", .name) { $0.app.appName = $1 },
        .optional("sku", .sku) { $0.app.sku = $1 },
        .optional("defaultLanguage", .language) { $0.app.defaultLanguage = $1 },
        .optional("link", .link) { $0.app.link = $1 },
        .optional("isGameCenterEnabled", .boolean) { $0.isGameCenterEnabled = $1 },
        .optional("isReleased", .boolean) { $0.isReleased = $1 },
        .optional("isArchived", .boolean) { $0.isArchived = $1 },
        .optional("localizations", AppLocalizationBody.list) { $0.app.localizations = $1 },
        .required("leaderboards", ConfiguredLeaderboardBody.shape.list(countLimit: 500)) { $0.leaderboards = $1 },
        .optional("sets", LeaderboardSetBody.shape.list(countLimit: LeaderboardSet.countLimit)) { $0.sets = $1 },
        .optional("achievements", ConfiguredAchievementBody.shape.list(countLimit: Achievement.countLimit)) {
            $0.achievements = $1
        },
        .optional("webOrigins", WebOriginsBody.list) { $0.webOrigins = $1 },
        .optional("moderation", ConfiguredModerationBody.shape) { $0.moderation = $1 },
        .optional("images", ConfiguredImageBody.shape.list(countLimit: ImageLimits.ofApp)) { $0.images = $1 },
    ]
}

/// A leaderboard in a configuration, which may be archived.
public struct ConfiguredLeaderboardBody: RequestBody {
    public var leaderboard = LeaderboardBody()
    public var isArchived = false
    /// Ids of the app's leaderboards that were moved into this group.
    public var formerIDs: [LeaderboardID] = []
    /// The outer nil: the file does not say, and it stays.
    public var replays: ReplayRule??

    public init() {}
    public static let name = "ConfiguredLeaderboard"
    public static let fields: [Field<ConfiguredLeaderboardBody>] = [
        .required("id", .leaderboardID) { $0.leaderboard.id = $1 },
        .optional("referenceName", .boardName) { $0.leaderboard.referenceName = $1 },
        .optional("format", .scoreFormat) { $0.leaderboard.format = $1 },
        .optional("submissionType", .submissionType) { $0.leaderboard.submissionType = $1 },
        .optional("sortOrder", .sortOrder) { $0.leaderboard.sortOrder = $1 },
        .optional("range", .scoreRange) { $0.leaderboard.range = $1 },
        .optional("isDefault", .boolean) { $0.leaderboard.isDefault = $1 },
        .optional("isHidden", .boolean) { $0.leaderboard.isHidden = $1 },
        .optional("isArchived", .boolean) { $0.isArchived = $1 },
        .required("localizations", LocalizationBody.list) { $0.leaderboard.localizations = $1 },
        .optional("recurrence", .recurrence) { $0.leaderboard.recurrence = $1 },
        .optional("parts", .parts) { $0.leaderboard.parts = $1 },
        .optional("formerIDs", .formerIDs) { $0.formerIDs = $1 },
        .clearable("replays", .replayRule) { $0.replays = .some($1) },
    ]
}
