import LaurelArcade
import LaurelOasis
import LaurelTestSupport
import Testing

@Suite("Computer players of Oasis") struct BotTests {
    @Test("they finish every game with legal moves", arguments: Bot.Strength.allCases, Depth.seeds(10))
    func finish(strength: Bot.Strength, seed: UInt64) throws {
        let seats = Int32(seed % 3) + 2
        let match = try Self.play(seats: seats, seed: seed) { _ in strength }
        #expect(match.isOver && match.board.count > 12)
    }

    @Test("the strong one beats the easy one nine times out of ten")
    func strength() throws {
        var wins = 0
        for seed in 0..<120 as Range<UInt64> {
            let own = Int(seed % 2)
            let match = try Self.play(seats: 2, seed: seed) { $0 == own ? .strong : .easy }
            if match.points[own] > match.points[1 - own] { wins += 1 }
        }
        // 92 of 100 in a longer run; 120 games at 80 of 100 would be three deviations below.
        #expect(wins > 96, "\(wins) of 120")
    }

    @Test("they pass when it is not their turn")
    func patience() throws {
        var random = SeededRandom(seed: 1)
        let view = try #require(Match(seats: 2, seed: 1).view(of: 1))
        #expect(Bot(.strong).move(for: view, random: &random) == .pass)
    }

    static func play(seats: Int32, seed: UInt64, _ strength: (Int) -> Bot.Strength) throws -> Match {
        var match = Match(seats: seats, seed: seed)
        var random = SeededRandom(seed: seed &+ 1000)
        while !match.isOver {
            let view = try #require(match.view(of: match.current))
            let move = Bot(strength(Int(match.current))).move(for: view, random: &random)
            match = try match.after(move, by: match.current)
        }
        return match
    }
}
