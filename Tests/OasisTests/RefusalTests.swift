import LaurelArcade
import LaurelOasis
import LaurelTestSupport
import Testing

@Suite("Moves that are not legal") struct RefusalTests {
    @Test("rule 12.40: whatever is not among the legal moves is refused, at any time", arguments: Depth.seeds(3))
    func everything(seed: UInt64) throws {
        for match in try Played.states(seats: Int32(seed % 3) + 2, seed: seed) {
            let legal = Set(match.legalMoves)
            for move in Self.moves {
                for seat in -1...match.seats {
                    let isLegal = legal.contains(move) && seat == match.current
                    let before = match
                    let next = Result { () throws(Refusal) in try match.after(move, by: seat) }
                    switch next {
                    case .success(let after): #expect(isLegal && after != match, "\(move) of \(seat)")
                    case .failure: #expect(!isLegal && match == before, "\(move) of \(seat)")
                    }
                }
            }
        }
    }

    /// All that can be written down, and some that can't.
    private static let moves: [Move] =
        (-1...4).flatMap { slot in (-1...49).map { .lay(slot: slot, cell: $0) } }
        + (-1...16).map { .swap(slots: $0) }
        + [.pass, .lay(slot: .max, cell: .min), .lay(slot: .min, cell: .max), .swap(slots: .min)]
        + [.swap(slots: .max)]

    @Test("the reason is named")
    func reasons() throws {
        let match = Match(seats: 2, seed: 1)
        #expect(throws: Refusal.notYourTurn) { try match.after(.pass, by: 1) }
        #expect(throws: Refusal.noSuchTile) { try match.after(.lay(slot: 4, cell: 25), by: 0) }
        #expect(throws: Refusal.doesNotFit) { try match.after(.lay(slot: 0, cell: 0), by: 0) }
        #expect(throws: Refusal.doesNotFit) { try match.after(.lay(slot: 0, cell: 24), by: 0) }
        #expect(throws: Refusal.noSuchTile) { try match.after(.swap(slots: 0), by: 0) }
        let over = try match.after(.pass, by: 0).after(.pass, by: 1)
        #expect(throws: Refusal.gameIsOver) { try over.after(.pass, by: 0) }
        let found = try Self.shortBag()
        let short = try #require(found)
        #expect(throws: Refusal.bagIsShort) { try short.after(.swap(slots: 0b1111), by: short.current) }
    }

    private static func shortBag() throws -> Match? {
        for seed in 1..<50 as Range<UInt64> {
            for match in try Played.states(seats: 2, seed: seed)
            where !match.isOver && match.bag.count < 4 && match.hands[Int(match.current)].allSatisfy({ $0 != nil }) {
                return match
            }
        }
        return nil
    }
}
