import LaurelArcade

/// A run with all that is seen and heard of it.
struct Stage: Sendable {
    private(set) var run: Run
    private(set) var time: Int32 = 0
    /// The sounds that began in the last tick.
    private(set) var cues: UInt32 = 0
    private var monkey = MonkeyFigure()
    private var particles = Particles()
    private var shake: Int32 = 0
    private(set) var sinceMilestone: Int32 = 1000

    init(seed: UInt64) { run = Run(seed: seed) }

    /// Begins anew in the same place.
    mutating func begin(seed: UInt64) {
        run = Run(seed: seed)
        monkey = MonkeyFigure()
        shake = 0
        sinceMilestone = 1000
    }

    mutating func tick(_ input: Input) {
        cues = 0
        time &+= 1
        let before = run.distance
        let wasOver = run.isOver
        run.tick(input)
        particles.tick(scroll: Int32(truncatingIfNeeded: run.distance - before))
        particles.weather()
        if monkey.tick(run) {
            particles.footstep()
            cue(.step)
        }
        shake = max(shake - 1, 0)
        sinceMilestone = min(sinceMilestone + 1, 1000)
        if !wasOver { react(to: run.events) }
    }

    private mutating func cue(_ cue: Cue) { cues |= cue.mask }

    private mutating func react(to events: Run.Events) {
        if events.contains(.jumped) {
            particles.jump()
            cue(.jump)
        }
        if events.contains(.landed) {
            particles.land()
            cue(.land)
        }
        if events.contains(.lunged) { cue(.lunge) }
        if events.contains(.croaked) { cue(.croak) }
        if events.contains(.milestone) {
            particles.confetti()
            sinceMilestone = 0
            cue(.milestone)
        }
        guard events.contains(.died) else { return }
        shake = 26
        if events.contains(.splashed) {
            particles.splash()
            cue(.splash)
        } else {
            particles.crash(height: run.height)
            cue(.hit)
        }
    }

    /// Ticks since the run ended.
    var sinceEnd: Int32 { run.isOver ? monkey.sinceDeath : 0 }

    func draw(into list: inout DrawList, view: View, fraction: Int32) {
        let amplitude: Int32 = view.isCalm ? 0 : shake * shake / 3
        let frame = Frame(
            view: view, run: run, fraction: fraction,
            shakeX: Trigonometry.sine(time &* 23000) / 32 * amplitude / 256,
            shakeY: Trigonometry.sine(time &* 31000 &+ 9000) / 32 * amplitude / 256)
        let light = Scenery.Light(metres: run.score)
        Scenery.drawBehind(frame, light, time: time, into: &list)
        // Who falls into the water does so behind the banks.
        let isInPit = run.height < 0
        Scenery.drawGround(frame, run, into: &list)
        if isInPit { monkey.draw(run, frame, into: &list) }
        Scenery.drawBanks(frame, run, into: &list)
        EnemyFigures.draw(run, frame, time: time, into: &list)
        if !isInPit { monkey.draw(run, frame, into: &list) }
        particles.draw(into: &list, originX: frame.originX, groundY: frame.groundY)
        Scenery.drawBefore(frame, light, into: &list)
    }
}
