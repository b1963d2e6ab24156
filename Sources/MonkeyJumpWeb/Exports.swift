import LaurelArcade
import LaurelMonkeyJump

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

/// Begins with the menu. The seed decides the seeds of all runs.
@_expose(wasm, "game_new")
@_cdecl("game_new")
public func gameNew(_ seed: Int64, _ best: Int32, _ isFirstRun: Int32) {
    game = Game(seed: UInt64(bitPattern: seed))
    game.best = best
    game.isFirstRun = isFirstRun != 0
    screens = Screens(boards: Game.boards)
}

@_expose(wasm, "game_best")
@_cdecl("game_best")
public func gameBest(_ best: Int32) {
    game.best = best
    game.isFirstRun = false
}

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

/// What the bot would press now: the page's own demonstration, and its tests.
@_expose(wasm, "game_bot")
@_cdecl("game_bot")
public func gameBot(_ skill: Int32) -> Int32 { Int32(Bot(skill: skill).input(for: game.run).rawValue) }

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

/// The kind of the enemy that ended the run; −1 when it is not over.
@_expose(wasm, "game_nemesis")
@_cdecl("game_nemesis")
public func gameNemesis() -> Int32 { game.run.nemesis.map { Int32($0.rawValue) } ?? -1 }
