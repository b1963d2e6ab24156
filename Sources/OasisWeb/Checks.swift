import LaurelArcade
import LaurelOasis

/// The trace of many games between computer players: `wasmkit` compares it with the native one.
@_expose(wasm, "check_random")
@_cdecl("check_random")
public func checkRandom(_ seed: Int64, _ games: Int32) -> Int64 {
    Int64(bitPattern: RandomPlay.trace(seed: UInt64(bitPattern: seed), games: games))
}
