public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Makes an app what a file says (rule 3.7). Twice is the same as once: the second plan is empty.
///
/// What cannot be done is found before anything is done. A fault in the middle leaves the steps before it done;
/// the same import again does the rest.
public struct ImportConfiguration: Sendable {
    private let apps: Apps
    public init(_ apps: Apps) { self.apps = apps }

    /// What an import would do now.
    ///
    /// - Parameter team: in which the caller's rights were checked: the app's, or where it would be made. Nil: any, and
    ///   a new app is made in the first one.
    public func plan(
        _ wanted: AppConfiguration, in team: TeamNumber? = nil, by administrator: Administrator
    ) throws(ImportConfigurationError) -> ConfigurationPlan {
        let app = apps.catalogue.app(wanted.bundleID)
        // Another team has made it since.
        if let app, let team, app.team != team { throw .app(.bundleIDTaken(wanted.bundleID)) }
        let leaderboards = app.map { apps.catalogue.leaderboards(of: $0.number) } ?? []
        let own = app.map { apps.catalogue.ownLeaderboards(of: $0.number) }
        let owners = owners(
            of: leaderboards.map(\.id) + wanted.leaderboards.map(\.id), beside: app, in: app?.team ?? team ?? apps.team)
        let sets = app.map { apps.catalogue.currentSets(of: $0.number) } ?? []
        let achievements = app.map { apps.catalogue.achievements.achievements(of: $0.number) } ?? []
        let activities = app.map { apps.catalogue.activities.activities(of: $0.number) } ?? []
        let definitions = app.map { apps.catalogue.challengeDefinitions.definitions(of: $0.number) } ?? []
        let origins = app.map { apps.catalogue.webOrigins.origins(of: $0.number) } ?? []
        let images = app.map { apps.catalogue.placedImages(of: $0) } ?? []
        do {
            return try ConfigurationPlan(
                wanted, app: app, leaderboards: leaderboards, own: own, owners: owners, sets: sets,
                achievements: achievements, activities: activities, challengeDefinitions: definitions,
                webOrigins: origins, images: images, moderation: app.flatMap { apps.catalogue.moderation(of: $0) })
        } catch {
            throw .refused(error)
        }
    }

    /// Those of the ids that are groups of the team's other apps, with the default language of each one's own app.
    private func owners(
        of ids: [LeaderboardID], beside app: App?, in team: TeamNumber
    ) -> [LeaderboardID: LanguageTag] {
        var owners: [LeaderboardID: LanguageTag] = [:]
        for id in ids {
            guard let group = apps.catalogue.group(id, of: team), group.app != app?.number,
                let owner = apps.catalogue.app(group.app)
            else { continue }
            owners[id] = owner.defaultLanguage
        }
        return owners
    }

    /// Waits for the imports before it, and looks at the app anew then.
    ///
    /// - Parameter team: as in ``plan(_:in:by:)``.
    /// - Returns: what was done.
    public func callAsFunction(
        _ wanted: AppConfiguration, in team: TeamNumber? = nil, by administrator: Administrator
    ) async throws(ImportConfigurationError) -> ConfigurationPlan {
        try await apps.importGate.run { () throws(ImportConfigurationError) in
            let plan = try plan(wanted, in: team, by: administrator)
            for change in plan.changes { try await apply(change, wanted.bundleID, team, administrator) }
            return plan
        }
    }

    private func apply(
        _ change: ConfigurationChange, _ bundleID: BundleID, _ team: TeamNumber?, _ administrator: Administrator
    ) async throws(ImportConfigurationError) {
        do throws(AppError) {
            switch change {
            case .createApp(let bundleID, let description):
                _ = try await CreateApp(apps)(bundleID, description, in: team, by: administrator)
            case .createSet(let set), .changeSet(let set):
                guard let app = apps.catalogue.app(bundleID) else { throw .unknownApp(bundleID) }
                do throws(ConfigureSetError) {
                    try await ConfigureSets(apps).bring(set, to: app, by: administrator)
                } catch {
                    throw AppError(error) { .set(set.id, $0) }
                }
            case .createActivity(let activity), .changeActivity(let activity):
                guard let app = apps.catalogue.app(bundleID) else { throw .unknownApp(bundleID) }
                do throws(ConfigureActivityError) {
                    try await ConfigureActivities(apps).bring(activity, to: app, by: administrator)
                } catch {
                    throw AppError(error) { .activity(activity.id, $0) }
                }
            case .createChallengeDefinition(let definition), .changeChallengeDefinition(let definition):
                guard let app = apps.catalogue.app(bundleID) else { throw .unknownApp(bundleID) }
                do throws(ConfigureChallengeDefinitionError) {
                    try await ConfigureChallengeDefinitions(apps).bring(definition, to: app, by: administrator)
                } catch {
                    throw AppError(error) { .challengeDefinition(definition.id, $0) }
                }
            case .changeApp(let change):
                _ = try await UpdateApp(apps)(bundleID, change, by: administrator)
            case .setPolicy(let id, let policy):
                guard let app = apps.catalogue.app(bundleID) else { throw .unknownApp(bundleID) }
                let leaderboard = id.flatMap { apps.catalogue.leaderboard($0, of: app.number) }
                // Somebody deleted it meanwhile.
                if id != nil, leaderboard == nil { throw .unavailable }
                try await AppError.translating { () throws(StoreError) in
                    try await apps.catalogue.policies.set(
                        policy, of: app, leaderboard: leaderboard, in: apps.directory, by: administrator,
                        at: apps.clock.now())
                }
            case .setOrder(let leaderboards, let achievements):
                do throws(DisplayOrderError) {
                    try await SetDisplayOrder(apps)(
                        leaderboards: leaderboards, achievements: achievements, of: bundleID, by: administrator)
                } catch {
                    throw AppError(error)
                }
            case .setWebOrigins(let origins):
                _ = try await SetWebOrigins(apps)(origins, of: bundleID, by: administrator)
            case .createAchievement(let achievement), .changeAchievement(let achievement):
                guard let app = apps.catalogue.app(bundleID) else { throw .unknownApp(bundleID) }
                try await apps.leaderboards.achievements(app, achievement, administrator)
            case .createLeaderboard(let leaderboard), .changeLeaderboard(_, let leaderboard):
                guard let app = apps.catalogue.app(bundleID) else { throw .unknownApp(bundleID) }
                do throws(LeaderboardChangeError) {
                    try await apps.leaderboards.configure(app, leaderboard, administrator)
                } catch {
                    throw AppError(error)
                }
            }
        } catch {
            throw .app(error)
        }
    }
}

public enum ImportConfigurationError: Error, Hashable, Sendable {
    case refused(ConfigurationRefusal)
    case app(AppError)
}
