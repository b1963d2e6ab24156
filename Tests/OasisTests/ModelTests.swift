import LaurelOasis
import LaurelTestSupport
import Testing

@Suite("Oasis against the rules as one would tell them") struct ModelTests {
    @Test("both know the same legal placements and the same points, turn by turn", arguments: Depth.seeds(40))
    func agreement(seed: UInt64) throws {
        let states = try Played.states(seats: Int32(seed % 3) + 2, seed: seed)
        var plain = PlainMatch(states[0])
        for (match, next) in zip(states, states.dropFirst()) {
            let hand = match.hands[Int(match.current)]
            var expected: Set<Move> = []
            for (slot, tile) in hand.enumerated() {
                guard let tile else { continue }
                for row in 0..<7 {
                    for column in 0..<7 where plain.fits(tile, .init(row: row, column: column)) {
                        expected.insert(.lay(slot: Int32(slot), cell: Int32(row * 7 + column)))
                    }
                }
            }
            let placements = match.legalMoves.filter { if case .lay = $0 { true } else { false } }
            #expect(Set(placements) == expected && placements.count == expected.count)
            if next.last.kind == .placed {
                let cell = next.last.detail
                let tile = try #require(next.board[cell])
                plain.lay(tile, .init(row: Int(cell / 7), column: Int(cell % 7)), by: Int(next.last.seat))
            }
            #expect(next.points.map(Int.init) == plain.points)
            #expect(Int(next.board.count) == plain.tiles.count)
        }
    }

    @Test("no tile is lost, doubled or made", arguments: Depth.seeds(20))
    func conservation(seed: UInt64) throws {
        let states = try Played.states(seats: Int32(seed % 3) + 2, seed: seed)
        func all(_ match: Match) -> [UInt8] {
            ((0..<49).compactMap { match.board[$0] } + match.hands.flatMap { $0.compactMap { $0 } } + match.bag)
                .map(\.number).sorted()
        }
        let first = all(states[0])
        #expect(states.allSatisfy { all($0) == first })
        #expect(Dictionary(grouping: first) { $0 }.values.allSatisfy { $0.count <= 2 })
    }
}
