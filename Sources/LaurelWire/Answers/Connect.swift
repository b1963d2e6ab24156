public import LaurelDomain

/// An app as its developer sees it.
public enum AppAnswer {
    public static let schema = Schema.object("App", properties)
    public static let listSchema = Schema.object("Apps", [.init("apps", .array(schema, countLimit: 1_000_000))])

    static let properties: [Schema.Property] = [
        .init("bundleID", Shape<BundleID>.bundleID.schema), .init("name", Shape<String>.name.schema),
        .init("sku", .string(.init(length: 0...64, example: "MONKEY-1"))),
        .init("defaultLanguage", Shape<LanguageTag>.language.schema),
        .init("link", .nullable(Shape<String>.link.schema)), .init("isGameCenterEnabled", .boolean),
        .init("isReleased", .boolean),
        .init("isArchived", .boolean), .init("teamID", Shape<TeamID>.teamID.schema),
        .init("localizations", .array(AppLocalizationBody.schema, countLimit: localizationsLimit)),
    ]
}

/// A leaderboard with every field that its developer writes (rules 4.1, 4.2).
public struct AppLeaderboardAnswer: Sendable {
    public var leaderboard: Leaderboard
    /// The same as the leaderboard's, by ids.
    public var kind: LeaderboardKind<LeaderboardID>
    public var sharedWith: [BundleID]

    public init(leaderboard: Leaderboard, kind: LeaderboardKind<LeaderboardID>, sharedWith: [BundleID]) {
        self.leaderboard = leaderboard
        self.kind = kind
        self.sharedWith = sharedWith
    }

    public static let schema = Schema.object("AppLeaderboard", properties + [.init("isReleased", .boolean)])
    /// After a change: how many entries the range hides now that it did not hide before (rule 4.5).
    public static let changedSchema = Schema.object(
        "ChangedLeaderboard",
        properties + [.init("isReleased", .boolean), .init("hiddenEntries", .integer(0...Int64.max))])
    public static let listSchema = Schema.object(
        "AppLeaderboards", [.init("leaderboards", .array(schema, countLimit: 500))])

    static let properties: [Schema.Property] = [
        .init("id", Shape<LeaderboardID>.leaderboardID.schema), .init("referenceName", Shape<String>.boardName.schema),
        .init("format", Shape<ScoreFormat>.scoreFormat.schema),
        .init("submissionType", Shape<SubmissionType>.submissionType.schema),
        .init("sortOrder", Shape<SortOrder>.sortOrder.schema), .init("range", .nullable(ScoreRangeBody.schema)),
        .init("isDefault", .boolean), .init("isHidden", .boolean), .init("isArchived", .boolean),
        .init("localizations", .array(LocalizationBody.schema, countLimit: localizationsLimit)),
        .init("kind", LeaderboardKindAnswer.kind), .init("recurrence", .nullable(RecurrenceBody.schema)),
        .init("parts", LeaderboardKindAnswer.parts),
        .init("sharedWith", .array(Shape<BundleID>.bundleID.schema, countLimit: groupSharesLimit)),
        .init("replays", .nullable(ReplayRuleBody.schema)),
    ]
}

/// An app's configuration in one document (rule 3.7). What is exported can be imported as it is.
public enum ConfigurationAnswer {
    public static let schema = ConfigurationBody.schema
    public static let planSchema = Schema.object("ConfigurationPlan", planProperties)
    /// Of the app itself.
    public static let ownFields = [
        "name", "sku", "defaultLanguage", "link", "isGameCenterEnabled", "isReleased", "isArchived",
        "localizations",
    ]
    public static let fieldsLimit = 5_000
    public static let fieldTextLimit = 500
    private static let fieldSchema = Schema.object(
        "ChangedField",
        [
            .init("change", .integer(0...999)),
            .init("field", .string(.init(length: 1...200, example: "localizations.en.name"))),
            .init("from", .nullable(.string(.init(length: 0...fieldTextLimit, example: "High Scores")))),
            .init("to", .nullable(.string(.init(length: 0...fieldTextLimit, example: "Best scores")))),
        ])
    static let planProperties: [Schema.Property] = [
        .init("isPlan", .boolean),
        .init(
            "changes",
            .array(.string(.init(length: 1...500, example: "create leaderboard HighScores")), countLimit: 1_000)),
        .init("untouched", .array(Shape<LeaderboardID>.leaderboardID.schema, countLimit: 500)),
        .init("uploads", .array(PlacedImageAnswer.upload, countLimit: ImageLimits.ofApp)),
        // What changes, by the place of the change in `changes`.
        .init("fields", .array(fieldSchema, countLimit: fieldsLimit)),
    ]
}

extension JSONWriter {
    /// - Parameter team: of the app.
    public mutating func value(app: App, team: TeamID) {
        beginObject()
        fields(of: app)
        field("isArchived", app.isArchived)
        field("teamID", team.text)
        localizations(app.localizations)
        endObject()
    }

    /// The fields without the braces.
    public mutating func fields(of app: App) {
        field("bundleID", app.bundleID.text)
        field("name", app.name)
        field("sku", app.sku)
        field("defaultLanguage", app.defaultLanguage.text)
        field("link", app.link)
        field("isGameCenterEnabled", app.isGameCenterEnabled)
        field("isReleased", app.isReleased)
    }

    /// - Parameter hiddenEntries: nil where nothing was changed.
    public mutating func value(configured answer: AppLeaderboardAnswer, hiddenEntries: Int? = nil) {
        beginObject()
        configurationFields(of: answer.leaderboard)
        fields(of: answer.kind)
        key("sharedWith")
        beginArray()
        for id in answer.sharedWith { value(id.text) }
        endArray()
        field("isReleased", answer.leaderboard.isReleased)
        if let hiddenEntries { field("hiddenEntries", hiddenEntries) }
        endObject()
    }

    /// What a developer writes.
    public mutating func configurationFields(of leaderboard: Leaderboard) {
        field("id", leaderboard.id.text)
        field("referenceName", leaderboard.referenceName)
        field("format", leaderboard.format.name)
        field("submissionType", leaderboard.submissionType.name)
        field("sortOrder", leaderboard.sortOrder.name)
        field("range", leaderboard.range)
        field("isDefault", leaderboard.isDefault)
        field("isHidden", leaderboard.isHidden)
        field("isArchived", leaderboard.isArchived)
        field("replays", leaderboard.replays)
        key("localizations")
        beginArray()
        for localization in leaderboard.localizations { value(localization) }
        endArray()
    }

    public mutating func value(_ localization: LeaderboardLocalization) {
        beginObject()
        field("language", localization.language.text)
        field("name", localization.name)
        if let description = localization.description { field("description", description) }
        if let format = localization.formatOverride { field("formatOverride", format.name) }
        if let suffix = localization.suffixSingular { field("suffixSingular", suffix) }
        if let suffix = localization.suffixPlural { field("suffixPlural", suffix) }
        endObject()
    }
}
