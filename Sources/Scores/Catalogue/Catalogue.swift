public import LaurelDomain
import Synchronization

/// Apps and leaderboards as they are now, in memory. What is put here takes effect at once (rule 3.4).
///
/// The store is written first and this second, so nobody plays by a configuration that a crash can undo.
public final class Catalogue: Sendable {
    private struct State {
        var apps: [AppNumber: App] = [:]
        var appNumbers: [BundleID: AppNumber] = [:]
        var boards = LeaderboardIndex()
        /// What was looked for since the last change.
        var found: [LeaderboardName: FoundLeaderboard] = [:]
    }

    private struct LeaderboardName: Hashable {
        let id: LeaderboardID
        let app: BundleID
    }

    /// What is remembered of what was looked for; about half a kilobyte each.
    static let foundLimit = 4_096

    public let sets: SetCatalogue
    public let activities: ActivityCatalogue
    public let challengeDefinitions: ChallengeDefinitionCatalogue
    public let defaults = DefaultLeaderboards()
    /// From where pages may call the games' routes.
    public let webOrigins = WebOrigins()
    /// What apps play their runs again with.
    public let simulators = SimulatorCatalogue()
    /// Who is kept out, and what is looked at before others see it.
    public let bans = BanList()
    public let policies = ModerationPolicies()
    public let achievements: AchievementCatalogue
    public let images: ImageCatalogue
    private let state = Mutex(State())
    private let changes: Atomic<UInt64>
    /// How many this process has made: a node that owns a store again reads it anew, and its connections live on.
    private static let made = Atomic<UInt64>(0)

    public init(apps: [App] = [], leaderboards: [Leaderboard] = []) {
        // Far apart, so that no two have a revision in common.
        changes = Atomic(Self.made.wrappingAdd(1, ordering: .relaxed).oldValue &<< 32)
        images = ImageCatalogue()
        sets = SetCatalogue(images)
        activities = ActivityCatalogue(images)
        challengeDefinitions = ChallengeDefinitionCatalogue(images)
        achievements = AchievementCatalogue(images)
        for app in apps { put(app) }
        for leaderboard in leaderboards { put(leaderboard) }
    }

    /// Grows with every change, and no other catalogue of this process has the same: what was encoded under an equal
    /// revision is still right.
    public var revision: UInt64 { changes.load(ordering: .acquiring) }

    /// Nothing that was found before the change is found after it.
    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            state.found = [:]
        }
    }

    // MARK: Apps

    /// O(1).
    public func app(_ id: BundleID) -> App? {
        state.withLock { state in state.appNumbers[id].flatMap { state.apps[$0] } }
    }

    /// O(1).
    public func app(_ number: AppNumber) -> App? {
        state.withLock { $0.apps[number] }
    }

    /// In order of creation. O(*n* log *n*).
    public func apps() -> [App] {
        state.withLock { $0.apps.values.sorted { $0.number.rawValue < $1.number.rawValue } }
    }

    public func put(_ app: App) {
        change { state in
            state.apps[app.number] = app
            state.appNumbers[app.bundleID] = app.number
        }
        changes.add(1, ordering: .releasing)
    }

    // MARK: Leaderboards

    /// What an id stands for in an app: its own leaderboard, a group that it shares, or the group that its own one was
    /// moved into. O(1).
    public func leaderboard(_ id: LeaderboardID, of app: AppNumber) -> Leaderboard? {
        state.withLock { $0.boards.leaderboard(id, of: app) }
    }

    /// The same with the app, for readings: most are of one of a few leaderboards. O(1).
    public func found(_ id: LeaderboardID, of app: BundleID) -> FoundLeaderboard? {
        let name = LeaderboardName(id: id, app: app)
        return state.withLock { state -> FoundLeaderboard? in
            if let found = state.found[name] { return found }
            guard let app = state.appNumbers[name.app].flatMap({ state.apps[$0] }),
                let leaderboard = state.boards.leaderboard(name.id, of: app.number)
            else { return nil }
            let found = FoundLeaderboard(leaderboard, of: app)
            if state.found.count >= Self.foundLimit { state.found = [:] }
            state.found[name] = found
            return found
        }
    }

    /// O(1).
    public func leaderboard(_ number: LeaderboardNumber) -> Leaderboard? {
        state.withLock { $0.boards.all[number] }
    }

    /// The leaderboard that scores of this one count on: itself, or the group that it was moved into. O(1).
    public func target(of number: LeaderboardNumber) -> Leaderboard? {
        state.withLock { state in state.boards.target(of: number) }
    }

    /// The leaderboards whose rows count on this one: itself, and those that were moved into it. O(1).
    public func sources(of number: LeaderboardNumber) -> [LeaderboardNumber] {
        state.withLock { state in [number] + state.boards.moved[number, default: []] }
    }

    /// In the app's order; hidden and archived ones and shared groups too. O(*n*).
    public func leaderboards(of app: AppNumber) -> [Leaderboard] {
        state.withLock { state in state.boards.shown[app, default: []].compactMap { state.boards.all[$0] } }
    }

    /// Those that were made in the app, with those that were moved into a group since. O(*n*).
    public func ownLeaderboards(of app: AppNumber) -> [Leaderboard] {
        state.withLock { state in state.boards.own[app, default: []].compactMap { state.boards.all[$0] } }
    }

    /// Where a score without a leaderboard goes (rule 4.3); nil: there is none, or it was archived. O(*n*).
    public func defaultLeaderboard(of app: AppNumber) -> Leaderboard? {
        state.withLock { state in
            for number in state.boards.own[app, default: []] where state.boards.all[number]?.isDefault ?? false {
                return state.boards.target(of: number).flatMap { $0.isArchived ? nil : $0 }
            }
            return nil
        }
    }

    /// The combined leaderboards that one is a part of. O(*n*).
    public func combined(with part: LeaderboardNumber) -> [Leaderboard] {
        state.withLock { state in
            state.boards.combined.compactMap { state.boards.all[$0] }.filter { $0.kind.parts.contains(part) }
        }
    }

    /// In which order an app shows what it has; at once (rule 3.4).
    package func order(_ order: DisplayOrder, of app: AppNumber) {
        change { $0.boards.order(order.leaderboards, of: app) }
        achievements.order(order.achievements, of: app)
        changes.add(1, ordering: .releasing)
    }

    public func put(_ leaderboard: Leaderboard) {
        change { $0.boards.put(leaderboard) }
        let languages = leaderboard.movedInto == nil ? leaderboard.localizations.map(\.language) : []
        images.keep(languages, .leaderboard, leaderboard.id.text, of: leaderboard.app)
        changes.add(1, ordering: .releasing)
    }

    public func remove(_ number: LeaderboardNumber) {
        let old = leaderboard(number)
        change { $0.boards.remove(number) }
        if let old { images.keep([], .leaderboard, old.id.text, of: old.app) }
        changes.add(1, ordering: .releasing)
    }
}
