/// A challenge definition's permanent ID, unique in its app.
///
/// - Range: 1 to 100 characters of letters, digits, spaces, `.`, `_` and `-`, with no space at either end (rule 14.12).
public struct ChallengeDefinitionID: Hashable, Sendable {
    public static let lengthLimit = 100
    public let text: String

    public init(_ text: String) throws(InvalidIdentifier) {
        try checkIdentifier(String(text.map { $0 == " " ? "_" : $0 }), limit: Self.lengthLimit)
        guard text.first != " ", text.last != " " else { throw .parts }
        self.text = text
    }
}

/// How long a challenge on a classic leaderboard runs (rule 14.12). Raw values are stored.
public enum ChallengeDuration: UInt8, CaseIterable, Hashable, Sendable {
    case oneDay = 1
    case threeDays = 2
    case oneWeek = 3

    public var name: String {
        switch self {
        case .oneDay: "oneDay"
        case .threeDays: "threeDays"
        case .oneWeek: "oneWeek"
        }
    }

    public var span: Timestamp.Span {
        switch self {
        case .oneDay: .days(1)
        case .threeDays: .days(3)
        case .oneWeek: .days(7)
        }
    }
}

/// What players challenge a group of friends to: the best score on a leaderboard within a time (rule 14.12). In both
/// environments.
public struct ChallengeDefinition: Hashable, Sendable {
    /// Of one app, archived ones too.
    public static let countLimit = 100
    /// Characters of a title or a reference name, and of the details.
    public static let titleLimit = 255
    public static let detailsLimit = 1_000
    /// Characters of a version.
    public static let versionLimit = AppVersion.lengthLimit
    /// Players of one challenge.
    public static let players = 2...16

    public let id: ChallengeDefinitionID
    /// For its developers.
    public var referenceName: String
    /// As leaderboards have one: what several games of a team share.
    public var groupID: String?
    /// On which the scores are.
    public var leaderboard: LeaderboardID
    /// From the shortest to the longest, none twice. Empty on a recurring leaderboard: there it is the rest of the
    /// occurrence.
    public var durations: [ChallengeDuration]
    /// Players choose how often each may try. Otherwise each has one try.
    public var isRepeatable = false
    /// The game's first version that has what it needs, as an ``AppVersion`` is written. A game compares it with its
    /// own, which the server doesn't know. Nil: all versions.
    public var oldestAppVersion: String?
    /// Players meet it in Production. Comes with the game's release, and stays.
    public var isReleased = false
    /// Not shown to players any more; nothing new begins with it.
    public var isArchived = false
    /// At least the app's default language (rule 3.6), in order of language.
    public var localizations: [ActivityLocalization]

    public init(
        id: ChallengeDefinitionID, referenceName: String, leaderboard: LeaderboardID,
        durations: [ChallengeDuration] = ChallengeDuration.allCases, localizations: [ActivityLocalization]
    ) {
        self.id = id
        self.referenceName = referenceName
        self.leaderboard = leaderboard
        self.durations = durations
        self.localizations = localizations
    }

    /// What a developer writes, in the one order that it is kept in.
    public func inOrder() -> ChallengeDefinition {
        var ordered = self
        ordered.durations.sort { $0.rawValue < $1.rawValue }
        ordered.localizations.sort { $0.language.text < $1.language.text }
        return ordered
    }

    /// The localization that serves a reader best: their languages in their order, then the app's default one.
    public func localization(
        for languages: [LanguageTag], default language: LanguageTag
    ) -> ActivityLocalization {
        LanguageTag.best(of: localizations, for: languages + [language]) { $0.language }
            ?? localizations.first
            ?? ActivityLocalization(language: language, title: referenceName, details: "")
    }
}
