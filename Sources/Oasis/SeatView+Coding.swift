extension SeatView {
    private static let form: UInt8 = 0x81

    /// Less than 100 bytes.
    public func encoded() -> [UInt8] {
        var bytes = [Self.form]
        for value in [seats, seat, current, idle, passes, isOver ? 1 : 0, bagCount] {
            bytes.append(UInt8(truncatingIfNeeded: value))
        }
        for own in points { bytes.append(pair: own) }
        for cell in 0..<Rules.cells { bytes.append([board[cell]]) }
        bytes.append(hand)
        for count in handCounts { bytes.append(UInt8(truncatingIfNeeded: count)) }
        last.write(into: &bytes)
        return bytes
    }

    /// - Returns: nil for bytes that are nobody's view.
    public init?(decoding bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard reader.next() == Self.form else { return nil }
        let (seats, seat, current) = (Int32(reader.next()), Int32(reader.next()), Int32(reader.next()))
        let (idle, passes, over) = (Int32(reader.next()), Int32(reader.next()), reader.next())
        let bagCount = Int32(reader.next())
        guard Rules.seats.contains(seats), seat < seats, current < seats, over <= 1, passes <= idle,
            idle <= Rules.idleRounds * seats
        else { return nil }
        var points: [Int32] = []
        for _ in 0..<seats { points.append(reader.nextPair()) }
        guard let board = reader.nextTiles(Rules.cells).flatMap({ Board($0) }),
            let hand = reader.nextTiles(Rules.hand)
        else { return nil }
        var counts: [Int32] = []
        var total = board.count + bagCount
        var empty: Int32 = 0
        for _ in 0..<seats {
            let count = Int32(reader.next())
            guard bagCount == 0 ? count <= Rules.hand : count == Rules.hand || count == 0 else { return nil }
            counts.append(count)
            total += count
            if count == 0 { empty += 1 }
        }
        // Who left took their tiles along.
        let missing = Rules.share(seats: seats) * seats + 1 - total
        guard let last = Turn(&reader, seats: seats, board: board), reader.isDone,
            (0...Rules.hand * empty).contains(missing), counts[Int(seat)] == Match.count(hand)
        else { return nil }
        self.init(
            seat: seat, board: board, hand: hand, handCounts: counts, bagCount: bagCount, points: points,
            current: current, idle: idle, passes: passes, isOver: over == 1, last: last)
    }
}
