import LaurelOasis
import LaurelTestSupport
import Testing

/// The figures of the rules hold up: games are not stuck early, as long as they should be, and fair to each seat.
@Suite("Oasis is fair") struct BalanceTests {
    @Test("10 to 15 turns a player, few tiles left, no seat far ahead", arguments: [2, 3, 4] as [Int32])
    func figures(seats: Int32) throws {
        let games = 150 * Depth.factor
        var (turns, left, early) = (0, 0, 0)
        var shares = Array(repeating: 0.0, count: Int(seats))
        for seed in 0..<UInt64(games) {
            let match = try BotTests.play(seats: seats, seed: seed &* 7919) { _ in .strong }
            let rest = match.hands.flatMap { $0.compactMap { $0 } }.count + match.bag.count
            turns += Int(match.board.count) - 1
            left += rest
            if match.board.count < 20 { early += 1 }
            let winners = match.points.indices.filter { match.points[$0] == match.points.max() }
            for winner in winners { shares[winner] += 1 / Double(winners.count) }
        }
        let each = Double(turns) / Double(games) / Double(seats)
        #expect((8.5...15).contains(each), "\(each) tiles a player")
        #expect(Double(left) / Double(games) < 5, "\(left) tiles left in \(games) games")
        #expect(early * 20 < games, "\(early) games of \(games) with less than 20 tiles")
        // A fair share, give or take four deviations.
        let fair = Double(games) / Double(seats)
        let spread = 4 * (fair * (1 - 1 / Double(seats))).squareRoot()
        for share in shares { #expect(abs(share - fair) < spread, "\(shares)") }
    }
}
