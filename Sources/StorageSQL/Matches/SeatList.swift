import LaurelMatches

/// Seats in their order, as one hexadecimal digit each.
struct SeatList: SQLColumnValue {
    let seats: [Seat]

    init(_ seats: [Seat]) { self.seats = seats }

    var sql: SQLValue { .text(seats.map { String($0.index, radix: 16) }.joined()) }

    init?(_ cell: SQLCell) {
        var seats: [Seat] = []
        for digit in cell.text {
            guard let seat = digit.hexDigitValue.flatMap({ Seat($0) }) else { return nil }
            seats.append(seat)
        }
        self.seats = seats
    }
}
