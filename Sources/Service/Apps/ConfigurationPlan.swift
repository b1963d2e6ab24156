public import LaurelDomain

/// What has to be done so that an app is as a file says: nothing, when it is already.
///
/// Computed without touching anything. Leaderboards that the file does not name stay as they are, because deleting
/// takes scores along and has to be said; ``untouched`` lists them.
public struct ConfigurationPlan: Hashable, Sendable {
    /// Leaderboards of one app, as long as there are no sets (rule 3.5).
    public static let leaderboardsLimit = 100

    /// In the order in which they can be done.
    public let changes: [ConfigurationChange]
    public let untouched: [LeaderboardID]

    /// - Parameters:
    ///   - wanted: what the file says.
    ///   - app: what there is; nil when the app is new.
    /// - Throws: the first thing in the file that cannot be done. Then nothing of it is done.
    public init(
        _ wanted: AppConfiguration, app: App?, leaderboards: [Leaderboard]
    ) throws(ConfigurationRefusal) {
        let present = Dictionary(leaderboards.map { ($0.id, $0) }) { first, _ in first }
        try Self.check(wanted, app, present)
        let named = Set(wanted.leaderboards.map(\.id))
        untouched = leaderboards.map(\.id).filter { !named.contains($0) }

        var changes: [ConfigurationChange] = []
        if app == nil { changes.append(.createApp(wanted.bundleID, wanted.description)) }
        // What stops being the default comes before what becomes it: there is never more than one.
        let ordered = wanted.leaderboards.filter { !$0.isDefault } + wanted.leaderboards.filter(\.isDefault)
        for leaderboard in ordered {
            guard let old = present[leaderboard.id] else {
                changes.append(.createLeaderboard(leaderboard))
                continue
            }
            let now = LeaderboardConfiguration(old)
            if now != leaderboard { changes.append(.changeLeaderboard(from: now, to: leaderboard)) }
        }
        let change = Self.change(wanted, app)
        if change != AppChange() { changes.append(.changeApp(change)) }
        self.changes = changes
    }

    private static func change(_ wanted: AppConfiguration, _ app: App?) -> AppChange {
        var change = AppChange()
        if let app {
            if wanted.description.name != app.name { change.name = wanted.description.name }
            if wanted.description.sku != app.sku { change.sku = wanted.description.sku }
            if wanted.description.defaultLanguage != app.defaultLanguage {
                change.defaultLanguage = wanted.description.defaultLanguage
            }
            if wanted.description.link != app.link {
                change.link = wanted.description.link.map { .becomes($0) } ?? .goes
            }
        }
        if wanted.isGameCenterEnabled != app?.isGameCenterEnabled ?? false {
            change.isGameCenterEnabled = wanted.isGameCenterEnabled
        }
        change.releases = wanted.isReleased && app?.isReleased != true
        return change
    }
}

/// One step of a plan.
public enum ConfigurationChange: Hashable, Sendable {
    case createApp(BundleID, AppDescription)
    case createLeaderboard(LeaderboardConfiguration)
    case changeLeaderboard(from: LeaderboardConfiguration, to: LeaderboardConfiguration)
    case changeApp(AppChange)
}

/// Why a file cannot be imported.
public enum ConfigurationRefusal: Error, Hashable, Sendable {
    case leaderboardTwice(LeaderboardID)
    case tooManyLeaderboards(limit: Int)
    /// At most one leaderboard is the default one (rule 4.3), those that the file does not name included.
    case twoDefaults(LeaderboardID, LeaderboardID)
    /// The app's default language is required (rule 3.6).
    case missingLanguage(LeaderboardID, LanguageTag)
    case languageTwice(LeaderboardID, LanguageTag)
    /// Frozen since the release (rule 3.3).
    case frozen(LeaderboardID, FrozenField)
    /// There is no way back from a release (rule 3.2).
    case releaseIsForEver

    public enum FrozenField: Hashable, Sendable { case format, submissionType, sortOrder }
}

extension ConfigurationPlan {
    private static func check(
        _ wanted: AppConfiguration, _ app: App?, _ present: [LeaderboardID: Leaderboard]
    ) throws(ConfigurationRefusal) {
        if let app, app.isReleased, !wanted.isReleased { throw .releaseIsForEver }
        var seen: Set<LeaderboardID> = []
        for leaderboard in wanted.leaderboards {
            guard seen.insert(leaderboard.id).inserted else { throw .leaderboardTwice(leaderboard.id) }
            try checkLanguages(leaderboard, wanted.description.defaultLanguage)
            if let old = present[leaderboard.id], old.isReleased { try checkFrozen(leaderboard, old) }
        }
        let others = present.values.filter { !seen.contains($0.id) }
        guard seen.count + others.count <= leaderboardsLimit else {
            throw .tooManyLeaderboards(limit: leaderboardsLimit)
        }
        let defaults = wanted.leaderboards.filter(\.isDefault).map(\.id) + others.filter(\.isDefault).map(\.id)
        guard defaults.count <= 1 else { throw .twoDefaults(defaults[0], defaults[1]) }
        let language = wanted.description.defaultLanguage
        for other in others.sorted(by: { $0.number < $1.number }) {
            guard other.localizations.contains(where: { $0.language == language }) else {
                throw .missingLanguage(other.id, language)
            }
        }
    }

    private static func checkLanguages(
        _ leaderboard: LeaderboardConfiguration, _ language: LanguageTag
    ) throws(ConfigurationRefusal) {
        var languages: Set<LanguageTag> = []
        for localization in leaderboard.localizations {
            guard languages.insert(localization.language).inserted else {
                throw .languageTwice(leaderboard.id, localization.language)
            }
        }
        guard languages.contains(language) else { throw .missingLanguage(leaderboard.id, language) }
    }

    private static func checkFrozen(
        _ leaderboard: LeaderboardConfiguration, _ old: Leaderboard
    ) throws(ConfigurationRefusal) {
        guard leaderboard.format == old.format else { throw .frozen(old.id, .format) }
        guard leaderboard.submissionType == old.submissionType else { throw .frozen(old.id, .submissionType) }
        guard leaderboard.sortOrder == old.sortOrder else { throw .frozen(old.id, .sortOrder) }
    }
}
