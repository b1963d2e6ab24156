import LaurelArcade
import LaurelWhackACac

/// The trace of many games, played by striking at random: `wasmkit` compares it with the native one.
@_expose(wasm, "check_random")
@_cdecl("check_random")
public func checkRandom(_ seed: Int64, _ ticks: Int32, _ mode: Int32) -> Int64 {
    Int64(
        bitPattern: RandomPlay.trace(
            seed: UInt64(bitPattern: seed), ticks: ticks, mode: Mode(rawValue: mode) ?? .classic))
}
