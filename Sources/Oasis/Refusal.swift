/// Why a move is not made. The state is as it was.
public enum Refusal: Error, Hashable, Sendable {
    case gameIsOver
    case notYourTurn
    /// The slot has no tile, or there is none of that number; likewise of a swap of nothing.
    case noSuchTile
    /// The cell is taken, lies apart, or has a neighbour that does not match.
    case doesNotFit
    /// The bag has fewer tiles than are to be swapped.
    case bagIsShort
}
