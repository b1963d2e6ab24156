public import LaurelDomain
public import LaurelMatches

/// Matches that ended long ago: in no memory and no list, read one by one (rule 12.1). The writer brings them here
/// (``MatchWrite/archived(_:_:)``).
///
/// A player has ``LaurelMatches/MatchLimits/archivedMatches`` of a game here, of those in which they took part
/// (``LaurelMatches/Match/playedSeats``): one that isn't among the latest of anybody goes. Seats of those who took no
/// part keep no match: nobody can push out what another one played by inviting them.
public protocol MatchArchive: ArchivedGames {
    /// With no exchange: they were over with the match. Nil: there is none.
    func archivedMatch(_ number: MatchNumber, of game: MatchGame) async throws(StoreError) -> MatchRecord?
    /// Those that the player sits in, from the first after a number, in order of number: at most `limit`.
    func archivedMatches(
        of player: PlayerNumber, in game: MatchGame, after number: MatchNumber, limit: Int
    ) async throws(StoreError) -> [MatchNumber]
    /// - Parameter player: those that they sit in; nil: all.
    func countArchivedMatches(of player: PlayerNumber?, in game: MatchGame) async throws(StoreError) -> Int
    /// Deletes some of them with all that is in them, in one transaction.
    ///
    /// - Parameter player: those that they sit in; nil: any.
    /// - Returns: how many went; none: nothing is left.
    func removeArchivedMatches(
        of player: PlayerNumber?, in game: MatchGame, limit: Int
    ) async throws(StoreError) -> Int
}
