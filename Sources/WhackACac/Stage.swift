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
    /// Whose scores are seen beside the player's; decides nothing.
    var rivals = Rivals()
    private var passed: Rival?
    private var sincePassed: Int32 = 1000
    private var sinceCombo: Int32 = 1000
    private var isComboPaid = false
    private var sinceHeal: Int32 = 1000
    private var sinceOwl: Int32 = 1000
    /// Lives lost in the last tick.
    private var livesLost: Int32 = 0
    private(set) var sinceEnd: Int32 = 0
    private var shake: Int32 = 0
    /// Ticks in which nothing moves: the end is seen.
    private var hold: Int32 = 0
    private static let holdTicks: Int32 = 9
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
        let version = log.header.coreVersion
        guard ClassicRun.plays(version: version) else { throw .otherVersion(version) }
        self.init(run: Run(seed: log.header.seed, mode: mode, version: version))
    }

    public mutating func tick(_ input: Input) { tick(input, at: nil) }

    /// - Parameter spot: where the finger of the input is seen; nil: that is not known.
    mutating func tick(_ input: Input, at spot: Spot?) {
        cues = 0
        livesLost = 0
        guard hold == 0 else {
            hold -= 1
            return
        }
        time &+= 1
        let (wasOver, lives, score) = (run.isOver, run.lives, run.score)
        run.tick(input)
        livesLost = max(lives &- run.lives, 0)
        age()
        if !wasOver { haunt() }
        for row in effects.indices { effects[row].tick() }
        shake = max(shake - 1, 0)
        sinceMiss = min(sinceMiss + 1, 1000)
        if !wasOver { pass(from: score) }
        if wasOver {
            sinceEnd = min(sinceEnd + 1, 1000)
        } else {
            react(to: run.events, spot ?? input.tap.map { Spot(x: $0.x, y: $0.y) })
        }
    }

    private mutating func age() {
        sincePassed = min(sincePassed + 1, 1000)
        sinceCombo = min(sinceCombo + 1, 1000)
        sinceHeal = min(sinceHeal + 1, 1000)
        sinceOwl = min(sinceOwl + 1, 1000)
    }

    private mutating func pass(from score: Int64) {
        guard rivals.board == run.mode.rawValue, let rival = rivals.passed(from: score, to: run.score) else { return }
        passed = rival
        sincePassed = 0
        cue(.pass)
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
            cue(events.contains(.gold) ? .gold : .whack)
            if run.combo > 1 {
                sinceCombo = 0
                isComboPaid = events.contains(.combo)
            }
            effects[Int(cactus.row)].burst(
                x: (cactus.x + cactus.size.width / 2) * 256,
                y: (Rules.crest(row: cactus.row) - cactus.size.height / 2) * 256)
        }
        if events.contains(.swung), let spot {
            cue(.swing)
            effects[Int(spot.row)].sand(x: spot.x * 256, y: spot.y * 256, count: 4)
        }
        if events.contains(.grew) { cue(.grow) }
        if events.contains(.healed) {
            sinceHeal = 0
            cue(.heal)
        }
        if events.contains(.owl) {
            sinceOwl = 0
            cue(.owl)
        }
        if events.contains(.evening) { cue(.evening) }
        if events.contains(.missed) {
            cue(.miss)
            shake = 16
            sinceMiss = 0
        }
        guard events.contains(.ended), !run.wasQuit else { return }
        cue(.end)
        hold = Self.holdTicks
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
        Scenery.drawEvening(frame, run, into: &list)
        guard hold > 0, !view.isCalm else { return }
        list.rectangle(
            x: 0, y: 0, width: view.width * 256, height: view.height * 256, color: 0xFFFFFF, alpha: hold * 10)
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
            words.rawValue, value: value, x: view.width * 128, y: frame.signsTop * 256,
            size: frame.isTall ? 48 : 34, .center)
        challenger(&list, view, y: (frame.signsTop + (frame.isTall ? 38 : 30)) * 256)
        if ghost == nil { rival(&list, view, frame) }
        passing(&list, view, frame)
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

    /// How far it is to the next rival's score: a bar that fills, and who it is.
    private func rival(_ list: inout DrawList, _ view: View, _ frame: Frame) {
        let top = frame.signsTop + (frame.isTall ? 26 : 18)
        guard rivals.board == run.mode.rawValue, let rival = rivals.next(at: run.score) else { return }
        let wanted = Int64(rival.score) + 1
        let (width, middle) = (Int32(120 * 256), view.width * 128)
        let part = Int32(truncatingIfNeeded: min(max(run.score, 0), wanted) * Int64(width) / max(wanted, 1))
        list.rectangle(
            x: middle - width / 2, y: top * 256, width: width, height: 5 * 256, color: 0x5A2B0C, alpha: 150)
        list.rectangle(x: middle - width / 2, y: top * 256, width: part, height: 5 * 256, color: 0xFFD34A, alpha: 255)
        let words: Words = run.mode == .classic ? .rivalScore : .rivalTime
        list.text(
            words.rawValue, value: RivalSign.value(rival.number, amount: wanted - run.score), x: middle,
            y: (top + (frame.isTall ? 19 : 16)) * 256, size: frame.isTall ? 18 : 15, .center, alpha: 230)
    }

    /// What happened a moment ago.
    private func passing(_ list: inout DrawList, _ view: View, _ frame: Frame) {
        let middle = view.width * 128
        if sincePassed < 110, let passed {
            let rise = Trigonometry.sine(min(sincePassed, 16) * 1024)
            list.text(
                Words.rivalPassed.rawValue, value: RivalSign.value(passed.number), x: middle,
                y: (frame.signsTop + 90) * 256 - rise / 8, size: 26, .center, alpha: min((110 - sincePassed) * 12, 255))
        }
        combo(&list, view, frame)
        said(.healed, since: sinceHeal, view, y: frame.signsTop + 118, &list)
        said(.owl, since: sinceOwl, view, y: frame.signsTop + 118, &list)
        guard run.version > 1, run.ticks >= Rules.dayTicks, run.ticks % Rules.dayTicks < 150 else { return }
        let age = run.ticks % Rules.dayTicks
        list.text(
            Words.day.rawValue, value: run.ticks / Rules.dayTicks + 1, x: middle,
            y: view.height * 256 * 40 / 100, size: 42, .center, alpha: min(age * 10, (150 - age) * 8, 255))
    }

    /// Above the cactus that was hit, in the window, and not over what is said in its middle.
    private func combo(_ list: inout DrawList, _ view: View, _ frame: Frame) {
        guard sinceCombo < 46, run.combo > 1 else { return }
        let cactus = run.cactus(run.lastHit)
        let size = isComboPaid ? 34 : min(15 + run.combo / 2, 26)
        let (middle, room) = (view.width / 2, min(size * 3, view.width / 2))
        let x = min(max(frame.x(cactus.x + cactus.size.width / 2) / 256, room), view.width - room)
        var y = frame.crest(row: cactus.row) - (cactus.size.height + 14) * frame.scale / 1024 - sinceCombo / 2
        if abs(x - middle) < Self.reach {
            if sincePassed < 110 { y = max(y, frame.signsTop + 124) }
            if min(sinceHeal, sinceOwl) < 80 { y = max(y, frame.signsTop + 150) }
        }
        list.text(
            Words.combo.rawValue, value: run.combo, x: x * 256, y: y * 256, size: size, .center,
            alpha: min((46 - sinceCombo) * 14, 255))
    }

    /// From the middle to where nothing lies over a line there, in units.
    private static let reach: Int32 = 210

    private func said(_ words: Words, since: Int32, _ view: View, y: Int32, _ list: inout DrawList) {
        guard since < 80 else { return }
        list.text(
            words.rawValue, value: 0, x: view.width * 128, y: y * 256, size: 20, .center,
            alpha: min((80 - since) * 10, 255))
    }

    /// Upper right; one that was just lost beats once more and breaks.
    private func hearts(_ list: inout DrawList, _ frame: Frame) {
        let lives = run.lives
        let count = max(Rules.lives, lives)
        for index in 0..<count {
            let x = (frame.heartsRight - (count - 1 - index) * 24) * 256
            let isFull = index < lives
            let isBreaking = index == lives && sinceMiss < 40
            if index >= Rules.lives {
                list.sprite(Sprite.heartGold.rawValue, Pose(x: x, y: frame.heartsTop * 256))
                continue
            }
            let beat = isBreaking ? Trigonometry.sine(min(sinceMiss, 16) * 2048) / 128 : 0
            let sprite: Sprite = isFull ? .heart : isBreaking && sinceMiss < 18 ? .heartBroken : .heartEmpty
            list.sprite(
                sprite.rawValue,
                Pose(x: x, y: frame.heartsTop * 256, scaleX: 1024 + beat * 2, scaleY: 1024 + beat * 2))
        }
    }
}
