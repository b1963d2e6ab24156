import LaurelArcade
import LaurelOasis
import LaurelTestSupport
import Testing

@Suite("Oasis as bytes") struct CodingTests {
    @Test("states and views come back as they were, in less than 200 and 100 bytes", arguments: Depth.seeds(20))
    func roundTrip(seed: UInt64) throws {
        for match in try Played.states(seats: Int32(seed % 3) + 2, seed: seed) {
            let bytes = match.encoded()
            #expect(bytes.count < 200 && Match(decoding: bytes) == match)
            for seat in 0..<match.seats {
                let view = try #require(match.view(of: seat))
                #expect(view.encoded().count < 100 && SeatView(decoding: view.encoded()) == view)
            }
        }
    }

    @Test("each move that can be written down comes back, and no other bytes are one")
    func moves() {
        var found = 0
        for first in 0...255 as ClosedRange<UInt8> {
            for bytes in [[first]] + (0...255).map({ [first, $0] }) {
                guard let move = Move(decoding: bytes) else { continue }
                #expect(move.encoded() == bytes)
                found += 1
            }
        }
        #expect(found == 15 + 1)
        for slot in 0...5 as ClosedRange<UInt8> {
            for cell in 0...60 as ClosedRange<UInt8> {
                let move = Move(decoding: [0, slot, cell])
                #expect((move != nil) == (slot < 4 && cell < 49))
                #expect(move.map { $0.encoded() } ?? [0, slot, cell] == [0, slot, cell])
            }
        }
        #expect(Move(decoding: []) == nil && Move(decoding: [2, 0]) == nil && Move(decoding: [0, 1, 2, 3]) == nil)
    }

    @Test("random bytes are refused, or a game that can be played to its end", arguments: Depth.seeds(10))
    func noise(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<2_000 {
            let bytes = (0..<random.below(220)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            #expect(Match(decoding: bytes) == nil && SeatView(decoding: bytes) == nil)
            _ = Move(decoding: bytes)
        }
    }

    @Test("a state with a byte changed is refused, or as legal as any", arguments: Depth.seeds(6))
    func changed(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let states = try Played.states(seats: Int32(seed % 3) + 2, seed: seed)
        var refused = 0
        for match in states {
            for _ in 0..<60 {
                var bytes = match.encoded()
                let index = Int(random.below(Int32(bytes.count)))
                bytes[index] = random.below(2) == 0 ? UInt8(random.below(40)) : bytes[index] &+ 1
                guard let other = Match(decoding: bytes) else {
                    refused += 1
                    continue
                }
                #expect(other.encoded() == bytes)
                try Self.finish(other, &random)
            }
            let view = try #require(match.view(of: match.current)).encoded()
            for index in view.indices {
                var bytes = view
                bytes[index] &+= 1
                guard let other = SeatView(decoding: bytes) else { continue }
                #expect(other.encoded() == bytes)
                _ = Bot(.strong).move(for: other, random: &random)
            }
        }
        #expect(refused > states.count * 20)
    }

    @Test("what can't have come about is refused: a third twin, a stranger beside another, more points than there are")
    func impossible() throws {
        let match = try #require(Played.states(seats: 2, seed: 4).dropFirst(12).first)
        func refuses(_ change: (inout [UInt8]) -> Void) -> Bool {
            var bytes = match.encoded()
            change(&bytes)
            return Match(decoding: bytes) == nil
        }
        #expect(!refuses { _ in })
        #expect(refuses { $0[0] = 2 } && refuses { $0[1] = 5 } && refuses { $0[2] = 2 } && refuses { $0[3] = 250 })
        #expect(refuses { $0[5] = 1 }, "256 points more")
        #expect(refuses { $0[9 + 24] = 0 }, "nothing in the centre")
        #expect(refuses { $0[9] = 1 }, "a tile in a corner, far from all others, and one too many")
        #expect(refuses { bytes in for slot in 1..<4 { bytes[58 + slot] = bytes[58] } }, "four times one tile")
        #expect(refuses { $0.append(0) } && refuses { $0.removeLast() })
    }

    /// Whatever was decoded ends by legal moves.
    private static func finish(_ match: Match, _ random: inout SeededRandom) throws {
        var match = match
        var turns = 0
        while !match.isOver {
            match = try match.after(Played.move(match, &random), by: match.current)
            turns += 1
            try #require(turns < 600)
        }
    }
}
