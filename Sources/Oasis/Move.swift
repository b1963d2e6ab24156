/// What a player does in a turn.
public enum Move: Hashable, Sendable {
    /// Places the tile of a slot of the hand, 0..<4, on a cell of the board.
    case lay(slot: Int32, cell: Int32)
    /// Puts tiles back into the bag and draws as many others. A bit for each slot of the hand.
    case swap(slots: Int32)
    case pass

    /// A byte for the kind, then its numbers, a byte each.
    public func encoded() -> [UInt8] {
        switch self {
        case .lay(let slot, let cell): [0, UInt8(truncatingIfNeeded: slot), UInt8(truncatingIfNeeded: cell)]
        case .swap(let slots): [1, UInt8(truncatingIfNeeded: slots)]
        case .pass: [2]
        }
    }

    /// - Returns: nil for bytes that are no move whatever the state of the game.
    public init?(decoding bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        switch reader.next() {
        case 0:
            let (slot, cell) = (Int32(reader.next()), Int32(reader.next()))
            guard slot < Rules.hand, cell < Rules.cells else { return nil }
            self = .lay(slot: slot, cell: cell)
        case 1:
            let slots = Int32(reader.next())
            guard slots > 0, slots < 1 << Rules.hand else { return nil }
            self = .swap(slots: slots)
        case 2: self = .pass
        default: return nil
        }
        guard reader.isDone else { return nil }
    }
}
