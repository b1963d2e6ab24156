import LaurelDomain

/// A game's rules with the state of one match, held to limits: what rules answer outside of them counts as no answer.
public struct Judge: Sendable {
    private let rules: any TurnRules
    let state: [UInt8]

    /// - Parameter state: as it was kept; perhaps of no game at all.
    public init(_ rules: any TurnRules, state: [UInt8]) {
        self.rules = rules
        self.state = state
    }

    /// A new game.
    ///
    /// - Returns: nil: it can't be played by so many.
    init?(_ rules: any TurnRules, seats: Int, seed: UInt64) {
        guard rules.seats.contains(seats) else { return nil }
        let state = rules.start(seats: seats, seed: seed)
        guard state.count <= MatchLimits.stateBytes else { return nil }
        self.init(rules, state: state)
    }

    func after(_ move: [UInt8], by seat: Seat) -> Judge? {
        guard move.count <= MatchLimits.moveBytes else { return nil }
        return judge(rules.apply(move, by: seat, to: state))
    }

    func without(_ seat: Seat) -> Judge? { judge(rules.leave(seat, from: state)) }

    func standing(of playing: [Seat]) -> TurnStanding? { rules.standing(in: state, of: playing) }

    /// Nothing to seats that have left, and nothing that the rules haven't named beforehand.
    func awards(to playing: [Seat]) -> TurnAwards {
        let (awards, prizes) = (rules.awards(in: state, to: playing), rules.prizes)
        guard awards.points.count <= MatchLimits.awards, awards.feats.count <= MatchLimits.awards else {
            return TurnAwards()
        }
        return TurnAwards(
            points: awards.points.filter { playing.contains($0.seat) && prizes.leaderboards.contains($0.leaderboard) },
            feats: awards.feats.filter { playing.contains($0.seat) && prizes.achievements.contains($0.achievement) })
    }

    /// What the seat's player may know. Empty: nothing.
    public func view(of seat: Seat) -> [UInt8] {
        guard let view = rules.view(of: seat, in: state), view.count <= MatchLimits.dataBytes else { return [] }
        return view
    }

    private func judge(_ next: [UInt8]?) -> Judge? {
        guard let next, next.count <= MatchLimits.stateBytes else { return nil }
        return Judge(rules, state: next)
    }
}
