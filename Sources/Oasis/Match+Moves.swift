import LaurelArcade

extension Match {
    /// What can be done now; nothing when the game is over.
    public var legalMoves: [Move] { view(of: current)?.legalMoves ?? [] }

    /// The game after a move.
    ///
    /// - Throws: why the move is not legal.
    public func after(_ move: Move, by seat: Int32) throws(Refusal) -> Match {
        guard !isOver else { throw .gameIsOver }
        guard seat == current, hands.indices.contains(Int(seat)) else { throw .notYourTurn }
        var next = self
        switch move {
        case .lay(let slot, let cell): try next.lay(slot, cell)
        case .swap(let slots): try next.swap(slots)
        case .pass:
            next.passes += 1
            next.idle += 1
            next.last = Turn(.passed, seat: seat)
        }
        next.turnOver()
        return next
    }

    private mutating func lay(_ slot: Int32, _ cell: Int32) throws(Refusal) {
        guard (0..<Rules.hand).contains(slot), let tile = hands[Int(current)][Int(slot)] else { throw .noSuchTile }
        guard board.takes(tile, at: cell) else { throw .doesNotFit }
        let worth = board.points(at: cell)
        board.lay(tile, at: cell)
        points[Int(current)] += worth
        hands[Int(current)][Int(slot)] = bag.popLast()
        (passes, idle) = (0, 0)
        last = Turn(.placed, seat: current, detail: cell, points: worth)
    }

    /// New tiles are drawn before the old ones go back, so that nobody draws their own again.
    private mutating func swap(_ slots: Int32) throws(Refusal) {
        guard slots > 0, slots < 1 << Rules.hand else { throw .noSuchTile }
        var old: [Tile] = []
        for slot in 0..<Rules.hand where slots & 1 << slot != 0 {
            guard let tile = hands[Int(current)][Int(slot)] else { throw .noSuchTile }
            old.append(tile)
        }
        guard old.count <= bag.count else { throw .bagIsShort }
        for slot in 0..<Rules.hand where slots & 1 << slot != 0 { hands[Int(current)][Int(slot)] = bag.popLast() }
        for tile in old {
            bag.insert(tile, at: Int(random.below(Int32(truncatingIfNeeded: bag.count + 1))))
        }
        passes = 0
        idle += 1
        last = Turn(.swapped, seat: current, detail: Int32(truncatingIfNeeded: old.count))
    }

    /// The game after a player has left: their tiles are out of it, and they have no more turns. What others did stays,
    /// but turns that were passed count no more.
    ///
    /// - Returns: the same game for a seat that it doesn't have, and when it is over.
    public func leaving(_ seat: Int32) -> Match {
        guard !isOver, hands.indices.contains(Int(seat)) else { return self }
        var next = self
        next.hands[Int(seat)] = Array(repeating: nil, count: Int(Rules.hand))
        next.passes = 0
        next.last = Turn(.left, seat: seat)
        if current == seat { next.turnOver() }
        return next
    }

    /// Those without a tile have no more turns.
    private mutating func turnOver() {
        for _ in 0..<seats {
            current = (current + 1) % seats
            if Self.count(hands[Int(current)]) > 0 { return }
        }
    }
}
