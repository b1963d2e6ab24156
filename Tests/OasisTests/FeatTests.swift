import LaurelArcade
import LaurelOasis
import LaurelTestSupport
import Testing

/// What a server awards for a match (rule 12.40): as docs/play.md tells it.
@Suite("Achievements of Oasis") struct FeatTests {
    @Test("rule 12.40: a match that is over tells each player's achievements, and before its end none")
    func whole() throws {
        var seen: Set<Feat> = []
        for seed in 0..<80 as Range<UInt64> {
            let seats: Int32 = seed % 4 == 0 ? 4 : 2
            #expect(Match(seats: seats, seed: seed).feats(of: 0, among: Array(0..<seats)).isEmpty)
            let match = try BotTests.play(seats: seats, seed: seed) { _ in .strong }
            let ordered = match.points.sorted(by: >)
            for seat in 0..<seats {
                let own = match.points[Int(seat)]
                let isFirst = own == ordered[0] && own > ordered[1]
                var expected: Set<Feat> = [.firstMatch]
                if own >= 30 { expected.insert(.points30) }
                if isFirst { expected.insert(.firstWin) }
                if isFirst, ordered[0] - ordered[1] == 1 { expected.insert(.photoFinish) }
                if isFirst, seats == 4 { expected.insert(.fullTable) }
                let feats = match.feats(of: seat, among: Array(0..<seats))
                #expect(Set(feats) == expected && feats.count == expected.count, "\(seed), \(seat)")
                seen.formUnion(feats)
            }
        }
        #expect(seen == Set(Feat.allCases))
    }

    @Test("rule 12.40: who left achieves nothing, nobody has won against them, and a seat that isn't there is nobody's")
    func left() throws {
        for seed in 0..<10 as Range<UInt64> {
            let match = try BotTests.play(seats: 4, seed: seed) { _ in .strong }
            let order = (0..<Int32(4)).sorted { match.points[Int($0)] > match.points[Int($1)] }
            #expect(match.feats(of: order[0], among: Array(order.dropFirst())).isEmpty)
            // The second has won without the first, but not against three.
            let isSecond = match.points[Int(order[1])] > match.points[Int(order[2])]
            let second = match.feats(of: order[1], among: Array(order.dropFirst()))
            #expect(second.contains(.firstWin) == isSecond && !second.contains(.fullTable))
            #expect(!match.feats(of: order[0], among: [order[0]]).contains(.firstWin))
            for seat in [-1, 4, Int32.max] { #expect(match.feats(of: seat, among: [seat, 0]).isEmpty) }
        }
    }

    @Test("an achievement and a leaderboard have IDs of their own")
    func identifiers() {
        #expect(Set(Feat.allCases.map { "\($0.identifier)" }).count == Feat.allCases.count)
        #expect(Set(PointsBoard.allCases.map { "\($0.identifier)" }).count == PointsBoard.allCases.count)
    }
}
