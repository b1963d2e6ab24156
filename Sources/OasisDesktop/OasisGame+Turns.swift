import LaurelArcade
import LaurelDesktop
import LaurelOasis

// What a person does with the tiles of their hand, and how a turn is shown.
extension OasisGame {
    /// What each cell would bring with a tile of the hand that lies open.
    func worth(_ slot: Int) -> [Int: Int32] {
        guard screen == .play, let shown else { return [:] }
        var cells: [Int: Int32] = [:]
        for case .lay(slot: Int32(slot), let cell) in shown.legalMoves {
            cells[Int(cell)] = shown.board.points(at: cell)
        }
        return cells
    }

    func tile(_ slot: Int) -> Tile? {
        guard let hand = shown?.hand, hand.indices.contains(slot) else { return nil }
        return hand[slot]
    }

    func take(_ slot: Int) {
        guard screen == .play, !isBusy, tile(slot) != nil else { return }
        if var chosen = swapping {
            if chosen.remove(slot) == nil, chosen.count < Int(shown?.bagCount ?? 0) { chosen.insert(slot) }
            swapping = chosen
            return play(.lift)
        }
        if held == slot { return letGo() }
        hold(slot)
    }

    func hold(_ slot: Int) {
        guard screen == .play, !isBusy, swapping == nil, tile(slot) != nil else { return }
        held = slot
        play(worth(slot).isEmpty ? .refuse : .lift)
    }

    func letGo() { (held, swapping) = (nil, nil) }

    func lay(_ cell: Int) {
        guard screen == .play, !isBusy, swapping == nil, let held else { return }
        guard worth(held)[cell] != nil else { return play(.refuse) }
        saved?.isTaught = true
        move(.lay(slot: Int32(held), cell: Int32(cell)))
    }

    func beginSwap() {
        guard screen == .play, !isBusy, let shown, shown.bagCount > 0 else { return }
        held = nil
        // At first those that fit nowhere.
        let useless = (0..<Int(Rules.hand)).filter { tile($0) != nil && worth($0).isEmpty }
        swapping = Set(useless.prefix(Int(shown.bagCount)))
        play(.lift)
    }

    func confirmSwap() {
        guard let swapping, !swapping.isEmpty, !isBusy else { return }
        move(.swap(slots: swapping.reduce(0) { $0 | 1 << Int32($1) }))
    }

    func move(_ move: Move) {
        guard screen == .play, !isBusy else { return }
        if online != nil { return send(move) }
        if let match { make(move, by: match.current) }
    }

    func make(_ move: Move, by seat: Int32) {
        guard let match, !isBusy else { return }
        let next: Match
        do throws(Refusal) { next = try match.after(move, by: seat) } catch { return play(.refuse) }
        let slot = held
        self.match = next
        // What was done stays done, whatever becomes of the window.
        saved?.game = next.isOver ? nil : (chairs, next)
        guard let after = next.view(of: openSeat.seat) else { return }
        show(after, slot: slot) { [unowned self] in self.next() }
    }

    /// Shows the last turn of a view, and then the view.
    ///
    /// - Parameter slot: of the hand that lies open, whose tile was placed.
    func show(_ view: SeatView, slot: Int?, then: @escaping () -> Void) {
        isBusy = true
        letGo()
        let (last, seat) = (view.last, Int(view.last.seat))
        let name = playerName(seat)
        func land() {
            shown = view
            isBusy = false
        }
        func fly(_ tile: Tile?, _ from: Flight.End, _ to: Flight.End, _ seconds: Double, after delay: Double = 0) {
            guard room?.isCalm != true else { return }
            flights.append(Flight(tile: tile, from: from, to: to, begun: now + delay, seconds: seconds))
        }
        switch last.kind {
        case .placed:
            let tile = view.board[last.detail]
            let seconds = slot == nil ? 0.46 : 0.24
            fly(tile, slot.map { .slot($0) } ?? .seat(seat), .cell(Int(last.detail)), seconds)
            after(seconds) { [unowned self] in
                land()
                playLanding(last)
                report("laid", a: Int64(last.points), slot: name, value: tile.map { Looks.name($0) } ?? "")
                rising.append(RisingPoints(points: last.points, cell: Int(last.detail), seat: seat, begun: now))
                then()
            }
        case .swapped:
            play(.swap)
            report("swapped", a: Int64(last.detail), slot: name)
            for index in 0..<Int(last.detail) { fly(nil, .seat(seat), .bag, 0.38, after: Double(index) * 0.08) }
            after(0.38 + Double(last.detail) * 0.08) {
                land()
                then()
            }
        case .none, .passed, .left:
            play(.pass)
            report(last.kind == .left ? "gone.now" : "passed", slot: name)
            after(0.25) {
                land()
                then()
            }
        }
    }

    private func playLanding(_ last: Turn) {
        let isWater = Rules.isWater(last.detail)
        let cue: Cue
        switch last.points - (isWater ? Rules.waterPoints : 0) {
        case 8: cue = .four
        case 4: cue = .three
        case 2: cue = .two
        default: cue = .one
        }
        room?.play(cue.mask | (isWater ? Cue.water.mask : 0))
    }
}
