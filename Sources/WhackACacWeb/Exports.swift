import LaurelArcade
import LaurelWhackACac

// What the page calls that is this game's own. The rest is Arcade's.

nonisolated(unsafe) private let whackACac = Hosted(Game(seed: 1))

/// Begins with the home screen. The seed decides the seeds of all runs. To be called before anything else.
@_expose(wasm, "game_new")
@_cdecl("game_new")
public func gameNew(_ seed: Int64, _ isFirstRun: Int32) {
    var game = Game(seed: UInt64(bitPattern: seed))
    game.isFirstRun = isFirstRun != 0
    whackACac.play(game)
}

/// Nobody plays for the first time twice.
@_expose(wasm, "game_known")
@_cdecl("game_known")
public func gameKnown() { whackACac.game.isFirstRun = false }

/// A finger came down, in the units of the view.
@_expose(wasm, "game_tap")
@_cdecl("game_tap")
public func gameTap(_ x: Int32, _ y: Int32) { whackACac.game.tap(x: x, y: y, view: hosted.view) }

/// A key came down that stands for a cell: row 0–2, column 0–9.
@_expose(wasm, "game_strike")
@_cdecl("game_strike")
public func gameStrike(_ row: Int32, _ column: Int32) { whackACac.game.strike(row: row, column: column) }

/// 0: classic, 1: timed.
@_expose(wasm, "game_mode")
@_cdecl("game_mode")
public func gameMode() -> Int32 { whackACac.game.run.mode.rawValue }

@_expose(wasm, "game_lives")
@_cdecl("game_lives")
public func gameLives() -> Int32 { whackACac.game.run.lives }

/// Whether the player left before the last life was lost.
@_expose(wasm, "game_was_quit")
@_cdecl("game_was_quit")
public func gameWasQuit() -> Int32 { whackACac.game.run.wasQuit ? 1 : 0 }

/// The cell of the most urgent cactus, as row · 256 + column; −1: nothing to hit. For the page's own tests.
@_expose(wasm, "game_place")
@_cdecl("game_place")
public func gameCell() -> Int32 { whackACac.game.cell.map { $0.row << 8 | $0.column } ?? -1 }

@_expose(wasm, "game_hits")
@_cdecl("game_hits")
public func gameHits() -> Int32 { whackACac.game.run.hits }

/// Where a finger would hit the most urgent cactus, in units of the view, as x · 65536 + y; −1: nothing to hit. For
/// the page's own demonstration, and its tests.
@_expose(wasm, "game_target")
@_cdecl("game_target")
public func gameTarget() -> Int32 { whackACac.game.target(view: hosted.view).map { $0.x << 16 | $0.y } ?? -1 }

/// The version of the core in this module.
@_expose(wasm, "game_version")
@_cdecl("game_version")
public func gameVersion() -> Int32 { Int32(Game.coreVersion) }

/// For a server: docs/simulators.md. The seed stands in the log.
@_expose(wasm, "laurel_play")
@_cdecl("laurel_play")
public func laurelPlay(_ seed: Int64, _ size: Int32) -> Int32 { playLog(of: size, as: Game.self) }
