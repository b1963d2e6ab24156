public import LaurelDomain
package import LaurelScores
package import LaurelStorage

/// A set as its developer writes it.
public struct LeaderboardSetConfiguration: Hashable, Sendable {
    public var id: LeaderboardSetID
    public var referenceName: String
    /// In order of language.
    public var localizations: [SetLocalization]
    public var leaderboards: [LeaderboardID]
    /// In order of leaderboard and language. Nil: nothing is said, and those of leaderboards that stay, stay.
    public var leaderboardNames: [SetLeaderboardName]?

    public init(
        id: LeaderboardSetID, referenceName: String, localizations: [SetLocalization], leaderboards: [LeaderboardID],
        leaderboardNames: [SetLeaderboardName]? = nil
    ) {
        self.leaderboardNames = leaderboardNames?.sorted {
            ($0.leaderboard.text, $0.language.text) < ($1.leaderboard.text, $1.language.text)
        }
        self.id = id
        self.referenceName = referenceName
        self.localizations = localizations.sorted { $0.language.text < $1.language.text }
        self.leaderboards = leaderboards
    }

    public init(_ set: LeaderboardSet) {
        self.init(
            id: set.id, referenceName: set.referenceName, localizations: set.localizations,
            leaderboards: set.leaderboards, leaderboardNames: set.leaderboardNames)
    }

    /// - Parameter old: in whose place it comes.
    func set(of app: AppNumber, after old: LeaderboardSet?) -> LeaderboardSet {
        let members = Set(leaderboards)
        let names = leaderboardNames ?? (old?.leaderboardNames ?? []).filter { members.contains($0.leaderboard) }
        return LeaderboardSet(
            app: app, id: id, referenceName: referenceName, localizations: localizations, leaderboards: leaderboards,
            leaderboardNames: names)
    }
}

/// Makes, changes and removes the sets of an app's leaderboards, at once (rules 3.4, 4.1).
package struct ConfigureSets: ConfiguresItems {
    package static let countLimit = LeaderboardSet.countLimit
    package static let actions = ItemActions(
        create: .leaderboardSetCreate, update: .leaderboardSetUpdate, delete: .leaderboardSetDelete)

    package let apps: Apps
    package var gate: SerialGate { apps.setGate }
    package init(_ apps: Apps) { self.apps = apps }

    package func items(of app: App) -> [LeaderboardSet] { apps.catalogue.currentSets(of: app.number) }

    package func wanted(_ set: LeaderboardSet) -> LeaderboardSetConfiguration { LeaderboardSetConfiguration(set) }

    package func checked(
        _ wanted: LeaderboardSetConfiguration, replacing old: LeaderboardSet?, of app: App, isImported: Bool
    ) throws(SetRefusal) -> LeaderboardSet {
        // Leaderboards of an import may be made after it.
        if !isImported {
            try wanted.check(app.defaultLanguage, Set(apps.catalogue.leaderboards(of: app.number).map(\.id)))
        }
        return wanted.set(of: app.number, after: old)
    }

    /// Its leaderboards stay, in their other sets or in the first one. The last set of an app with more leaderboards
    /// than one without sets may have cannot go.
    package func checkRemoval(of set: LeaderboardSet, from app: App) throws(SetRefusal) {
        let limit = LeaderboardRules.leaderboardsLimit
        guard items(of: app).count > 1 || apps.catalogue.leaderboards(of: app.number).count <= limit else {
            throw .lastSet(limit: limit)
        }
    }

    package func changes(from old: LeaderboardSet?, to new: LeaderboardSet) -> FieldChanges {
        FieldChanges(from: old, to: new)
    }

    package func store(_ set: LeaderboardSet, of app: App, _ entry: NewAuditEntry) async throws(StoreError) {
        try await apps.directory.putLeaderboardSet(set, entry)
        apps.catalogue.sets.put(set)
    }

    package func discard(
        _ id: LeaderboardSetID, of app: App, _ entry: NewAuditEntry
    ) async throws(StoreError) {
        _ = try await apps.directory.removeLeaderboardSet(id, of: app.number, entry)
        apps.catalogue.sets.remove(id, of: app.number)
    }
}

extension LeaderboardSetID: ConfiguredID {}
extension LeaderboardSet: ConfiguredItem {}
extension LeaderboardSetConfiguration: ConfiguredItem {}
extension SetRefusal: ConfiguredRefusal {}
public typealias ConfigureSetError = ConfigureItemError<SetRefusal>

extension LeaderboardSetConfiguration {
    /// - Parameter known: the leaderboards of the app.
    func check(_ language: LanguageTag, _ known: Set<LeaderboardID>) throws(SetRefusal) {
        guard localizations.count <= LeaderboardRules.languagesLimit else {
            throw .tooManyLanguages(limit: LeaderboardRules.languagesLimit)
        }
        for name in [referenceName] + localizations.map(\.name) + (leaderboardNames ?? []).map(\.name) {
            guard PlainText.holds(name, limit: LeaderboardSet.nameLimit), PlainText.isSeen(name) else {
                throw .name(limit: LeaderboardSet.nameLimit)
            }
        }
        try SetRefusal.check(localizations.map(\.language), language)
        guard leaderboards.count <= LeaderboardSet.leaderboardsLimit else {
            throw .tooManyLeaderboards(limit: LeaderboardSet.leaderboardsLimit)
        }
        var seen: Set<LeaderboardID> = []
        for id in leaderboards {
            guard seen.insert(id).inserted else { throw .leaderboardTwice(id) }
            guard known.contains(id) else { throw .unknownLeaderboard(id) }
        }
        try checkNames(seen)
    }

    /// - Parameter members: of the set.
    private func checkNames(_ members: Set<LeaderboardID>) throws(SetRefusal) {
        let names = leaderboardNames ?? []
        guard names.count <= LeaderboardSet.leaderboardNamesLimit else {
            throw .tooManyNames(limit: LeaderboardSet.leaderboardNamesLimit)
        }
        var languages: [LeaderboardID: Set<LanguageTag>] = [:]
        for name in names {
            guard members.contains(name.leaderboard) else { throw .nameOfStranger(name.leaderboard) }
            guard languages[name.leaderboard, default: []].insert(name.language).inserted else {
                throw .nameTwice(name.leaderboard, name.language)
            }
        }
    }
}

extension FieldChanges {
    fileprivate init(from old: LeaderboardSet?, to new: LeaderboardSet) {
        self.init()
        compare("referenceName", old?.referenceName ?? "", new.referenceName)
        compare("localizations", old?.localizations ?? [], new.localizations) { localizations in
            localizations.map { "\($0.language.text) \($0.name)" }.joined(separator: ", ")
        }
        compare("leaderboards", old?.leaderboards ?? [], new.leaderboards) {
            $0.map(\.text).joined(separator: ", ")
        }
        compare("leaderboardNames", old?.leaderboardNames ?? [], new.leaderboardNames) { names in
            names.map { "\($0.leaderboard.text) \($0.language.text) \($0.name)" }.joined(separator: ", ")
        }
    }
}
