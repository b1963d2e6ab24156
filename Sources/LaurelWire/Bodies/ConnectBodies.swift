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
    } back: { range in
        var body = ScoreRangeBody()
        body.lowest = range.lowest
        body.highest = range.highest
        return body
    }
}

/// Both ends of a range, before it is known whether they are in order.
public struct ScoreRangeBody: RequestBody {
    public var lowest: Int64 = 0
    public var highest: Int64 = 0

    public init() {}
    public static let name = "ScoreRange"
    public static let fields: [Field<ScoreRangeBody>] = [
        .required("lowest", .int64, \.lowest),
        .required("highest", .int64, \.highest),
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
        .required("bundleID", .bundleID, \.bundleID),
        .required("name", .name, \.appName),
        .optional("sku", .sku, \.sku),
        .optional("defaultLanguage", .language, \.defaultLanguage),
        .optional("link", .link, \.link),
        .optional("localizations", AppLocalizationBody.list, \.localizations),
        .optional("team", .teamID, \.team),
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
    public var allowsGuests: Bool?
    public var hasDesktopGame: Bool?
    public var localizations: [AppLocalization]?

    public init() {}
    public static let name = "AppChange"
    public static let fields: [Field<AppChangeBody>] = [
        .changeable("name", .name, \.appName),
        .changeable("sku", .sku, \.sku),
        .changeable("defaultLanguage", .language, \.defaultLanguage),
        .clearable("link", .link, \.link),
        .changeable("isGameCenterEnabled", .boolean, \.isGameCenterEnabled),
        .changeable("isReleased", .boolean, \.isReleased),
        .changeable("isArchived", .boolean, \.isArchived),
        .changeable("allowsGuests", .boolean, \.allowsGuests),
        .changeable("hasDesktopGame", .boolean, \.hasDesktopGame),
        .changeable("localizations", AppLocalizationBody.list, \.localizations),
    ]
}

/// A leaderboard in one language, before it is known to be one.
public struct LocalizationBody: LocalizedBody {
    public var localization = LeaderboardLocalization(language: .english, name: "")

    public init() {}
    public static let name = "Localization"
    public static let fields: [Field<LocalizationBody>] = [
        .required("language", .language, \.localization.language),
        .required("name", .boardName, \.localization.name),
        .optional("description", .boardDescription, \.localization.description),
        .optional("formatOverride", .scoreFormat, \.localization.formatOverride),
        .optional("suffixSingular", .suffix, \.localization.suffixSingular),
        .optional("suffixPlural", .suffix, \.localization.suffixPlural),
    ]
}

/// A new leaderboard (rules 4.1, 4.2).
public struct LeaderboardBody: RequestBody {
    public var id: LeaderboardID?
    public var named = NamedLeaderboardSettings()
    public var recurrence: Recurrence?
    public var parts: [LeaderboardID] = []
    public var sharedWith: [BundleID] = []

    public init() {}
    public static let name = "NewLeaderboard"
    public static let alternatives: Set<String> = ["range", "parts", "sharedWith"]
    public static let fields: [Field<LeaderboardBody>] =
        [.required("id", .leaderboardID, \.id)] + LeaderboardSettingField.new(\.named) + [
            .optional("recurrence", .recurrence, \.recurrence),
            .optional("parts", .parts, \.parts),
            .optional("sharedWith", .sharedWith, \.sharedWith),
        ]
}

/// A change of a leaderboard; what is missing stays.
public struct LeaderboardChangeBody: RequestBody {
    public var named = NamedLeaderboardSettings()
    /// The inner nil makes it classic.
    public var recurrence: Recurrence??
    /// None: it becomes classic.
    public var parts: [LeaderboardID]?
    public var sharedWith: [BundleID]?

    public init() {}
    public static let name = "LeaderboardChange"
    public static let alternatives: Set<String> = ["range", "recurrence", "parts"]
    public static let fields: [Field<LeaderboardChangeBody>] =
        LeaderboardSettingField.change(\.named) + [
            .clearable("recurrence", .recurrence, \.recurrence),
            .changeable("parts", .parts, \.parts),
            .changeable("sharedWith", .sharedWith, \.sharedWith),
        ]
}

/// The whole of an app's configuration (rule 3.7), as the export writes it.
public struct ConfigurationBody: RequestBody {
    /// Nil parts stay as they are; its link is ``link``.
    public var app = AppBody()
    /// Nil: it stays as it is. The inner nil takes it away.
    public var link: String??
    /// Nil: it stays as it is, and a new app is without.
    public var isGameCenterEnabled: Bool?
    /// Nil: it stays as it is, and a new app isn't.
    public var isReleased: Bool?
    /// Nil: it stays as it is, and a new app isn't.
    public var isArchived: Bool?
    /// Nil: it stays as it is.
    public var allowsGuests: Bool?
    /// Nil: it stays as it is, and a new app has none.
    public var hasDesktopGame: Bool?
    public var leaderboards: [ConfiguredLeaderboardBody] = []
    /// Nil: they stay as they are.
    public var sets: [LeaderboardSetBody]?
    /// Nil: they stay as they are.
    public var activities: [ActivityBody]?
    public var challengeDefinitions: [ChallengeDefinitionBody]?
    /// Nil: they stay as they are.
    public var webOrigins: [WebAddress]?
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
        .optional("$schema", .link, get: { _ in nil }, set: { _, _ in }),
        .required("bundleID", .bundleID, \.app.bundleID),
        .required("name", .name, \.app.appName),
        .optional("sku", .sku, \.app.sku),
        .optional("defaultLanguage", .language, \.app.defaultLanguage),
        .clearable("link", .link, \.link),
        .optional("isGameCenterEnabled", .boolean, \.isGameCenterEnabled),
        .optional("isReleased", .boolean, \.isReleased),
        .optional("isArchived", .boolean, \.isArchived),
        .optional("allowsGuests", .boolean, \.allowsGuests),
        .optional("hasDesktopGame", .boolean, \.hasDesktopGame),
        .optional("localizations", AppLocalizationBody.list, \.app.localizations),
        .required("leaderboards", ConfiguredLeaderboardBody.shape.list(countLimit: 500), \.leaderboards),
        .optional("sets", LeaderboardSetBody.shape.list(countLimit: LeaderboardSet.countLimit), \.sets),
        .optional(
            "achievements", ConfiguredAchievementBody.shape.list(countLimit: Achievement.countLimit), \.achievements),
        .optional(
            "activities", ActivityBody.shape.list(countLimit: ActivityDefinition.countLimit), \.activities),
        .optional(
            "challengeDefinitions",
            ChallengeDefinitionBody.shape.list(countLimit: ChallengeDefinition.countLimit),
            \.challengeDefinitions),
        .optional("webOrigins", WebOriginsBody.list, \.webOrigins),
        .optional("moderation", ConfiguredModerationBody.shape, \.moderation),
        .optional("images", ConfiguredImageBody.shape.list(countLimit: ImageLimits.ofApp), \.images),
    ]
}

/// A leaderboard in a configuration, which may be archived.
public struct ConfiguredLeaderboardBody: RequestBody {
    public var id: LeaderboardID?
    public var named = NamedLeaderboardSettings()
    public var recurrence: Recurrence?
    /// Nil: none.
    public var parts: [LeaderboardID]?
    /// Ids of the app's leaderboards that were moved into this group. Nil: none.
    public var formerIDs: [LeaderboardID]?

    public init() {}
    public static let name = "ConfiguredLeaderboard"
    public static let alternatives: Set<String> = ["range", "parts", "formerIDs"]
    public static let fields: [Field<ConfiguredLeaderboardBody>] =
        [.required("id", .leaderboardID, \.id)] + LeaderboardSettingField.configured(\.named) + [
            .optional("recurrence", .recurrence, \.recurrence),
            .optional("parts", .parts, \.parts),
            .optional("formerIDs", .formerIDs, \.formerIDs),
        ]
}
