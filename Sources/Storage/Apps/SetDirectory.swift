public import LaurelDomain

/// Sets of leaderboards, and players' own default leaderboards. Every engine must pass `SetContract`.
public protocol SetDirectory: Sendable {
    /// In order of app and creation.
    func leaderboardSets() async throws(StoreError) -> [LeaderboardSet]
    /// Writes all of it, and the audit log's entry; a new one comes after the others of its app.
    func putLeaderboardSet(_ set: LeaderboardSet, _ entry: NewAuditEntry?) async throws(StoreError)
    /// - Returns: whether there was one; the entry is written only then.
    func removeLeaderboardSet(
        _ id: LeaderboardSetID, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool

    /// Where each player's scores go that name no leaderboard, when it is not the app's default one (rule 4.3).
    func defaultLeaderboards() async throws(StoreError) -> [DefaultLeaderboard]
    /// - Parameter leaderboard: nil: the app's own again.
    func setDefaultLeaderboard(
        _ leaderboard: LeaderboardNumber?, of player: PlayerNumber, in app: AppNumber
    ) async throws(StoreError)
}

/// A player's own choice.
public struct DefaultLeaderboard: Hashable, Sendable {
    public let player: PlayerNumber
    public let app: AppNumber
    public let leaderboard: LeaderboardNumber

    public init(player: PlayerNumber, app: AppNumber, leaderboard: LeaderboardNumber) {
        self.player = player
        self.app = app
        self.leaderboard = leaderboard
    }
}
