import LaurelArcade
import LaurelOasis
import LaurelTestSupport
import Testing

@Suite("Players who leave Oasis") struct LeavingTests {
    @Test(
        "their tiles are gone, the others play on to the end, and every state comes back from its bytes",
        arguments: Depth.seeds(30))
    func leaving(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let seats = Int32(seed % 3) + 2
        var match = Match(seats: seats, seed: seed)
        var gone: Set<Int32> = []
        while !match.isOver {
            let seat = random.below(seats)
            if random.below(6) == 0, gone.count + 1 < Int(seats), !gone.contains(seat) {
                let before = match
                match = match.leaving(seat)
                gone.insert(seat)
                #expect(match.view(of: seat)?.hand == [nil, nil, nil, nil] && match.points == before.points)
                #expect(match.passes == 0 && match.last.kind == .left && match.last.seat == seat)
            } else {
                match = try match.after(Played.move(match, &random), by: match.current)
            }
            #expect(match.isOver || !gone.contains(match.current))
            #expect(Match(decoding: match.encoded()) == match)
            for seat in 0..<seats {
                let view = try #require(match.view(of: seat))
                #expect(SeatView(decoding: view.encoded()) == view)
            }
        }
        #expect(match.leaving(0) == match, "it is over")
        #expect(Match(seats: 2, seed: seed).leaving(7) == Match(seats: 2, seed: seed), "no such seat")
    }
}
