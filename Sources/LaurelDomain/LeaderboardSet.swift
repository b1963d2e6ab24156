/// Leaderboards of an app that are shown together (rule 4.1). A set takes no scores and is in both environments.
public struct LeaderboardSet: Hashable, Sendable {
    /// Sets of one app, and leaderboards of one set (rule 3.5).
    public static let countLimit = 100
    public static let leaderboardsLimit = 100
    /// Leaderboards of an app that has sets; 100 without.
    public static let appLeaderboardsLimit = 500
    /// Characters of a name.
    public static let nameLimit = 255
    /// Names that leaderboards have within one set, in all languages.
    public static let leaderboardNamesLimit = 5_000

    public let app: AppNumber
    public let id: LeaderboardSetID
    /// For its developers.
    public var referenceName: String
    /// In the app's default language at least.
    public var localizations: [SetLocalization]
    /// In the order of display, none twice. A leaderboard may be in several sets.
    public var leaderboards: [LeaderboardID]
    /// What some of them are called within this set, such as “Level 1” in a set of levels. Elsewhere, and where there
    /// is none, a leaderboard has its own name.
    public var leaderboardNames: [SetLeaderboardName]

    public init(
        app: AppNumber, id: LeaderboardSetID, referenceName: String, localizations: [SetLocalization],
        leaderboards: [LeaderboardID], leaderboardNames: [SetLeaderboardName] = []
    ) {
        self.leaderboardNames = leaderboardNames
        self.app = app
        self.id = id
        self.referenceName = referenceName
        self.localizations = localizations
        self.leaderboards = leaderboards
    }
}

/// A set's name in one language.
public struct SetLocalization: Hashable, Sendable {
    public var language: LanguageTag
    public var name: String

    public init(language: LanguageTag, name: String) {
        self.language = language
        self.name = name
    }
}

/// A leaderboard's name within a set, in one language.
public struct SetLeaderboardName: Hashable, Sendable {
    public var leaderboard: LeaderboardID
    public var language: LanguageTag
    public var name: String

    public init(leaderboard: LeaderboardID, language: LanguageTag, name: String) {
        self.leaderboard = leaderboard
        self.language = language
        self.name = name
    }
}

/// A set's permanent id, unique in its app.
///
/// - Range: 1 to 100 characters of letters, digits, `.`, `_`, `-` (rule 3.5).
public struct LeaderboardSetID: Hashable, Sendable {
    public static let lengthLimit = 100
    public let text: String

    public init(_ text: String) throws(InvalidIdentifier) {
        try checkIdentifier(text, limit: Self.lengthLimit)
        self.text = text
    }
}

extension LeaderboardSet {
    /// The sets as players see them: every leaderboard is in at least one (rule 4.1). One that its developer put in
    /// none is in the first set that has room, or else in the last.
    ///
    /// - Parameters:
    ///   - sets: of one app, in order.
    ///   - leaderboards: all of the app, in order. Ids that are none of them are left out.
    public static func complete(_ sets: [LeaderboardSet], with leaderboards: [LeaderboardID]) -> [LeaderboardSet] {
        guard !sets.isEmpty else { return [] }
        let present = Set(leaderboards)
        var sets = sets
        for index in sets.indices { sets[index].leaderboards.removeAll { !present.contains($0) } }
        let placed = Set(sets.flatMap(\.leaderboards))
        for id in leaderboards where !placed.contains(id) {
            let room = sets.firstIndex { $0.leaderboards.count < leaderboardsLimit } ?? sets.count - 1
            sets[room].leaderboards.append(id)
        }
        return sets
    }
}

extension LeaderboardSet {
    /// In the language that serves a reader best: their languages in their order, then the app's default one (rule
    /// 3.6).
    public func name(for languages: [LanguageTag], default language: LanguageTag) -> String {
        let best = LanguageTag.best(of: localizations, for: languages + [language]) { $0.language }
        return (best ?? localizations.first)?.name ?? referenceName
    }

    /// What its leaderboards are called within it, in the language that serves a reader best; those without a name here
    /// in any of their languages or the app's default one are left out: they have their own.
    public func leaderboardNames(
        for languages: [LanguageTag], default language: LanguageTag
    ) -> [(leaderboard: LeaderboardID, name: String)] {
        let names = Dictionary(grouping: leaderboardNames, by: \.leaderboard)
        return leaderboards.compactMap { id in
            let best = LanguageTag.best(of: names[id, default: []], for: languages + [language]) { $0.language }
            return best.map { (id, $0.name) }
        }
    }
}
