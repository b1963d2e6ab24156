public import LaurelDomain

/// A game as players see it.
public struct GameAnswer: Hashable, Sendable {
    public var app: App
    public var environments: [Environment]
    public var leaderboardCount: Int

    public init(app: App, environments: [Environment], leaderboardCount: Int) {
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
        ])
    public static let listSchema = Schema.object("Games", [.init("games", .array(schema, countLimit: 1_000_000))])
}

/// A leaderboard as players see it, in one language.
public struct LeaderboardAnswer: Hashable, Sendable {
    public var leaderboard: Leaderboard
    public var name: String

    public init(leaderboard: Leaderboard, name: String) {
        self.leaderboard = leaderboard
        self.name = name
    }

    public static let schema = Schema.object(
        "Leaderboard",
        [
            .init("id", Shape<LeaderboardID>.leaderboardID.schema), .init("kind", .enumeration(["classic"])),
            .init("name", Shape<String>.boardName.schema), .init("format", Shape<ScoreFormat>.scoreFormat.schema),
            .init("sortOrder", Shape<SortOrder>.sortOrder.schema),
            .init("submissionType", Shape<SubmissionType>.submissionType.schema),
            .init("range", .nullable(ScoreRangeBody.schema)), .init("isDefault", .boolean), .init("isHidden", .boolean),
            .init("isReleased", .boolean), .init("isArchived", .boolean),
            .init("nextReset", .nullable(Shape<Timestamp>.timestamp.schema)),
        ])
    public static let listSchema = Schema.object(
        "Leaderboards", [.init("leaderboards", .array(schema, countLimit: 500))])
}

extension JSONWriter {
    public mutating func value(_ game: GameAnswer) {
        beginObject()
        field("bundleID", game.app.bundleID.text)
        field("name", game.app.name)
        field("defaultLanguage", game.app.defaultLanguage.text)
        field("isReleased", game.app.isReleased)
        field("isGameCenterEnabled", game.app.isGameCenterEnabled)
        field("link", game.app.link)
        key("environments")
        beginArray()
        for environment in game.environments { value(environment.name) }
        endArray()
        field("leaderboardCount", game.leaderboardCount)
        endObject()
    }

    public mutating func value(_ answer: LeaderboardAnswer) {
        let leaderboard = answer.leaderboard
        beginObject()
        field("id", leaderboard.id.text)
        field("kind", "classic")
        field("name", answer.name)
        field("format", leaderboard.format.name)
        field("sortOrder", leaderboard.sortOrder.name)
        field("submissionType", leaderboard.submissionType.name)
        field("range", leaderboard.range)
        field("isDefault", leaderboard.isDefault)
        field("isHidden", leaderboard.isHidden)
        field("isReleased", leaderboard.isReleased)
        field("isArchived", leaderboard.isArchived)
        field("nextReset", nil as String?)
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
