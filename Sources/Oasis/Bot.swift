public import LaurelArcade

/// A player of the computer's. It knows what a person in its seat would know, and no more.
public struct Bot: Hashable, Sendable {
    public enum Strength: Int32, CaseIterable, Sendable {
        /// Takes the best move it sees every other time, and any one else.
        case easy
        /// Looks at what each move leaves to the next player, and to its own hand.
        case strong
    }

    public let strength: Strength

    public init(_ strength: Strength) { self.strength = strength }

    /// - Parameter random: where it may choose.
    /// - Returns: a legal move, or ``Move/pass`` when it is not its turn.
    public func move(for view: SeatView, random: inout SeededRandom) -> Move {
        guard !view.isOver, view.current == view.seat else { return .pass }
        var placements: [(slot: Int32, cell: Int32, tile: Tile)] = []
        for move in view.legalMoves {
            guard case .lay(let slot, let cell) = move, let tile = view.hand[Int(slot)] else { continue }
            placements.append((slot, cell, tile))
        }
        guard !placements.isEmpty else { return swap(view) }
        if strength == .easy, random.below(2) == 0 {
            let any = placements[Int(random.below(Int32(truncatingIfNeeded: placements.count)))]
            return .lay(slot: any.slot, cell: any.cell)
        }
        let outlook = strength == .strong ? Outlook(view) : nil
        var best = placements[0]
        var bestWorth = Int32.min
        for one in placements {
            let points = view.board.points(at: one.cell)
            // Ties are broken by chance.
            let worth =
                (outlook?.worth(of: one.tile, slot: one.slot, at: one.cell, points: points) ?? points * 1024)
                + random.below(16)
            if worth > bestWorth { (best, bestWorth) = (one, worth) }
        }
        return .lay(slot: best.slot, cell: best.cell)
    }

    /// All tiles that the bag can replace, as none of them fits.
    private func swap(_ view: SeatView) -> Move {
        var slots: Int32 = 0
        var count: Int32 = 0
        for (slot, tile) in view.hand.enumerated() where tile != nil && count < view.bagCount {
            slots |= 1 << Int32(truncatingIfNeeded: slot)
            count += 1
        }
        return count > 0 ? .swap(slots: slots) : .pass
    }
}
