import LaurelDomain
import LaurelMatches
import LaurelStorage

/// A turn that was just written, with all that its player sees of the match then.
public struct WrittenTurn: Sendable {
    private let matches: Matches
    private let record: MatchRecord
    private let player: PlayerNumber
    private let game: MatchGame

    init(_ matches: Matches, _ record: MatchRecord, by player: PlayerNumber, in game: MatchGame) {
        self.matches = matches
        self.record = record
        self.player = player
        self.game = game
    }

    /// Worked out by each call: not on the writer's thread.
    public var details: MatchDetails { ReadMatches(matches).details(written: record, by: player, in: game) }
}
