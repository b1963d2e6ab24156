/// What a player can reckon of the tiles that they do not see.
struct Outlook {
    private let view: SeatView
    /// How many of each kind are unseen: in the bag, in the box, and in the others' hands.
    private var unseen = Array(repeating: Int32(Rules.copies), count: Int(Tile.kinds))
    private var unseenCount: Int32 = 0

    init(_ view: SeatView) {
        self.view = view
        for cell in 0..<Rules.cells {
            if let tile = view.board[cell] { unseen[Int(tile.number)] -= 1 }
        }
        for case .some(let tile) in view.hand { unseen[Int(tile.number)] -= 1 }
        for count in unseen { unseenCount += max(count, 0) }
    }

    /// What a placement is worth, in 1/1024 of a point: its points, less a part of what the next player gets from it,
    /// and some of what the rest of the hand can do.
    func worth(of tile: Tile, slot: Int32, at cell: Int32, points: Int32) -> Int32 {
        var board = view.board
        board.lay(tile, at: cell)
        return points * 1024 - expected(on: board) * Self.caution / 16 + hand(without: slot, on: board) * Self.foresight
    }

    /// Of 16.
    static let caution: Int32 = 12
    /// In 1/1024 of a point, for a point that a tile of the hand could bring.
    static let foresight: Int32 = 90

    /// What the best of four unseen tiles brings on average, in 1/1024 of a point.
    private func expected(on board: Board) -> Int32 {
        // By points: how likely it is that no tile can have so many, in 1/1024.
        var without = Array(repeating: Int32(1024), count: Int(Rules.points(neighbors: 4) + Rules.waterPoints) + 1)
        for cell in 0..<Rules.cells where board[cell] == nil && board.neighbors(of: cell) > 0 {
            var fitting: Int32 = 0
            for number in 0..<Tile.kinds where unseen[Int(number)] > 0 {
                guard let tile = Tile(number: number), board.takes(tile, at: cell) else { continue }
                fitting += unseen[Int(number)]
            }
            let lack = 1024 - fitting * 1024 / max(unseenCount, 1)
            let pair = lack * lack / 1024
            let points = Int(board.points(at: cell))
            without[points] = without[points] * (pair * pair / 1024) / 1024
        }
        var rest: Int32 = 1024
        var sum: Int32 = 0
        for points in stride(from: without.count - 1, to: 0, by: -1) {
            let lost = rest * without[points] / 1024
            sum += (rest - lost) * Int32(truncatingIfNeeded: points)
            rest = lost
        }
        return sum
    }

    /// The best that each other tile of the hand could have, added up.
    private func hand(without slot: Int32, on board: Board) -> Int32 {
        var sum: Int32 = 0
        for (index, tile) in view.hand.enumerated() where index != Int(slot) {
            guard let tile else { continue }
            var best: Int32 = 0
            for cell in 0..<Rules.cells where board.takes(tile, at: cell) { best = max(best, board.points(at: cell)) }
            sum += best
        }
        return sum
    }
}
