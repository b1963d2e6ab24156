import LaurelArcade

extension Match {
    /// What the first byte says; a later form has another.
    static let form: UInt8 = 1

    /// The whole game in less than 200 bytes. To be kept by the judge: it has everybody's hand.
    public func encoded() -> [UInt8] {
        var bytes = [Self.form]
        for value in [seats, current, idle, passes] { bytes.append(UInt8(truncatingIfNeeded: value)) }
        for own in points { bytes.append(pair: own) }
        for cell in 0..<Rules.cells { bytes.append([board[cell]]) }
        for hand in hands { bytes.append(hand) }
        bytes.append(UInt8(truncatingIfNeeded: bag.count))
        for tile in bag { bytes.append([tile]) }
        last.write(into: &bytes)
        for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: random.state >> UInt64(56 - byte * 8))) }
        return bytes
    }

    /// - Returns: nil for bytes that are no game: what can't have come about by legal moves is refused, as far as it
    ///   shows.
    public init?(decoding bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard reader.next() == Self.form else { return nil }
        let seats = Int32(reader.next())
        guard Rules.seats.contains(seats) else { return nil }
        let (current, idle, passes) = (Int32(reader.next()), Int32(reader.next()), Int32(reader.next()))
        var points: [Int32] = []
        for _ in 0..<seats { points.append(reader.nextPair()) }
        guard let board = reader.nextTiles(Rules.cells).flatMap({ Board($0) }) else { return nil }
        var hands: [[Tile?]] = []
        for _ in 0..<seats {
            guard let hand = reader.nextTiles(Rules.hand) else { return nil }
            hands.append(hand)
        }
        guard let bag = reader.nextTiles(Int32(reader.next())) else { return nil }
        guard let last = Turn(&reader, seats: seats, board: board) else { return nil }
        self.init(seats: seats, random: SeededRandom(seed: reader.nextWord()))
        guard reader.isDone else { return nil }
        self.board = board
        self.hands = hands
        for tile in bag {
            guard let tile else { return nil }
            self.bag.append(tile)
        }
        self.points = points
        (self.current, self.idle, self.passes) = (current, idle, passes)
        self.last = last
        guard isSound else { return nil }
    }

    /// Whether counts and turns go together.
    private var isSound: Bool {
        current < seats && passes <= idle && idle <= Rules.idleRounds * seats
            && (last.kind == .passed) == (passes > 0) && isSoundLast && hasAllTiles && hasTurn && hasPossiblePoints
    }

    private var isSoundLast: Bool {
        switch last.kind {
        case .none: idle == 0 && board.count == 1
        case .placed: idle == 0
        case .swapped, .passed: idle > 0
        case .left: Self.count(hands[Int(last.seat)]) == 0
        }
    }

    /// No tile is there three times, none is missing but those of players who left, and hands are full while the bag
    /// has any.
    private var hasAllTiles: Bool {
        var counts = Array(repeating: UInt8(0), count: Int(Tile.kinds))
        var total: Int32 = 0
        func isOneMore(_ tile: Tile) -> Bool {
            counts[Int(tile.number)] += 1
            total += 1
            return counts[Int(tile.number)] <= Rules.copies
        }
        for cell in 0..<Rules.cells {
            if let tile = board[cell], !isOneMore(tile) { return false }
        }
        var empty: Int32 = 0
        for hand in hands {
            let isEmpty = Self.count(hand) == 0
            if isEmpty { empty += 1 }
            for tile in hand {
                if let tile, !isOneMore(tile) { return false }
                if tile == nil, !isEmpty, !bag.isEmpty { return false }
            }
        }
        for tile in bag where !isOneMore(tile) { return false }
        let missing = Rules.share(seats: seats) * seats + 1 - total
        return (0...Rules.hand * empty).contains(missing)
    }

    /// The player whose turn it is has a tile, unless nobody has one.
    private var hasTurn: Bool {
        var isAnyLeft = false
        for hand in hands where Self.count(hand) > 0 { isAnyLeft = true }
        return !isAnyLeft || Self.count(hands[Int(current)]) > 0
    }

    /// The cells that have a tile were worth at least 1 and at most 8 when it came, and the water is known.
    private var hasPossiblePoints: Bool {
        var sum: Int32 = 0
        for own in points { sum += own }
        var least: Int32 = 0
        var most: Int32 = 0
        for cell in 0..<Rules.cells where cell != Rules.center && board[cell] != nil {
            let water = Rules.isWater(cell) ? Rules.waterPoints : 0
            least += 1 + water
            most += Rules.points(neighbors: board.neighbors(of: cell)) + water
        }
        return (least...max(least, most)).contains(sum)
    }
}
