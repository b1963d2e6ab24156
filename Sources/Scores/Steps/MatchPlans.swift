import LaurelDomain
import LaurelMatches

/// What becomes of some matches of a game.
struct MatchPlans: Sendable {
    private(set) var facts: [MatchFact] = []
    private(set) var ended: [EndedMatch] = []

    /// - Parameter book: as it is before the plans.
    init(_ plans: [MatchPlan] = [], to book: MatchBook, of game: MatchGame) {
        for plan in plans { add(plan, to: book, of: game) }
    }

    mutating func add(_ plan: MatchPlan, to book: MatchBook, of game: MatchGame) {
        facts += plan.facts
        if let match = EndedMatch(plan, of: book[plan.match], in: game) { ended.append(match) }
    }
}
