import LaurelArcade

/// A whole game as its judge knows it: the hands, and the order of the bag.
///
/// A value: ``after(_:by:)`` makes the next one of it. A player is told only ``view(of:)``.
///
/// ```swift
/// var match = Match(seats: 2, seed: 42)
/// match = try match.after(.lay(slot: 0, cell: 25), by: match.current)
/// ```
public struct Match: Hashable, Sendable {
    public let seats: Int32
    public internal(set) var board = Board()
    /// A slot each, nil when its tile is gone and the bag was empty.
    public internal(set) var hands: [[Tile?]] = []
    /// Drawn from the end.
    public internal(set) var bag: [Tile] = []
    public internal(set) var points: [Int32] = []
    /// Whose turn it is. Of a game that is over: whose it would be.
    public internal(set) var current: Int32 = 0
    /// Turns in a row without a tile; and those of them, at the end, that were passed.
    public internal(set) var idle: Int32 = 0
    public internal(set) var passes: Int32 = 0
    public internal(set) var last = Turn.none
    /// Where tiles go in the bag that are put back.
    var random: SeededRandom

    /// Shuffles, puts one tile in the centre, and gives everybody a hand.
    ///
    /// - Parameters:
    ///   - seats: cut to 2...4.
    ///   - seed: the same seed, the same game.
    public init(seats: Int32, seed: UInt64) {
        let seats = min(max(seats, Rules.seats.lowerBound), Rules.seats.upperBound)
        self.seats = seats
        random = SeededRandom(seed: SeededRandom.mix(seed))
        bag = Self.shuffled(&random)
        if let first = bag.popLast() { board.lay(first, at: Rules.center) }
        let rest = bag.count - Int(Rules.share(seats: seats) * seats)
        bag.removeFirst(max(rest, 0))
        for _ in 0..<seats {
            var hand: [Tile?] = []
            for _ in 0..<Rules.hand { hand.append(bag.popLast()) }
            hands.append(hand)
            points.append(0)
        }
    }

    /// Written down earlier: see the decoder.
    init(seats: Int32, random: SeededRandom) {
        self.seats = seats
        self.random = random
    }

    private static func shuffled(_ random: inout SeededRandom) -> [Tile] {
        var all: [Tile] = []
        for number in 0..<Tile.kinds {
            guard let tile = Tile(number: number) else { continue }
            for _ in 0..<Rules.copies { all.append(tile) }
        }
        for index in stride(from: all.count - 1, to: 0, by: -1) {
            all.swapAt(index, Int(random.below(Int32(truncatingIfNeeded: index + 1))))
        }
        return all
    }

    /// Nobody has a tile left, everybody who has one passed in a row, or nothing was placed for too long.
    public var isOver: Bool {
        var holders: Int32 = 0
        for hand in hands where Self.count(hand) > 0 { holders += 1 }
        return holders == 0 || passes >= holders || idle >= Rules.idleRounds * seats || board.count >= Rules.cells
    }

    /// An outcome for each seat; nil while the game goes on.
    public var outcomes: [Outcome]? { isOver ? Outcome.all(points) : nil }

    static func count(_ hand: [Tile?]) -> Int32 {
        var count: Int32 = 0
        for tile in hand where tile != nil { count += 1 }
        return count
    }
}
