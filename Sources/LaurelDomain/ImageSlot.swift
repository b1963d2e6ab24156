/// A slot for a picture in an app's configuration (rules 3.1, 3.6, 4.1, 4.2, 5.1, 14.1, 14.12). Every one may stay
/// empty.
public enum ImageSlot: Hashable, Sendable {
    case icon
    /// In the order of their numbers, which may have gaps.
    /// - Range: 1 to ``ImageLimits/screenshots``.
    case screenshot(Int)
    case leaderboard(LeaderboardID, LanguageTag)
    case achievement(AchievementID, LanguageTag)
    case set(LeaderboardSetID, LanguageTag)
    case activity(ActivityID, LanguageTag)
    case challengeDefinition(ChallengeDefinitionID, LanguageTag)
}

/// What a picture is of. Raw values are stored; a case is never renumbered.
public enum ImageKind: UInt8, CaseIterable, Hashable, Sendable {
    case icon = 1
    case screenshot = 2
    case leaderboard = 3
    case achievement = 4
    case set = 5
    case activity = 6
    case challengeDefinition = 7

    /// The first part of ``ImageSlot/text``.
    public var folder: String {
        switch self {
        case .icon: "icon"
        case .screenshot: "screenshots"
        case .leaderboard: "leaderboards"
        case .achievement: "achievements"
        case .set: "sets"
        case .activity: "activities"
        case .challengeDefinition: "challenge-definitions"
        }
    }
}

/// What a picture may be sent as, by its media type.
public enum ImageFormat: String, CaseIterable, Hashable, Sendable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case webP = "image/webp"
}

/// Of pictures that are sent: photos, and those that developers put into an app's configuration.
public enum ImageLimits {
    /// Of the file.
    public static let fileBytes = 1_048_576
    /// Of the file's longer side, in pixels.
    public static let fileSide = 4_096
    public static let screenshots = 10
    /// Pictures of one app. Each is at most some mebibytes, so this bounds what an app can fill a disk with.
    public static let ofApp = 1_000
    /// Of an icon's two squares, in pixels.
    public static let iconSides = [256, 1_024]
    /// Of the square that belongs to a localization, in pixels.
    public static let localizedSide = 512
    /// Of a screenshot's longer side, in pixels; a smaller one stays as large as it is.
    public static let screenshotSide = 1_280
    /// Of the longer side of an activity's or a challenge definition's picture, which keeps its shape.
    public static let wideSide = 1_280
}

extension ImageSlot {
    public var kind: ImageKind {
        switch self {
        case .icon: .icon
        case .screenshot: .screenshot
        case .leaderboard: .leaderboard
        case .achievement: .achievement
        case .set: .set
        case .activity: .activity
        case .challengeDefinition: .challengeDefinition
        }
    }

    /// The id of what it belongs to; empty for the app itself.
    public var subject: String {
        switch self {
        case .icon, .screenshot: ""
        case .leaderboard(let id, _): id.text
        case .achievement(let id, _): id.text
        case .set(let id, _): id.text
        case .activity(let id, _): id.text
        case .challengeDefinition(let id, _): id.text
        }
    }

    /// Nil: the same in every language.
    public var language: LanguageTag? {
        switch self {
        case .icon, .screenshot: nil
        case .leaderboard(_, let language), .achievement(_, let language), .set(_, let language),
            .activity(_, let language), .challengeDefinition(_, let language):
            language
        }
    }

    /// As it stands in a configuration: `icon`, `screenshots/1`, `leaderboards/HighScores/en`.
    public var text: String {
        if case .screenshot(let number) = self { return "\(kind.folder)/\(number)" }
        guard let language else { return kind.folder }
        return "\(kind.folder)/\(subject)/\(language.text)"
    }

    /// - Returns: nil unless `text` is what ``text`` gives.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        do throws(InvalidIdentifier) {
            switch (parts.count, parts[0]) {
            case (1, "icon"): self = .icon
            case (2, "screenshots"):
                guard let number = Int(parts[1]), String(number) == parts[1],
                    (1...ImageLimits.screenshots).contains(number)
                else { return nil }
                self = .screenshot(number)
            case (3, "leaderboards"): self = .leaderboard(try LeaderboardID(parts[1]), try LanguageTag(parts[2]))
            case (3, "achievements"): self = .achievement(try AchievementID(parts[1]), try LanguageTag(parts[2]))
            case (3, "sets"): self = .set(try LeaderboardSetID(parts[1]), try LanguageTag(parts[2]))
            case (3, "activities"): self = .activity(try ActivityID(parts[1]), try LanguageTag(parts[2]))
            case (3, "challenge-definitions"):
                self = .challengeDefinition(try ChallengeDefinitionID(parts[1]), try LanguageTag(parts[2]))
            default: return nil
            }
        } catch {
            return nil
        }
    }
}

extension LanguageTag {
    /// Of `languages`, the one that serves a reader best: their languages in their order, then the app's default
    /// language.
    public static func best(
        of languages: [LanguageTag], for wanted: [LanguageTag], default language: LanguageTag
    ) -> LanguageTag? {
        best(of: languages, for: wanted + [language]) { $0 }
    }
}
