import LaurelDesktop
import LaurelOasis

/// Where everything on the table is: players on the left and the hand on the right of a wide window; above and below
/// the board in a tall one.
struct TableLayout {
    let unit: Float
    let isWide: Bool
    /// With its frame.
    let board: Frame
    /// Of a cell.
    let side: Float
    private let sand: Frame
    let seats: [Frame]
    let rack: Frame
    let slots: [Frame]
    /// Whose hand it is, or what takes a swap back; and what is done with the hand.
    let first: Frame
    let second: Frame
    let corners: Corners
    let status: Frame

    /// The buttons in the corners of the window.
    struct Corners {
        let home: Frame
        let sound: Frame
        let quit: Frame
        let remind: Frame
        let share: Frame

        init(width: Float, unit: Float) {
            let side = 44 * unit
            func right(_ index: Float) -> Frame {
                Frame(x: width - (8 * unit + side) - index * (side + 6 * unit), y: 8 * unit, width: side, height: side)
            }
            home = Frame(x: 8 * unit, y: 8 * unit, width: side, height: side)
            (sound, quit, remind, share) = (right(0), right(1), right(2), right(3))
        }
    }

    init(width: Float, height: Float, unit u: Float, players: Int) {
        unit = u
        isWide = width >= height
        corners = Corners(width: width, unit: u)
        let players = Float(max(players, 1))
        let line = 10 * u
        if isWide {
            let whole = min(height - 28 * u, width - 2 * 168 * u)
            board = Frame(middleX: width / 2, middleY: height / 2 - 2 * u, width: whole, height: whole)
            side = (whole - 2 * line) / Float(Rules.side)
            let column = (width - whole) / 2 - 16 * u
            let top = 62 * u
            let seat = min(72 * u, (height - top - 64 * u) / players - 10 * u)
            let start = max(top, height / 2 - (players * (seat + 10 * u)) / 2)
            seats = (0..<Int(players)).map {
                Frame(x: 8 * u, y: start + Float($0) * (seat + 10 * u), width: column, height: seat)
            }
            status = Frame(x: 8 * u, y: height - 66 * u, width: column, height: 58 * u)
            let slot = min(side * 1.15, (column - 34 * u) / 2)
            let middle = width - 8 * u - column / 2
            rack = Frame(
                middleX: middle, middleY: height / 2 + 12 * u, width: 2 * slot + 30 * u, height: 2 * slot + 30 * u)
            let rack = rack
            slots = [0, 1, 2, 3].map { index in
                Frame(
                    x: rack.x + 11 * u + Float(index % 2) * (slot + 8 * u),
                    y: rack.y + 11 * u + Float(index / 2) * (slot + 8 * u), width: slot, height: slot)
            }
            let round = 54 * u
            first = Frame(middleX: middle, middleY: rack.y - 12 * u - round / 2, width: round, height: round)
            second = Frame(
                middleX: middle, middleY: rack.y + rack.height + 16 * u + round / 2, width: round, height: round)
        } else {
            let seat = 54 * u
            status = Frame(x: 8 * u, y: 55 * u, width: width - 16 * u, height: 44 * u)
            let top = 104 * u
            let across = min(150 * u, (width - 12 * u - (players - 1) * 6 * u) / players)
            let start = (width - players * across - (players - 1) * 6 * u) / 2
            seats = (0..<Int(players)).map {
                Frame(x: start + Float($0) * (across + 6 * u), y: top, width: across, height: seat)
            }
            let round = 50 * u
            let slot = min((width - 2 * (round + 18 * u) - 40 * u) / 4, height * 0.13)
            let tray = slot + 22 * u
            let wide = 4 * slot + 40 * u
            rack = Frame(x: (width - wide) / 2, y: height - tray - 12 * u, width: wide, height: tray)
            let rack = rack
            slots = (0..<4).map {
                Frame(x: rack.x + 11 * u + Float($0) * (slot + 6 * u), y: rack.y + 11 * u, width: slot, height: slot)
            }
            first = Frame(x: rack.x - round - 8 * u, y: rack.middleY - round / 2, width: round, height: round)
            second = Frame(
                x: rack.x + rack.width + 8 * u, y: rack.middleY - round / 2, width: round, height: round)
            let room = rack.y - top - seat - 24 * u
            let whole = min(width - 14 * u, room)
            board = Frame(
                middleX: width / 2, middleY: top + seat + 10 * u + room / 2, width: whole, height: whole)
            side = (whole - 2 * line) / Float(Rules.side)
        }
        sand = board.inset(line)
    }

    var ground: Frame { sand }

    func cell(_ cell: Int) -> Frame {
        let (row, column) = (cell / Int(Rules.side), cell % Int(Rules.side))
        return Frame(
            x: sand.x + Float(column) * side, y: sand.y + Float(row) * side, width: side, height: side)
    }

    func frame(_ end: Flight.End) -> Frame {
        switch end {
        case .seat(let seat): seats.indices.contains(seat) ? seats[seat] : board
        case .slot(let slot): slots.indices.contains(slot) ? slots[slot] : rack
        case .cell(let number): cell(number)
        case .bag: second
        }
    }
}
