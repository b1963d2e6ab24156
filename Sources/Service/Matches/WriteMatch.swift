public import LaurelDomain
public import LaurelMatches
import LaurelScores
import LaurelStorage

/// A participant's write: turns, answers to invitations, quitting, claims, reminders (rules 12.5 to 12.12, 12.20).
public struct WriteMatch: Sendable {
    private let matches: Matches
    public init(_ matches: Matches) { self.matches = matches }

    /// The same key again answers as it did.
    ///
    /// - Returns: the match, with this write or a later one; nil: the player doesn't see it any more.
    public func callAsFunction(
        _ command: MatchCommand, of number: MatchNumber, key: MatchKey, in game: MatchGame, by player: PlayerNumber
    ) async throws(MatchError) -> MatchDetails? {
        if case .remind(let seats, _) = command { try matches.send(.reminder, seats.count, by: player) }
        do throws(MatchStepError) {
            _ = try await matches.keeper.perform(
                MatchStep(.command(command, of: number), in: game, by: player, key: key))
        } catch {
            throw MatchError(error)
        }
        do throws(MatchError) {
            return try await ReadMatches(matches)(number, for: player, in: game)
        } catch {
            if case .refused(.noMatch) = error { return nil }
            throw error
        }
    }
}
