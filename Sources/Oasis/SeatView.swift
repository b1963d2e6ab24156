/// What one player may know: neither the others' hands nor the order of the bag.
public struct SeatView: Hashable, Sendable {
    public let seat: Int32
    public let board: Board
    /// The player's own.
    public let hand: [Tile?]
    /// How many tiles each player holds.
    public let handCounts: [Int32]
    public let bagCount: Int32
    public let points: [Int32]
    public let current: Int32
    public let idle: Int32
    public let passes: Int32
    public let isOver: Bool
    public let last: Turn

    public var seats: Int32 { Int32(truncatingIfNeeded: points.count) }
    public var outcomes: [Outcome]? { isOver ? Outcome.all(points) : nil }

    /// What the player can do now: nothing when it is another's turn. Passing comes last.
    public var legalMoves: [Move] {
        guard !isOver, current == seat else { return [] }
        var moves: [Move] = []
        for (slot, tile) in hand.enumerated() {
            guard let tile else { continue }
            for cell in 0..<Rules.cells where board.takes(tile, at: cell) {
                moves.append(.lay(slot: Int32(truncatingIfNeeded: slot), cell: cell))
            }
        }
        for slots in 1..<Int32(1) << Rules.hand where canSwap(slots) { moves.append(.swap(slots: slots)) }
        moves.append(.pass)
        return moves
    }

    private func canSwap(_ slots: Int32) -> Bool {
        var count: Int32 = 0
        for slot in 0..<Rules.hand where slots & 1 << slot != 0 {
            guard Int(slot) < hand.count, hand[Int(slot)] != nil else { return false }
            count += 1
        }
        return count <= bagCount
    }
}

extension Match {
    /// - Returns: nil for a seat that the game does not have.
    public func view(of seat: Int32) -> SeatView? {
        guard hands.indices.contains(Int(seat)) else { return nil }
        var counts: [Int32] = []
        for hand in hands { counts.append(Self.count(hand)) }
        return SeatView(
            seat: seat, board: board, hand: hands[Int(seat)], handCounts: counts,
            bagCount: Int32(truncatingIfNeeded: bag.count), points: points, current: current, idle: idle,
            passes: passes, isOver: isOver, last: last)
    }
}
