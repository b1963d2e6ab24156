public import LaurelDomain

extension Shape where Value == ActivityID {
    public static let activityID = identifier(
        1...ActivityID.lengthLimit, pattern: "^[A-Za-z0-9._-]+$", example: "Race",
        expected: "an activity ID: at most 100 letters, digits, ., _ and -", text: \.text
    ) { (text) throws(InvalidIdentifier) in try ActivityID(text) }
}

extension Shape where Value == PartyCode {
    /// As people type it; written with its dash, in upper case.
    public static let partyCode = Shape<String>.text(4...PartyCode.typedLimit, example: "7K3Q-XW2P").map(
        expected: "a party code: two parts of 2 to 6 characters each with a dash between them"
    ) {
        PartyCode(typed: $0)
    } back: {
        $0.text
    }
}

extension Shape where Value == ActivityPlayStyle {
    public static let playStyle = word(ActivityPlayStyle.allCases.map { ($0.name, $0) })
}

extension Shape where Value == String {
    static let activityTitle = text(1...ActivityDefinition.titleLimit, example: "Race with friends")
    static let activityDetails = text(0...ActivityDefinition.detailsLimit, example: "The first one at the top wins.")
}

extension Shape where Value == Int {
    static let activityPlayers = integer(ActivityDefinition.players)
}

extension Shape where Value == [LeaderboardID] {
    static let linkedLeaderboards = Shape<LeaderboardID>.leaderboardID.list(
        countLimit: ActivityDefinition.linksLimit)
}

extension Shape where Value == [AchievementID] {
    static let linkedAchievements = Shape<AchievementID>.achievementID.list(
        countLimit: ActivityDefinition.linksLimit)
}

/// An activity in one language.
public struct ActivityLocalizationBody: LocalizedBody {
    public var localization = ActivityLocalization(language: .english, title: "", details: "")

    public init() {}
    public static let name = "ActivityLocalization"
    public static let fields: [Field<ActivityLocalizationBody>] = [
        .required("language", .language, \.localization.language),
        .required("title", .activityTitle, \.localization.title),
        .optional("details", .activityDetails, \.localization.details),
    ]
}

/// A property that an activity begins with.
public struct ActivityPropertyBody: RequestBody {
    public var property = ActivityProperty(name: "", value: "")

    public init() {}
    public static let name = "ActivityProperty"
    public static let fields: [Field<ActivityPropertyBody>] = [
        .required("name", .text(1...ActivityDefinition.propertyNameLimit, example: "course"), \.property.name),
        .required("value", .text(0...ActivityDefinition.propertyValueLimit, example: "jungle"), \.property.value),
    ]

    static var list: Shape<[ActivityProperty]> {
        shape.map(expected: "a property") {
            $0.property
        } back: {
            var body = Self()
            body.property = $0
            return body
        }.list(countLimit: ActivityDefinition.propertiesLimit)
    }
}

/// What a leaderboard or an achievement that links to an activity says beside its properties: one of the two.
public struct ActivityLinkBody: RequestBody {
    public var leaderboard: LeaderboardID?
    public var achievement: AchievementID?
    public var properties: [ActivityProperty] = []

    public init() {}
    public static let name = "ActivityLink"
    public static let alternatives: Set<String> = ["achievement"]
    public static let fields: [Field<ActivityLinkBody>] = [
        .optional("leaderboard", .leaderboardID, \.leaderboard),
        .optional("achievement", .achievementID, \.achievement),
        .required("properties", ActivityPropertyBody.list, \.properties),
    ]

    static var list: Shape<[ActivityLink]> {
        shape.map(expected: "a link with either a leaderboard or an achievement") { body -> ActivityLink? in
            switch (body.leaderboard, body.achievement) {
            case (let id?, nil): ActivityLink(.leaderboard(id), body.properties)
            case (nil, let id?): ActivityLink(.achievement(id), body.properties)
            default: nil
            }
        } back: {
            var body = Self()
            switch $0.source {
            case .leaderboard(let id): body.leaderboard = id
            case .achievement(let id): body.achievement = id
            }
            body.properties = $0.properties
            return body
        }.list(countLimit: 2 * ActivityDefinition.linksLimit)
    }
}

/// An activity, as its developer writes it (rule 14.1).
public struct ActivityBody: RequestBody {
    public var id: ActivityID?
    public var referenceName: String?
    public var groupID: String?
    public var playStyle = ActivityPlayStyle.unspecified
    public var minPlayers = 1
    public var maxPlayers: Int?
    public var properties: [ActivityProperty] = []
    public var fallbackURL: String?
    public var supportsPartyCodes = false
    public var isArchived = false
    public var localizations: [ActivityLocalization] = []
    public var leaderboards: [LeaderboardID] = []
    public var achievements: [AchievementID] = []
    public var links: [ActivityLink] = []

    public init() {}
    public static let name = "NewActivity"
    public static let fields: [Field<ActivityBody>] = [
        .required("id", .activityID, \.id),
        .optional("referenceName", .activityTitle, \.referenceName),
        .nullable("groupID", .activityTitle, \.groupID),
        .optional("playStyle", .playStyle, \.playStyle),
        .optional("minPlayers", .activityPlayers, \.minPlayers),
        .nullable("maxPlayers", .activityPlayers, \.maxPlayers),
        .optional("properties", ActivityPropertyBody.list, \.properties),
        .nullable("fallbackURL", .link, \.fallbackURL),
        .optional("supportsPartyCodes", .boolean, \.supportsPartyCodes),
        .optional("isArchived", .boolean, \.isArchived),
        .required("localizations", ActivityLocalizationBody.list, \.localizations),
        .optional("leaderboards", .linkedLeaderboards, \.leaderboards),
        .optional("achievements", .linkedAchievements, \.achievements),
        .optional("links", ActivityLinkBody.list, \.links),
    ]
}

/// A change of an activity; what is missing stays.
public struct ActivityChangeBody: RequestBody {
    public var referenceName: String?
    public var groupID: String??
    public var playStyle: ActivityPlayStyle?
    public var minPlayers: Int?
    public var maxPlayers: Int??
    public var properties: [ActivityProperty]?
    public var fallbackURL: String??
    public var supportsPartyCodes: Bool?
    public var isArchived: Bool?
    public var localizations: [ActivityLocalization]?
    public var leaderboards: [LeaderboardID]?
    public var achievements: [AchievementID]?
    /// Nil: those of what still links to it stay.
    public var links: [ActivityLink]?

    public init() {}
    public static let name = "ActivityChange"
    public static let fields: [Field<ActivityChangeBody>] = [
        .changeable("referenceName", .activityTitle, \.referenceName),
        .clearable("groupID", .activityTitle, \.groupID),
        .changeable("playStyle", .playStyle, \.playStyle),
        .changeable("minPlayers", .activityPlayers, \.minPlayers),
        .clearable("maxPlayers", .activityPlayers, \.maxPlayers),
        .changeable("properties", ActivityPropertyBody.list, \.properties),
        .clearable("fallbackURL", .link, \.fallbackURL),
        .changeable("supportsPartyCodes", .boolean, \.supportsPartyCodes),
        .changeable("isArchived", .boolean, \.isArchived),
        .changeable("localizations", ActivityLocalizationBody.list, \.localizations),
        .changeable("leaderboards", .linkedLeaderboards, \.leaderboards),
        .changeable("achievements", .linkedAchievements, \.achievements),
        .changeable("links", ActivityLinkBody.list, \.links),
    ]
}

/// A party that begins.
public struct PartyBody: RequestBody {
    public var activity: ActivityID?
    /// Nil: one is drawn.
    public var code: PartyCode?

    public init() {}
    public static let name = "NewParty"
    public static let fields: [Field<PartyBody>] = [
        .required("activity", .activityID, \.activity),
        .optional("code", .partyCode, \.code),
    ]
}
