/// An achievement's permanent id, unique in its app, such as `FirstJump`.
///
/// - Range: 1 to 100 characters of letters, digits, `.`, `_`, `-` (rule 3.5). Upper and lower case differ.
public struct AchievementID: Hashable, Sendable {
    public static let lengthLimit = 100
    public let text: String

    public init(_ text: String) throws(InvalidIdentifier) {
        try checkIdentifier(text, limit: Self.lengthLimit)
        self.text = text
    }
}

/// An achievement's definition. The same number serves both environments, whose progress never mixes. Never used
/// again.
public struct AchievementNumber: Hashable, Comparable, Sendable {
    public let rawValue: UInt32
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
    public static func < (left: AchievementNumber, right: AchievementNumber) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// An achievement as its developer configured it (rule 5.1).
public struct Achievement: Hashable, Sendable {
    /// Of one achievement (rule 3.5).
    public static let pointsLimit = 100
    /// Of all achievements of an app together, archived ones too (rule 3.5).
    public static let pointsOfAppLimit = 1_000
    /// Achievements of one app, archived ones too (rule 3.5).
    public static let countLimit = 100

    public let number: AchievementNumber
    public let app: AppNumber
    public let id: AchievementID
    /// Seen by developers alone.
    public var referenceName: String
    /// - Range: 0 to ``pointsLimit``.
    public var points: Int
    /// Shown without its texts until the player's first report of it.
    public var isHidden: Bool
    /// Can be earned more than once.
    public var isRepeatable: Bool
    /// Frozen from then on: id, points, repeatability (rule 3.3).
    public var isReleased: Bool
    /// Takes no more reports; players who have it keep it.
    public var isArchived: Bool
    /// At least the app's default language (rule 3.6); no language twice.
    public var localizations: [AchievementLocalization]

    public init(
        number: AchievementNumber, app: AppNumber, id: AchievementID, referenceName: String, points: Int = 0,
        isHidden: Bool = false, isRepeatable: Bool = false, isReleased: Bool = false, isArchived: Bool = false,
        localizations: [AchievementLocalization]
    ) {
        self.number = number
        self.app = app
        self.id = id
        self.referenceName = referenceName
        self.points = points
        self.isHidden = isHidden
        self.isRepeatable = isRepeatable
        self.isReleased = isReleased
        self.isArchived = isArchived
        self.localizations = localizations
    }
}

/// An achievement in one language.
public struct AchievementLocalization: Hashable, Sendable {
    public var language: LanguageTag
    public var title: String
    /// What the player reads before they have earned it.
    public var descriptionBefore: String
    /// What they read afterwards.
    public var descriptionAfter: String

    public init(language: LanguageTag, title: String, descriptionBefore: String, descriptionAfter: String) {
        self.language = language
        self.title = title
        self.descriptionBefore = descriptionBefore
        self.descriptionAfter = descriptionAfter
    }
}

extension Achievement {
    /// The localization that serves a reader best, chosen as a leaderboard's is (rule 3.6).
    public func localization(
        for languages: [LanguageTag], default defaultLanguage: LanguageTag
    ) -> AchievementLocalization {
        for wanted in languages + [defaultLanguage] {
            var best: (affinity: Int, localization: AchievementLocalization)?
            for candidate in localizations {
                let affinity = wanted.affinity(to: candidate.language)
                if affinity > best?.affinity ?? 0 { best = (affinity, candidate) }
            }
            if let best { return best.localization }
        }
        return localizations.first
            ?? AchievementLocalization(
                language: defaultLanguage, title: referenceName, descriptionBefore: "", descriptionAfter: "")
    }
}
