import CLaurelSDL
import Foundation
import GameKit
import LaurelArcade

/// A game of turns in a window: time, sounds, keys, mouse, fingers and gamepads.
@MainActor final class TableHost: TableRoom, PageOpening {
    let game: any TableGame
    let options: Options
    let settings: Settings
    let window: Window
    let speaker: Speaker
    let gamepads = Gamepads()
    let announcer: Announcer
    let painter: TablePainter
    let banners = BannerStrip()
    var isRunning = true
    var isSeen = true
    var shown = TableScene("")
    /// What has the focus, and whether it is seen: keys or a gamepad were used last.
    private(set) var focused: String?
    /// What is to have it, once it is shown.
    private var focusWanted: String?
    var isFocusShown = true
    var hold: Hold?
    var isStickUsed = false
    var pictureWanted: String?
    private(set) var frames = 0
    private var times = FrameTimes()
    private var announced: [String] = []
    private let started: Double

    /// A spot that a mouse or a finger holds.
    struct Hold {
        let id: String?
        let start: (x: Float, y: Float)
        var at: (x: Float, y: Float)
        var isMoved = false
    }

    /// - Parameter art: the folder with the game's pictures and texts.
    init(_ game: any TableGame, options: Options, art: URL) throws(HostTrouble) {
        self.game = game
        self.options = options
        try Words.load(options.language, of: game.identifier, from: art)
        announcer = Announcer(isOn: options.announces)
        settings = Settings(name: game.identifier, folder: options.folder)
        window = try Window(
            title: game.name, width: options.width, height: options.height,
            isFullScreen: options.isFullScreen || settings.isFullScreen)
        painter = TablePainter(
            window: window, fonts: try FontBook(language: options.language), art: art, drawings: game.drawings)
        speaker = Speaker(sounds: game.sounds, music: game.music, isMuted: options.isMuted || settings.isMuted)
        started = Double(SDL_GetPerformanceCounter()) / Double(SDL_GetPerformanceFrequency())
    }

    /// Since the program began.
    private var seconds: Double {
        Double(SDL_GetPerformanceCounter()) / Double(SDL_GetPerformanceFrequency()) - started
    }

    /// Pixels to a unit of letters and edges.
    var unit: Float {
        let small = min(Float(window.width) / 640, Float(window.height) / 560)
        return min(max(small, 0.72 * window.ratio), 2.4)
    }

    /// Runs until the player leaves.
    func run() {
        begin()
        var last = seconds
        while isRunning {
            let begun = seconds
            takeEvents()
            Laurel.update()
            game.update(at: begun)
            let stepped = seconds
            draw(begun)
            window.flush()
            if isSeen, frames > 10 {
                times.add(
                    between: (begun - last) * 1000, step: (stepped - begun) * 1000, work: (seconds - begun) * 1000)
            }
            last = begun
            frames += 1
            window.present()
            let spent = (seconds - begun) * 1000
            if !isSeen { SDL_Delay(40) } else if spent < 6 { SDL_Delay(UInt32(7 - spent)) }
        }
        announcer.say("end")
        if options.tellsTimes { report(times.takeLines(renderer: window.rendererName)) }
        speaker.close()
        window.close()
        SDL_Quit()
    }

    private func begin() {
        Laurel.presenter = WindowPresenter(self)
        SDL_StopTextInput()
        announcer.say(
            "window",
            ["width": Int(window.width), "height": Int(window.height), "sound": speaker.isOpen, "game": game.name])
        game.begin(in: self)
    }

    // MARK: What is seen

    private func draw(_ now: Double) {
        show()
        painter.draw(shown, unit: unit, focus: isFocusShown ? spot(focused) : nil)
        banners.draw(
            at: now, width: Float(window.width), unit: unit, shapes: painter.shapes, lettering: painter.lettering,
            isCalm: options.isCalm)
        guard let path = pictureWanted else { return }
        pictureWanted = nil
        do throws(HostTrouble) {
            try window.writePicture(to: path)
            announcer.say("picture", ["path": path])
        } catch {
            report(error.description)
        }
    }

    /// Asks the game anew what is to be seen.
    func show() {
        let before = shown.name
        shown = game.scene(width: Float(window.width), height: Float(window.height), unit: unit)
        if let id = focusWanted, spot(id) != nil {
            focusWanted = nil
            setFocus(id)
        } else if spot(focused) == nil || shown.name != before {
            setFocus(shown.spots.first { !$0.isOff }?.id)
        }
        if shown.name != before { announcer.say("scene", ["scene": shown.name]) }
        watchWriting()
        guard options.announces else { return }
        let now =
            shown.said
            + shown.spots.map { "\($0.id) \($0.text) \($0.isOff) \($0.isChosen) \($0.written?.text ?? "")" }
        guard shown.name != before || now != announced else { return }
        announced = now
        announceScreen()
    }

    func announceScreen(isAnswer: Bool = false) {
        let ratio = window.ratio
        let sentences = shown.said.map { ["kind": "text", "text": $0] as [String: Any] }
        let items = shown.spots.map { spot -> [String: Any] in
            let (frame, flags) = (spot.frame, [(spot.isOff, "off"), (spot.isChosen, "selected")])
            var fields: [String: Any] = [
                "kind": spot.written == nil ? "button" : "field", "text": spot.text, "action": spot.id, "index": 0,
                "flags": flags.filter(\.0).map(\.1),
                "frame": [frame.x, frame.y, frame.width, frame.height].map { Int(($0 / ratio).rounded()) },
            ]
            fields["written"] = spot.written?.text
            return fields
        }
        announcer.say("screen", ["screen": shown.name, "items": sentences + items, "isAnswer": isAnswer])
    }

    func spot(_ id: String?) -> TableScene.Spot? {
        id.flatMap { id in shown.spots.first { $0.id == id && !$0.isOff } }
    }

    func setFocus(_ id: String?) {
        guard id != focused else { return }
        focused = id
        announcer.say("focus", spot(id).map { ["action": $0.id, "text": $0.text] } ?? [:])
    }

    // MARK: What the game finds

    var folder: URL { settings.folder }
    var seed: UInt64? { options.seed }
    var isCalm: Bool { options.isCalm }
    var isMuted: Bool { speaker.isMuted }
    var pointer: (x: Float, y: Float)? { hold.flatMap { $0.isMoved ? $0.at : nil } }

    func toggleSound() {
        speaker.setMuted(!speaker.isMuted)
        settings.isMuted = speaker.isMuted
        announcer.say("sound", ["muted": speaker.isMuted])
    }

    func setMusicLevel(_ level: Float) { speaker.setMusicLevel(level) }

    func play(_ cues: UInt32) {
        speaker.play(cues)
        if !options.isCalm { gamepads.rumble(milliseconds: game.touch(cues)) }
    }

    var partyCode: String? { options.partyCode }

    var clipboard: String {
        guard let text = SDL_GetClipboardText() else { return "" }
        defer { SDL_free(text) }
        return String(cString: text)
    }

    func copy(_ text: String) -> Bool { SDL_SetClipboardText(text) == 0 }
    func width(of text: String, size: Float) -> Float { painter.lettering.width(of: text, pixels: size) }
    func announce(_ event: String, _ fields: [String: Any]) { announcer.say(event, fields) }
    func focus(_ id: String) { focusWanted = id }
    func leave() { isRunning = false }

    // MARK: Game Center

    func open(_ page: GameCenterPage) {
        let (fields, words) = page.open()
        announcer.say("page", fields)
        if !words.isEmpty { banners.add(title: "", message: words, seconds: 12, topic: .signIn) }
    }

    func show(_ banner: GameCenterBanner) {
        banners.add(title: banner.title, message: banner.message, seconds: banner.duration, topic: .other)
    }
}
