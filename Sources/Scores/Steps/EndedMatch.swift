import LaurelDomain
import LaurelMatches

/// A judged match that a plan has ended, and what its rules award for it (rule 12.40).
struct EndedMatch: Sendable {
    let game: MatchGame
    let awards: TurnAwards
    /// Who is awarded something: who has played there and plays on as somebody.
    private(set) var players: [Seat: PlayerNumber]

    /// - Parameter match: as it was before the plan.
    /// - Returns: nil: nothing is awarded.
    init?(_ plan: MatchPlan, of match: Match?, in game: MatchGame) {
        guard !plan.awards.isEmpty, let match else { return nil }
        self.game = game
        awards = plan.awards
        players = [:]
        for seat in match.seats { players[seat] = match.player(at: seat) }
    }

    /// The player goes: theirs goes to nobody, or to another player.
    mutating func replace(_ player: PlayerNumber, by other: PlayerNumber? = nil) {
        for (seat, found) in players where found == player { players[seat] = other }
    }
}
