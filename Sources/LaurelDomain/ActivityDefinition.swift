/// An activity's permanent ID, unique in its app.
///
/// - Range: 1 to 100 characters of letters, digits, `.`, `_`, `-` (rule 14.1).
public struct ActivityID: Hashable, Sendable {
    public static let lengthLimit = 100
    public let text: String

    public init(_ text: String) throws(InvalidIdentifier) {
        try checkIdentifier(text, limit: Self.lengthLimit)
        self.text = text
    }
}

/// How an activity's players play. Raw values are stored, and are those of GameKit.
public enum ActivityPlayStyle: UInt8, CaseIterable, Hashable, Sendable {
    case unspecified = 0
    /// All at the same time.
    case synchronous = 1
    /// Each when they like.
    case asynchronous = 2

    public var name: String {
        switch self {
        case .unspecified: "unspecified"
        case .synchronous: "synchronous"
        case .asynchronous: "asynchronous"
        }
    }
}

/// A part of a game that a link opens: a level, a mode, a race with friends (rule 14.1). In both environments.
public struct ActivityDefinition: Hashable, Sendable {
    /// Of one app, archived ones too.
    public static let countLimit = 100
    /// Characters of a title or a reference name, and of the details.
    public static let titleLimit = 255
    public static let detailsLimit = 1_000
    /// What ``minPlayers`` and ``maxPlayers`` may be.
    public static let players = 1...1_000
    public static let propertiesLimit = 64
    /// Characters of a property's name and of its value.
    public static let propertyNameLimit = 64
    public static let propertyValueLimit = 255
    /// Names that no property has: a link says these itself (rule 14.11).
    public static let reservedPropertyNames: Set<String> = ["activity", "partyCode"]
    /// Leaderboards that have a link to it, and achievements.
    public static let linksLimit = 100
    /// Of all links together. One has at most ``propertiesLimit``, those of the definition included.
    public static let linkPropertiesLimit = 1_000
    /// Bytes of a fallback URL.
    public static let urlLimit = 2_048

    public let id: ActivityID
    /// For its developers.
    public var referenceName: String
    /// As leaderboards have one: what several games of a team share.
    public var groupID: String?
    public var playStyle = ActivityPlayStyle.unspecified
    public var minPlayers = 1
    /// Nil: as many as like.
    public var maxPlayers: Int?
    /// What the game gets with each activity, in order of name, no name twice. Links may say otherwise (rule 14.3).
    public var properties: [ActivityProperty] = []
    /// Where players without the game go: an address, or a path of this server. Nil: the game's own link.
    public var fallbackURL: String?
    public var supportsPartyCodes = false
    /// Players meet it in Production. Comes with the game's release, and stays.
    public var isReleased = false
    /// Not shown to players any more; nothing new begins with it.
    public var isArchived = false
    /// At least the app's default language (rule 3.6), in order of language.
    public var localizations: [ActivityLocalization]
    /// Those that have a deep link to it, in order of display.
    public var leaderboards: [LeaderboardID] = []
    public var achievements: [AchievementID] = []
    /// What some of them say beside ``properties``, in the order of ``sources``: none twice, and none without
    /// properties.
    public var links: [ActivityLink] = []

    public init(id: ActivityID, referenceName: String, localizations: [ActivityLocalization]) {
        self.id = id
        self.referenceName = referenceName
        self.localizations = localizations
    }
}

/// A default property of an activity.
public struct ActivityProperty: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// What a leaderboard or an achievement that links to an activity says of its properties (rule 14.3).
public struct ActivityLink: Hashable, Sendable {
    public var source: Source
    /// In order of name, no name twice. They stand over the definition's.
    public var properties: [ActivityProperty]

    public init(_ source: Source, _ properties: [ActivityProperty]) {
        self.source = source
        self.properties = properties
    }

    /// What links.
    public enum Source: Hashable, Sendable {
        case leaderboard(LeaderboardID)
        case achievement(AchievementID)

        public var text: String {
            switch self {
            case .leaderboard(let id): id.text
            case .achievement(let id): id.text
            }
        }
    }
}

/// An activity in one language.
public struct ActivityLocalization: Hashable, Sendable {
    public var language: LanguageTag
    public var title: String
    /// May be empty.
    public var details: String

    public init(language: LanguageTag, title: String, details: String) {
        self.language = language
        self.title = title
        self.details = details
    }
}

extension ActivityDefinition {
    /// What a developer writes, in the one order that it is kept in.
    public func inOrder() -> ActivityDefinition {
        var ordered = self
        ordered.properties.sort { $0.name < $1.name }
        ordered.localizations.sort { $0.language.text < $1.language.text }
        ordered.links.removeAll { $0.properties.isEmpty }
        for index in ordered.links.indices { ordered.links[index].properties.sort { $0.name < $1.name } }
        let positions = Dictionary(sources.enumerated().map { ($1, $0) }) { first, _ in first }
        ordered.links.sort { positions[$0.source, default: .max] < positions[$1.source, default: .max] }
        return ordered
    }

    /// What links to it: leaderboards in order of display, then achievements.
    public var sources: [ActivityLink.Source] {
        leaderboards.map(ActivityLink.Source.leaderboard) + achievements.map(ActivityLink.Source.achievement)
    }

    /// What the game gets when this leaderboard or achievement opens it: the definition's properties, over them the
    /// link's (rule 14.3). In order of name.
    public func properties(linkedBy source: ActivityLink.Source) -> [ActivityProperty] {
        guard let link = links.first(where: { $0.source == source }) else { return properties }
        let names = Set(link.properties.map(\.name))
        return (properties.filter { !names.contains($0.name) } + link.properties).sorted { $0.name < $1.name }
    }

    /// The localization that serves a reader best: their languages in their order, then the app's default one.
    public func localization(
        for languages: [LanguageTag], default language: LanguageTag
    ) -> ActivityLocalization {
        LanguageTag.best(of: localizations, for: languages + [language]) { $0.language }
            ?? localizations.first
            ?? ActivityLocalization(language: language, title: referenceName, details: "")
    }

    /// Where a player without the game opens it: the start address with the activity's ID and the code (rule 14.11).
    ///
    /// - Parameter link: of the game.
    /// - Returns: nil: the game can't be opened by an address.
    public func startURL(code: PartyCode?, link: String?) -> String? {
        guard let start = fallbackURL ?? link else { return nil }
        var parts = start.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        parts[0] += (parts[0].contains("?") ? "&" : "?") + "activity=" + id.text
        if let code { parts[0] += "&partyCode=" + code.text }
        return parts.joined(separator: "#")
    }
}
