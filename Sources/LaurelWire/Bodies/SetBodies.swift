public import LaurelDomain

extension Shape where Value == LeaderboardSetID {
    public static let setID = identifier(
        1...LeaderboardSetID.lengthLimit, pattern: "^[A-Za-z0-9._-]+$", example: "Jungle",
        expected: "a set ID: at most 100 letters, digits, ., _ and -", text: \.text
    ) { (text) throws(InvalidIdentifier) in try LeaderboardSetID(text) }
}

/// A set's name in one language.
public struct SetLocalizationBody: LocalizedBody {
    public var localization = SetLocalization(language: .english, name: "")

    public init() {}
    public static let name = "SetLocalization"
    public static let fields: [Field<SetLocalizationBody>] = [
        .required("language", .language, \.localization.language),
        .required("name", .boardName, \.localization.name),
    ]
}

/// What a leaderboard is called within a set, in one language.
public struct SetLeaderboardNameBody: RequestBody {
    public var leaderboard: LeaderboardID?
    public var language = LanguageTag.english
    public var text = ""

    public init() {}
    public static let name = "SetLeaderboardName"
    public static let fields: [Field<SetLeaderboardNameBody>] = [
        .required("leaderboard", .leaderboardID, \.leaderboard),
        .required("language", .language, \.language),
        .required("name", .boardName, \.text),
    ]

    static var list: Shape<[SetLeaderboardName]> {
        shape.map(expected: "a leaderboard name") { body in
            body.leaderboard.map { SetLeaderboardName(leaderboard: $0, language: body.language, name: body.text) }
        } back: {
            var body = Self()
            (body.leaderboard, body.language, body.text) = ($0.leaderboard, $0.language, $0.name)
            return body
        }.list(countLimit: LeaderboardSet.leaderboardNamesLimit)
    }
}

/// A set of leaderboards, as its developer writes it (rule 4.1).
public struct LeaderboardSetBody: RequestBody {
    public var id: LeaderboardSetID?
    public var referenceName: String?
    public var localizations: [SetLocalization] = []
    public var leaderboards: [LeaderboardID] = []
    /// Nil: nothing is said, and they stay.
    public var leaderboardNames: [SetLeaderboardName]?

    public init() {}
    public static let name = "LeaderboardSet"
    public static let fields: [Field<LeaderboardSetBody>] = [
        .required("id", .setID, \.id),
        .optional("referenceName", .boardName, \.referenceName),
        .required("localizations", SetLocalizationBody.list, \.localizations),
        .required(
            "leaderboards", Shape<LeaderboardID>.leaderboardID.list(countLimit: LeaderboardSet.leaderboardsLimit),
            \.leaderboards),
        .optional("leaderboardNames", SetLeaderboardNameBody.list, \.leaderboardNames),
    ]
}

/// A change of a set; what is missing stays.
public struct LeaderboardSetChangeBody: RequestBody {
    public var referenceName: String?
    public var localizations: [SetLocalization]?
    public var leaderboards: [LeaderboardID]?
    public var leaderboardNames: [SetLeaderboardName]?

    public init() {}
    public static let name = "LeaderboardSetChange"
    public static let fields: [Field<LeaderboardSetChangeBody>] = [
        .changeable("referenceName", .boardName, \.referenceName),
        .changeable("localizations", SetLocalizationBody.list, \.localizations),
        .changeable(
            "leaderboards", Shape<LeaderboardID>.leaderboardID.list(countLimit: LeaderboardSet.leaderboardsLimit),
            \.leaderboards),
        .changeable("leaderboardNames", SetLeaderboardNameBody.list, \.leaderboardNames),
    ]
}

/// Where the player's scores go that name no leaderboard.
public struct DefaultLeaderboardBody: RequestBody {
    /// Nil: the app's own again.
    public var leaderboard: LeaderboardID?

    public init() {}
    public static let name = "DefaultLeaderboardChoice"
    public static let fields: [Field<DefaultLeaderboardBody>] = [
        .optional("leaderboard", .leaderboardID, \.leaderboard)
    ]
}
