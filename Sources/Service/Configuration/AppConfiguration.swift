public import LaurelDomain
public import LaurelScores

/// The whole of an app's configuration, as it stands in one file (rule 3.7). No numbers of ours: it can be
/// imported into another server.
public struct AppConfiguration: Hashable, Sendable {
    public var bundleID: BundleID
    public var description: AppDescription
    public var isGameCenterEnabled: Bool
    public var isReleased: Bool
    public var isArchived: Bool
    /// Nil: the file does not say, and it stays.
    public var allowsGuests: Bool?
    /// Nil: the file does not say, and it stays.
    public var hasDesktopGame: Bool?
    /// In order of creation. Archived ones too.
    public var leaderboards: [LeaderboardConfiguration]
    /// From where pages may call the game's routes; nil: the file does not say, and they stay.
    public var webOrigins: [WebAddress]?
    /// In order of creation. Nil: the file says nothing about them, and they stay as they are.
    public var sets: [LeaderboardSetConfiguration]?
    /// In order of creation. Nil: the file says nothing about them, and they stay as they are.
    public var activities: [ActivityDefinition]?
    /// In order of creation. Nil: the file says nothing about them, and they stay as they are.
    public var challengeDefinitions: [ChallengeDefinition]?
    /// In order of creation. Nil: the file says nothing about them, and they stay as they are.
    public var achievements: [AchievementConfiguration]?
    /// Which picture is where, by the digest of its file. Those that the file does not name stay as they are.
    public var images: [ConfiguredImage]?
    /// Nil: the file says nothing about it, and it stays as it is.
    public var moderation: ModerationConfiguration?

    public init(
        bundleID: BundleID, description: AppDescription, isGameCenterEnabled: Bool, isReleased: Bool,
        isArchived: Bool = false, leaderboards: [LeaderboardConfiguration],
        sets: [LeaderboardSetConfiguration]? = nil,
        achievements: [AchievementConfiguration]? = nil
    ) {
        self.sets = sets
        self.bundleID = bundleID
        self.description = description
        self.isGameCenterEnabled = isGameCenterEnabled
        self.isReleased = isReleased
        self.isArchived = isArchived
        self.leaderboards = leaderboards
        self.achievements = achievements
    }
}

/// Reads an app's configuration from memory.
public struct ExportConfiguration: Sendable {
    private let catalogue: Catalogue
    public init(_ catalogue: Catalogue) { self.catalogue = catalogue }

    public func callAsFunction(
        _ bundleID: BundleID, by administrator: Administrator
    ) throws(AppError) -> AppConfiguration {
        guard let app = catalogue.app(bundleID) else { throw .unknownApp(bundleID) }
        let sets = catalogue.currentSets(of: app.number).map(LeaderboardSetConfiguration.init)
        var configuration = try AppConfiguration(
            app, catalogue.leaderboards(of: app.number), own: catalogue.ownLeaderboards(of: app.number))
        // An app without sets has a file without them.
        if !sets.isEmpty { configuration.sets = sets }
        let activities = catalogue.activities.activities(of: app.number)
        if !activities.isEmpty { configuration.activities = activities }
        let definitions = catalogue.challengeDefinitions.definitions(of: app.number)
        if !definitions.isEmpty { configuration.challengeDefinitions = definitions }
        configuration.allowsGuests = app.allowsGuests
        configuration.hasDesktopGame = app.hasDesktopGame
        configuration.webOrigins = catalogue.webOrigins.origins(of: app.number)
        configuration.achievements = catalogue.achievements.achievements(of: app.number)
            .map(AchievementConfiguration.init)
        configuration.moderation = catalogue.moderation(of: app)
        let images = catalogue.placedImages(of: app)
        if !images.isEmpty {
            configuration.images = images.map { ConfiguredImage(slot: $0.slot, image: $0.id) }
        }
        return configuration
    }
}

extension AppConfiguration {
    init(_ app: App, _ leaderboards: [Leaderboard], own: [Leaderboard]) throws(AppError) {
        let description: AppDescription
        do {
            description = try AppDescription(
                name: app.name, sku: app.sku, defaultLanguage: app.defaultLanguage, link: app.link,
                localizations: app.localizations)
        } catch {
            throw .invalid(error)
        }
        self.init(
            bundleID: app.bundleID, description: description, isGameCenterEnabled: app.isGameCenterEnabled,
            isReleased: app.isReleased, isArchived: app.isArchived,
            leaderboards: leaderboards.map { leaderboard in
                var configuration = LeaderboardConfiguration(leaderboard, among: own)
                // Another app's group is that one's default, if anybody's (rule 4.3).
                if leaderboard.app != app.number { configuration.isDefault = false }
                return configuration
            })
    }
}
