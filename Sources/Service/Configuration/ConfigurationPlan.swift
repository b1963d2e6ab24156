public import LaurelDomain
public import LaurelScores

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
    /// Pictures whose files are to be sent after it, each to its slot: a configuration names them alone.
    public let uploads: [ConfiguredImage]

    /// - Parameters:
    ///   - wanted: what the file says.
    ///   - app: what there is; nil when the app is new.
    ///   - own: the leaderboards made in the app, moved ones too.
    ///   - owners: groups of other apps that the app shares, or is to share, with the default language of each's own
    ///     app: their texts have that language, and whether one is its default is not this app's business.
    /// - Throws: the first thing in the file that cannot be done. Then nothing of it is done.
    public init(
        _ wanted: AppConfiguration, app: App?, leaderboards: [Leaderboard], own: [Leaderboard]? = nil,
        owners: [LeaderboardID: LanguageTag] = [:], sets: [LeaderboardSet] = [], achievements: [Achievement] = [],
        activities: [ActivityDefinition] = [], challengeDefinitions: [ChallengeDefinition] = [],
        webOrigins: [WebAddress] = [], images: [PlacedImage] = [], moderation: ModerationConfiguration? = nil
    ) throws(ConfigurationRefusal) {
        let present = Dictionary(leaderboards.map { ($0.id, $0) }) { first, _ in first }
        try Self.check(wanted, app, present, owners)
        let hasSets = !sets.isEmpty || !(wanted.sets ?? []).isEmpty
        let limit = hasSets ? LeaderboardSet.appLeaderboardsLimit : Self.leaderboardsLimit
        let known = Set(wanted.leaderboards.map(\.id)).union(present.keys)
        guard known.count <= limit else { throw .tooManyLeaderboards(limit: limit) }
        let named = Set(wanted.leaderboards.map(\.id))
        untouched = leaderboards.map(\.id).filter { !named.contains($0) }

        var changes: [ConfigurationChange] = []
        if app == nil { changes.append(.createApp(wanted.bundleID, wanted.description)) }
        // Before the leaderboards: an app with sets may have more of them.
        changes += try SetPlan.changes(wanted.sets, wanted.description.defaultLanguage, sets, known: known)
        // What stops being the default comes before what becomes it: there is never more than one.
        // A combined one comes after its parts, a group before what moves into it.
        let singles = wanted.leaderboards.filter(\.kind.parts.isEmpty)
        let ordered =
            singles.filter { !$0.isDefault } + singles.filter(\.isDefault)
            + wanted.leaderboards.filter { !$0.kind.parts.isEmpty }
        for leaderboard in ordered {
            guard let old = present[leaderboard.id] else {
                changes.append(.createLeaderboard(leaderboard))
                continue
            }
            let now = LeaderboardConfiguration(old, among: own ?? leaderboards)
            // An id that answers for a group does so for ever.
            var leaderboard = leaderboard
            leaderboard.formerIDs = Set(leaderboard.formerIDs + now.formerIDs).sorted { $0.text < $1.text }
            leaderboard.settings = leaderboard.settings(over: now.settings)
            if owners[leaderboard.id] != nil { leaderboard.isDefault = now.isDefault }
            leaderboard.staying = []
            if now != leaderboard { changes.append(.changeLeaderboard(from: now, to: leaderboard)) }
        }
        changes += try AchievementPlan.changes(
            wanted.achievements, wanted.description.defaultLanguage, achievements)
        changes += try ActivityPlan.changes(
            wanted.activities, wanted.description.defaultLanguage, activities, leaderboards: known,
            achievements: Set(achievements.map(\.id)).union((wanted.achievements ?? []).map(\.id)))
        let kinds = present.mapValues { ChallengeLeaderboard($0.kind) }.merging(
            wanted.leaderboards.flatMap { board in
                ([board.id] + board.formerIDs).map { ($0, ChallengeLeaderboard(board.kind)) }
            }
        ) { $1 }
        changes += try ChallengeDefinitionPlan.changes(
            wanted.challengeDefinitions, wanted.description.defaultLanguage, challengeDefinitions,
            leaderboards: kinds)
        let change = Self.change(wanted, app)
        if change != AppChange() { changes.append(.changeApp(change)) }
        if let wanted = wanted.webOrigins, wanted != webOrigins { changes.append(.setWebOrigins(wanted)) }
        changes += try ModerationPlan.changes(wanted.moderation, moderation, known: known)
        let boardsOrder = Self.order(
            wanted.leaderboards.map(\.id), leaderboards.map(\.id), made: ordered.map(\.id))
        let medals = wanted.achievements?.map(\.id) ?? []
        let medalsOrder = Self.order(medals, achievements.map(\.id), made: medals)
        if boardsOrder != nil || medalsOrder != nil {
            changes.append(.setOrder(leaderboards: boardsOrder, achievements: medalsOrder))
        }
        self.changes = changes
        uploads = try ImagePlan.uploads(
            wanted, leaderboards, sets, achievements, activities, challengeDefinitions, images)
    }

    /// What a file names stands in its order, at the positions that it has altogether; the rest stays where it is.
    ///
    /// - Parameter made: in which order the file's ids are made that are not there.
    /// - Returns: nil: it is so already.
    private static func order<ID: Hashable>(_ wanted: [ID], _ present: [ID], made: [ID]) -> [ID]? {
        let known = Set(present)
        let result = present + made.filter { !known.contains($0) }
        let named = Set(wanted)
        var next = wanted.makeIterator()
        let ordered = result.map { named.contains($0) ? next.next() ?? $0 : $0 }
        return ordered == result ? nil : ordered
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
            if wanted.description.localizations != app.localizations {
                change.localizations = wanted.description.localizations
            }
        }
        if wanted.isGameCenterEnabled != app?.isGameCenterEnabled ?? false {
            change.isGameCenterEnabled = wanted.isGameCenterEnabled
        }
        if let allows = wanted.allowsGuests, allows != app?.allowsGuests ?? true { change.allowsGuests = allows }
        if let has = wanted.hasDesktopGame, has != app?.hasDesktopGame ?? false { change.hasDesktopGame = has }
        if wanted.isArchived != app?.isArchived ?? false { change.isArchived = wanted.isArchived }
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
    // Sets
    case createSet(LeaderboardSetConfiguration)
    case changeSet(LeaderboardSetConfiguration)
    case createActivity(ActivityDefinition)
    case changeActivity(ActivityDefinition)
    case createChallengeDefinition(ChallengeDefinition)
    case changeChallengeDefinition(ChallengeDefinition)
    case setWebOrigins([WebAddress])
    /// Nil: stays.
    case setOrder(leaderboards: [LeaderboardID]?, achievements: [AchievementID]?)
    // Achievements
    /// Of a leaderboard; nil: of the app.
    case setPolicy(LeaderboardID?, ModerationPolicy)
    case createAchievement(AchievementConfiguration)
    case changeAchievement(AchievementConfiguration)
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
    // Sets
    case set(LeaderboardSetID, SetRefusal)
    case tooManySets(limit: Int)
    case activity(ActivityID, ActivityRefusal)
    case challengeDefinition(ChallengeDefinitionID, ChallengeDefinitionRefusal)
    // Achievements
    case achievementTwice(AchievementID)
    case tooManyAchievements(limit: Int)
    case tooManyPoints(limit: Int)
    case achievement(AchievementID, ConfigureAchievementError)
    /// Game Center is off for an app that is archived.
    case archivedAndEnabled
    // Moderation
    case policyTwice(LeaderboardID)
    /// Neither the file nor the app has the leaderboard.
    case policyNowhere(LeaderboardID)
    // Images
    case imageTwice(ImageSlot)
    /// What it is to belong to is neither in the file nor in the app, or does not speak its language.
    case imageNowhere(ImageSlot)

    public enum FrozenField: Hashable, Sendable { case format, submissionType, sortOrder, kind }

    /// A part of a combined leaderboard that neither the file nor the app has.
    case unknownPart(LeaderboardID, part: LeaderboardID)
    /// What recurring and combined leaderboards and groups must keep to.
    case kind(LeaderboardID, ConfigureLeaderboardError)
}

extension ConfigurationPlan {
    private static func check(
        _ wanted: AppConfiguration, _ app: App?, _ present: [LeaderboardID: Leaderboard],
        _ owners: [LeaderboardID: LanguageTag]
    ) throws(ConfigurationRefusal) {
        if let app, app.isReleased, !wanted.isReleased { throw .releaseIsForEver }
        if wanted.isArchived, wanted.isGameCenterEnabled { throw .archivedAndEnabled }
        let language = wanted.description.defaultLanguage
        var seen: Set<LeaderboardID> = []
        for leaderboard in wanted.leaderboards {
            guard seen.insert(leaderboard.id).inserted else { throw .leaderboardTwice(leaderboard.id) }
            try checkLanguages(leaderboard, owners[leaderboard.id] ?? language)
            if let old = present[leaderboard.id], old.isReleased { try checkFrozen(leaderboard, old) }
        }
        for leaderboard in wanted.leaderboards {
            for part in leaderboard.kind.parts where !seen.contains(part) && present[part] == nil {
                throw .unknownPart(leaderboard.id, part: part)
            }
        }
        try checkKinds(wanted.leaderboards, present)
        let own = wanted.leaderboards.filter { owners[$0.id] == nil }
        let others = present.values.filter { !seen.contains($0.id) && owners[$0.id] == nil }
        let defaults = own.filter(\.isDefault).map(\.id) + others.filter(\.isDefault).map(\.id)
        guard defaults.count <= 1 else { throw .twoDefaults(defaults[0], defaults[1]) }
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
        let isStillCombined = !leaderboard.kind.parts.isEmpty && !old.kind.parts.isEmpty
        let isSame = leaderboard.kind.name == old.kind.name && leaderboard.kind.recurrence == old.kind.recurrence
        guard isSame || isStillCombined else { throw .frozen(old.id, .kind) }
    }
}
