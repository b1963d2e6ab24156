public import LaurelDomain

/// An app as its developer sees it.
public struct AppAnswer: Answer {
    public var bundleID: BundleID
    public var appName: String
    public var sku: String
    public var defaultLanguage: LanguageTag
    public var link: String?
    public var isGameCenterEnabled: Bool
    public var isReleased: Bool
    public var isArchived: Bool
    public var allowsGuests: Bool
    /// Nil: an older server's.
    public var hasDesktopGame: Bool?
    public var teamID: TeamID
    public var localizations: [AppLocalization]

    public init(_ app: App, team: TeamID) {
        self.init(
            bundleID: app.bundleID, appName: app.name, sku: app.sku, defaultLanguage: app.defaultLanguage,
            link: app.link, isGameCenterEnabled: app.isGameCenterEnabled, isReleased: app.isReleased,
            isArchived: app.isArchived, allowsGuests: app.allowsGuests, hasDesktopGame: app.hasDesktopGame,
            teamID: team, localizations: app.localizations)
    }

    private init(
        bundleID: BundleID, appName: String, sku: String, defaultLanguage: LanguageTag, link: String?,
        isGameCenterEnabled: Bool, isReleased: Bool, isArchived: Bool, allowsGuests: Bool, hasDesktopGame: Bool?,
        teamID: TeamID, localizations: [AppLocalization]
    ) {
        self.allowsGuests = allowsGuests
        self.hasDesktopGame = hasDesktopGame
        self.bundleID = bundleID
        self.appName = appName
        self.sku = sku
        self.defaultLanguage = defaultLanguage
        self.link = link
        self.isGameCenterEnabled = isGameCenterEnabled
        self.isReleased = isReleased
        self.isArchived = isArchived
        self.teamID = teamID
        self.localizations = localizations
    }

    public static let name = "App"
    public static let fields = Fields(
        AnswerField("bundleID", .bundleID, \.bundleID),
        AnswerField("name", .name, \.appName),
        AnswerField("sku", .sku, \.sku),
        AnswerField("defaultLanguage", .language, \.defaultLanguage),
        AnswerField(orNull: "link", .link, \.link),
        AnswerField("isGameCenterEnabled", .boolean, \.isGameCenterEnabled),
        AnswerField("isReleased", .boolean, \.isReleased),
        AnswerField("isArchived", .boolean, \.isArchived),
        AnswerField("allowsGuests", .boolean, \.allowsGuests),
        AnswerField(optional: "hasDesktopGame", .boolean, \.hasDesktopGame),
        AnswerField("teamID", .teamID, \.teamID),
        AnswerField("localizations", AppLocalizationBody.list, \.localizations),
        make: Self.init(
            bundleID:appName:sku:defaultLanguage:link:isGameCenterEnabled:isReleased:isArchived:allowsGuests:
            hasDesktopGame:teamID:localizations:))
    public static let list = shape.list(countLimit: 1_000_000).held(by: "apps", of: "Apps")
}

/// A leaderboard with every field that its developer writes (rules 4.1, 4.2).
public struct AppLeaderboardAnswer: Answer {
    public var id: LeaderboardID
    public var settings: LeaderboardSettings
    public var kind: LeaderboardKindAnswer
    public var sharedWith: [BundleID]
    public var isReleased: Bool

    public init(
        id: LeaderboardID, settings: LeaderboardSettings, kind: LeaderboardKindAnswer, sharedWith: [BundleID],
        isReleased: Bool
    ) {
        self.id = id
        self.settings = settings
        self.kind = kind
        self.sharedWith = sharedWith
        self.isReleased = isReleased
    }

    public static let name = "AppLeaderboard"
    public static let fields = Fields(
        AnswerField("id", .leaderboardID, \.id),
        AnswerField(LeaderboardSettingField.answer, \.settings),
        AnswerField(LeaderboardKindAnswer.fields, \.kind),
        AnswerField("sharedWith", .sharedWith, \.sharedWith),
        AnswerField("isReleased", .boolean, \.isReleased),
        make: Self.init(id:settings:kind:sharedWith:isReleased:))
    public static let list = shape.list(countLimit: 500).held(by: "leaderboards", of: "AppLeaderboards")
}

/// A leaderboard after a change.
public struct ChangedLeaderboardAnswer: Answer {
    public var leaderboard: AppLeaderboardAnswer
    /// How many entries the range hides now that it did not hide before (rule 4.5).
    public var hiddenEntries: Int

    public init(leaderboard: AppLeaderboardAnswer, hiddenEntries: Int) {
        self.leaderboard = leaderboard
        self.hiddenEntries = hiddenEntries
    }

    public static let name = "ChangedLeaderboard"
    public static let fields = Fields(
        AnswerField(AppLeaderboardAnswer.fields, \.leaderboard),
        AnswerField("hiddenEntries", .integer(0...Int.max), \.hiddenEntries),
        make: Self.init(leaderboard:hiddenEntries:))
}

/// What an import of a configuration changes (rule 3.7).
public struct ConfigurationPlanAnswer: Answer {
    /// Of the app itself.
    public static let ownFields = [
        "name", "sku", "defaultLanguage", "link", "isGameCenterEnabled", "isReleased", "isArchived",
        "allowsGuests", "hasDesktopGame", "localizations",
    ]
    public static let fieldsLimit = 5_000
    public static let fieldTextLimit = 500

    /// Whether nothing was changed yet.
    public var isPlan: Bool
    /// A sentence each, in the order in which they are made.
    public var changes: [String]
    /// The same in the same order, for other languages than English; nil: an older server's.
    public var steps: [Step]?
    public var changedFields: [ChangedField]
    /// Leaderboards that the file doesn't name.
    public var untouched: [LeaderboardID]
    public var uploads: [ImageUploadAnswer]

    public init(
        isPlan: Bool, changes: [String], steps: [Step]?, changedFields: [ChangedField], untouched: [LeaderboardID],
        uploads: [ImageUploadAnswer]
    ) {
        self.isPlan = isPlan
        self.changes = changes
        self.steps = steps
        self.changedFields = changedFields
        self.untouched = untouched
        self.uploads = uploads
    }

    public static let name = "ConfigurationPlan"
    public static let fields = Fields(
        AnswerField("isPlan", .boolean, \.isPlan),
        AnswerField(
            "changes", listOf: .text(1...500, example: "create leaderboard HighScores"), countLimit: 1_000, \.changes),
        AnswerField(optional: "steps", Step.shape.list(countLimit: 1_000), \.steps),
        AnswerField("fields", listOf: ChangedField.shape, countLimit: fieldsLimit, \.changedFields),
        AnswerField("untouched", listOf: .leaderboardID, countLimit: 500, \.untouched),
        AnswerField("uploads", listOf: ImageUploadAnswer.shape, countLimit: ImageLimits.ofApp, \.uploads),
        make: Self.init(isPlan:changes:steps:changedFields:untouched:uploads:))

    /// What changes in one field, with names and values as in the configuration file.
    public struct ChangedField: Answer, Hashable {
        /// The index of the change in `changes`.
        public var change: Int
        /// Such as `sortOrder`, or `localizations.en.name`.
        public var field: String
        /// As text; nil: none.
        public var from: String?
        public var to: String?

        public init(change: Int, field: String, from: String?, to: String?) {
            self.change = change
            self.field = field
            self.from = from
            self.to = to
        }

        public static let name = "ChangedField"
        public static let fields = Fields(
            AnswerField("change", .integer(0...999), \.change),
            AnswerField("field", .text(1...200, example: "localizations.en.name"), \.field),
            AnswerField(orNull: "from", .text(0...fieldTextLimit, example: "High Scores"), \.from),
            AnswerField(orNull: "to", .text(0...fieldTextLimit, example: "Best scores"), \.to),
            make: Self.init(change:field:from:to:))
    }
}
