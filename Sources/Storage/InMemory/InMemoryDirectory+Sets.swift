public import LaurelDomain

/// The reference's sets and choices.
struct InMemorySets: Sendable {
    struct Choice: Hashable {
        let player: PlayerNumber
        let app: AppNumber
    }

    var sets: [LeaderboardSet] = []
    var choices: [Choice: LeaderboardNumber] = [:]
}

extension InMemoryDirectory {
    public func leaderboardSets() async throws(StoreError) -> [LeaderboardSet] {
        // In place: a set that is written again keeps its place.
        let apps = Set(setRows.sets.map(\.app)).sorted { $0.rawValue < $1.rawValue }
        return apps.flatMap { app in setRows.sets.filter { $0.app == app } }
    }

    public func putLeaderboardSet(_ set: LeaderboardSet, _ entry: NewAuditEntry?) async throws(StoreError) {
        if let index = setRows.sets.firstIndex(where: { $0.app == set.app && $0.id == set.id }) {
            setRows.sets[index] = set
        } else {
            setRows.sets.append(set)
        }
        play.images { $0.note(set.app, .set, set.id.text, speaks: set.localizations.map(\.language)) }
        if let entry { audit.append(entry) }
    }

    public func removeLeaderboardSet(
        _ id: LeaderboardSetID, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool {
        let count = setRows.sets.count
        setRows.sets.removeAll { $0.app == app && $0.id == id }
        guard setRows.sets.count < count else { return false }
        play.images { $0.note(app, .set, id.text, speaks: []) }
        if let entry { audit.append(entry) }
        return true
    }

    public func defaultLeaderboards() async throws(StoreError) -> [DefaultLeaderboard] {
        setRows.choices.map { DefaultLeaderboard(player: $0.key.player, app: $0.key.app, leaderboard: $0.value) }
            .sorted { ($0.player, $0.app.rawValue) < ($1.player, $1.app.rawValue) }
    }

    public func setDefaultLeaderboard(
        _ leaderboard: LeaderboardNumber?, of player: PlayerNumber, in app: AppNumber
    ) async throws(StoreError) {
        setRows.choices[.init(player: player, app: app)] = leaderboard
    }
}
