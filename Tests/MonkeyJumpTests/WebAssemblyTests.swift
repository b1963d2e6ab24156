import LaurelProcess
import LaurelMonkeyJump
import LaurelTestSupport
import Testing
import LaurelWebPages

/// The game in the browser against the game on the server: the same module that the pages load, run by the
/// toolchain's own `wasmkit`.
@Suite("WebAssembly", .timeLimit(.minutes(15)))
struct WebAssemblyTests {
    private static func module() throws -> WasmKit {
        WasmKit(module: try #require(WebPages.find().modules["/play/monkeyjump/game.wasm"]))
    }

    @Test("runs random play as the native game does, to the bit", arguments: Depth.seeds(5))
    func random(seed: UInt64) throws {
        let ticks: Int32 = 220_000
        #expect(
            try Self.module().call("check_random", ["i64:\(seed)", "i32:\(ticks)"])
                == RandomPlay.trace(seed: seed, ticks: ticks))
    }

    @Test("runs the bot, far into the course, as the native game does", arguments: [6, 7, 8] as [UInt64])
    func bot(seed: UInt64) throws {
        let ticks: Int32 = 4_000
        #expect(
            try Self.module().call("check_bot", ["i64:\(seed)", "i32:\(ticks)", "i32:990"])
                == RandomPlay.botTrace(seed: seed, ticks: ticks, skill: 990))
    }

    @Test("is small: below 72 KB as it is sent")
    func size() throws {
        let bytes = try Self.module().compressedBytes()
        #expect(bytes < 72_000 && bytes > 1_000)
    }
}
