import LaurelArcade
import LaurelDesktop
import LaurelWhackACac

/// Whack-a-Cac in a window.
@MainActor final class WhackACacGame: PlayableGame {
    let name = "Whack-a-Cac"
    let identifier = "whackacac"
    let bundleID = "com.dragonforged.whackacac"
    let leaderboards = ["com.dragonforged.whackacac.leaderboard", "com.dragonforged.whackacac.timed"]
    let beatAFriend = "com.dragonforged.whackacac.beatafriend"
    /// As the rules of the game have it; the hearts are on the right.
    let isPauseLeft = true
    let hasRunner = false

    var core = Game(seed: 1)
    var rivalName: (Int32) -> String = { _ in "" }
    private var hammer: Hammer?

    /// SDL's scancodes of three rows of ten letters, by their positions: those of the three rows of cacti.
    private static let keys: [[UInt32]] = [
        [20, 26, 8, 21, 23, 28, 24, 12, 18, 19], [4, 22, 7, 9, 10, 11, 13, 14, 15, 51],
        [29, 27, 6, 25, 5, 17, 16, 54, 55, 56],
    ]

    // MARK: The core

    func begin(seed: UInt64, bests: [Int64]) {
        core = Game(seed: seed)
        core.isFirstRun = bests.allSatisfy { $0 == 0 }
    }

    func best(_ score: Int64, board: Int32) { core.isFirstRun = false }
    func tick(_ input: Input) {
        core.tick(input)
        if core.screen != .play { hammer = nil }
    }

    func draw(into list: inout DrawList, view: View, fraction: Int32) {
        core.draw(into: &list, view: view, fraction: fraction)
        if let hammer {
            list.sprite(Sprite.ring.rawValue, Pose(x: hammer.x, y: hammer.y, scaleX: 700, scaleY: 700))
        }
    }

    var advice: GameAdvice {
        guard let cell = core.cell, let target = core.target(view: adviceView) else { return .nothing }
        return .touch(x: target.x, y: target.y, row: cell.row, column: cell.column)
    }

    /// As it was drawn last.
    private var adviceView = View(width: 640, height: 400)

    // MARK: Keys

    private static func cell(of key: UInt32) -> (row: Int32, column: Int32)? {
        for (row, letters) in keys.enumerated() {
            if let column = letters.firstIndex(of: key) { return (Int32(row), Int32(column)) }
        }
        return nil
    }

    func wants(_ key: UInt32) -> Bool { Self.cell(of: key) != nil }

    func act(_ event: PlayEvent, view: View) {
        adviceView = view
        switch event {
        // Down, not up: a cactus is hit when the finger meets it.
        case .pointerDown(_, let x, let y):
            hammer = nil
            core.tap(x: x, y: y, view: view)
        case .keyDown(let key):
            if let cell = Self.cell(of: key) { core.strike(row: cell.row, column: cell.column) }
        case .gamepadDown:
            let at = hammer ?? Hammer(in: view)
            hammer = at
            core.tap(x: at.x / 256, y: at.y / 256, view: view)
        case .stick(let x, let y):
            var at = hammer ?? Hammer(in: view)
            at.move(x: x, y: y, in: view)
            hammer = at
        case .keyUp, .pointerUp, .gamepadUp, .letGo: break
        }
    }

    func takeInput() -> Input { [] }
}

/// Where a gamepad's stick has led, in 1/256 of a unit of the view.
struct Hammer {
    /// At full push, a tick: the window's height in half a second.
    private static let speed: Int32 = 14 * 256

    private(set) var x: Int32
    private(set) var y: Int32

    /// In the middle.
    init(in view: View) {
        x = view.width * 128
        y = view.height * 128
    }

    /// - Parameter dx: −1000 to 1000, as `dy`.
    mutating func move(x dx: Int32, y dy: Int32, in view: View) {
        x = min(max(x + dx * Self.speed / 1000, 0), view.width * 256)
        y = min(max(y + dy * Self.speed / 1000, 0), view.height * 256)
    }
}
