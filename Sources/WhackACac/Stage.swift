import LaurelArcade

/// A run with all that is seen and heard of it.
struct Stage: Sendable {
    private(set) var run: Run
    /// Another's game beside it: his blows are seen, and his score.
    private(set) var ghost: Ghost<Run>?
    private(set) var time: Int32 = 0
    /// The sounds that began in the last tick.
    private(set) var cues: UInt32 = 0
    private(set) var sinceMiss: Int32 = 1000
    private(set) var sinceEnd: Int32 = 0
    private var shake: Int32 = 0
    private var effects = Effects()

    init(run: Run, ghost: Ghost<Run>? = nil) {
        self.run = run
        self.ghost = ghost
    }

    mutating func tick(_ input: Input) {
        cues = 0
        time &+= 1
        let wasOver = run.isOver
        run.tick(input)
        if !wasOver { haunt() }
        effects.tick()
        shake = max(shake - 1, 0)
        sinceMiss = min(sinceMiss + 1, 1000)
        if wasOver {
            sinceEnd = min(sinceEnd + 1, 1000)
        } else {
            react(to: run.events, input)
        }
    }

    private mutating func haunt() {
        guard ghost != nil else { return }
        ghost?.tick()
        if let blow = ghost?.input.tap { effects.mark(x: blow.x * 256, y: blow.y * 256) }
    }

    private mutating func cue(_ cue: Cue) { cues |= cue.mask }

    private mutating func react(to events: Run.Events, _ input: Input) {
        if events.contains(.came) {
            cue(.pop)
            for index in 0..<Int(run.slotCount) {
                let cactus = run.cactus(index)
                guard cactus.state == .standing, cactus.age == 0 else { continue }
                effects.sand(
                    x: (cactus.x + cactus.size.width / 2) * 256, y: Rules.crest(row: cactus.row) * 256, count: 5)
            }
        }
        if events.contains(.hit) {
            let cactus = run.cactus(run.lastHit)
            cue(.whack)
            effects.burst(
                x: (cactus.x + cactus.size.width / 2) * 256,
                y: (Rules.crest(row: cactus.row) - cactus.size.height / 2) * 256)
        }
        if events.contains(.swung), let point = input.tap {
            cue(.swing)
            effects.sand(x: point.x * 256, y: point.y * 256, count: 4)
        }
        if events.contains(.grew) { cue(.grow) }
        if events.contains(.missed) {
            cue(.miss)
            shake = 16
            sinceMiss = 0
        }
        if events.contains(.ended), !run.wasQuit { cue(.end) }
    }

    func draw(into list: inout DrawList, view: View, fraction: Int32) {
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
        effects.draw(into: &list, frame)
    }
}
