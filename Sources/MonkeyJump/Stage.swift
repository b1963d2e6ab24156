public import LaurelArcade

/// A run with all that is seen and heard of it.
public struct Stage: PlaybackStage {
    public private(set) var run: Run
    /// Another's run beside it.
    private(set) var ghost: Ghost<Run>?
    private(set) var time: Int32 = 0
    /// The sounds that began in the last tick.
    public private(set) var cues: UInt32 = 0
    private var monkey = MonkeyFigure()
    private var ghostMonkey = MonkeyFigure(isGhost: true)
    private var effects = Effects()
    private var shake: Int32 = 0
    /// Ticks in which nothing moves: the blow is seen.
    private var hold: Int32 = 0
    private static let holdTicks: Int32 = 9
    private(set) var sinceMilestone: Int32 = 1000
    private(set) var sinceLand: Int32 = 1000
    private(set) var land = Land.jungle
    /// Whose ends are seen; decides nothing.
    var rivals = Rivals()
    private var passed: Rival?
    private var sincePassed: Int32 = 1000
    private var sinceBanana: Int32 = 1000
    /// A word in passing, and ticks since it was said.
    private var word = Words.nearMiss
    private var sinceWord: Int32 = 1000

    init(seed: UInt64, version: UInt16 = Run.coreVersion) { run = Run(seed: seed, version: version) }

    public init(playing log: InputLog) throws(ReplayRefusal) {
        guard log.header.coreID == Run.coreID else { throw .otherGame(log.header.coreID) }
        guard Run.plays(version: log.header.coreVersion) else { throw .otherVersion(log.header.coreVersion) }
        self.init(seed: log.header.seed, version: log.header.coreVersion)
    }

    /// Begins anew in the same place.
    mutating func begin(
        seed: UInt64, version: UInt16 = Run.coreVersion, against ghost: Ghost<Run>? = nil, rivals: Rivals = Rivals()
    ) {
        run = Run(seed: seed, version: version)
        self.rivals = rivals
        passed = nil
        sincePassed = 1000
        sinceBanana = 1000
        sinceWord = 1000
        hold = 0
        self.ghost = ghost
        monkey = MonkeyFigure()
        ghostMonkey = MonkeyFigure(isGhost: true)
        shake = 0
        sinceMilestone = 1000
        sinceLand = 1000
        land = .jungle
    }

    public mutating func tick(_ input: Input) {
        cues = 0
        guard hold == 0 else {
            hold -= 1
            return
        }
        time &+= 1
        let before = run.distance
        let score = run.score
        let wasOver = run.isOver
        run.tick(input)
        haunt()
        effects.tick(scroll: Int32(truncatingIfNeeded: run.distance - before))
        effects.weather(land)
        if monkey.tick(run) {
            effects.footstep()
            cue(.step)
        }
        sinceLand = min(sinceLand + 1, 1000)
        enter(Land(at: run.distance))
        shake = max(shake - 1, 0)
        sinceMilestone = min(sinceMilestone + 1, 1000)
        sincePassed = min(sincePassed + 1, 1000)
        sinceBanana = min(sinceBanana + 1, 1000)
        sinceWord = min(sinceWord + 1, 1000)
        guard !wasOver else { return }
        pass(from: score)
        react(to: run.events)
    }

    /// The ghost runs on for as long as anybody can see it.
    private mutating func haunt() {
        guard let other = ghost else { return }
        if !other.isOver, other.run.distance - run.distance < Self.ghostReach { ghost?.tick() }
        if other.run.isOver || !other.isOver, ghostMonkey.tick(ghost?.run ?? other.run), !run.isOver { cue(.step) }
    }

    /// Wider than any window. In 1/256 of a unit.
    private static let ghostReach: Int64 = 2100 * 256

    private mutating func enter(_ next: Land) {
        guard next != land else { return }
        land = next
        sinceLand = 0
        cue(.enter)
    }

    private mutating func pass(from score: Int64) {
        guard let rival = rivals.passed(from: score, to: run.score) else { return }
        passed = rival
        sincePassed = 0
        effects.confetti(land)
        cue(.pass)
    }

    private mutating func say(_ word: Words) {
        self.word = word
        sinceWord = 0
    }

    private mutating func cue(_ cue: Cue) { cues |= cue.mask }

    private mutating func react(to events: Run.Events) {
        if events.contains(.jumped) {
            effects.jump()
            cue(.jump)
        }
        if events.contains(.landed) {
            effects.land()
            cue(.land)
        }
        if events.contains(.lunged) { cue(.lunge) }
        if events.contains(.croaked) { cue(.croak) }
        if events.contains(.milestone) {
            effects.confetti(land)
            sinceMilestone = 0
            cue(.milestone)
        }
        relish(events)
        guard events.contains(.died) else { return }
        shake = 26
        hold = Self.holdTicks
        if events.contains(.splashed) {
            effects.splash()
            cue(.splash)
        } else {
            effects.crash(height: run.height)
            cue(.hit)
        }
    }

    /// Bananas, and what was close.
    private mutating func relish(_ events: Run.Events) {
        if events.contains(.nearMiss), !events.contains(.died) {
            effects.whoosh(height: run.height + Rules.top / 2)
            cue(.near)
            say(.nearMiss)
        }
        if events.contains(.collected) {
            sinceBanana = 0
            effects.collect(height: run.height + 30 * 256)
            cue(events.contains(.protected) ? .protected : .collect)
            if events.contains(.protected) { say(.protected) }
        }
        if events.contains(.spared) {
            shake = 14
            effects.crash(height: run.height)
            cue(.spared)
            say(.spared)
        }
    }

    /// Whether something is said over the run: what was close, who was passed, how far it is, where it is.
    var isSaying: Bool { sinceWord < 50 || sincePassed < 110 || sinceMilestone < 90 || sinceLand < 150 }

    /// Ticks since the run ended.
    var sinceEnd: Int32 { run.isOver ? monkey.sinceDeath : 0 }

    public var musicNumber: Int32 { land.music.rawValue }
    public var moments: [Mark.Moment] { sinceLand == 0 ? [Mark.Moment(.land, land.rawValue)] : [] }

    // MARK: Picture

    public func draw(into list: inout DrawList, view: View, fraction: Int32) {
        drawWorld(into: &list, view: view, fraction: fraction)
        drawSigns(into: &list, view)
    }

    func drawWorld(into list: inout DrawList, view: View, fraction: Int32) {
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
        draw(ghostInPit: true, frame, into: &list)
        if isInPit { monkey.draw(run, frame, into: &list) }
        Scenery.drawBanks(frame, run, into: &list)
        RivalFlags.draw(rivals, at: run.score, frame, time: time, into: &list)
        BananaFigures.draw(run, frame, time: time, into: &list)
        BananaFigures.drawShine(run, frame, time: time, into: &list)
        draw(ghostInPit: false, frame, into: &list)
        EnemyFigures.draw(run, frame, time: time, into: &list)
        if !isInPit { monkey.draw(run, frame, into: &list) }
        effects.draw(into: &list, originX: frame.originX, groundY: frame.groundY)
        Scenery.drawBefore(frame, light, into: &list)
        guard hold > 0, !view.isCalm else { return }
        list.rectangle(
            x: 0, y: 0, width: view.width * 256, height: view.height * 256, color: 0xFFFFFF, alpha: hold * 12)
    }

    private func draw(ghostInPit: Bool, _ frame: Frame, into list: inout DrawList) {
        guard let ghost, (ghost.run.height < 0) == ghostInPit else { return }
        ghostMonkey.draw(ghost.run, frame, isStill: ghost.isOver, into: &list)
    }

    // MARK: Signs

    /// The line of the score, and what stands below it, in units from the top.
    static func signsTop(_ view: View) -> (score: Int32, best: Int32, race: Int32) {
        view.height > view.width ? (108, 148, 178) : (34, 66, 94)
    }

    func drawSigns(into list: inout DrawList, _ view: View) {
        let metres = Int32(truncatingIfNeeded: run.score)
        let (top, middle) = (Self.signsTop(view), view.width * 128)
        list.text(
            Words.distance.rawValue, value: metres, x: middle, y: top.score * 256,
            size: view.height > view.width ? 44 : 34, .center)
        race(&list, x: middle, y: top.race * 256)
        ahead(&list, view)
        passing(&list, view)
        let since = sinceMilestone
        if sinceLand < 150 {
            let age = sinceLand
            list.text(
                Words.land.rawValue, value: land.rawValue, x: middle, y: view.height * 256 * 36 / 100, size: 34,
                .center, alpha: min(age * 16, (150 - age) * 8, 255))
        } else if since < 90 {
            let rise = Trigonometry.sine(min(since, 16) * 1024)
            list.text(
                Words.milestone.rawValue, value: metres / 100 * 100, x: middle,
                y: view.height * 256 * 36 / 100 - rise / 8, size: 40, .center, alpha: min((90 - since) * 12, 255))
        }
    }

    /// What happened a moment ago, beside the monkey.
    private func passing(_ list: inout DrawList, _ view: View) {
        let middle = view.width * 128
        if sincePassed < 110, let passed {
            let rise = Trigonometry.sine(min(sincePassed, 16) * 1024)
            list.text(
                Words.rivalPassed.rawValue, value: RivalSign.value(passed.number), x: middle,
                y: view.height * 256 * 46 / 100 - rise / 8, size: 28, .center, alpha: min((110 - sincePassed) * 12, 255)
            )
        }
        guard sinceWord < 50 else { return }
        let frame = Frame(view: view, run: run, fraction: 0, shakeX: 0, shakeY: 0)
        list.text(
            word.rawValue, value: 0, x: frame.originX,
            y: frame.groundY - max(run.height, 0) - (84 + sinceWord / 2) * 256, size: word == .nearMiss ? 17 : 22,
            .center, alpha: min((50 - sinceWord) * 12, 255))
    }

    /// The next rival, on a line of its own below the best: it can be as long as a name. The bananas are below it on a
    /// tall screen, and in the corner of a wide one, where the monkey does not jump.
    private func ahead(_ list: inout DrawList, _ view: View) {
        let isTall = view.height > view.width
        let (middle, race) = (view.width * 128, Self.signsTop(view).race * 256)
        BananaFigures.drawCount(
            run, x: isTall ? middle : 58 * 256, y: isTall ? race + 28 * 256 : 30 * 256, pop: sinceBanana, into: &list)
        guard ghost == nil, let rival = rivals.next(at: run.score) else { return }
        list.text(
            Words.rivalToGo.rawValue,
            value: RivalSign.value(rival.number, amount: Int64(rival.score) + 1 - run.score), x: middle, y: race,
            size: 18, .center, alpha: 230)
    }

    /// How far it is to where the ghost ended, and how far beyond it the player is.
    private func race(_ list: inout DrawList, x: Int32, y: Int32) {
        guard let ghost else { return }
        let ahead = run.score - ghost.end.score
        let words: Words = ahead > 0 ? .ghostPassed : .ghostToGo
        list.text(
            words.rawValue, value: Int32(clamping: abs(ahead)), x: x, y: y, size: 18, .center,
            alpha: ahead > 0 ? 255 : 220)
    }
}
