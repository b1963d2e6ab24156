import LaurelOasis

/// A tile that is on its path over the table.
struct Flight {
    enum End: Equatable { case seat(Int), slot(Int), cell(Int), bag }

    /// Nil: face down.
    let tile: Tile?
    let from: End
    let to: End
    /// In seconds since the program began.
    let begun: Double
    let seconds: Double
}

/// Points that rise from a cell.
struct RisingPoints {
    static let seconds = 0.95
    let points: Int32
    let cell: Int
    let seat: Int
    let begun: Double
}
