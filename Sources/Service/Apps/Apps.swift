public import LaurelDomain
public import LaurelScores
public import LaurelStorage

/// What the use cases about apps write.
public typealias AppsDirectory = AppDirectory & SetDirectory & WebOriginDirectory & ImageDirectory & BlobDirectory
    & ModerationDirectory & SimulatorDirectory & DisplayOrderDirectory

/// What the use cases about apps share.
public struct Apps: Sendable {
    public var directory: any AppsDirectory
    public var catalogue: Catalogue
    /// The first team: of apps whose maker names none and is in none, as the operator is.
    public var team: TeamNumber
    public var leaderboards: LeaderboardChanging
    public var clock: Clock
    /// What else goes with test data.
    public var wipeSections: [WipeSection] = []
    let gate = SerialGate()
    /// Imports come one after the other; each step takes ``gate`` by itself.
    let importGate = SerialGate()
    /// Sets and players' choices, one change after the other.
    let setGate = SerialGate()
    /// Pictures, one change after the other.
    let imageGate = SerialGate()
    public var simulators = SimulatorPorts.none
    /// Simulators, one change after the other.
    let simulatorGate = SerialGate()

    public init(
        directory: any AppsDirectory,
        catalogue: Catalogue, team: TeamNumber, leaderboards: LeaderboardChanging, clock: Clock
    ) {
        self.directory = directory
        self.catalogue = catalogue
        self.team = team
        self.leaderboards = leaderboards
        self.clock = clock
    }
}

/// What an app says about itself, checked.
public struct AppDescription: Hashable, Sendable {
    public static let nameLimit = 64
    public static let skuLimit = 64
    public static let linkLimit = 2_048
    public static let subtitleLimit = 64
    public static let textLimit = 4_000
    public static let languagesLimit = 100

    /// 1 to 64 characters that are seen, one of them at least more than a space: nothing that turns the line around or
    /// hides in it. It need not be unique (rule 3.1).
    public let name: String
    /// The developer's own word for it: at most 64 characters, may be empty.
    public let sku: String
    public let defaultLanguage: LanguageTag
    /// Where the game is played or bought: `https://` or `http://`, or a path on this server such as
    /// `/play/monkeyjump/`.
    public let link: String?
    /// In order of language. A language that is missing falls back to the default one, and that to ``name`` (rule 3.6).
    public let localizations: [AppLocalization]

    /// - Throws: the first rule broken.
    public init(
        name: String, sku: String = "", defaultLanguage: LanguageTag = .english, link: String? = nil,
        localizations: [AppLocalization] = []
    ) throws(Invalid) {
        guard PlainText.holds(name, limit: Self.nameLimit), PlainText.isSeen(name) else {
            throw .name(limit: Self.nameLimit)
        }
        guard PlainText.holds(sku, limit: Self.skuLimit) else { throw .sku(limit: Self.skuLimit) }
        if let link {
            guard Self.isLink(link) else { throw .link(limit: Self.linkLimit) }
        }
        try Self.check(localizations)
        self.name = name
        self.sku = sku
        self.defaultLanguage = defaultLanguage
        self.link = link
        self.localizations = localizations.sorted { $0.language.text < $1.language.text }
    }

    private static func check(_ localizations: [AppLocalization]) throws(Invalid) {
        guard localizations.count <= languagesLimit else { throw .tooManyLanguages(limit: languagesLimit) }
        var seen: Set<LanguageTag> = []
        for localization in localizations {
            guard seen.insert(localization.language).inserted else { throw .languageTwice(localization.language) }
            guard PlainText.holds(localization.name, limit: nameLimit), PlainText.isSeen(localization.name) else {
                throw .localizedName(localization.language, limit: nameLimit)
            }
            guard PlainText.holds(localization.subtitle, limit: subtitleLimit) else {
                throw .subtitle(localization.language, limit: subtitleLimit)
            }
            let lines = localization.description.split(separator: "\n", omittingEmptySubsequences: false)
            guard localization.description.count <= textLimit,
                lines.allSatisfy({ PlainText.holds(String($0), limit: textLimit) })
            else { throw .description(localization.language, limit: textLimit) }
        }
    }

    private static func isLink(_ text: String) -> Bool {
        guard text.utf8.count <= linkLimit, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return false }
        // Two slashes, or a backslash that browsers read as one, would name another server.
        if text.hasPrefix("/") { return !text.hasPrefix("//") && !text.contains("\\") }
        let schemes = ["https://", "http://"]
        return schemes.contains { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }
    }

    public enum Invalid: Error, Hashable, Sendable {
        case name(limit: Int)
        case sku(limit: Int)
        case link(limit: Int)
        case tooManyLanguages(limit: Int)
        case languageTwice(LanguageTag)
        case localizedName(LanguageTag, limit: Int)
        case subtitle(LanguageTag, limit: Int)
        case description(LanguageTag, limit: Int)
    }
}

public enum AppError: Error, StoreFailure, Hashable, Sendable {
    case unknownApp(BundleID)
    case bundleIDTaken(BundleID)
    case invalid(AppDescription.Invalid)
    /// Game Center is off for an app that is archived.
    case archived
    /// A leaderboard has not got the language that is to be the app's default one (rule 3.6).
    case missingLanguage(LeaderboardID, LanguageTag)
    case leaderboard(LeaderboardID, String)
    // Sets
    case set(LeaderboardSetID, SetRefusal)
    // Achievements
    case achievement(AchievementID, ConfigureAchievementError)
    case unavailable
    case broken(reason: String)

    init(_ error: LeaderboardChangeError) {
        switch error {
        case .refused(let id, let reason): self = .leaderboard(id, reason)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason: reason)
        }
    }
}

/// Makes an app, with Game Center off and unreleased: the sandbox only (rules 3.1, 3.2).
public struct CreateApp: Sendable {
    private let apps: Apps
    public init(_ apps: Apps) { self.apps = apps }

    /// - Parameter team: nil: the first one.
    public func callAsFunction(
        _ bundleID: BundleID, _ description: AppDescription, in team: TeamNumber? = nil,
        by administrator: Administrator
    ) async throws(AppError) -> App {
        try await apps.gate.run { () throws(AppError) in
            let team = team ?? apps.team
            let app = NewApp(
                team: team, bundleID: bundleID, name: description.name, sku: description.sku,
                defaultLanguage: description.defaultLanguage, link: description.link,
                localizations: description.localizations)
            let entry = administrator.entry(
                .appCreate, team: team, subject: bundleID.text, changes: "name \(description.name)",
                at: apps.clock.now())
            let made = try await AppError.translating { () throws(StoreError) in
                try await apps.directory.addApp(app, entry)
            }
            guard let made else { throw .bundleIDTaken(bundleID) }
            apps.catalogue.put(made)
            return made
        }
    }
}

/// What is to change; nil: stays.
public struct AppChange: Hashable, Sendable {
    public var name: String?
    public var sku: String?
    /// Every leaderboard must have it already (rule 3.6).
    public var defaultLanguage: LanguageTag?
    public var link: Link = .stays
    /// All of them.
    public var localizations: [AppLocalization]?
    /// Archiving turns Game Center off.
    public var isArchived: Bool?
    public var isGameCenterEnabled: Bool?
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
        for achievement in apps.catalogue.achievements.achievements(of: app.number) {
            guard achievement.localizations.contains(where: { $0.language == app.defaultLanguage }) else {
                throw .achievement(achievement.id, .missingLanguage(app.defaultLanguage))
            }
        }
        for leaderboard in apps.catalogue.leaderboards(of: app.number) {
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
        compare("isReleased", old.isReleased, new.isReleased)
        compare("isArchived", old.isArchived, new.isArchived)
        compare("localizations", old.localizations, new.localizations) { localizations in
            localizations.map { "\($0.language.text) \($0.name)" }.joined(separator: ", ")
        }
    }
}

/// Apps as somebody may see them, from memory.
public struct ListApps: Sendable {
    private let catalogue: Catalogue
    public init(_ catalogue: Catalogue) { self.catalogue = catalogue }

    /// What players see: released, with Game Center. In order of creation.
    public func callAsFunction() -> [App] {
        catalogue.apps().filter { $0.isReleased && $0.isGameCenterEnabled }
    }

    public func callAsFunction(by administrator: Administrator, _ roster: Roster) -> [App] {
        catalogue.apps().filter { roster.rights(of: administrator, in: $0.team)?.contains(.view) == true }
    }
}

/// One game, by its permanent id.
public struct DescribeGame: Sendable {
    private let catalogue: Catalogue
    public init(_ catalogue: Catalogue) { self.catalogue = catalogue }

    /// A player who knows the id of an unreleased app may see it: its testers play it in the sandbox.
    public func callAsFunction(_ bundleID: BundleID) throws(GameRefusal) -> GameDescription {
        guard let app = catalogue.app(bundleID) else { throw .unknownGame(bundleID) }
        let leaderboards = catalogue.leaderboards(of: app.number)
        return GameDescription(
            app: app, environments: app.isReleased ? [.production, .sandbox] : [.sandbox],
            leaderboardCount: leaderboards.count { app.lists($0, in: .production) })
    }
}

public struct GameDescription: Hashable, Sendable {
    public let app: App
    public let environments: [Environment]
    /// Those that players see.
    public let leaderboardCount: Int
}
