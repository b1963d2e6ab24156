import LaurelArcade
import LaurelDesktop
import LaurelMonkeyJump

/// MonkeyJump in a window.
@MainActor final class MonkeyJumpGame: PlayableGame {
    let name = "MonkeyJump"
    let identifier = "monkeyjump"
    let bundleID = "com.ali.MonkeyJump"
    let leaderboards = ["HighScores"]
    let beatAFriend = "BeatAFriend"
    let isPauseLeft = false
    let hasRunner = true

    var core = Game(seed: 1)
    var rivalName: (Int32) -> String = { _ in "" }
    private var button = JumpButton()
    /// SDL's scancodes of the keys that jump: space, up, W.
    private static let keys: Set<UInt32> = [44, 82, 26]

    // MARK: The core

    func begin(seed: UInt64, bests: [Int64]) {
        core = Game(seed: seed)
        best(bests.first ?? 0, board: 0)
        core.isFirstRun = core.best == 0
    }

    func best(_ score: Int64, board: Int32) {
        core.best = Int32(clamping: score)
        core.isFirstRun = false
    }

    var advice: GameAdvice { Bot(skill: 1000).input(for: core.run).contains(.jump) ? .hold : .nothing }

    // MARK: Keys

    func wants(_ key: UInt32) -> Bool { Self.keys.contains(key) }

    func act(_ event: PlayEvent, view: View) {
        switch event {
        case .keyDown(let key): if wants(key) { press(Int64(key)) }
        case .keyUp(let key): button.release(Int64(key))
        case .pointerDown(let id, _, _): press(1_000 + id)
        case .pointerUp(let id): button.release(1_000 + id)
        case .gamepadDown(let id): press(-1_000 - Int64(id))
        case .gamepadUp(let id): button.release(-1_000 - Int64(id))
        case .stick: break
        case .letGo: button.letGo()
        }
    }

    private func press(_ source: Int64) {
        guard core.screen == .play else { return }
        button.press(source)
    }

    func takeInput() -> Input { button.take() }
}
