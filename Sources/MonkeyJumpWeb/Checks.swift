import LaurelArcade
import LaurelMonkeyJump

/// The trace of many runs, played by pressing at random: `wasmkit` compares it with the native one.
@_expose(wasm, "check_random")
@_cdecl("check_random")
public func checkRandom(_ seed: Int64, _ ticks: Int32) -> Int64 {
    Int64(bitPattern: RandomPlay.trace(seed: UInt64(bitPattern: seed), ticks: ticks))
}

/// The trace of many runs played by the bot.
@_expose(wasm, "check_bot")
@_cdecl("check_bot")
public func checkBot(_ seed: Int64, _ ticks: Int32, _ skill: Int32) -> Int64 {
    Int64(bitPattern: RandomPlay.botTrace(seed: UInt64(bitPattern: seed), ticks: ticks, skill: skill))
}
