import LaurelDesktop
import LaurelOasis

// What the table looks like.
extension OasisGame {
    func drawTable(_ scene: inout TableScene, _ layout: TableLayout, _ view: SeatView) {
        drawSeats(&scene, layout, view)
        drawBoard(&scene, layout, view)
        drawTray(&scene, layout, view)
        drawStatus(&scene, layout)
        for flight in flights where now >= flight.begun { draw(flight, &scene, layout) }
        for points in rising { draw(points, &scene, layout) }
        if let pointer = room?.pointer, let held, let tile = tile(held) {
            let side = layout.slots[held].width * 1.1
            draw(
                tile, &scene,
                Frame(middleX: pointer.x, middleY: pointer.y - side * 0.12, width: side, height: side))
        }
    }

    /// - Parameter tile: nil: face down.
    private func draw(_ tile: Tile?, _ scene: inout TableScene, _ frame: Frame, alpha: Float = 1) {
        guard let tile else { return scene.picture("back", frame, alpha: alpha) }
        scene.picture(Looks.hue(tile), frame, alpha: alpha)
        scene.picture(Looks.picture(tile), frame, alpha: alpha)
    }

    private func drawSeats(_ scene: inout TableScene, _ layout: TableLayout, _ view: SeatView) {
        let u = layout.unit
        let best = view.points.max() ?? 0
        for (seat, frame) in layout.seats.enumerated() {
            let hasTurn = seat == Int(view.current) && !view.isOver
            scene.box(hasTurn ? Looks.turn : Looks.seat, frame)
            let portrait = Frame(
                x: frame.x + 8 * u, y: frame.y + 6 * u, width: frame.height - 12 * u, height: frame.height - 12 * u)
            let face = Looks.face(faces[seat], in: portrait)
            scene.picture(face.art, face.frame)
            if online == nil { drawKind(kind(seat), &scene, at: portrait, unit: u * 0.75) }
            let left = portrait.x + portrait.width + 8 * u
            let width = frame.x + frame.width - left - 8 * u
            let score = Int(view.points[seat])
            let isTall = frame.height > 60 * u
            let words = score == best && best > 0 ? "\(score) ★" : "\(score)"
            scene.text(
                TableText(playerName(seat), size: 12 * u, alignment: .leading),
                Frame(x: left, y: frame.y + 5 * u, width: width, height: 14 * u))
            scene.text(
                TableText(words, size: (isTall ? 25 : 19) * u, alignment: .leading),
                Frame(x: left, y: frame.y + 19 * u, width: width, height: (isTall ? 30 : 20) * u))
            for index in 0..<Int(view.handCounts[seat]) {
                scene.box(
                    Looks.count,
                    Frame(
                        x: left + Float(index) * 12 * u, y: frame.y + frame.height - 15 * u, width: 10 * u,
                        height: 10 * u))
            }
        }
    }

    /// The sign of who plays a chair.
    func drawKind(_ kind: PlayerKind, _ scene: inout TableScene, at portrait: Frame, unit u: Float) {
        let count: Float = kind == .strong ? 3 : kind == .easy ? 2 : 1
        let (side, gap) = (18 * u, 2 * u)
        let badge = Frame(
            x: portrait.x + portrait.width - count * (side + gap) + 2 * u, y: portrait.y + portrait.height - side,
            width: count * (side + gap) + 6 * u, height: side + 6 * u)
        scene.box(Looks.badge, badge)
        func sign(_ index: Float) -> Frame {
            Frame(x: badge.x + 4 * u + index * (side + gap), y: badge.y + 3 * u, width: side, height: side)
        }
        switch kind {
        case .person: scene.icon(Looks.person, sign(0))
        case .nobody: scene.icon(Looks.plus, sign(0))
        case .easy, .strong:
            scene.picture("bot", sign(0))
            scene.icon(Looks.star, sign(1))
            if kind == .strong { scene.icon(Looks.star, sign(2)) }
        }
    }

    private func drawBoard(_ scene: inout TableScene, _ layout: TableLayout, _ view: SeatView) {
        scene.box(Looks.frame, layout.board)
        scene.box(Looks.sand, layout.ground)
        let worth = held.map { self.worth($0) } ?? [:]
        let best = worth.values.max() ?? 0
        let pulse = room?.isCalm == true ? 1 : 0.86 + 0.14 * Self.wave(now)
        for cell in 0..<Int(Rules.cells) {
            let frame = layout.cell(cell)
            if Rules.isWater(Int32(cell)) {
                scene.picture("water", frame.inset(frame.width * 0.01))
            } else {
                scene.box(Looks.cell, frame.inset(frame.width * 0.06))
            }
            if let tile = view.board[Int32(cell)] {
                draw(tile, &scene, frame.inset(frame.width * 0.03))
                if view.last.kind == .placed, Int(view.last.detail) == cell {
                    scene.box(Looks.last, frame.inset(frame.width * 0.03))
                }
            }
            guard let points = worth[cell] else { continue }
            let inner = frame.inset(frame.width * 0.06)
            scene.box(Looks.legal(points), inner, alpha: points == best ? pulse : 1)
            scene.text(TableText("+\(points)", size: frame.width * 0.38, color: 0x5B2A08), inner)
        }
        for (cell, points) in worth.sorted(by: { $0.key < $1.key }) {
            let (row, column) = (cell / Int(Rules.side) + 1, cell % Int(Rules.side) + 1)
            let name = Words.text("oasis.cell", a: Int64(row), b: Int64(column))
            scene.spot(
                TableScene.Spot(
                    "cell.\(cell)", Words.text("oasis.worth", a: Int64(points), slot: name), layout.cell(cell)))
        }
    }

    /// Up and down, 0–1, once in 1.2 seconds.
    private static func wave(_ now: Double) -> Float {
        let part = Float((now / 1.2).truncatingRemainder(dividingBy: 1))
        return abs(part * 2 - 1)
    }

    // MARK: The hand

    private func drawTray(_ scene: inout TableScene, _ layout: TableLayout, _ view: SeatView) {
        scene.box(Looks.rack, layout.rack)
        let isOpen = isHandOpen
        for (slot, frame) in layout.slots.enumerated() {
            scene.box(Looks.slot, frame)
            guard let tile = tile(slot) else { continue }
            let isFlying = flights.contains { $0.from == .slot(slot) }
            let isHeld = held == slot || swapping?.contains(slot) == true
            let isDrawn = held == slot && room?.pointer != nil
            let spotFrame = isHeld ? frame.moved(y: -frame.height * 0.1).scaled(1.06) : frame
            if !isFlying { draw(isOpen ? tile : nil, &scene, spotFrame, alpha: isDrawn ? 0.3 : 1) }
            if screen == .play, swapping == nil, !isBusy, worth(slot).isEmpty { scene.box(Looks.dull, frame) }
            if isHeld, !isDrawn { scene.box(Looks.chosen, spotFrame) }
            var spot = TableScene.Spot("slot.\(slot)", describe(slot, tile, isOpen), frame)
            spot.isOff = isBusy || (screen != .play && screen != .hidden)
            spot.isMovable = screen == .play && swapping == nil
            spot.isChosen = isHeld
            scene.spot(spot)
        }
        drawActions(&scene, layout, view)
    }

    private func describe(_ slot: Int, _ tile: Tile, _ isOpen: Bool) -> String {
        if screen == .hidden { return Words.text("oasis.reveal", slot: playerName(Int(shown?.current ?? 0))) }
        return isOpen
            ? Words.text("oasis.slot", a: Int64(slot + 1), slot: Looks.name(tile))
            : Words.text("oasis.slot.empty", a: Int64(slot + 1))
    }

    private func drawActions(_ scene: inout TableScene, _ layout: TableLayout, _ view: SeatView) {
        let u = layout.unit
        func action(_ id: String, _ key: String, _ icon: String, _ frame: Frame, isNeeded: Bool = false) {
            if isNeeded { scene.box(Looks.needed, frame.inset(-7 * u)) }
            button(
                &scene, id, Words.text("oasis.\(key)", a: Int64(view.bagCount)), icon, frame, isOff: isBusy)
        }
        if swapping != nil {
            action("cancel", "cancel", Looks.cancel, layout.first)
            action("confirm", "confirm", Looks.confirm, layout.second, isNeeded: swapping?.isEmpty == false)
            return
        }
        let face = Looks.face(faces[Int(view.seat)], in: layout.first)
        scene.picture(face.art, face.frame)
        let isStuck = screen == .play && (0..<4).allSatisfy { worth($0).isEmpty }
        if screen == .play, view.bagCount == 0 {
            action("pass", "pass", Looks.pass, layout.second, isNeeded: isStuck)
        } else if screen == .play {
            action("swap", "swap", Looks.swap, layout.second, isNeeded: isStuck)
        } else {
            scene.box(Looks.off, layout.second)
            scene.icon(Looks.swap, layout.second.inset(layout.second.width * 0.22))
        }
        let count = Frame(
            x: layout.second.x + layout.second.width - 16 * u, y: layout.second.y + layout.second.height - 16 * u,
            width: 26 * u, height: 20 * u)
        scene.box(Looks.badge, count)
        scene.text(TableText("\(view.bagCount)", size: 13 * u), count)
    }

    // MARK: What is going on

    private func drawStatus(_ scene: inout TableScene, _ layout: TableLayout) {
        let u = layout.unit
        drawCorners(&scene, layout.corners)
        if let online, online.isPlaying, screen == .play || screen == .watch {
            button(&scene, "quit", Words.text("oasis.quit"), Looks.flag, layout.corners.quit)
            let isRemindable = online.remindable != nil
            if isRemindable {
                button(&scene, "remind", Words.text("oasis.remind"), Looks.bell, layout.corners.remind)
            }
            if online.sharedCode != nil {
                button(
                    &scene, "share", Words.text("oasis.party.link"), Looks.share,
                    isRemindable ? layout.corners.share : layout.corners.remind)
            }
        }
        // Lines below each other beside the board; above it there are two.
        let now = layout.isWide ? statusNow : [statusNow.joined(separator: " · ")]
        let lines = ([statusBefore] + now).filter { !$0.isEmpty }
        for line in lines { scene.say(line) }
        guard !lines.isEmpty else { return }
        let size = 13 * u
        let widths = lines.map { room?.width(of: $0, size: size) ?? 0 }
        let width = layout.isWide ? layout.status.width : min((widths.max() ?? 0) + 24 * u, layout.status.width)
        let inner = width - 12 * u
        let heights = widths.map { width -> Float in
            // Words don't fill a line to its end.
            let rows: Float = layout.isWide ? (width * 1.1 / inner).rounded(.down) + 1 : 1
            return rows * size * 1.3
        }
        let height = heights.reduce(8 * u, +)
        let bottom = layout.status.y + layout.status.height
        let top = layout.isWide ? bottom - height : layout.status.middleY - height / 2
        scene.box(Looks.plain, Frame(x: layout.status.middleX - width / 2, y: top, width: width, height: height))
        var y = top + 4 * u
        for (line, height) in zip(lines, heights) {
            let isBefore = line == statusBefore
            scene.text(
                TableText(line, size: size, color: isBefore ? 0x7A4D26 : 0x38210F, wraps: layout.isWide),
                Frame(x: layout.status.middleX - inner / 2, y: y, width: inner, height: height))
            y += height
        }
    }

    // MARK: What moves

    private func draw(_ flight: Flight, _ scene: inout TableScene, _ layout: TableLayout) {
        let part = Float(min(max((now - flight.begun) / flight.seconds, 0), 1))
        let (from, to) = (layout.frame(flight.from), layout.frame(flight.to))
        let side = flight.tile == nil ? 36 * layout.unit : layout.side
        let eased = part * part * (3 - 2 * part)
        let lift = 4 * eased * (1 - eased) * side * 0.9
        draw(
            flight.tile, &scene,
            Frame(
                middleX: from.middleX + (to.middleX - from.middleX) * eased,
                middleY: from.middleY + (to.middleY - from.middleY) * eased - lift, width: side, height: side))
    }

    private func draw(_ points: RisingPoints, _ scene: inout TableScene, _ layout: TableLayout) {
        let part = Float((now - points.begun) / RisingPoints.seconds)
        let cell = layout.cell(points.cell)
        let seat = layout.frame(.seat(points.seat))
        let height = min(part / 0.25, 1) * cell.height * 0.8
        let beyond = room?.isCalm == true ? 0 : max(part - 0.6, 0) / 0.4
        let x = cell.middleX + (seat.middleX - cell.middleX) * beyond
        let y = cell.middleY - height + (seat.middleY - cell.middleY + height) * beyond
        scene.text(
            TableText("+\(points.points)", size: cell.width * 0.7, isSign: true),
            Frame(middleX: x, middleY: y, width: cell.width, height: cell.width))
    }
}
