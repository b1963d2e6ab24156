import LaurelDomain
import LaurelMatches
import LaurelStorage

/// A match that a batch has planned something for.
struct PlannedMatch: Hashable, Sendable {
    let game: MatchGame
    let number: MatchNumber
}

extension CommitDraft {
    /// What a commit under way has planned for the match comes first: it is not in the book yet.
    mutating func waitFor(_ number: MatchNumber, of game: MatchGame) throws(MatchStepError) {
        guard published.isPlanned(PlannedMatch(game: game, number: number)) else { return }
        waitsForCommit = true
        throw .unavailable
    }

    /// Leaves what became of matches.
    mutating func keep(_ planned: [MatchFact], of game: MatchGame) {
        guard !planned.isEmpty else { return }
        let writes = published.matches.read(game) { MatchWrite.writes(of: planned, to: $0, of: game) }
        facts += writes.map { .match($0) }
        matches.formUnion(planned.map { PlannedMatch(game: game, number: $0.match) })
        effects.append(.matched(game, planned))
    }

    /// A ban or an erasure: the player's seats are done (rule 12.26).
    ///
    /// - Parameter team: in whose games. Nil: in all.
    mutating func leaveMatches(_ player: PlayerNumber, isErased: Bool, in team: TeamNumber? = nil) {
        for game in published.matches.games {
            guard team == nil || catalogue.app(game.app)?.team == team else { continue }
            let facts = published.matches.read(game) { [time] in
                $0.planDeparture(of: player, isErased: isErased, at: time)
            }
            keep(facts, of: game)
        }
        if isErased { facts.append(.match(.erased(player))) }
    }
}
