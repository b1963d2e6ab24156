import LaurelArcade
import LaurelOasis

/// A game that was played at random, up to its end, or so far.
enum Played {
    /// Any legal move, so that swaps and passes come about too; placements twice as often.
    static func move(_ match: Match, _ random: inout SeededRandom) -> Move {
        let moves = match.legalMoves
        let placements = moves.filter { if case .lay = $0 { true } else { false } }
        let some = random.below(3) > 0 && !placements.isEmpty ? placements : moves
        return some[Int(random.below(Int32(some.count)))]
    }

    /// Every state of a game, the first one included.
    static func states(seats: Int32, seed: UInt64) throws -> [Match] {
        var random = SeededRandom(seed: seed)
        var states = [Match(seats: seats, seed: seed)]
        while let match = states.last, !match.isOver {
            states.append(try match.after(move(match, &random), by: match.current))
        }
        return states
    }
}
