@testable import LaurelMatches

/// A small judged game: in turn, each takes one to three pebbles from a heap; who takes the last one loses. Everybody
/// has a secret, which no other may see.
///
/// A state: 0x50, seats, whose turn, pebbles, a bit for each seat that left, who took the last; a secret each.
struct Pebbles: TurnRules {
    static let form: UInt8 = 0x50
    static let heap: UInt8 = 9
    var seats: ClosedRange<Int> { 2...3 }

    func start(seats: Int, seed: UInt64) -> [UInt8] {
        [Self.form, UInt8(seats), 0, Self.heap, 0, 0xFF]
            + (0..<seats).map { UInt8(truncatingIfNeeded: seed >> UInt64($0 * 8)) | 0x80 }
    }

    private func isState(_ state: [UInt8]) -> Bool {
        state.count >= 6 && state[0] == Self.form && (2...3).contains(state[1]) && state.count == 6 + Int(state[1])
            && state[2] < state[1]
    }

    private func passed(_ state: [UInt8]) -> [UInt8] {
        var next = state
        for _ in 0..<state[1] {
            next[2] = (next[2] + 1) % next[1]
            if next[4] & 1 << next[2] == 0 { break }
        }
        return next
    }

    func apply(_ move: [UInt8], by seat: Seat, to state: [UInt8]) -> [UInt8]? {
        guard isState(state), Int(state[2]) == seat.index, move.count == 1, (1...3).contains(move[0]),
            move[0] <= state[3]
        else { return nil }
        var next = state
        next[3] -= move[0]
        if next[3] == 0 { next[5] = state[2] }
        return passed(next)
    }

    func leave(_ seat: Seat, from state: [UInt8]) -> [UInt8]? {
        guard isState(state), seat.index < 8 else { return nil }
        var next = state
        next[4] |= 1 << UInt8(seat.index)
        return Int(next[2]) == seat.index ? passed(next) : next
    }

    func view(of seat: Seat, in state: [UInt8]) -> [UInt8]? {
        guard isState(state), seat.index < Int(state[1]) else { return nil }
        return [0xD0, state[2], state[3], state[6 + seat.index]]
    }

    func standing(in state: [UInt8], of playing: [Seat]) -> TurnStanding? {
        guard isState(state) else { return nil }
        guard state[3] == 0 else { return Seat(Int(state[2])).map { .turn($0) } }
        return .over(
            Dictionary(playing.map { ($0, $0.index == Int(state[5]) ? .lost : .won) }) { first, _ in first })
    }
}
