import LaurelOasis

/// The rules as one would tell them, without any thought of speed: what the fast game is judged by.
struct PlainMatch {
    struct Cell: Hashable { let row, column: Int }

    var tiles: [Cell: (picture: UInt8, hue: UInt8)] = [:]
    var points: [Int]

    init(_ match: Match) {
        points = match.points.map { _ in 0 }
        tiles[Cell(row: 3, column: 3)] = match.board[24].map { ($0.pictureNumber, $0.hueNumber) }
    }

    static let holes: Set<Cell> = Set(
        ["W..W..W", ".W...W.", ".......", "W.....W", ".......", ".W...W.", "W..W..W"].enumerated().flatMap { row in
            row.element.enumerated().filter { $0.element == "W" }.map { Cell(row: row.offset, column: $0.offset) }
        })

    func neighbors(_ cell: Cell) -> [(picture: UInt8, hue: UInt8)] {
        [(-1, 0), (1, 0), (0, -1), (0, 1)].compactMap { tiles[Cell(row: cell.row + $0.0, column: cell.column + $0.1)] }
    }

    func fits(_ tile: Tile, _ cell: Cell) -> Bool {
        let near = neighbors(cell)
        return tiles[cell] == nil && !near.isEmpty
            && near.allSatisfy { $0.picture == tile.pictureNumber || $0.hue == tile.hueNumber }
    }

    mutating func lay(_ tile: Tile, _ cell: Cell, by seat: Int) {
        points[seat] += [0, 1, 2, 4, 8][neighbors(cell).count] + (Self.holes.contains(cell) ? 2 : 0)
        tiles[cell] = (tile.pictureNumber, tile.hueNumber)
    }
}
