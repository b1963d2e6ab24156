public import LaurelDomain

/// A game as players see it.
public struct GameAnswer: Hashable, Sendable {
    public var app: App
    public var environments: [Environment]
    public var leaderboardCount: Int
    /// In the reader's language.
    public var localization: AppLocalization
    public var icon: IconAnswer
    /// By their ids, in order.
    public var screenshots: [String]

    public init(
        app: App, environments: [Environment], leaderboardCount: Int, localization: AppLocalization, icon: IconAnswer,
        screenshots: [String]
    ) {
        self.icon = icon
        self.screenshots = screenshots
        self.localization = localization
        self.app = app
        self.environments = environments
        self.leaderboardCount = leaderboardCount
    }

    public static let schema = Schema.object(
        "Game",
        [
            .init("bundleID", Shape<BundleID>.bundleID.schema), .init("name", Shape<String>.name.schema),
            .init("defaultLanguage", Shape<LanguageTag>.language.schema), .init("isReleased", .boolean),
            .init("isGameCenterEnabled", .boolean), .init("link", .nullable(Shape<String>.link.schema)),
            .init("environments", .array(Shape<Environment>.environment.schema, countLimit: 2)),
            .init("leaderboardCount", .integer(0...500)),
            .init("subtitle", .string(.init(length: 0...64, example: "Jump from vine to vine"))),
            .init("description", .string(.init(length: 0...4_000, example: "A monkey, a jungle, and a way to go."))),
            .init("icon", IconAnswer.schema),
            .init("screenshots", .array(PictureAnswer.address, countLimit: ImageLimits.screenshots)),
        ])
    public static let listSchema = Schema.object("Games", [.init("games", .array(schema, countLimit: 1_000_000))])
}

/// A leaderboard as players see it, in one language.
public struct LeaderboardAnswer: Hashable, Sendable {
    public var leaderboard: Leaderboard
    public var localization: LeaderboardLocalization
    public var kind: LeaderboardKind<LeaderboardID>
    /// What a recurring one's schedule says of now depends on it.
    public var now: Timestamp
    public var image: PictureAnswer

    public init(
        leaderboard: Leaderboard, localization: LeaderboardLocalization, kind: LeaderboardKind<LeaderboardID>,
        now: Timestamp, image: PictureAnswer
    ) {
        self.image = image
        self.leaderboard = leaderboard
        self.localization = localization
        self.kind = kind
        self.now = now
    }

    public static let schema = Schema.object(
        "Leaderboard",
        [
            .init("id", Shape<LeaderboardID>.leaderboardID.schema), .init("kind", LeaderboardKindAnswer.kind),
            .init("recurrence", .nullable(RecurrenceBody.schema)), .init("parts", LeaderboardKindAnswer.parts),
            .init("name", Shape<String>.boardName.schema),
            .init("description", .nullable(Shape<String>.boardDescription.schema)),
            .init("format", Shape<ScoreFormat>.scoreFormat.schema),
            .init("sortOrder", Shape<SortOrder>.sortOrder.schema),
            .init("submissionType", Shape<SubmissionType>.submissionType.schema),
            .init("range", .nullable(ScoreRangeBody.schema)), .init("isDefault", .boolean), .init("isHidden", .boolean),
            .init("isReleased", .boolean), .init("isArchived", .boolean),
            .init("occurrence", .nullable(LeaderboardKindAnswer.occurrence)),
            .init("nextReset", .nullable(Shape<Timestamp>.timestamp.schema)),
            .init("nextStart", .nullable(Shape<Timestamp>.timestamp.schema)),
            .init("image", PictureAnswer.schema), .init("replays", .nullable(ReplayRuleBody.schema)),
        ])
    public static let listSchema = Schema.object(
        "Leaderboards", [.init("leaderboards", .array(schema, countLimit: 500))])
}

extension JSONWriter {
    public mutating func value(_ game: GameAnswer) {
        beginObject()
        field("bundleID", game.app.bundleID.text)
        field("name", game.localization.name)
        field("subtitle", game.localization.subtitle)
        field("description", game.localization.description)
        field("defaultLanguage", game.app.defaultLanguage.text)
        field("isReleased", game.app.isReleased)
        field("isGameCenterEnabled", game.app.isGameCenterEnabled)
        field("link", game.app.link)
        key("environments")
        beginArray()
        for environment in game.environments { value(environment.name) }
        endArray()
        field("leaderboardCount", game.leaderboardCount)
        field("icon", game.icon)
        field("screenshots", game.screenshots.map { Route.images(.image($0)).target })
        endObject()
    }

    public mutating func value(_ answer: LeaderboardAnswer) {
        let leaderboard = answer.leaderboard
        beginObject()
        field("id", leaderboard.id.text)
        fields(of: answer.kind)
        field("name", answer.localization.name)
        field("description", answer.localization.description)
        field("format", leaderboard.format.name)
        field("sortOrder", leaderboard.sortOrder.name)
        field("submissionType", leaderboard.submissionType.name)
        field("range", leaderboard.range)
        field("isDefault", leaderboard.isDefault)
        field("isHidden", leaderboard.isHidden)
        field("isReleased", leaderboard.isReleased)
        field("isArchived", leaderboard.isArchived)
        let recurrence = leaderboard.kind.recurrence
        let running = recurrence?.running(at: answer.now)
        field("occurrence", running)
        field("nextReset", running?.end)
        field("nextStart", recurrence?.nextStart(after: answer.now))
        field("image", answer.image)
        field("replays", leaderboard.replays)
        endObject()
    }

    public mutating func field(_ key: StaticString, _ range: ScoreRange?) {
        self.key(key)
        guard let range else { return null() }
        beginObject()
        field("lowest", range.lowest)
        field("highest", range.highest)
        endObject()
    }
}
