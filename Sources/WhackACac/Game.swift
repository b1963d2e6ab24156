public import LaurelArcade

/// The whole game: home screen, play, pause and game over, with their pictures and sounds.
///
/// ```swift
/// var game = Game(seed: 42)
/// game.tick(.start)                                    // 60 times a second
/// game.tap(x: 100, y: 200, view: view)                 // in the units of the view; taken by the next tick
/// game.draw(into: &list, view: view, fraction: 0)
/// ```
/// The host lays its own buttons over the picture, by ``screen``, and presses them as inputs.
public struct Game: Playable, Sendable {
    public typealias Sprite = LaurelWhackACac.Sprite
    public typealias Cue = LaurelWhackACac.Cue
    public typealias Stage = LaurelWhackACac.Stage
    public typealias Feat = LaurelWhackACac.Feat

    public private(set) var screen: Scene = .menu
    /// Who plays for the first time is told how.
    public var isFirstRun = false
    public var isCovered = false
    public var rivals = Rivals() {
        didSet { if screen != .menu { stage.rivals = rivals } }
    }
    /// The inputs of the run that is on, or was last.
    public private(set) var log: InputLog
    private var stage: Stage
    private var seeds: SeededRandom
    /// What was ordered for the next run.
    private var prepared: (seed: UInt64, ticket: [UInt8])?
    private var last: Input = []
    private var cues: UInt32 = 0
    /// Fingers that came down and wait for a tick of their own.
    private var taps: [Spot] = []
    /// Ticks until time goes on after a pause.
    private var countdown: Int32 = 0

    private static let countdownTicks: Int32 = 108
    /// From the end of a run to the screen that says so.
    static let endTicks: Int32 = 60
    /// More fingers than that in one tick are no play.
    private static let tapsLimit = 4

    public init(seed: UInt64) {
        seeds = SeededRandom(seed: seed)
        let first = seeds.next()
        stage = Stage(run: Run(seed: first, mode: .classic))
        log = InputLog(of: ClassicRun.self, seed: first)
    }

    public var run: Run { stage.run }
    public var ticks: Int32 { run.ticks }
    public var music: Cue { .music }
    /// The game beside the player's, if there is one.
    public var ghost: Ghost<Run>? { stage.ghost }

    /// The sounds to begin now, a bit for each ``Cue``.
    public mutating func takeCues() -> UInt32 {
        defer { cues = 0 }
        return cues
    }

    /// A finger came down. - Parameter view: as the picture under it was drawn.
    public mutating func tap(x: Int32, y: Int32, view: View) {
        guard screen == .play, countdown == 0, taps.count < Self.tapsLimit else { return }
        taps.append(Frame(view: view).spot(x: x, y: y, in: stage.run))
    }

    /// A key came down that stands for a cell: the field has three rows of ten.
    public mutating func strike(row: Int32, column: Int32) {
        guard screen == .play, countdown == 0, taps.count < Self.tapsLimit else { return }
        let width = Rules.width / 10
        taps.append(Spot(x: min(max(column, 0), 9) &* width &+ width / 2, y: Rules.crest(row: row) &- 14))
    }

    /// Where a finger would hit the most urgent cactus, in the units of the view. Nil: there is none to hit.
    public func target(view: View) -> (x: Int32, y: Int32)? {
        let frame = Frame(view: view)
        let eager = Bot(reaction: 6, rest: 1)
        return eager.input(for: stage.run).tap.map { frame.point(Spot(x: $0.x, y: $0.y)) }
    }

    /// The row and the column, of ten, where the most urgent cactus stands. Nil: there is none to hit.
    public var cell: (row: Int32, column: Int32)? {
        guard let point = Bot(reaction: 6, rest: 1).input(for: stage.run).tap else { return nil }
        return (Spot(x: point.x, y: point.y).row, min(point.x * 10 / Rules.width, 9))
    }

    // MARK: Time

    public mutating func tick(_ input: Input) {
        let pressed = input.subtracting(last)
        last = input
        switch screen {
        case .menu: menu(pressed)
        case .play: play(pressed)
        case .paused: pause(pressed)
        case .over: over(pressed)
        }
    }

    /// Behind the home screen somebody plays, again and again.
    private mutating func menu(_ pressed: Input) {
        if begins(pressed) { return }
        if stage.run.isOver { stage = Stage(run: Run(seed: seeds.next(), mode: .classic)) }
        stage.tick(Bot(reaction: 40, rest: 16).input(for: stage.run))
    }

    private mutating func begins(_ pressed: Input) -> Bool {
        if pressed.contains(.start) {
            begin(.classic)
        } else if pressed.contains(.startTimed) {
            begin(.timed)
        } else {
            return false
        }
        return true
    }

    private mutating func begin(_ mode: Mode) {
        let order = prepared ?? (seeds.next(), [])
        start(mode, seed: order.seed, ticket: order.ticket, against: nil)
    }

    public mutating func prepare(seed: UInt64, ticket: [UInt8]) { prepared = (seed, ticket) }

    public mutating func begin(against log: InputLog) throws(ReplayRefusal) {
        let seed = log.header.seed
        let mode = Self.mode(of: log)
        let end = try Self.replay(log)
        // By the rules of its time.
        let version = log.header.coreVersion
        start(
            mode, seed: seed, version: version, ticket: [],
            against: Ghost(Run(seed: seed, mode: mode, version: version), log, end: end))
    }

    private mutating func start(
        _ mode: Mode, seed: UInt64, version: UInt16 = Run.coreVersion, ticket: [UInt8], against ghost: Ghost<Run>?
    ) {
        stage = Stage(run: Run(seed: seed, mode: mode, version: version), ghost: ghost)
        stage.rivals = rivals
        switch mode {
        case .classic: log = InputLog(of: ClassicRun.self, seed: seed, version: version, ticket: ticket)
        case .timed: log = InputLog(of: TimedRun.self, seed: seed, version: version, ticket: ticket)
        }
        prepared = nil
        screen = .play
        countdown = 0
        taps = []
        cues |= Cue.click.mask
    }

    private mutating func play(_ pressed: Input) {
        if pressed.contains(.pause), !stage.run.isOver {
            screen = .paused
            countdown = 0
            taps = []
            return
        }
        guard countdown == 0 else {
            countdown -= 1
            return
        }
        if taps.isEmpty {
            step([])
        } else {
            let spot = taps.removeFirst()
            step(spot.input, at: spot)
        }
        if stage.sinceEnd > Self.endTicks { screen = .over }
    }

    private mutating func step(_ input: Input, at spot: Spot? = nil) {
        let counted = Run.counted(input)
        if !stage.run.isOver { log.append(counted) }
        stage.tick(counted, at: spot)
        cues |= stage.cues
    }

    /// Time stands still: nothing comes, nothing is missed. Exit ends the run with the score so far.
    private mutating func pause(_ pressed: Input) {
        if pressed.contains(.menu) {
            step(.quit)
            screen = .over
        } else if !begins(pressed), !pressed.isDisjoint(with: [.resume, .pause]) {
            screen = .play
            countdown = Self.countdownTicks
        }
    }

    private mutating func over(_ pressed: Input) {
        if begins(pressed) { return }
        if pressed.contains(.menu) {
            screen = .menu
            stage = Stage(run: Run(seed: seeds.next(), mode: .classic))
            cues |= Cue.click.mask
            return
        }
        stage.tick([])
    }

    // MARK: Picture

    /// Draws the frame that is `fraction`/256 of a tick after the last one.
    public func draw(into list: inout DrawList, view: View, fraction: Int32) {
        list.removeAll()
        let isMoving = screen != .paused && countdown == 0
        stage.drawWorld(into: &list, view: view, fraction: isMoving ? fraction : 0)
        switch screen {
        case .menu: if !isCovered { logo(&list, view) }
        case .play, .paused: signs(&list, view)
        case .over: break
        }
    }

    private func logo(_ list: inout DrawList, _ view: View) {
        let sway = view.isCalm ? 0 : Trigonometry.sine(stage.time &* 260)
        let size = min(view.width * 1024 / 520, view.height > view.width ? 940 : 800)
        list.sprite(
            Sprite.logo.rawValue,
            Pose(
                x: view.width * 128, y: view.height * 256 * 22 / 100 + sway / 24, rotation: sway / 130, scaleX: size,
                scaleY: size))
    }

    private func signs(_ list: inout DrawList, _ view: View) {
        stage.drawSigns(into: &list, view)
        if countdown > 0 {
            list.text(
                Words.countdown.rawValue, value: (countdown + 35) / 36, x: view.width * 128,
                y: view.height * 256 * 44 / 100, size: 90, .center)
        }
        hint(&list, view)
    }

    private func hint(_ list: inout DrawList, _ view: View) {
        let ticks = stage.run.ticks
        guard isFirstRun, ticks < 300, !stage.run.isOver, screen == .play, countdown == 0 else { return }
        list.text(
            Words.hint.rawValue, value: 0, x: view.width * 128,
            y: (Frame(view: view).signsTop + (view.height > view.width ? 84 : 70)) * 256, size: 22, .center,
            alpha: min(ticks * 10, (300 - ticks) * 10, 255))
    }
}
