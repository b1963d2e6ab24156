import LaurelArcade
import LaurelWhackACac

// What the page calls. One game to a module; the page loads one module to a game. Pointers are to memory of ours
// that stays: the page makes its view of it anew each frame, as memory may grow.

nonisolated(unsafe) private var game = Game(seed: 1)
nonisolated(unsafe) private var list = DrawList()
nonisolated(unsafe) private var view = View(width: 640, height: 400)
/// Bytes handed to the page, until the next are.
nonisolated(unsafe) private var handed = UnsafeMutableRawBufferPointer(start: nil, count: 0)

private func hand<Element: BitwiseCopyable>(_ elements: [Element]) -> Int32 {
    handed.deallocate()
    handed = .allocate(byteCount: max(elements.count * MemoryLayout<Element>.stride, 1), alignment: 16)
    elements.withUnsafeBytes { handed.copyMemory(from: $0) }
    return Int32(truncatingIfNeeded: elements.count)
}

/// Where what was handed last lies.
@_expose(wasm, "handed_address")
@_cdecl("handed_address")
public func handedAddress() -> UnsafeRawPointer? { UnsafeRawPointer(handed.baseAddress) }

// MARK: The game

/// Begins with the home screen. The seed decides the seeds of all runs.
@_expose(wasm, "game_new")
@_cdecl("game_new")
public func gameNew(_ seed: Int64, _ isFirstRun: Int32) {
    game = Game(seed: UInt64(bitPattern: seed))
    game.isFirstRun = isFirstRun != 0
    screens = Screens(boards: Game.boards)
}

/// Nobody plays for the first time twice.
@_expose(wasm, "game_known")
@_cdecl("game_known")
public func gameKnown() { game.isFirstRun = false }

/// A finger came down, in the units of the view.
@_expose(wasm, "game_tap")
@_cdecl("game_tap")
public func gameTap(_ x: Int32, _ y: Int32) { game.tap(x: x, y: y, view: view) }

/// A key came down that stands for a place: row 0–2, column 0–9.
@_expose(wasm, "game_strike")
@_cdecl("game_strike")
public func gameStrike(_ row: Int32, _ column: Int32) { game.strike(row: row, column: column) }

/// One tick. Returns the screen.
@_expose(wasm, "game_tick")
@_cdecl("game_tick")
public func gameTick(_ input: Int32) -> Int32 {
    game.tick(Input(rawValue: UInt32(bitPattern: input)).union(screens.takeInput()))
    screens.follow(game.scene, ending: game.ending)
    return game.screen.rawValue
}

/// The sounds to begin, a bit for each.
@_expose(wasm, "game_cues")
@_cdecl("game_cues")
public func gameCues() -> Int32 { Int32(bitPattern: game.takeCues()) }

@_expose(wasm, "game_score")
@_cdecl("game_score")
public func gameScore() -> Int64 { game.run.score }

@_expose(wasm, "game_ticks")
@_cdecl("game_ticks")
public func gameTicks() -> Int32 { game.run.ticks }

@_expose(wasm, "game_is_over")
@_cdecl("game_is_over")
public func gameIsOver() -> Int32 { game.run.isOver ? 1 : 0 }

/// 0: classic, 1: timed.
@_expose(wasm, "game_mode")
@_cdecl("game_mode")
public func gameMode() -> Int32 { game.run.mode.rawValue }

@_expose(wasm, "game_lives")
@_cdecl("game_lives")
public func gameLives() -> Int32 { game.run.lives }

/// Whether the player left before the last life was lost.
@_expose(wasm, "game_was_quit")
@_cdecl("game_was_quit")
public func gameWasQuit() -> Int32 { game.run.wasQuit ? 1 : 0 }

/// The place of the most urgent cactus, as row · 256 + column; −1: nothing to hit. For the page's own tests.
@_expose(wasm, "game_place")
@_cdecl("game_place")
public func gamePlace() -> Int32 { game.place.map { $0.row << 8 | $0.column } ?? -1 }

@_expose(wasm, "game_hits")
@_cdecl("game_hits")
public func gameHits() -> Int32 { game.run.hits }

/// Where a finger would hit the most urgent cactus, in units of the view, as x · 65536 + y; −1: nothing to hit. For
/// the page's own demonstration, and its tests.
@_expose(wasm, "game_target")
@_cdecl("game_target")
public func gameTarget() -> Int32 { game.target(view: view).map { $0.x << 16 | $0.y } ?? -1 }

/// Hands the log of the run, encoded. Returns its length in bytes.
@_expose(wasm, "game_log")
@_cdecl("game_log")
public func gameLog() -> Int32 { hand(game.log.encoded()) }

// MARK: The picture

@_expose(wasm, "view_set")
@_cdecl("view_set")
public func viewSet(_ width: Int32, _ height: Int32, _ isCalm: Int32) {
    view = View(width: width, height: height, isCalm: isCalm != 0)
}

/// Draws a frame. Returns the number of commands in the list.
@_expose(wasm, "view_draw")
@_cdecl("view_draw")
public func viewDraw(_ fraction: Int32) -> Int32 {
    game.draw(into: &list, view: view, fraction: fraction)
    return Int32(truncatingIfNeeded: list.count)
}

@_expose(wasm, "view_list")
@_cdecl("view_list")
public func viewList() -> UnsafePointer<Int32> { list.address }

// MARK: Pictures and sounds by name

@_expose(wasm, "sprite_count")
@_cdecl("sprite_count")
public func spriteCount() -> Int32 { Int32(truncatingIfNeeded: Sprite.allCases.count) }

/// Hands the name of a sprite. Returns its length in bytes.
@_expose(wasm, "sprite_name")
@_cdecl("sprite_name")
public func spriteName(_ sprite: Int32) -> Int32 {
    guard let sprite = Sprite(rawValue: sprite) else { return 0 }
    return hand(Array(UnsafeBufferPointer(start: sprite.name.utf8Start, count: sprite.name.utf8CodeUnitCount)))
}

/// Hands the box of a sprite: x, y, width, height.
@_expose(wasm, "sprite_box")
@_cdecl("sprite_box")
public func spriteBox(_ sprite: Int32) -> Int32 {
    guard let box = Sprite(rawValue: sprite)?.box else { return 0 }
    return hand([box.x, box.y, box.width, box.height])
}

@_expose(wasm, "sound_count")
@_cdecl("sound_count")
public func soundCount() -> Int32 { Int32(truncatingIfNeeded: Cue.allCases.count) }

/// Hands the samples of a sound, 16 bits each. Returns how many.
@_expose(wasm, "sound_render")
@_cdecl("sound_render")
public func soundRender(_ cue: Int32) -> Int32 {
    guard let cue = Cue(rawValue: cue) else { return 0 }
    return hand(cue.rendered())
}

@_expose(wasm, "sound_rate")
@_cdecl("sound_rate")
public func soundRate() -> Int32 { Synthesizer.rate }
