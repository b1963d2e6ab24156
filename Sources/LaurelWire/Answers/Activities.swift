public import LaurelDomain

/// An activity as players see it, in their language.
public struct ActivityDefinitionAnswer: Answer, Hashable {
    public var id: ActivityID
    public var groupID: String?
    public var title: String
    /// May be empty.
    public var details: String
    public var playStyle: ActivityPlayStyle
    public var minPlayers: Int
    /// Nil: as many as like.
    public var maxPlayers: Int?
    public var properties: [ActivityProperty]
    /// Where players without the game go. Nil: nowhere.
    public var fallbackURL: String?
    public var supportsPartyCodes: Bool
    public var isReleased: Bool
    public var leaderboards: [LeaderboardID]
    public var achievements: [AchievementID]
    public var image: PictureAnswer

    public init(
        id: ActivityID, groupID: String?, title: String, details: String, playStyle: ActivityPlayStyle,
        minPlayers: Int, maxPlayers: Int?, properties: [ActivityProperty], fallbackURL: String?,
        supportsPartyCodes: Bool, isReleased: Bool, leaderboards: [LeaderboardID], achievements: [AchievementID],
        image: PictureAnswer
    ) {
        self.id = id
        self.groupID = groupID
        self.title = title
        self.details = details
        self.playStyle = playStyle
        self.minPlayers = minPlayers
        self.maxPlayers = maxPlayers
        self.properties = properties
        self.fallbackURL = fallbackURL
        self.supportsPartyCodes = supportsPartyCodes
        self.isReleased = isReleased
        self.leaderboards = leaderboards
        self.achievements = achievements
        self.image = image
    }

    public static let name = "GameActivity"
    public static let fields = Fields(
        AnswerField("id", .activityID, \.id), AnswerField(orNull: "groupID", .activityTitle, \.groupID),
        AnswerField("title", .activityTitle, \.title), AnswerField("details", .activityDetails, \.details),
        AnswerField("playStyle", Shape<ActivityPlayStyle>.playStyle.unknown(as: .unspecified), \.playStyle),
        AnswerField("minPlayers", .activityPlayers, \.minPlayers),
        AnswerField(orNull: "maxPlayers", .activityPlayers, \.maxPlayers),
        AnswerField("properties", ActivityPropertyBody.list, \.properties),
        AnswerField(orNull: "fallbackURL", .link, \.fallbackURL),
        AnswerField("supportsPartyCodes", .boolean, \.supportsPartyCodes),
        AnswerField("isReleased", .boolean, \.isReleased),
        AnswerField("leaderboards", .linkedLeaderboards, \.leaderboards),
        AnswerField("achievements", .linkedAchievements, \.achievements),
        AnswerField("image", PictureAnswer.shape, \.image),
        make: Self.init(
            id:groupID:title:details:playStyle:minPlayers:maxPlayers:properties:fallbackURL:supportsPartyCodes:
            isReleased:leaderboards:achievements:image:))
    public static let list = shape.list(countLimit: ActivityDefinition.countLimit)
        .held(by: "activities", of: "GameActivities")
}

/// An activity as its developer wrote it.
public struct AppActivityAnswer: Answer, Hashable {
    public var id: ActivityID
    public var referenceName: String
    public var groupID: String?
    public var playStyle: ActivityPlayStyle
    public var minPlayers: Int
    public var maxPlayers: Int?
    public var properties: [ActivityProperty]
    public var fallbackURL: String?
    public var supportsPartyCodes: Bool
    public var isArchived: Bool
    public var localizations: [ActivityLocalization]
    public var leaderboards: [LeaderboardID]
    public var achievements: [AchievementID]
    /// What some of these say beside ``properties``.
    public var links: [ActivityLink]
    public var isReleased: Bool

    public init(
        id: ActivityID, referenceName: String, groupID: String?, playStyle: ActivityPlayStyle, minPlayers: Int,
        maxPlayers: Int?, properties: [ActivityProperty], fallbackURL: String?, supportsPartyCodes: Bool,
        isArchived: Bool, localizations: [ActivityLocalization], leaderboards: [LeaderboardID],
        achievements: [AchievementID], links: [ActivityLink], isReleased: Bool
    ) {
        self.id = id
        self.referenceName = referenceName
        self.groupID = groupID
        self.playStyle = playStyle
        self.minPlayers = minPlayers
        self.maxPlayers = maxPlayers
        self.properties = properties
        self.fallbackURL = fallbackURL
        self.supportsPartyCodes = supportsPartyCodes
        self.isArchived = isArchived
        self.localizations = localizations
        self.leaderboards = leaderboards
        self.achievements = achievements
        self.links = links
        self.isReleased = isReleased
    }

    public init(_ activity: ActivityDefinition) {
        self.init(
            id: activity.id, referenceName: activity.referenceName, groupID: activity.groupID,
            playStyle: activity.playStyle, minPlayers: activity.minPlayers, maxPlayers: activity.maxPlayers,
            properties: activity.properties, fallbackURL: activity.fallbackURL,
            supportsPartyCodes: activity.supportsPartyCodes, isArchived: activity.isArchived,
            localizations: activity.localizations, leaderboards: activity.leaderboards,
            achievements: activity.achievements, links: activity.links, isReleased: activity.isReleased)
    }

    public static let name = "AppActivity"
    public static let fields = Fields(
        AnswerField("id", .activityID, \.id), AnswerField("referenceName", .activityTitle, \.referenceName),
        AnswerField(orNull: "groupID", .activityTitle, \.groupID), AnswerField("playStyle", .playStyle, \.playStyle),
        AnswerField("minPlayers", .activityPlayers, \.minPlayers),
        AnswerField(orNull: "maxPlayers", .activityPlayers, \.maxPlayers),
        AnswerField("properties", ActivityPropertyBody.list, \.properties),
        AnswerField(orNull: "fallbackURL", .link, \.fallbackURL),
        AnswerField("supportsPartyCodes", .boolean, \.supportsPartyCodes),
        AnswerField("isArchived", .boolean, \.isArchived),
        AnswerField("localizations", ActivityLocalizationBody.list, \.localizations),
        AnswerField("leaderboards", .linkedLeaderboards, \.leaderboards),
        AnswerField("achievements", .linkedAchievements, \.achievements),
        AnswerField("links", ActivityLinkBody.list, \.links),
        AnswerField("isReleased", .boolean, \.isReleased),
        make: Self.init(
            id:referenceName:groupID:playStyle:minPlayers:maxPlayers:properties:fallbackURL:supportsPartyCodes:
            isArchived:localizations:leaderboards:achievements:links:isReleased:))
    public static let list = shape.list(countLimit: ActivityDefinition.countLimit)
        .held(by: "activities", of: "AppActivities")
}

/// Players who meet by a code.
public struct PartyAnswer: Answer, Hashable {
    public var code: PartyCode
    public var activity: ActivityID
    public var environment: Environment
    public var created: Timestamp
    /// When the code ends, if nobody enters any more and those who sit in a match stay there.
    public var ends: Timestamp
    /// In it now, in order of entering.
    public var players: [PlayerAnswer]
    /// The page of this code.
    public var url: String
    /// Its picture, for cameras.
    public var image: String
    /// Where the game opens with the activity and the code. Nil: it can't be opened by an address.
    public var play: String?

    public init(
        code: PartyCode, activity: ActivityID, environment: Environment, created: Timestamp, ends: Timestamp,
        players: [PlayerAnswer], url: String, image: String, play: String?
    ) {
        self.code = code
        self.activity = activity
        self.environment = environment
        self.created = created
        self.ends = ends
        self.players = players
        self.url = url
        self.image = image
        self.play = play
    }

    public static let name = "Party"
    public static let fields = Fields(
        AnswerField("code", .partyCode, \.code), AnswerField("activity", .activityID, \.activity),
        AnswerField("environment", .environment, \.environment), AnswerField("created", .timestamp, \.created),
        AnswerField("ends", .timestamp, \.ends),
        AnswerField("players", listOf: PlayerAnswer.shape, countLimit: Party.playersLimit, \.players),
        AnswerField("url", .link, \.url), AnswerField("image", .link, \.image),
        AnswerField(orNull: "play", .text(1...4_096, example: "/play/monkeyjump/?activity=Race"), \.play),
        make: Self.init(code:activity:environment:created:ends:players:url:image:play:))
}

/// The activity that a leaderboard or an achievement links to.
public struct LinkedActivityAnswer: Answer, Hashable {
    public var id: ActivityID
    /// What the game gets with it: the definition's, over them the link's.
    public var properties: [ActivityProperty]

    public init(id: ActivityID, properties: [ActivityProperty]) {
        self.id = id
        self.properties = properties
    }

    public static let name = "LinkedActivity"
    public static let fields = Fields(
        AnswerField("id", .activityID, \.id), AnswerField("properties", ActivityPropertyBody.list, \.properties),
        make: Self.init(id:properties:))
}
