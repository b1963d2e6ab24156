public import LaurelDomain

extension Shape where Value == LeaderboardSetID {
    public static let setID = identifier(
        1...LeaderboardSetID.lengthLimit, pattern: "^[A-Za-z0-9._-]+$", example: "Jungle",
        expected: "a set ID: at most 100 letters, digits, ., _ and -"
    ) { (text) throws(InvalidIdentifier) in try LeaderboardSetID(text) }
}

/// A set's name in one language.
public struct SetLocalizationBody: RequestBody {
    public var localization = SetLocalization(language: .english, name: "")

    public init() {}
    public static let name = "SetLocalization"
    public static let fields: [Field<SetLocalizationBody>] = [
        .required("language", .language) { $0.localization.language = $1 },
        .required("name", .boardName) { $0.localization.name = $1 },
    ]

    static var list: Shape<[SetLocalization]> {
        shape.map(expected: "a localization") { $0.localization }.list(countLimit: localizationsLimit)
    }
}

/// What a leaderboard is called within a set, in one language.
public struct SetLeaderboardNameBody: RequestBody {
    public var leaderboard: LeaderboardID?
    public var language = LanguageTag.english
    public var text = ""

    public init() {}
    public static let name = "SetLeaderboardName"
    public static let fields: [Field<SetLeaderboardNameBody>] = [
        .required("leaderboard", .leaderboardID) { $0.leaderboard = $1 },
        .required("language", .language) { $0.language = $1 },
        .required("name", .boardName) { $0.text = $1 },
    ]

    static var list: Shape<[SetLeaderboardName]> {
        shape.map(expected: "a leaderboard name") { body in
            body.leaderboard.map { SetLeaderboardName(leaderboard: $0, language: body.language, name: body.text) }
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
        .required("id", .setID) { $0.id = $1 },
        .optional("referenceName", .boardName) { $0.referenceName = $1 },
        .required("localizations", SetLocalizationBody.list) { $0.localizations = $1 },
        .required(
            "leaderboards", Shape<LeaderboardID>.leaderboardID.list(countLimit: LeaderboardSet.leaderboardsLimit)
        ) { $0.leaderboards = $1 },
        .optional("leaderboardNames", SetLeaderboardNameBody.list) { $0.leaderboardNames = $1 },
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
        .changeable("referenceName", .boardName) { $0.referenceName = $1 },
        .changeable("localizations", SetLocalizationBody.list) { $0.localizations = $1 },
        .changeable(
            "leaderboards", Shape<LeaderboardID>.leaderboardID.list(countLimit: LeaderboardSet.leaderboardsLimit)
        ) { $0.leaderboards = $1 },
        .changeable("leaderboardNames", SetLeaderboardNameBody.list) { $0.leaderboardNames = $1 },
    ]
}

/// Where the player's scores go that name no leaderboard.
public struct DefaultLeaderboardBody: RequestBody {
    /// Nil: the app's own again.
    public var leaderboard: LeaderboardID?

    public init() {}
    public static let name = "DefaultLeaderboardChoice"
    public static let fields: [Field<DefaultLeaderboardBody>] = [
        .clearable("leaderboard", .leaderboardID) { $0.leaderboard = $1 }
    ]
}
