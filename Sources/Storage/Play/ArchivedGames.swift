public import LaurelDomain
public import LaurelMatches

/// Where a player has archived matches, for those who go through all of them: most players have none, and there may be
/// thousands of games.
public protocol ArchivedGames: Sendable {
    /// The games of which the player sits in an archived match, in no order. O(the player's archived matches).
    func archivedGames(of player: PlayerNumber) async throws(StoreError) -> [MatchGame]
}
