import LaurelProcess
import LaurelTestSupport
import Testing
import LaurelWebPages
import LaurelWhackACac

/// The game in the browser against the game on the server.
@Suite("Whack-a-Cac as WebAssembly", .timeLimit(.minutes(15)))
struct WebAssemblyTests {
    private static func module() throws -> WasmKit {
        WasmKit(module: try #require(WebPages.find().modules["/play/whackacac/game.wasm"]))
    }

    @Test("runs random play as the native game does, to the bit", arguments: Mode.allCases, Depth.seeds(3))
    func random(mode: Mode, seed: UInt64) throws {
        let ticks: Int32 = 170_000
        #expect(
            try Self.module().call("check_random", ["i64:\(seed)", "i32:\(ticks)", "i32:\(mode.rawValue)"])
                == RandomPlay.trace(seed: seed, ticks: ticks, mode: mode))
    }

    @Test("is small: below 60 KB as it is sent")
    func size() throws {
        let bytes = try Self.module().compressedBytes()
        #expect(bytes < 60_000 && bytes > 1_000)
    }
}
