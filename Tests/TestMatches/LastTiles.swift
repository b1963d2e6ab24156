import LaurelDomain
package import LaurelMatches

/// A small judged game: everybody has some tiles, and in turn plays one of theirs for a point, as long as they have
/// any. It is over when nobody has one. Its rules award the points, and having finished.
///
/// A state: whose turn it is; of each seat, how many tiles are left; and how many points it has.
package struct LastTiles: TurnRules {
    package static let board = "Points"
    package static let achievement = "Finished"

    /// By seat.
    let tiles: [UInt8]
    package let prizes: TurnPrizes

    package init(_ tiles: [UInt8]) throws {
        self.tiles = tiles
        prizes = TurnPrizes(
            leaderboards: [try LeaderboardID(Self.board)], achievements: [try AchievementID(Self.achievement)])
    }

    package var seats: ClosedRange<Int> { 2...3 }

    package func start(seats: Int, seed: UInt64) -> [UInt8] {
        [0] + (0..<seats).map { $0 < tiles.count ? tiles[$0] : 0 } + [UInt8](repeating: 0, count: seats)
    }

    /// Nil: it is no state.
    private func seatCount(_ state: [UInt8]) -> Int? {
        let count = (state.count - 1) / 2
        guard seats.contains(count), state.count == 1 + 2 * count, Int(state[0]) < count else { return nil }
        return count
    }

    private func passed(_ state: [UInt8], _ count: Int) -> [UInt8] {
        var next = state
        for _ in 0..<count {
            next[0] = (next[0] + 1) % UInt8(count)
            if next[1 + Int(next[0])] > 0 { break }
        }
        return next
    }

    package func apply(_ move: [UInt8], by seat: Seat, to state: [UInt8]) -> [UInt8]? {
        guard let count = seatCount(state), Int(state[0]) == seat.index, state[1 + seat.index] > 0 else { return nil }
        var next = state
        next[1 + seat.index] -= 1
        next[1 + count + seat.index] &+= 1
        return passed(next, count)
    }

    package func leave(_ seat: Seat, from state: [UInt8]) -> [UInt8]? {
        guard let count = seatCount(state), seat.index < count else { return nil }
        var next = state
        next[1 + seat.index] = 0
        return Int(next[0]) == seat.index ? passed(next, count) : next
    }

    package func view(of seat: Seat, in state: [UInt8]) -> [UInt8]? { state }

    package func standing(in state: [UInt8], of playing: [Seat]) -> TurnStanding? {
        guard let count = seatCount(state) else { return nil }
        guard state[1...count].allSatisfy({ $0 == 0 }) else { return Seat(Int(state[0])).map { .turn($0) } }
        return .over(Dictionary(playing.map { ($0, .tied) }) { first, _ in first })
    }

    package func awards(in state: [UInt8], to playing: [Seat]) -> TurnAwards {
        guard let count = seatCount(state), let board = prizes.leaderboards.first,
            let achievement = prizes.achievements.first, case .over? = standing(in: state, of: playing)
        else { return TurnAwards() }
        let known = playing.filter { $0.index < count }
        return TurnAwards(
            points: known.map { seat in
                TurnAwards.Points(seat: seat, leaderboard: board, value: Int64(state[1 + count + seat.index]))
            },
            feats: known.map { TurnAwards.Feat(seat: $0, achievement: achievement) })
    }
}
