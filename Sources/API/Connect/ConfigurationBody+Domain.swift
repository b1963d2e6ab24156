import LaurelDomain
import LaurelScores
import LaurelService
import LaurelWire

// An app's configuration, from JSON and back.
extension AppConfiguration {
    /// - Parameter present: what the app is; nil: there is none yet. What the file doesn't say of the app stays.
    init(wire body: ConfigurationBody, over present: AppConfiguration?) throws(Problem) {
        guard let bundleID = body.app.bundleID else { throw Problem(.invalidParameter, field: "bundleID") }
        var leaderboards: [LeaderboardConfiguration] = []
        for item in body.leaderboards {
            leaderboards.append(try LeaderboardConfiguration(wire: item))
        }
        var app = body.app
        app.sku = app.sku ?? present?.description.sku
        app.defaultLanguage = app.defaultLanguage ?? present?.description.defaultLanguage
        app.link = body.link ?? present?.description.link
        app.localizations = app.localizations ?? present?.description.localizations
        // Game Center is off for an app that is archived.
        let enabled = body.isArchived == true ? false : present?.isGameCenterEnabled
        self.init(
            bundleID: bundleID, description: try AppDescription(wire: app),
            isGameCenterEnabled: body.isGameCenterEnabled ?? enabled ?? false,
            isReleased: body.isReleased ?? present?.isReleased ?? false,
            isArchived: body.isArchived ?? present?.isArchived ?? false, leaderboards: leaderboards)
        allowsGuests = body.allowsGuests
        hasDesktopGame = body.hasDesktopGame
        if let wanted = body.sets {
            var sets: [LeaderboardSetConfiguration] = []
            for set in wanted { sets.append(try LeaderboardSetConfiguration(wire: set)) }
            self.sets = sets
        }
        if let wanted = body.activities {
            var activities: [ActivityDefinition] = []
            for activity in wanted { activities.append(try ActivityDefinition(wire: activity)) }
            self.activities = activities
        }
        if let wanted = body.challengeDefinitions {
            var definitions: [ChallengeDefinition] = []
            for definition in wanted { definitions.append(try ChallengeDefinition(wire: definition)) }
            challengeDefinitions = definitions
        }
        webOrigins = body.webOrigins
        if let moderation = body.moderation {
            var policies: [LeaderboardPolicy] = []
            for item in moderation.leaderboards {
                guard let id = item.leaderboard else { throw Problem(.invalidParameter, field: "moderation") }
                policies.append(LeaderboardPolicy(leaderboard: id, policy: item.policy))
            }
            self.moderation = ModerationConfiguration(policy: moderation.policy, leaderboards: policies)
        }
        images = body.images?.map { ConfiguredImage(slot: $0.slot, image: $0.image) }
        guard let wanted = body.achievements else { return }
        achievements = []
        for item in wanted {
            achievements?.append(try AchievementConfiguration(wire: item.achievement, isArchived: item.isArchived))
        }
    }
}

extension ConfigurationBody {
    /// As the export writes it. What is imported is read by the same fields.
    init(_ configuration: AppConfiguration) {
        self.init()
        app.bundleID = configuration.bundleID
        app.appName = configuration.description.name
        app.sku = configuration.description.sku
        app.defaultLanguage = configuration.description.defaultLanguage
        link = .some(configuration.description.link)
        app.localizations = configuration.description.localizations
        isGameCenterEnabled = configuration.isGameCenterEnabled
        isReleased = configuration.isReleased
        isArchived = configuration.isArchived
        allowsGuests = configuration.allowsGuests
        hasDesktopGame = configuration.hasDesktopGame
        leaderboards = configuration.leaderboards.map(ConfiguredLeaderboardBody.init(_:))
        sets = configuration.sets?.map { LeaderboardSetBody($0) }
        activities = configuration.activities?.map { ActivityBody($0) }
        challengeDefinitions = configuration.challengeDefinitions?.map { ChallengeDefinitionBody($0) }
        achievements = configuration.achievements?.map(ConfiguredAchievementBody.init(_:))
        webOrigins = configuration.webOrigins
        moderation = configuration.moderation.map(ConfiguredModerationBody.init(_:))
        images = configuration.images?.map(ConfiguredImageBody.init(_:))
    }
}

extension LeaderboardConfiguration {
    init(wire item: ConfiguredLeaderboardBody) throws(Problem) {
        guard let id = item.id else { throw Problem(.invalidParameter, field: "id") }
        let kind: LeaderboardKind<LeaderboardID>
        do throws(ConfigureLeaderboardError) {
            kind = try LeaderboardKind(item.recurrence, item.parts ?? [])
        } catch {
            throw Problem(from: error)
        }
        self.init(
            id: id, settings: item.named.settings(of: id), kind: kind, formerIDs: item.formerIDs ?? [],
            staying: item.named.staying)
    }
}

extension ConfiguredLeaderboardBody {
    /// As the export writes it.
    init(_ leaderboard: LeaderboardConfiguration) {
        self.init()
        id = leaderboard.id
        named = NamedLeaderboardSettings(leaderboard.settings, without: leaderboard.staying)
        recurrence = leaderboard.kind.recurrence
        parts = leaderboard.kind.parts.isEmpty ? nil : leaderboard.kind.parts
        formerIDs = leaderboard.formerIDs.isEmpty ? nil : leaderboard.formerIDs
    }
}

extension ConfiguredAchievementBody {
    fileprivate init(_ configuration: AchievementConfiguration) {
        self.init()
        achievement.id = configuration.id
        achievement.referenceName = configuration.referenceName
        achievement.points = configuration.points
        achievement.isHidden = configuration.isHidden
        achievement.isRepeatable = configuration.isRepeatable
        achievement.localizations = configuration.localizations
        isArchived = configuration.isArchived
    }
}

extension ConfiguredModerationBody {
    fileprivate init(_ configuration: ModerationConfiguration) {
        self.init()
        policy = configuration.policy
        leaderboards = configuration.leaderboards.map { item in
            var body = ConfiguredPolicyBody()
            (body.leaderboard, body.policy) = (item.leaderboard, item.policy)
            return body
        }
    }
}

extension ConfiguredImageBody {
    fileprivate init(_ image: ConfiguredImage) {
        self.init()
        (slot, self.image) = (image.slot, image.image)
    }
}
