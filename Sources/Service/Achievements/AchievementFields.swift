public import LaurelDomain
public import LaurelScores

/// What a developer may say about an achievement (rule 5.1).
public struct AchievementFields: Hashable, Sendable {
    public var referenceName: String
    public var points: Int
    public var isHidden: Bool
    public var isRepeatable: Bool
    /// Can become true, never false again (rule 3.3).
    public var isReleased: Bool
    public var isArchived: Bool
    public var localizations: [AchievementLocalization]

    public init(
        referenceName: String, points: Int = 0, isHidden: Bool = false, isRepeatable: Bool = false,
        isReleased: Bool = false, isArchived: Bool = false, localizations: [AchievementLocalization]
    ) {
        self.referenceName = referenceName
        self.points = points
        self.isHidden = isHidden
        self.isRepeatable = isRepeatable
        self.isReleased = isReleased
        self.isArchived = isArchived
        self.localizations = localizations
    }

    public init(_ achievement: Achievement) {
        self.init(
            referenceName: achievement.referenceName, points: achievement.points, isHidden: achievement.isHidden,
            isRepeatable: achievement.isRepeatable, isReleased: achievement.isReleased,
            isArchived: achievement.isArchived, localizations: achievement.localizations)
    }

    func achievement(_ number: AchievementNumber, _ app: AppNumber, _ id: AchievementID) -> Achievement {
        Achievement(
            number: number, app: app, id: id, referenceName: referenceName, points: points, isHidden: isHidden,
            isRepeatable: isRepeatable, isReleased: isReleased, isArchived: isArchived, localizations: localizations)
    }
}

/// An achievement that is not there yet.
public struct NewAchievement: Hashable, Sendable {
    public let id: AchievementID
    public var fields: AchievementFields
    public init(id: AchievementID, fields: AchievementFields) {
        self.id = id
        self.fields = fields
    }
}

/// Why an achievement is not configured so.
public enum ConfigureAchievementError: Error, StoreFailure, Hashable, Sendable {
    case unknownAchievement
    case idTaken
    case tooManyAchievements(limit: Int)
    case pointsOutOfRange(limit: Int)
    /// All achievements of the app together would have more (rule 3.5).
    case tooManyPoints(limit: Int)
    /// Frozen once released (rule 3.3).
    case frozen(FrozenField)
    /// A released achievement can only be archived.
    case cannotRemoveReleased
    case emptyText
    case textTooLong(limit: Int)
    /// A control character, or one that turns round or hides what stands beside it.
    case hiddenCharacter
    /// The app's default language must be there (rule 3.6).
    case missingLanguage(LanguageTag)
    case languageTwice(LanguageTag)
    case tooManyLanguages(limit: Int)
    case unavailable
    case broken(reason: String)

    public enum FrozenField: Hashable, Sendable { case points, isRepeatable, isReleased }
}

/// What an achievement's fields must keep to.
enum AchievementRules {
    /// - Parameter others: the app's other achievements.
    static func check(
        _ fields: AchievementFields, of app: App, beside others: [Achievement]
    ) throws(ConfigureAchievementError) {
        try checkText(fields.referenceName)
        guard (0...Achievement.pointsLimit).contains(fields.points) else {
            throw .pointsOutOfRange(limit: Achievement.pointsLimit)
        }
        let limit = Achievement.pointsOfAppLimit
        guard others.reduce(fields.points, { $0 + $1.points }) <= limit else { throw .tooManyPoints(limit: limit) }
        let languages = ConfigureAchievement.languagesLimit
        guard fields.localizations.count <= languages else { throw .tooManyLanguages(limit: languages) }
        var seen: Set<LanguageTag> = []
        for localization in fields.localizations {
            guard seen.insert(localization.language).inserted else { throw .languageTwice(localization.language) }
            for text in [localization.title, localization.descriptionBefore, localization.descriptionAfter] {
                try checkText(text)
            }
        }
        guard seen.contains(app.defaultLanguage) else { throw .missingLanguage(app.defaultLanguage) }
    }

    private static func checkText(_ text: String) throws(ConfigureAchievementError) {
        guard PlainText.isSeen(text) else { throw .emptyText }
        let limit = ConfigureAchievement.textLimit
        guard text.count <= limit, text.utf8.count <= limit * 16 else { throw .textTooLong(limit: limit) }
        guard PlainText.holds(text, limit: limit) else { throw .hiddenCharacter }
    }

    /// Rule 3.3.
    static func checkFrozen(_ old: Achievement, _ new: AchievementFields) throws(ConfigureAchievementError) {
        guard old.isReleased else { return }
        guard new.isReleased else { throw .frozen(.isReleased) }
        guard new.points == old.points else { throw .frozen(.points) }
        guard new.isRepeatable == old.isRepeatable else { throw .frozen(.isRepeatable) }
    }
}
