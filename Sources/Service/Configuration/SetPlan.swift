public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// The part of a ``ConfigurationPlan`` that sets are.
enum SetPlan {
    /// - Parameters:
    ///   - wanted: nil: the file says nothing about sets, and they stay as they are.
    ///   - known: the leaderboards that there are after the import.
    static func changes(
        _ wanted: [LeaderboardSetConfiguration]?, _ language: LanguageTag, _ present: [LeaderboardSet],
        known: Set<LeaderboardID>
    ) throws(ConfigurationRefusal) -> [ConfigurationChange] {
        guard let wanted else { return [] }
        let old = Dictionary(present.map { ($0.id, $0) }) { first, _ in first }
        var seen: Set<LeaderboardSetID> = []
        var changes: [ConfigurationChange] = []
        for set in wanted {
            guard seen.insert(set.id).inserted else { throw .set(set.id, .idTaken) }
            do throws(SetRefusal) { try set.check(language, known) } catch { throw .set(set.id, error) }
            guard let there = old[set.id] else {
                changes.append(.createSet(set))
                continue
            }
            let wouldBe = LeaderboardSetConfiguration(set.set(of: there.app, after: there))
            if wouldBe != LeaderboardSetConfiguration(there) { changes.append(.changeSet(set)) }
        }
        guard seen.union(old.keys).count <= LeaderboardSet.countLimit else {
            throw .tooManySets(limit: LeaderboardSet.countLimit)
        }
        return changes
    }
}

/// Fills the catalogue with sets and players' choices at start.
public struct LoadSets: Sendable {
    private let apps: Apps
    public init(_ apps: Apps) { self.apps = apps }

    public func callAsFunction() async throws(ConfigureSetError) {
        try await ConfigureSetError.translating { () throws(StoreError) in
            for set in try await apps.directory.leaderboardSets() { apps.catalogue.sets.put(set) }
            for choice in try await apps.directory.defaultLeaderboards() {
                apps.catalogue.defaults.put(choice.leaderboard, of: choice.player, in: choice.app)
            }
        }
    }
}

/// Where a player's scores go that name no leaderboard (rule 4.3).
public struct ChooseDefaultLeaderboard: Sendable {
    private let apps: Apps
    public init(_ apps: Apps) { self.apps = apps }

    /// - Parameter id: nil: the app's own again.
    /// - Returns: what counts from now on; nil: the app has none.
    public func callAsFunction(
        _ id: LeaderboardID?, of player: PlayerNumber, in app: App
    ) async throws(ChooseDefaultError) -> Leaderboard? {
        var number: LeaderboardNumber?
        if let id {
            guard let leaderboard = apps.catalogue.leaderboard(id, of: app.number) else {
                throw .unknownLeaderboard(id)
            }
            guard !leaderboard.isArchived else { throw .archived(id) }
            guard leaderboard.kind.parts.isEmpty else { throw .combined(id) }
            number = leaderboard.number
        }
        let chosen = number
        return try await apps.setGate.run { () throws(ChooseDefaultError) in
            try await ChooseDefaultError.translating { () throws(StoreError) in
                try await apps.directory.setDefaultLeaderboard(chosen, of: player, in: app.number)
            }
            apps.catalogue.defaults.put(chosen, of: player, in: app.number)
            return apps.catalogue.defaultLeaderboard(of: app.number, for: player)
        }
    }
}

public enum ChooseDefaultError: Error, StoreFailure, Hashable, Sendable {
    case unknownLeaderboard(LeaderboardID)
    case archived(LeaderboardID)
    /// It takes no scores.
    case combined(LeaderboardID)
    case unavailable
    case broken(reason: String)
}
