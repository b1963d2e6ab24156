import LaurelArcade
import LaurelOasis
import LaurelTestSupport
import Testing

@Suite("What a player sees") struct ViewTests {
    @Test("rule 12.40: another game with the same board and hand looks the same", arguments: Depth.seeds(20))
    func hidden(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for match in try Played.states(seats: Int32(seed % 3) + 2, seed: seed) {
            for seat in 0..<match.seats {
                let other = try #require(Self.dealtAnew(match, except: seat, &random))
                #expect(other.view(of: seat) == match.view(of: seat))
                #expect(other.view(of: seat)?.encoded() == match.view(of: seat)?.encoded())
            }
        }
    }

    @Test("the check above would see a hidden tile: the others' views differ")
    func seen() throws {
        var random = SeededRandom(seed: 1)
        let match = Match(seats: 2, seed: 1)
        let other = try #require(Self.dealtAnew(match, except: 0, &random))
        #expect(other != match && other.view(of: 1) != match.view(of: 1))
    }

    @Test("the hand is the player's own, of the others only the number of tiles is told", arguments: Depth.seeds(5))
    func own(seed: UInt64) throws {
        for match in try Played.states(seats: 3, seed: seed) {
            for seat in 0..<3 as Range<Int32> {
                let view = try #require(match.view(of: seat))
                #expect(view.hand == match.hands[Int(seat)] && view.seat == seat && view.board == match.board)
                #expect(view.handCounts.map(Int.init) == match.hands.map { $0.compactMap { $0 }.count })
                #expect(view.isOver == match.isOver && view.outcomes == match.outcomes)
                #expect(view.legalMoves.isEmpty == (match.isOver || match.current != seat))
            }
            #expect(match.view(of: -1) == nil && match.view(of: 3) == nil)
        }
    }

    /// The same game, but for all that the seat can't see: the others' tiles and the bag are shuffled together.
    private static func dealtAnew(_ match: Match, except seat: Int32, _ random: inout SeededRandom) -> Match? {
        var bytes = match.encoded()
        let hands = 5 + 2 * Int(match.seats) + 49
        let bag = hands + 4 * Int(match.seats) + 1
        var hidden = Array(bag..<bag + match.bag.count)
        for other in 0..<Int(match.seats) where other != Int(seat) {
            hidden += (0..<4).map { hands + 4 * other + $0 }.filter { bytes[$0] != 0 }
        }
        for index in hidden.indices.reversed() {
            bytes.swapAt(hidden[index], hidden[Int(random.below(Int32(index + 1)))])
        }
        bytes[bytes.count - 1] ^= 0x55
        return Match(decoding: bytes)
    }
}
