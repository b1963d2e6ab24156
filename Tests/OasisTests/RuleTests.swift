import LaurelOasis
import Testing

/// docs/play.md, sentence by sentence.
@Suite("The rules of Oasis") struct RuleTests {
    @Test("72 tiles: six pictures in six colours, two of each")
    func tiles() {
        let kinds = Picture.allCases.flatMap { picture in Hue.allCases.map { Tile(picture, $0) } }
        #expect(Set(kinds).count == 36 && Rules.copies == 2)
        #expect(Tile(number: 36) == nil)
        #expect(Set(kinds.map(\.number)) == Set(0..<36))
    }

    @Test("tiles match by picture or by colour")
    func matching() {
        let tile = Tile(.snake, .blue)
        #expect(tile.matches(Tile(.snake, .red)) && tile.matches(Tile(.banana, .blue)) && tile.matches(tile))
        #expect(!tile.matches(Tile(.banana, .red)))
    }

    @Test("a game begins with a tile in the centre and hands of four", arguments: [2, 3, 4] as [Int32])
    func beginning(seats: Int32) {
        let match = Match(seats: seats, seed: 5)
        #expect(match.board.count == 1 && match.board[24] != nil && match.current == 0)
        #expect(match.hands.count == Int(seats) && match.hands.allSatisfy { $0.compactMap { $0 }.count == 4 })
        let share = Int([2: 14, 3: 12, 4: 10][seats] ?? 0)
        #expect(match.bag.count == (share - 4) * Int(seats))
        #expect(match.points == Array(repeating: 0, count: Int(seats)))
    }

    @Test("the same seed makes the same game, another one another", arguments: [2, 3, 4] as [Int32])
    func seeds(seats: Int32) {
        #expect(Match(seats: seats, seed: 9) == Match(seats: seats, seed: 9))
        #expect(Match(seats: seats, seed: 9) != Match(seats: seats, seed: 10))
    }

    @Test("there are no games of fewer than two or more than four", arguments: [Int32.min, 1, 5, Int32.max])
    func seats(count: Int32) {
        #expect((2...4).contains(Match(seats: count, seed: 1).seats))
    }

    @Test(
        "one, two, three and four neighbours bring 1, 2, 4 and 8 points",
        arguments: [(0, 0), (1, 1), (2, 2), (3, 4), (4, 8)] as [(Int32, Int32)])
    func points(neighbors: Int32, points: Int32) {
        #expect(Rules.points(neighbors: neighbors) == points)
    }

    @Test("twelve water holes lie alike from every side, none in the centre, and add two points")
    func water() {
        let holes = (0..<Rules.cells).filter(Rules.isWater)
        #expect(holes.count == 12 && !holes.contains(Rules.center) && Rules.waterPoints == 2)
        let turned = Set(holes.map { $0 % 7 * 7 + 6 - $0 / 7 })
        #expect(turned == Set(holes) && Set(holes.map { $0 / 7 * 7 + 6 - $0 % 7 }) == Set(holes))
        #expect(!Rules.isWater(-1) && !Rules.isWater(49))
    }

    @Test("the hand is full again after a tile was placed, and the turn is the next player's")
    func placing() throws {
        let games = (0..<100 as Range<UInt64>).map { Match(seats: 2, seed: $0) }
        let match = try #require(games.first { !Self.placements($0).isEmpty })
        let move = try #require(Self.placements(match).first)
        let next = try match.after(move, by: 0)
        #expect(next.board.count == 2 && next.current == 1 && next.bag.count == match.bag.count - 1)
        #expect(next.hands[0].allSatisfy { $0 != nil })
        guard case .lay(_, let cell) = move else { return }
        // Alone beside the centre; no hole lies there.
        #expect(next.points[0] == 1 && next.last.points == 1 && next.last.detail == cell)
    }

    @Test("a swap is the turn: as many others, none of them the old ones, and the bag is as full as before")
    func swapping() throws {
        let match = Match(seats: 3, seed: 3)
        let next = try match.after(.swap(slots: 0b0101), by: 0)
        #expect(next.current == 1 && next.bag.count == match.bag.count && next.points == match.points)
        #expect(next.hands[0][1] == match.hands[0][1] && next.hands[0][3] == match.hands[0][3])
        #expect([next.hands[0][0], next.hands[0][2]] == [match.bag.last, match.bag.dropLast().last])
        #expect(next.last.kind == .swapped && next.last.detail == 2)
    }

    @Test("the game ends when everybody passed in a row", arguments: [2, 3, 4] as [Int32])
    func passing(seats: Int32) throws {
        var match = Match(seats: seats, seed: 1)
        for seat in 0..<seats {
            #expect(!match.isOver)
            match = try match.after(.pass, by: seat)
        }
        #expect(match.isOver && match.legalMoves.isEmpty)
    }

    @Test("a swap between keeps the game going, but not for ever")
    func idling() throws {
        var match = Match(seats: 2, seed: 1)
        var turns = 0
        while !match.isOver {
            match = try match.after(turns % 2 == 0 ? .pass : .swap(slots: 1), by: match.current)
            turns += 1
        }
        #expect(turns == 6)
    }

    @Test("most points win, equals are tied, and ranks are shared")
    func outcomes() throws {
        var kinds: Set<Outcome.Kind> = []
        for seed in 0..<200 as Range<UInt64> {
            let match = try #require(Played.states(seats: 2, seed: seed).last)
            let outcomes = try #require(match.outcomes)
            let best = match.points.max()
            for (own, outcome) in zip(match.points, outcomes) {
                let better = match.points.filter { $0 > own }.count
                #expect(outcome.points == own && outcome.rank == Int32(better + 1))
                #expect((outcome.kind == .lost) == (own != best))
                #expect((outcome.kind == .tied) == (own == best && match.points.filter { $0 == own }.count > 1))
                kinds.insert(outcome.kind)
            }
        }
        #expect(kinds == [.won, .lost, .tied])
        #expect(Match(seats: 2, seed: 1).outcomes == nil)
    }

    static func placements(_ match: Match) -> [Move] {
        match.legalMoves.filter { if case .lay = $0 { true } else { false } }
    }
}
