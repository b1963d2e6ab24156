import LaurelArcade

/// A point of the field as it is seen: by the row whose sand it is on or over.
///
/// On a tall screen the rows stand farther apart than in the field, so a point alone does not say where it is seen.
struct Spot: Hashable, Sendable {
    let row: Int32
    /// In the field.
    let x: Int32
    let y: Int32
    /// What a log keeps of it.
    let input: Input

    /// - Parameter input: where the blow counts, if that is not where it is seen.
    init(row: Int32, x: Int32, y: Int32, input: Input? = nil) {
        self.row = row
        self.x = x
        self.y = y
        self.input = input ?? .tap(x: x, y: y)
    }

    /// A point that is all that is known: it is the first row's whose sand is below it.
    init(x: Int32, y: Int32) {
        var row: Int32 = 0
        while row < Rules.rowCount - 1, y >= Rules.crest(row: row) { row += 1 }
        self.init(row: row, x: x, y: y)
    }
}
