public import LaurelDomain
import Synchronization

/// Sets of leaderboards as they are now, in memory. The store is written first and this second.
public final class SetCatalogue: Sendable {
    private let sets = Mutex<[AppNumber: [LeaderboardSet]]>([:])

    private let images: ImageCatalogue

    /// - Parameter images: those of sets that go, go too.
    init(_ images: ImageCatalogue) { self.images = images }

    /// In order of creation, as their developer wrote them.
    public func sets(of app: AppNumber) -> [LeaderboardSet] { sets.withLock { $0[app, default: []] } }

    /// Leaderboards that an app may have (rule 3.5).
    public func leaderboardsLimit(of app: AppNumber) -> Int {
        sets(of: app).isEmpty ? LeaderboardRules.leaderboardsLimit : LeaderboardSet.appLeaderboardsLimit
    }

    package func put(_ set: LeaderboardSet) {
        sets.withLock { sets in
            var list = sets[set.app, default: []]
            if let index = list.firstIndex(where: { $0.id == set.id }) { list[index] = set } else { list.append(set) }
            sets[set.app] = list
        }
        images.keep(set.localizations.map(\.language), .set, set.id.text, of: set.app)
    }

    package func remove(_ id: LeaderboardSetID, of app: AppNumber) {
        sets.withLock { $0[app]?.removeAll { $0.id == id } }
        images.keep([], .set, id.text, of: app)
    }
}

/// The leaderboards that players chose for scores that name none (rule 4.3), in memory: the journal's writer asks.
///
/// - Size: about 40 bytes for each player and app with a choice; few make one.
public final class DefaultLeaderboards: Sendable {
    private struct Key: Hashable {
        let player: PlayerNumber
        let app: AppNumber
    }

    private let choices = Mutex<[Key: LeaderboardNumber]>([:])

    init() {}

    /// O(1).
    public func leaderboard(of player: PlayerNumber, in app: AppNumber) -> LeaderboardNumber? {
        choices.withLock { $0[Key(player: player, app: app)] }
    }

    package func put(_ leaderboard: LeaderboardNumber?, of player: PlayerNumber, in app: AppNumber) {
        choices.withLock { $0[Key(player: player, app: app)] = leaderboard }
    }

    /// Of a player who is erased.
    public func forget(_ player: PlayerNumber) {
        choices.withLock { choices in choices = choices.filter { $0.key.player != player } }
    }
}

extension Catalogue {
    /// Where a player's score goes that names no leaderboard: their own choice while it takes scores, else the app's.
    public func defaultLeaderboard(of app: AppNumber, for player: PlayerNumber) -> Leaderboard? {
        // One that has become part of a group since is that group.
        if let number = defaults.leaderboard(of: player, in: app), let leaderboard = target(of: number),
            leaderboard.belongs(to: app), !leaderboard.isArchived, leaderboard.kind.parts.isEmpty
        {
            return leaderboard
        }
        return defaultLeaderboard(of: app)
    }

    /// An app's sets, in order, with the leaderboards that there are now: the group, once, in place of those that were
    /// moved into it, and none that is gone.
    public func currentSets(of app: AppNumber) -> [LeaderboardSet] {
        sets.sets(of: app).map { set in
            var set = set
            var members: Set<LeaderboardID> = []
            set.leaderboards = set.leaderboards.compactMap { leaderboard($0, of: app)?.id }
                .filter { members.insert($0).inserted }
            var named: [LeaderboardID: Set<LanguageTag>] = [:]
            set.leaderboardNames = set.leaderboardNames.compactMap { name in
                guard let id = leaderboard(name.leaderboard, of: app)?.id,
                    named[id, default: []].insert(name.language).inserted
                else { return nil }
                return SetLeaderboardName(leaderboard: id, language: name.language, name: name.name)
            }
            return set
        }
    }

    /// The sets as players see them: those leaderboards that are listed, each in one at least.
    public func shownSets(of app: App, in environment: Environment) -> [LeaderboardSet] {
        let shown = leaderboards(of: app.number).filter { app.lists($0, in: environment) }
        return LeaderboardSet.complete(currentSets(of: app.number), with: shown.map(\.id))
    }
}
