import LaurelArcade
import LaurelOasis

// What the page calls that is this game's own. Memory and sounds are Arcade's.

/// The sounds, as Arcade's calls reach them.
private final class Sounds: HostedGame {
    override var cueCount: Int32 { Int32(truncatingIfNeeded: Cue.allCases.count) }
    override func render(_ cue: Int32) -> [Int16] { Cue(rawValue: cue)?.rendered() ?? [] }
    override func rate(_ cue: Int32) -> Int32 { Cue(rawValue: cue)?.rate ?? Synthesizer.rate }
    override func touch(_ cues: UInt32) -> Int32 { Cue.touch(of: cues) }
}

nonisolated(unsafe) private var match = Match(seats: 2, seed: 1)
/// What computer players choose by.
nonisolated(unsafe) private var random = SeededRandom(seed: 1)

/// Begins a game of 2 to 4 players. To be called before anything else.
@_expose(wasm, "game_new")
@_cdecl("game_new")
public func gameNew(_ seed: Int64, _ seats: Int32) {
    match = Match(seats: seats, seed: UInt64(bitPattern: seed))
    random = SeededRandom(seed: SeededRandom.mix(UInt64(bitPattern: seed) ^ 0xB07))
    hosted = Sounds()
}

/// Goes on with the game of so many bytes that was written. Returns 0 for bytes that are none: nothing has changed.
@_expose(wasm, "game_restore")
@_cdecl("game_restore")
public func gameRestore(_ bytes: Int32) -> Int32 {
    guard let restored = Match(decoding: written(bytes)) else { return 0 }
    match = restored
    return 1
}

/// Hands the whole game, as the device keeps it. Returns its length in bytes.
@_expose(wasm, "game_state")
@_cdecl("game_state")
public func gameState() -> Int32 { hand(match.encoded()) }

/// Hands what a player sees, as docs/internals/oasis.md has it. Returns its length; 0: no such seat.
@_expose(wasm, "game_view")
@_cdecl("game_view")
public func gameView(_ seat: Int32) -> Int32 { hand(match.view(of: seat)?.encoded() ?? []) }

/// Hands what each cell would bring to the player whose turn it is, with the tile of a slot; 0 where it does not fit.
@_expose(wasm, "game_cells")
@_cdecl("game_cells")
public func gameCells(_ slot: Int32) -> Int32 {
    var cells = Array(repeating: UInt8(0), count: Int(Rules.cells))
    for case .lay(slot, let cell) in match.legalMoves {
        cells[Int(cell)] = UInt8(truncatingIfNeeded: match.board.points(at: cell))
    }
    return hand(cells)
}

/// Makes the move of so many bytes that was written. Returns 1, or 0 for one that is not legal: nothing has changed.
@_expose(wasm, "game_move")
@_cdecl("game_move")
public func gameMove(_ seat: Int32, _ bytes: Int32) -> Int32 {
    guard let move = Move(decoding: written(bytes)) else { return 0 }
    do throws(Refusal) {
        match = try match.after(move, by: seat)
        return 1
    } catch {
        return 0
    }
}

/// Hands what a computer player would do in the seat whose turn it is. Returns the length of the move.
///
/// - Parameter strength: 0 easy, 1 strong.
@_expose(wasm, "game_bot")
@_cdecl("game_bot")
public func gameBot(_ strength: Int32) -> Int32 {
    guard let view = match.view(of: match.current) else { return hand([UInt8]()) }
    return hand(Bot(Bot.Strength(rawValue: strength) ?? .easy).move(for: view, random: &random).encoded())
}

// MARK: Over a server, which shows a player their view and nothing else

nonisolated(unsafe) private var seen: SeatView?

/// Looks at the view of so many bytes that was written. Returns 0 for bytes that are none.
@_expose(wasm, "game_look")
@_cdecl("game_look")
public func gameLook(_ bytes: Int32) -> Int32 {
    seen = SeatView(decoding: written(bytes))
    return seen == nil ? 0 : 1
}

/// As `game_cells`, of the view.
@_expose(wasm, "game_look_cells")
@_cdecl("game_look_cells")
public func gameLookCells(_ slot: Int32) -> Int32 {
    var cells = Array(repeating: UInt8(0), count: Int(Rules.cells))
    if let seen {
        for case .lay(slot, let cell) in seen.legalMoves {
            cells[Int(cell)] = UInt8(truncatingIfNeeded: seen.board.points(at: cell))
        }
    }
    return hand(cells)
}

/// As `game_bot`, by the view.
@_expose(wasm, "game_look_bot")
@_cdecl("game_look_bot")
public func gameLookBot(_ strength: Int32) -> Int32 {
    guard let seen else { return hand([UInt8]()) }
    return hand(Bot(Bot.Strength(rawValue: strength) ?? .easy).move(for: seen, random: &random).encoded())
}
