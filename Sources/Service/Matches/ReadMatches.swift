public import LaurelDomain
public import LaurelMatches
import LaurelScores
import LaurelStorage

/// What a player sees of matches (rule 12.14).
public struct ReadMatches: Sendable {
    private let matches: Matches
    public init(_ matches: Matches) { self.matches = matches }

    /// All that the player is or was in and did not remove, the latest first. From memory.
    public func callAsFunction(of player: PlayerNumber, in game: MatchGame) -> [Match] {
        matches.keeper.matches.read(game) { $0.matches(of: player) }
    }

    /// One with its data, both as of one moment.
    public func callAsFunction(
        _ number: MatchNumber, for player: PlayerNumber, in game: MatchGame
    ) async throws(MatchError) -> MatchDetails {
        let record = try await MatchError.translating { () throws(StoreError) in
            try await matches.directory.match(number, of: game)
        }
        guard let record, record.match.isVisible(to: player) else { throw .refused(.noMatch) }
        return MatchDetails(match: record.match, data: record.data)
    }
}

/// A match with its data, as of one moment.
public struct MatchDetails: Hashable, Sendable {
    public let match: Match
    public let data: [UInt8]
}
