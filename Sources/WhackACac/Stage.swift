public import LaurelArcade

/// A run with all that is seen and heard of it.
public struct Stage: PlaybackStage {
    public private(set) var run: Run
    /// Another's game beside it: his blows are seen, and his score.
    private(set) var ghost: Ghost<Run>?
    private(set) var time: Int32 = 0
    /// The sounds that began in the last tick.
    public private(set) var cues: UInt32 = 0
    private(set) var sinceMiss: Int32 = 1000
    /// Lives lost in the last tick.
    private var livesLost: Int32 = 0
    private(set) var sinceEnd: Int32 = 0
    private var shake: Int32 = 0
    /// One of each row.
    private var effects = [Effects(row: 0), Effects(row: 1), Effects(row: 2)]

    init(run: Run, ghost: Ghost<Run>? = nil) {
        self.run = run
        self.ghost = ghost
    }

    public init(playing log: InputLog) throws(ReplayRefusal) {
        guard let mode = Mode.allCases.first(where: { $0.coreID == log.header.coreID }) else {
            throw .otherGame(log.header.coreID)
        }
        guard log.header.coreVersion == Run.coreVersion else { throw .otherVersion(log.header.coreVersion) }
        self.init(run: Run(seed: log.header.seed, mode: mode))
    }

    public mutating func tick(_ input: Input) { tick(input, at: nil) }

    /// - Parameter spot: where the finger of the input is seen; nil: that is not known.
    mutating func tick(_ input: Input, at spot: Spot?) {
        cues = 0
        time &+= 1
        let (wasOver, lives) = (run.isOver, run.lives)
        run.tick(input)
        livesLost = lives &- run.lives
        if !wasOver { haunt() }
        for row in effects.indices { effects[row].tick() }
        shake = max(shake - 1, 0)
        sinceMiss = min(sinceMiss + 1, 1000)
        if wasOver {
            sinceEnd = min(sinceEnd + 1, 1000)
        } else {
            react(to: run.events, spot ?? input.tap.map { Spot(x: $0.x, y: $0.y) })
        }
    }

    private mutating func haunt() {
        ghost?.tick()
        guard let ghost, let blow = ghost.input.tap else { return }
        let hit = ghost.run.events.contains(.hit) ? ghost.run.cactus(ghost.run.lastHit).row : nil
        let row = hit ?? Spot(x: blow.x, y: blow.y).row
        effects[Int(row)].mark(x: blow.x * 256, y: blow.y * 256)
    }

    private mutating func cue(_ cue: Cue) { cues |= cue.mask }

    private mutating func react(to events: Run.Events, _ spot: Spot?) {
        if events.contains(.came) {
            cue(.pop)
            for index in 0..<Int(run.slotCount) {
                let cactus = run.cactus(index)
                guard cactus.state == .standing, cactus.age == 0 else { continue }
                effects[Int(cactus.row)].sand(
                    x: (cactus.x + cactus.size.width / 2) * 256, y: Rules.crest(row: cactus.row) * 256, count: 5)
            }
        }
        if events.contains(.hit) {
            let cactus = run.cactus(run.lastHit)
            cue(.whack)
            effects[Int(cactus.row)].burst(
                x: (cactus.x + cactus.size.width / 2) * 256,
                y: (Rules.crest(row: cactus.row) - cactus.size.height / 2) * 256)
        }
        if events.contains(.swung), let spot {
            cue(.swing)
            effects[Int(spot.row)].sand(x: spot.x * 256, y: spot.y * 256, count: 4)
        }
        if events.contains(.grew) { cue(.grow) }
        if events.contains(.missed) {
            cue(.miss)
            shake = 16
            sinceMiss = 0
        }
        if events.contains(.ended), !run.wasQuit { cue(.end) }
    }

    public var musicNumber: Int32 { Cue.music.rawValue }
    public var moments: [Mark.Moment] {
        var moments: [Mark.Moment] = []
        if run.events.contains(.hit) { moments.append(Mark.Moment(.hit, run.hits)) }
        for lost in 0..<max(livesLost, 0) { moments.append(Mark.Moment(.heart, run.lives &+ livesLost &- 1 &- lost)) }
        return moments
    }

    // MARK: Picture

    public func draw(into list: inout DrawList, view: View, fraction: Int32) {
        drawWorld(into: &list, view: view, fraction: fraction)
        drawSigns(into: &list, view)
    }

    func drawWorld(into list: inout DrawList, view: View, fraction: Int32) {
        let frame = Frame(view: view)
        let sway = view.isCalm ? 0 : Trigonometry.sine(time &* 21000) / 128 * shake / 16
        Scenery.drawSky(frame, time: time, into: &list)
        for row in 0..<Rules.rowCount {
            for index in 0..<Int(run.slotCount) where run.cactus(index).row == row {
                CactusFigure.draw(run.cactus(index), frame, time: time, fraction: fraction, sway: sway, into: &list)
            }
            Scenery.drawDune(row: row, frame, sway: sway, into: &list)
            if row == 0 { Scenery.drawTumbleweed(frame, time: time, into: &list) }
        }
        for row in effects.indices { effects[row].draw(into: &list, frame) }
    }

    // MARK: Signs

    func drawSigns(into list: inout DrawList, _ view: View) {
        let frame = Frame(view: view)
        let (words, value): (Words, Int32) =
            switch run.mode {
            case .classic: (.score, run.hits)
            case .timed: (.time, Int32(truncatingIfNeeded: run.score))
            }
        list.text(
            words.rawValue, value: value, x: view.width * 128, y: frame.signsTop * 256, size: 34, .center)
        challenger(&list, view, y: (frame.signsTop + 30) * 256)
        hearts(&list, frame)
    }

    /// What the ghost has so far, under what the player has.
    private func challenger(_ list: inout DrawList, _ view: View, y: Int32) {
        guard let ghost else { return }
        let words: Words = run.mode == .classic ? .ghostScore : .ghostTime
        list.text(
            words.rawValue, value: Int32(clamping: ghost.run.score), x: view.width * 128, y: y, size: 17, .center,
            alpha: ghost.isOver ? 150 : 220)
    }

    /// Upper right; one that was just lost beats once more and breaks.
    private func hearts(_ list: inout DrawList, _ frame: Frame) {
        let lives = run.lives
        for index in 0..<Rules.lives {
            let x = (frame.heartsRight - (Rules.lives - 1 - index) * 24) * 256
            let isFull = index < lives
            let isBreaking = index == lives && sinceMiss < 40
            let beat = isBreaking ? Trigonometry.sine(min(sinceMiss, 16) * 2048) / 128 : 0
            let sprite: Sprite = isFull ? .heart : isBreaking && sinceMiss < 18 ? .heartBroken : .heartEmpty
            list.sprite(
                sprite.rawValue,
                Pose(x: x, y: frame.heartsTop * 256, scaleX: 1024 + beat * 2, scaleY: 1024 + beat * 2))
        }
    }
}
