public import LaurelArcade

/// The whole game: menu, play and game over, one after the other, with their pictures and sounds.
///
/// ```swift
/// var game = Game(seed: 42)
/// game.tick(.start)                 // 60 times a second, with the buttons that are down
/// game.draw(into: &list, view: View(width: 640, height: 400), fraction: 0)
/// ```
/// The host lays its own buttons over the picture, by ``screen``, and presses them as ``Input``. Only the jump goes
/// into a run and its ``log``.
public struct Game: Playable, Sendable {
    public typealias Sprite = LaurelMonkeyJump.Sprite
    public typealias Cue = LaurelMonkeyJump.Cue
    public typealias Stage = LaurelMonkeyJump.Stage
    public typealias Feat = LaurelMonkeyJump.Feat

    public private(set) var screen: Scene = .menu
    /// The farthest run so far, for the host to tell; 0 shows none.
    public var best: Int32 = 0
    /// Who plays for the first time is told how.
    public var isFirstRun = false
    public var isCovered = false
    public var rivals = Rivals() {
        didSet { if screen != .menu { stage.rivals = rivals } }
    }
    /// The inputs of the run that is on, or was last.
    public private(set) var log: InputLog
    /// The sounds that began since ``takeCues()`` was called last.
    private var cues: UInt32 = 0
    private var stage: Stage
    private var seeds: SeededRandom
    /// What was ordered for the next run.
    private var prepared: InputLog?
    private var last: Input = []
    /// Ticks until the time goes on after a pause.
    private var countdown: Int32 = 0
    /// The button that began the run does not make the monkey jump.
    private var isWaitingForRelease = false

    private static let countdownTicks: Int32 = 108
    /// From the end of a run to the screen that says so.
    static let endTicks: Int32 = 66

    public init(seed: UInt64) {
        seeds = SeededRandom(seed: seed)
        let first = seeds.next()
        stage = Stage(seed: first)
        log = InputLog(of: Run.self, seed: first)
    }

    public static var leastView: View { Frame.leastView }

    public var run: Run { stage.run }
    public var ticks: Int32 { run.ticks }
    public var music: Cue { stage.land.music }
    /// The run beside the player's, if there is one.
    public var ghost: Ghost<Run>? { stage.ghost }

    /// The sounds to begin now, a bit for each ``Cue``.
    public mutating func takeCues() -> UInt32 {
        defer { cues = 0 }
        return cues
    }

    // MARK: Time

    public mutating func tick(_ input: Input) {
        let pressed = input.subtracting(last)
        last = input
        switch screen {
        case .menu: menu(pressed)
        case .play: play(input, pressed)
        case .paused: pause(pressed)
        case .over: over(pressed)
        }
    }

    /// Behind the menu the bot runs, again and again.
    private mutating func menu(_ pressed: Input) {
        if pressed.contains(.start) { return begin() }
        if stage.run.isOver {
            stage.begin(seed: seeds.next())
        }
        stage.tick(Bot(skill: 1000).input(for: stage.run))
    }

    private mutating func begin() {
        start(prepared ?? InputLog(of: Run.self, seed: seeds.next()), against: nil)
    }

    public mutating func prepare(seed: UInt64, ticket: [UInt8]) {
        prepared = InputLog(of: Run.self, seed: seed, ticket: ticket)
    }

    public mutating func begin(against log: InputLog) throws(ReplayRefusal) {
        let ghost = try Ghost<Run>(log)
        // By the rules of its time.
        start(InputLog(of: Run.self, seed: log.header.seed, version: log.header.coreVersion), against: ghost)
    }

    private mutating func start(_ log: InputLog, against ghost: Ghost<Run>?) {
        stage.begin(seed: log.header.seed, version: log.header.coreVersion, against: ghost, rivals: rivals)
        self.log = log
        prepared = nil
        screen = .play
        countdown = 0
        isWaitingForRelease = last.contains(.jump)
        cues |= Cue.click.mask
    }

    private mutating func play(_ input: Input, _ pressed: Input) {
        if pressed.contains(.menu) { return leave() }
        if pressed.contains(.pause), !stage.run.isOver {
            screen = .paused
            countdown = 0
            return
        }
        if !input.contains(.jump) { isWaitingForRelease = false }
        // A countdown after a pause: the world waits, the button does not count.
        guard countdown == 0 else {
            countdown -= 1
            return
        }
        let jump: Input = input.contains(.jump) && !isWaitingForRelease ? .jump : []
        if !stage.run.isOver { log.append(jump) }
        stage.tick(jump)
        cues |= stage.cues
        if stage.sinceEnd > Self.endTicks { screen = .over }
    }

    private mutating func pause(_ pressed: Input) {
        if pressed.contains(.menu) { return leave() }
        if pressed.contains(.start) { return begin() }
        guard !pressed.isDisjoint(with: [.resume, .pause]) else { return }
        screen = .play
        countdown = Self.countdownTicks
        isWaitingForRelease = last.contains(.jump)
    }

    private mutating func over(_ pressed: Input) {
        if pressed.contains(.menu) { return leave() }
        if pressed.contains(.start) { return begin() }
        stage.tick([])
    }

    private mutating func leave() {
        screen = .menu
        stage.begin(seed: seeds.next())
        cues |= Cue.click.mask
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
        let isTall = view.height > view.width
        let size = isTall ? view.width * 1024 / 510 : min(view.width * 1024 / 640, 760)
        let sway = view.isCalm ? 0 : Trigonometry.sine(stage.time &* 300)
        list.sprite(
            Sprite.logo.rawValue,
            Pose(
                x: view.width * 128, y: view.height * 256 * (isTall ? 22 : 23) / 100 + sway / 24,
                rotation: sway / 100, scaleX: size, scaleY: size))
    }

    private func signs(_ list: inout DrawList, _ view: View) {
        stage.drawSigns(into: &list, view)
        let middle = view.width * 128
        if best > 0 {
            list.text(
                Words.best.rawValue, value: best, x: middle, y: Stage.signsTop(view).best * 256, size: 20, .center)
        }
        if countdown > 0 {
            list.text(
                Words.countdown.rawValue, value: (countdown + 35) / 36, x: middle, y: view.height * 256 * 44 / 100,
                size: 90, .center)
        }
        hint(&list, view)
    }

    /// A short word on how to jump, in the first seconds of the first run.
    private func hint(_ list: inout DrawList, _ view: View) {
        let ticks = stage.run.ticks
        guard isFirstRun, ticks < 480, !stage.run.isOver, screen == .play, countdown == 0, !stage.isSaying else {
            return
        }
        let words: Words = ticks < 240 ? .hint : .hintHold
        let age = ticks % 240
        list.text(
            words.rawValue, value: 0, x: view.width * 128,
            y: view.height * 256 * (view.height > view.width ? 30 : 44) / 100, size: 22, .center,
            alpha: min(age * 10, (240 - age) * 10, 255))
    }
}
