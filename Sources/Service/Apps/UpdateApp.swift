public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// What is to change; nil: stays.
public struct AppChange: Hashable, Sendable {
    public var name: String?
    public var sku: String?
    /// Every leaderboard of the app's own must have it already (rule 3.6).
    public var defaultLanguage: LanguageTag?
    public var link: Link = .stays
    /// All of them.
    public var localizations: [AppLocalization]?
    /// Archiving turns Game Center off.
    public var isArchived: Bool?
    public var isGameCenterEnabled: Bool?
    public var allowsGuests: Bool?
    public var hasDesktopGame: Bool?
    /// Releases the app, for ever. There is no way back (rule 3.2), so there is nothing to say but yes.
    public var releases = false

    public enum Link: Hashable, Sendable {
        case stays
        case goes
        case becomes(String)
    }

    public init() {}
}

/// Changes an app, at once (rule 3.4). Releasing one releases its leaderboards too, and releasing it once more
/// those that were made since, as another version of the game would.
public struct UpdateApp: Sendable {
    private let apps: Apps
    public init(_ apps: Apps) { self.apps = apps }

    public func callAsFunction(
        _ bundleID: BundleID, _ change: AppChange, by administrator: Administrator
    ) async throws(AppError) -> App {
        try await apps.gate.run { () throws(AppError) in
            guard var app = apps.catalogue.app(bundleID) else { throw .unknownApp(bundleID) }
            try change.apply(to: &app)
            try checkLanguage(of: app)
            let changed = app
            if change.releases {
                // First: a fault in between leaves an app that can be released again, not half of a released one.
                do throws(LeaderboardChangeError) { try await apps.leaderboards.release(changed, administrator) } catch
                {
                    throw AppError(error)
                }
                try await ConfigureActivities(apps).release(of: changed, by: administrator)
                try await ConfigureChallengeDefinitions(apps).release(of: changed, by: administrator)
            }
            guard let old = apps.catalogue.app(bundleID), changed != old else { return changed }
            let entry = administrator.entry(
                !old.isReleased && changed.isReleased ? .appRelease : .appUpdate, team: app.team, app: app.number,
                subject: bundleID.text, changes: FieldChanges(from: old, to: changed).text, at: apps.clock.now())
            let isThere = try await AppError.translating { () throws(StoreError) in
                try await apps.directory.updateApp(changed, entry)
            }
            guard isThere else { throw .unknownApp(bundleID) }
            apps.catalogue.put(changed)
            if changed.isArchived, !old.isArchived { try await apps.leaderboards.appEnded(changed) }
            return changed
        }
    }

    private func checkLanguage(of app: App) throws(AppError) {
        for set in apps.catalogue.sets.sets(of: app.number)
        where !set.localizations.contains(where: { $0.language == app.defaultLanguage }) {
            throw .set(set.id, .missingLanguage(app.defaultLanguage))
        }
        for activity in apps.catalogue.activities.activities(of: app.number)
        where !activity.localizations.contains(where: { $0.language == app.defaultLanguage }) {
            throw .activity(activity.id, .missingLanguage(app.defaultLanguage))
        }
        for definition in apps.catalogue.challengeDefinitions.definitions(of: app.number)
        where !definition.localizations.contains(where: { $0.language == app.defaultLanguage }) {
            throw .challengeDefinition(definition.id, .missingLanguage(app.defaultLanguage))
        }
        for achievement in apps.catalogue.achievements.achievements(of: app.number) {
            guard achievement.localizations.contains(where: { $0.language == app.defaultLanguage }) else {
                throw .achievement(achievement.id, .missingLanguage(app.defaultLanguage))
            }
        }
        // A group of another app has that one's language.
        for leaderboard in apps.catalogue.leaderboards(of: app.number) where leaderboard.app == app.number {
            guard leaderboard.localizations.contains(where: { $0.language == app.defaultLanguage }) else {
                throw .missingLanguage(leaderboard.id, app.defaultLanguage)
            }
        }
    }
}

extension AppChange {
    fileprivate func apply(to app: inout App) throws(AppError) {
        let newLink: String?
        switch link {
        case .stays: newLink = app.link
        case .goes: newLink = nil
        case .becomes(let text): newLink = text
        }
        do {
            let description = try AppDescription(
                name: name ?? app.name, sku: sku ?? app.sku, defaultLanguage: defaultLanguage ?? app.defaultLanguage,
                link: newLink, localizations: localizations ?? app.localizations)
            app.localizations = description.localizations
            app.name = description.name
            app.sku = description.sku
            app.defaultLanguage = description.defaultLanguage
            app.link = description.link
        } catch {
            throw .invalid(error)
        }
        app.isArchived = isArchived ?? app.isArchived
        app.isGameCenterEnabled = isGameCenterEnabled ?? (app.isGameCenterEnabled && !app.isArchived)
        guard !app.isArchived || !app.isGameCenterEnabled else { throw .archived }
        app.allowsGuests = allowsGuests ?? app.allowsGuests
        app.hasDesktopGame = hasDesktopGame ?? app.hasDesktopGame
        app.isReleased = app.isReleased || releases
    }
}

extension FieldChanges {
    init(from old: App, to new: App) {
        self.init()
        compare("name", old.name, new.name)
        compare("sku", old.sku, new.sku)
        compare("defaultLanguage", old.defaultLanguage.text, new.defaultLanguage.text)
        compare("link", old.link ?? "none", new.link ?? "none")
        compare("isGameCenterEnabled", old.isGameCenterEnabled, new.isGameCenterEnabled)
        compare("allowsGuests", old.allowsGuests, new.allowsGuests)
        compare("hasDesktopGame", old.hasDesktopGame, new.hasDesktopGame)
        compare("isReleased", old.isReleased, new.isReleased)
        compare("isArchived", old.isArchived, new.isArchived)
        compare("localizations", old.localizations, new.localizations) { localizations in
            localizations.map { "\($0.language.text) \($0.name)" }.joined(separator: ", ")
        }
    }
}
