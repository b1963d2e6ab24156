/// The figures of the game. docs/play.md has the rules in words.
public enum Rules {
    /// Cells on a side of the board.
    public static let side: Int32 = 7
    public static let cells: Int32 = side * side
    public static let center: Int32 = cells / 2
    /// Tiles in a hand.
    public static let hand: Int32 = 4
    /// Each tile is there so many times.
    public static let copies: UInt8 = 2
    /// Players of a game.
    public static let seats: ClosedRange<Int32> = 2...4

    /// Tiles that each player has in a game, those drawn later included: so many turns. The rest of the 72 stays in the
    /// box, and nobody sees it.
    ///
    /// - Source: 20,000 games of computer players for each number of seats (Tests/OasisTests/BalanceTests.swift).
    public static func share(seats: Int32) -> Int32 { seats == 2 ? 14 : seats == 3 ? 12 : 10 }

    /// Points for a tile with so many neighbours; each more is worth twice as much.
    public static func points(neighbors: Int32) -> Int32 { neighbors <= 0 ? 0 : 1 << min(neighbors - 1, 3) }

    /// Points that a water hole adds.
    public static let waterPoints: Int32 = 2

    /// Whether a cell has a water hole: twelve of them, alike from every side.
    public static func isWater(_ cell: Int32) -> Bool {
        let (row, column) = (abs(cell / side - 3), abs(cell % side - 3))
        return (0..<cells).contains(cell) && (row, column) != (0, 0)
            && ((row == 2 && column == 2) || (min(row, column) == 0 && max(row, column) == 3)
                || (row == 3 && column == 3))
    }

    /// So many turns in a row without a tile, for each player, end the game: nobody can hold it up by swapping.
    public static let idleRounds: Int32 = 3
}
