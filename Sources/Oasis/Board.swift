/// Seven by seven cells of sand, and the tiles on them. Cells are numbered row by row from the upper left.
public struct Board: Hashable, Sendable {
    private var cells: [Tile?] = Array(repeating: nil, count: Int(Rules.cells))
    public private(set) var count: Int32 = 0

    public init() {}

    /// The tile on a cell; nil where there is none, and outside the board.
    public subscript(cell: Int32) -> Tile? {
        (0..<Rules.cells).contains(cell) ? cells[Int(cell)] : nil
    }

    /// The cells above, on the left, on the right and below; −1 beyond the edge.
    static func neighbors(of cell: Int32) -> (Int32, Int32, Int32, Int32) {
        let (row, column) = (cell / Rules.side, cell % Rules.side)
        return (
            row > 0 ? cell - Rules.side : -1, column > 0 ? cell - 1 : -1,
            column < Rules.side - 1 ? cell + 1 : -1, row < Rules.side - 1 ? cell + Rules.side : -1
        )
    }

    /// How many tiles lie beside a cell.
    public func neighbors(of cell: Int32) -> Int32 {
        guard (0..<Rules.cells).contains(cell) else { return 0 }
        let around = Self.neighbors(of: cell)
        var count: Int32 = 0
        if self[around.0] != nil { count += 1 }
        if self[around.1] != nil { count += 1 }
        if self[around.2] != nil { count += 1 }
        if self[around.3] != nil { count += 1 }
        return count
    }

    /// Whether a tile may be placed on a free cell of an unfinished board: it has a neighbour, and matches each.
    public func takes(_ tile: Tile, at cell: Int32) -> Bool {
        guard (0..<Rules.cells).contains(cell), cells[Int(cell)] == nil else { return false }
        guard count > 0 else { return cell == Rules.center }
        return neighbors(of: cell) > 0 && matches(tile, around: cell)
    }

    private func matches(_ tile: Tile, around cell: Int32) -> Bool {
        let around = Self.neighbors(of: cell)
        func isFine(_ neighbor: Int32) -> Bool { self[neighbor].map { $0.matches(tile) } ?? true }
        return isFine(around.0) && isFine(around.1) && isFine(around.2) && isFine(around.3)
    }

    /// What a tile on a cell is worth now, whichever it is.
    public func points(at cell: Int32) -> Int32 {
        Rules.points(neighbors: neighbors(of: cell)) + (Rules.isWater(cell) ? Rules.waterPoints : 0)
    }

    /// - Precondition: the board takes the tile there; else nothing happens.
    mutating func lay(_ tile: Tile, at cell: Int32) {
        guard takes(tile, at: cell) else { return }
        cells[Int(cell)] = tile
        count += 1
    }

    /// A board as it was written down.
    ///
    /// - Returns: nil where no order of turns leads to it: tiles that do not match, or lie apart from the centre.
    init?(_ tiles: [Tile?]) {
        guard tiles.count == Int(Rules.cells), tiles[Int(Rules.center)] != nil else { return nil }
        cells = tiles
        var reached = Array(repeating: false, count: tiles.count)
        var edge = [Rules.center]
        reached[Int(Rules.center)] = true
        while let cell = edge.popLast() {
            guard let tile = tiles[Int(cell)], matches(tile, around: cell) else { return nil }
            count += 1
            let around = Self.neighbors(of: cell)
            for next in [around.0, around.1, around.2, around.3] where self[next] != nil && !reached[Int(next)] {
                reached[Int(next)] = true
                edge.append(next)
            }
        }
        for (index, tile) in tiles.enumerated() where (tile != nil) != reached[index] { return nil }
    }
}
