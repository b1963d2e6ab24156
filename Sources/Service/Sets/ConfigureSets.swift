public import LaurelDomain
public import LaurelScores
import LaurelStorage

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
public struct ConfigureSets: Sendable {
    private let apps: Apps
    public init(_ apps: Apps) { self.apps = apps }

    public func create(
        _ wanted: LeaderboardSetConfiguration, of app: App, by administrator: Administrator
    ) async throws(ConfigureSetError) -> LeaderboardSet {
        try await apps.setGate.run { () throws(ConfigureSetError) in
            let sets = apps.catalogue.sets.sets(of: app.number)
            guard !sets.contains(where: { $0.id == wanted.id }) else { throw .refused(.idTaken) }
            guard sets.count < LeaderboardSet.countLimit else {
                throw .refused(.tooManySets(limit: LeaderboardSet.countLimit))
            }
            return try await write(wanted, of: app, by: administrator, checks: true)
        }
    }

    /// - Parameter change: called once, with the set as it is then.
    public func update(
        _ id: LeaderboardSetID, of app: App, by administrator: Administrator,
        _ change: @escaping @Sendable (inout LeaderboardSetConfiguration) -> Void
    ) async throws(ConfigureSetError) -> LeaderboardSet {
        try await apps.setGate.run { () throws(ConfigureSetError) in
            guard let old = apps.catalogue.sets.sets(of: app.number).first(where: { $0.id == id }) else {
                throw .unknownSet
            }
            var wanted = LeaderboardSetConfiguration(old)
            change(&wanted)
            wanted.id = id
            return try await write(wanted, of: app, by: administrator, checks: true)
        }
    }

    /// Its leaderboards stay, in their other sets or in the first one. The last set of an app with more leaderboards
    /// than one without sets may have cannot go.
    public func remove(
        _ id: LeaderboardSetID, of app: App, by administrator: Administrator
    ) async throws(ConfigureSetError) {
        try await apps.setGate.run { () throws(ConfigureSetError) in
            let sets = apps.catalogue.sets.sets(of: app.number)
            guard sets.contains(where: { $0.id == id }) else { throw .unknownSet }
            let limit = LeaderboardRules.leaderboardsLimit
            guard sets.count > 1 || apps.catalogue.leaderboards(of: app.number).count <= limit else {
                throw .refused(.lastSet(limit: limit))
            }
            let entry = administrator.entry(
                .leaderboardSetDelete, team: app.team, app: app.number, subject: id.text, at: apps.clock.now())
            _ = try await ConfigureSetError.translating { () throws(StoreError) in
                try await apps.directory.removeLeaderboardSet(id, of: app.number, entry)
            }
            apps.catalogue.sets.remove(id, of: app.number)
        }
    }

    /// For an import, which has checked it: its leaderboards may be made after it.
    func bring(
        _ wanted: LeaderboardSetConfiguration, to app: App, by administrator: Administrator
    ) async throws(ConfigureSetError) {
        _ = try await apps.setGate.run { () throws(ConfigureSetError) in
            try await write(wanted, of: app, by: administrator, checks: false)
        }
    }

    private func write(
        _ wanted: LeaderboardSetConfiguration, of app: App, by administrator: Administrator, checks: Bool
    ) async throws(ConfigureSetError) -> LeaderboardSet {
        if checks {
            let known = Set(apps.catalogue.leaderboards(of: app.number).map(\.id))
            do throws(SetRefusal) { try wanted.check(app.defaultLanguage, known) } catch { throw .refused(error) }
        }
        let old = apps.catalogue.sets.sets(of: app.number).first { $0.id == wanted.id }
        let set = wanted.set(of: app.number, after: old)
        guard set != old else { return set }
        let entry = administrator.entry(
            old == nil ? .leaderboardSetCreate : .leaderboardSetUpdate, team: app.team, app: app.number,
            subject: set.id.text, changes: FieldChanges(from: old, to: set).text, at: apps.clock.now())
        try await ConfigureSetError.translating { () throws(StoreError) in
            try await apps.directory.putLeaderboardSet(set, entry)
        }
        apps.catalogue.sets.put(set)
        return set
    }
}

public enum ConfigureSetError: Error, StoreFailure, Hashable, Sendable {
    case unknownSet
    case refused(SetRefusal)
    case unavailable
    case broken(reason: String)
}

extension AppError {
    init(_ error: ConfigureSetError, _ id: LeaderboardSetID) {
        switch error {
        case .refused(let refusal): self = .set(id, refusal)
        // Somebody removed it meanwhile.
        case .unknownSet, .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason: reason)
        }
    }
}

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
        var languages: Set<LanguageTag> = []
        for localization in localizations {
            guard languages.insert(localization.language).inserted else { throw .languageTwice(localization.language) }
        }
        guard languages.contains(language) else { throw .missingLanguage(language) }
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
