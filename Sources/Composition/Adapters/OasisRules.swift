import LaurelMatches
import LaurelOasis

/// Oasis as the server judges it. docs/internals/oasis.md has the bytes.
struct OasisRules: TurnRules {
    var seats: ClosedRange<Int> { Int(Rules.seats.lowerBound)...Int(Rules.seats.upperBound) }

    func start(seats: Int, seed: UInt64) -> [UInt8] {
        LaurelOasis.Match(seats: Int32(clamping: seats), seed: seed).encoded()
    }

    func apply(_ move: [UInt8], by seat: Seat, to state: [UInt8]) -> [UInt8]? {
        guard let match = LaurelOasis.Match(decoding: state), let move = Move(decoding: move) else { return nil }
        do throws(Refusal) { return try match.after(move, by: Int32(clamping: seat.index)).encoded() } catch {
            return nil
        }
    }

    func leave(_ seat: Seat, from state: [UInt8]) -> [UInt8]? {
        LaurelOasis.Match(decoding: state)?.leaving(Int32(clamping: seat.index)).encoded()
    }

    func view(of seat: Seat, in state: [UInt8]) -> [UInt8]? {
        LaurelOasis.Match(decoding: state)?.view(of: Int32(clamping: seat.index))?.encoded()
    }

    func standing(in state: [UInt8], of playing: [Seat]) -> TurnStanding? {
        guard let match = LaurelOasis.Match(decoding: state) else { return nil }
        guard match.isOver else { return Seat(Int(match.current)).map { .turn($0) } }
        func points(_ seat: Seat) -> Int32 { match.points.indices.contains(seat.index) ? match.points[seat.index] : 0 }
        let best = playing.map(points).max() ?? 0
        let winners = playing.filter { points($0) == best }
        return .over(
            Dictionary(
                playing.map { seat in
                    (seat, points(seat) < best ? .lost : winners.count > 1 ? .tied : .won)
                }
            ) { first, _ in first })
    }
}
