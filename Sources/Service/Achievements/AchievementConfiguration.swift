public import LaurelDomain
import LaurelScores

/// Every field of an achievement that its developer writes (rule 5.1), as it stands in a configuration file.
public struct AchievementConfiguration: Hashable, Sendable {
    public var id: AchievementID
    public var referenceName: String
    public var points: Int
    public var isHidden: Bool
    public var isRepeatable: Bool
    public var isArchived: Bool
    /// In order of language.
    public var localizations: [AchievementLocalization]

    public init(
        id: AchievementID, referenceName: String, points: Int, isHidden: Bool, isRepeatable: Bool, isArchived: Bool,
        localizations: [AchievementLocalization]
    ) {
        self.id = id
        self.referenceName = referenceName
        self.points = points
        self.isHidden = isHidden
        self.isRepeatable = isRepeatable
        self.isArchived = isArchived
        self.localizations = localizations.sorted { $0.language.text < $1.language.text }
    }

    public init(_ achievement: Achievement) {
        self.init(
            id: achievement.id, referenceName: achievement.referenceName, points: achievement.points,
            isHidden: achievement.isHidden, isRepeatable: achievement.isRepeatable,
            isArchived: achievement.isArchived, localizations: achievement.localizations)
    }

    /// For a caller that writes one down: of no app, and with no number.
    public var achievement: Achievement {
        AchievementFields(self).achievement(AchievementNumber(0), AppNumber(0), id)
    }
}

extension AchievementFields {
    public init(_ wanted: AchievementConfiguration) {
        self.init(
            referenceName: wanted.referenceName, points: wanted.points, isHidden: wanted.isHidden,
            isRepeatable: wanted.isRepeatable, isArchived: wanted.isArchived, localizations: wanted.localizations)
    }

    /// All but the release, which no file takes back.
    mutating func become(_ wanted: AchievementConfiguration) {
        let wasReleased = isReleased
        self = AchievementFields(wanted)
        isReleased = wasReleased
    }
}

extension ConfigureAchievement {
    /// Makes the achievement, or makes the one with this id so.
    func become(
        _ wanted: AchievementConfiguration, of app: App, by administrator: Administrator
    ) async throws(ConfigureAchievementError) {
        if let old = catalogue.achievements.achievement(wanted.id, of: app.number) {
            _ = try await update(old.number, of: app, by: administrator) { $0.become(wanted) }
        } else {
            _ = try await create(
                NewAchievement(id: wanted.id, fields: AchievementFields(wanted)), of: app, by: administrator)
        }
    }
}

extension ConfigureAchievementError {
    /// For the developer who reads it.
    public var sentence: String {
        switch self {
        case .unknownAchievement: "No achievement has this ID."
        case .idTaken: "This ID is already taken."
        case .tooManyAchievements(let limit): "An app can have at most \(limit) achievements."
        case .pointsOutOfRange(let limit): "points must be between 0 and \(limit)."
        case .tooManyPoints(let limit): "An app's achievements can total at most \(limit) points."
        case .frozen(let field): "\(field) can't change after release."
        case .cannotRemoveReleased: "A released achievement can't be deleted, only archived."
        case .emptyText: "The reference name, title and descriptions can't be empty."
        case .textTooLong(let limit): "Titles and descriptions can have at most \(limit) characters."
        case .hiddenCharacter: "Titles and descriptions can't contain invisible characters."
        case .missingLanguage(let language):
            "A localization in \(language.text), the app's default language, is required."
        case .languageTwice(let language): "\(language.text) appears more than once."
        case .tooManyLanguages(let limit): "At most \(limit) languages are allowed."
        case .unavailable, .broken: "The store can't be written to right now."
        }
    }
}
