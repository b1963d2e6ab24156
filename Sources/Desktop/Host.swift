import CLaurelSDL
import Foundation
import LaurelArcade

/// A game in a window: time, screens, sounds, keys, and what the screens ask of Game Center.
///
/// What Web/site/play/host does in a browser, with the same core and the same screens.
@MainActor final class Host: CenterHost {
    private static let step = 1000.0 / 60
    /// A frame that took longer does not make up for it: the game was away. In milliseconds.
    private static let lagLimit = 100.0
    /// Of the music, by scene: menu, play, paused, over.
    private static let musicLevels: [Float] = [0.35, 0.55, 0.08, 0.25]
    private static let fade = 0.5

    let game: any DesktopGame
    let strings = Strings()
    let settings: Settings
    var screens: Screens

    let options: Options
    let window: Window
    let painter: Painter
    let panel: PanelView
    let speaker: Speaker
    let gamepads = Gamepads()
    let announcer: Announcer
    let center: any Center
    var isRunning = true
    /// Fingers were used last.
    var isTouch = false
    /// The stick of a gamepad that already moved the focus.
    var isStickUsed = false
    var pictureWanted: String?
    var isSeen = true
    private(set) var frames = 0
    var times = FrameTimes()
    /// Whether a score may be public: asked over whatever is shown.
    var sheet: ShareSheet?

    let lettering: Lettering
    let shapes: Shapes
    let panelPainter: PanelPainter
    let banners = BannerStrip()
    var photos: [Slot: (count: Int, texture: Texture?)] = [:]
    var list = DrawList()
    var panels = PanelList()
    /// The revision of the panels that is shown; −1: they are to be shown anew.
    var shown: Int32 = -1
    private var scene: Scene?
    private var page: Screens.Page?
    private var behind = 0.0
    private var last = 0.0

    /// - Parameter art: the folder with the game's pictures and texts.
    init(
        _ game: any DesktopGame, center: any Center, options: Options, art: URL
    ) throws(HostTrouble) {
        self.game = game
        self.center = center
        self.options = options
        try Words.load(options.language, of: game.identifier, from: art)
        announcer = Announcer(isOn: options.announces)
        settings = Settings(name: game.identifier, folder: options.folder)
        screens = Screens(boards: game.boards)
        window = try Window(
            title: game.name, width: options.width, height: options.height,
            isFullScreen: options.isFullScreen || settings.isFullScreen)
        let lettering = Lettering(
            fonts: try FontBook(language: options.language), renderer: window.renderer)
        self.lettering = lettering
        let shapes = Shapes(renderer: window.renderer)
        self.shapes = shapes
        panel = PanelView(
            lettering: lettering, isPauseLeft: game.isPauseLeft, hasRunner: game.hasRunner)
        let touch = TouchFlag()
        painter = try Painter(
            window: window, artwork: try Artwork(game.sprites, in: art), lettering: lettering,
            least: game.leastView, isCalm: options.isCalm,
            text: { [unowned game] in game.sign($0, $1, isTouch: touch.isOn) })
        speaker = Speaker(
            sounds: game.sounds, music: game.music, isMuted: options.isMuted || settings.isMuted)
        let photoBox = PhotoBox()
        panelPainter = PanelPainter(
            shapes: shapes, lettering: lettering, renderer: window.renderer, photo: { photoBox.find($0) })
        touchFlag = touch
        photoBox.find = { [unowned self] in self.photo($0) }
        center.host = self
        game.rivalName = { [strings] number in strings[.rivals, .name, Int(number)] }
    }

    /// What closures that are made before the host is need of it.
    final class TouchFlag { var isOn = false }
    private final class PhotoBox { var find: (Slot) -> Texture? = { _ in nil } }
    let touchFlag: TouchFlag

    // MARK: Time

    /// Runs until the player leaves.
    func run() {
        begin()
        while isRunning {
            let begun = milliseconds()
            takeEvents()
            center.update()
            let passed = advance(begun)
            let stepped = milliseconds()
            draw(begun)
            window.flush()
            // A game that nobody sees is not measured.
            if isSeen, frames > 10 { times.add(between: passed, step: stepped - begun, work: milliseconds() - begun) }
            window.present()
            let spent = milliseconds() - begun
            // Without a screen to wait for, a frame would take no time at all.
            if !isSeen { SDL_Delay(40) } else if spent < 6 { SDL_Delay(UInt32(7 - spent)) }
        }
        settle()
        announcer.say("end")
        if options.tellsTimes { report(times.takeLines(renderer: window.rendererName)) }
        speaker.close()
        window.close()
        SDL_Quit()
    }

    /// Of a run that is over already the end is not waited for, so that its score is written down.
    private func settle() {
        while game.scene == .play, game.isOver { tick() }
    }

    private func begin() {
        let bests = game.leaderboards.map { settings.best($0) }
        game.begin(seed: options.seed ?? UInt64.random(in: .min ... .max), bests: bests)
        for (board, best) in bests.enumerated() where best > 0 {
            screens.setBest(Int32(clamping: best), board: Int32(board))
        }
        screens.sound(isMuted: speaker.isMuted)
        panel.act = { [unowned self] action, index in self.chose(action, index) }
        panel.focused = { [unowned self] node in
            self.announcer.say("focus", node.map { self.described($0) } ?? [:])
        }
        SDL_StopTextInput()
        announcer.say(
            "window",
            ["width": Int(window.width), "height": Int(window.height), "sound": speaker.isOpen, "game": game.name])
        center.begin()
        // The home screen is there from the first frame on.
        tick()
        last = milliseconds()
    }

    func milliseconds() -> Double {
        Double(SDL_GetPerformanceCounter()) * 1000 / Double(SDL_GetPerformanceFrequency())
    }

    /// - Returns: the time since the last frame.
    private func advance(_ now: Double) -> Double {
        let passed = now - last
        last = now
        frames += 1
        behind = min(behind + passed, Self.lagLimit)
        // A frame that comes a hair early is on time: else a 60 Hz screen would now and then show one twice.
        while behind >= Self.step - 0.5 {
            behind -= Self.step
            tick()
        }
        return passed
    }

    /// How much of the next tick has passed, in 256ths.
    var fraction: Int32 { Int32(max(0, min(255, (behind / Self.step * 256).rounded()))) }

    private func tick() {
        steer()
        let wasOver = game.isOver
        game.tick(game.takeInput().union(screens.takeInput()))
        if game.isOver, !wasOver { announcer.say("ended") }
        let cues = game.takeCues()
        speaker.play(cues)
        if scene == .play, !options.isCalm { gamepads.rumble(milliseconds: game.touch(cues)) }
        speaker.setMusic(game.music)
        let scene = game.scene
        screens.follow(scene, ending: game.ending)
        game.cover(screens.isCovering)
        if scene != self.scene { enter(scene) }
        while let request = screens.takeRequest() { perform(request) }
        if screens.page != page {
            page = screens.page
            closeSheet()
            center.shown(screens.page)
        }
    }

    private func enter(_ scene: Scene) {
        self.scene = scene
        speaker.setMusicLevel(Self.musicLevels[Int(scene.rawValue)])
        var fields: [String: Any] = ["scene": "\(scene)"]
        if scene == .over {
            let ending = game.ending
            let board = Int(ending.board)
            if game.leaderboards.indices.contains(board) {
                settings.offer(Int64(ending.score), game.leaderboards[board])
                game.best(settings.best(game.leaderboards[board]), board: ending.board)
            }
            fields["score"] = Int(ending.score)
        }
        announcer.say("scene", fields)
        center.entered(scene)
    }

    /// What the screens ask for: some of it is the window's.
    private func perform(_ request: CenterRequest) {
        switch request {
        case .setMuted(let isMuted):
            speaker.setMuted(isMuted)
            settings.isMuted = isMuted
            screens.sound(isMuted: isMuted)
            announcer.say("sound", ["muted": isMuted])
        case .leave: isRunning = false
        default: center.perform(request)
        }
    }
}
