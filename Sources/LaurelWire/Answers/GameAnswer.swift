public import LaurelDomain

/// A game as players see it.
public struct GameAnswer: Answer, Hashable {
    public var bundleID: BundleID
    /// In the reader's language, as subtitle and description.
    public var name: String
    public var defaultLanguage: LanguageTag
    public var isReleased: Bool
    public var isGameCenterEnabled: Bool
    /// Whether who has no account can play as a guest (rule 1.11): here, and in this game.
    public var allowsGuests: Bool
    public var link: String?
    /// Whether it is on the desktop, too (rule 14.10). Nil: an older server's.
    public var hasDesktopGame: Bool?
    public var environments: [Environment]
    public var leaderboardCount: Int
    public var subtitle: String
    public var description: String
    public var icon: IconAnswer
    /// URLs.
    public var screenshots: [String]
    /// Of matches that the server judges (rule 12.40). Nil: it judges none of the game.
    public var matchRules: MatchRulesAnswer?

    private init(
        bundleID: BundleID, name: String, defaultLanguage: LanguageTag, isReleased: Bool, isGameCenterEnabled: Bool,
        allowsGuests: Bool, link: String?, hasDesktopGame: Bool?, environments: [Environment], leaderboardCount: Int,
        subtitle: String, description: String, icon: IconAnswer, screenshots: [String], matchRules: MatchRulesAnswer?
    ) {
        self.bundleID = bundleID
        self.name = name
        self.defaultLanguage = defaultLanguage
        self.isReleased = isReleased
        self.isGameCenterEnabled = isGameCenterEnabled
        self.allowsGuests = allowsGuests
        self.link = link
        self.hasDesktopGame = hasDesktopGame
        self.environments = environments
        self.leaderboardCount = leaderboardCount
        self.subtitle = subtitle
        self.description = description
        self.icon = icon
        self.screenshots = screenshots
        self.matchRules = matchRules
    }

    /// - Parameters:
    ///   - localization: in the reader's language.
    ///   - screenshots: IDs of images, in order.
    ///   - allowsGuests: whether this server does; the app has a switch of its own.
    ///   - judgedPlayers: of how many players the matches are that the server judges; nil: it judges none.
    public init(
        app: App, environments: [Environment], leaderboardCount: Int, localization: AppLocalization, icon: IconAnswer,
        screenshots: [String], allowsGuests: Bool, judgedPlayers: ClosedRange<Int>?
    ) {
        self.init(
            bundleID: app.bundleID, name: localization.name, defaultLanguage: app.defaultLanguage,
            isReleased: app.isReleased, isGameCenterEnabled: app.isGameCenterEnabled,
            allowsGuests: allowsGuests && app.allowsGuests, link: app.link, hasDesktopGame: app.hasDesktopGame,
            environments: environments, leaderboardCount: leaderboardCount, subtitle: localization.subtitle,
            description: localization.description, icon: icon,
            screenshots: screenshots.map { Route.images(.image($0)).target },
            matchRules: judgedPlayers.map {
                MatchRulesAnswer(minPlayers: $0.lowerBound, maxPlayers: $0.upperBound)
            })
    }

    public static let name = "Game"
    public static let fields = Fields(
        AnswerField("bundleID", .bundleID, \.bundleID), AnswerField("name", .name, \.name),
        AnswerField("defaultLanguage", .language, \.defaultLanguage), AnswerField("isReleased", .boolean, \.isReleased),
        AnswerField("isGameCenterEnabled", .boolean, \.isGameCenterEnabled),
        AnswerField("allowsGuests", .boolean, \.allowsGuests),
        AnswerField(orNull: "link", .link, \.link), AnswerField(optional: "hasDesktopGame", .boolean, \.hasDesktopGame),
        AnswerField("environments", listOf: .environment, countLimit: 2, \.environments),
        AnswerField("leaderboardCount", .integer(0...500), \.leaderboardCount),
        AnswerField("subtitle", .text(0...64, example: "Jump from vine to vine"), \.subtitle),
        AnswerField("description", .text(0...4_000, example: "A monkey, a jungle, and a way to go."), \.description),
        AnswerField("icon", IconAnswer.shape, \.icon),
        AnswerField(
            "screenshots", listOf: PictureAnswer.addressShape, countLimit: ImageLimits.screenshots, \.screenshots),
        AnswerField(orNull: "matchRules", MatchRulesAnswer.shape, \.matchRules),
        make: Self.init(
            bundleID:name:defaultLanguage:isReleased:isGameCenterEnabled:allowsGuests:link:hasDesktopGame:
            environments:leaderboardCount:subtitle:description:icon:screenshots:matchRules:))
    public static let list = shape.list(countLimit: 1_000_000).held(by: "games", of: "Games")
}

/// What the server knows of the rules of matches that it judges.
public struct MatchRulesAnswer: Answer, Hashable {
    public var minPlayers: Int
    public var maxPlayers: Int

    public init(minPlayers: Int, maxPlayers: Int) {
        self.minPlayers = minPlayers
        self.maxPlayers = maxPlayers
    }

    public static let name = "MatchRules"
    public static let fields = Fields(
        AnswerField("minPlayers", .integer(2...matchSeatsLimit), \.minPlayers),
        AnswerField("maxPlayers", .integer(2...matchSeatsLimit), \.maxPlayers),
        make: Self.init(minPlayers:maxPlayers:))
}
