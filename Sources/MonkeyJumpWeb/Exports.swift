import LaurelArcade
import LaurelMonkeyJump

// What the page calls that is this game's own. The rest is Arcade's.

nonisolated(unsafe) private let monkeyJump = Hosted(Game(seed: 1))

/// Begins with the menu. The seed decides the seeds of all runs. To be called before anything else.
@_expose(wasm, "game_new")
@_cdecl("game_new")
public func gameNew(_ seed: Int64, _ best: Int32, _ isFirstRun: Int32) {
    var game = Game(seed: UInt64(bitPattern: seed))
    game.best = best
    game.isFirstRun = isFirstRun != 0
    monkeyJump.play(game)
}

@_expose(wasm, "game_best")
@_cdecl("game_best")
public func gameBest(_ best: Int32) {
    monkeyJump.game.best = best
    monkeyJump.game.isFirstRun = false
}

/// What the bot would press now: the page's own demonstration, and its tests.
@_expose(wasm, "game_bot")
@_cdecl("game_bot")
public func gameBot(_ skill: Int32) -> Int32 { Int32(Bot(skill: skill).input(for: monkeyJump.game.run).rawValue) }

/// The kind of the enemy that ended the run; −1 when it is not over.
@_expose(wasm, "game_nemesis")
@_cdecl("game_nemesis")
public func gameNemesis() -> Int32 { monkeyJump.game.run.nemesis.map { Int32($0.rawValue) } ?? -1 }

/// The version of the core in this module.
@_expose(wasm, "game_version")
@_cdecl("game_version")
public func gameVersion() -> Int32 { Int32(Game.coreVersion) }

/// For a server: docs/simulators.md. The seed stands in the log.
@_expose(wasm, "laurel_play")
@_cdecl("laurel_play")
public func laurelPlay(_ seed: Int64, _ size: Int32) -> Int32 { playLog(of: size, as: Game.self) }
