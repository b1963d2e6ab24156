/// What everybody saw of a turn.
public struct Turn: Hashable, Sendable {
    public enum Kind: UInt8, Sendable {
        case none, placed, swapped, passed
        /// Who it was plays no more.
        case left
    }

    public let kind: Kind
    /// Who it was; 0 before the first turn.
    public let seat: Int32
    /// Of a tile that was placed, its cell; of a swap, how many tiles.
    public let detail: Int32
    /// What it brought.
    public let points: Int32

    init(_ kind: Kind, seat: Int32 = 0, detail: Int32 = 0, points: Int32 = 0) {
        self.kind = kind
        self.seat = seat
        self.detail = detail
        self.points = points
    }

    static let none = Turn(.none)

    func write(into bytes: inout [UInt8]) {
        for value in [Int32(kind.rawValue), seat, detail, points] { bytes.append(UInt8(truncatingIfNeeded: value)) }
    }

    /// - Returns: nil where no turn could have been like that on this board.
    init?(_ reader: inout ByteReader, seats: Int32, board: Board) {
        guard let kind = Kind(rawValue: reader.next()) else { return nil }
        let (seat, detail, points) = (Int32(reader.next()), Int32(reader.next()), Int32(reader.next()))
        let isSound =
            switch kind {
            case .none: seat == 0 && detail == 0 && points == 0
            // Nothing was placed beside it since, so that it is still worth as much.
            case .placed: board[detail] != nil && detail != Rules.center && points == board.points(at: detail)
            case .swapped: (1...Rules.hand).contains(detail) && points == 0
            case .passed, .left: detail == 0 && points == 0
            }
        guard seat < seats, isSound else { return nil }
        self.init(kind, seat: seat, detail: detail, points: points)
    }
}
