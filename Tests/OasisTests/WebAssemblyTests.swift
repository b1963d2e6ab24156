import LaurelOasis
import LaurelProcess
import LaurelTestSupport
import LaurelWebPages
import Testing

/// The game in the browser against the game on the server.
@Suite("Oasis as WebAssembly", .timeLimit(.minutes(15)))
struct WebAssemblyTests {
    private static func module() throws -> WasmKit {
        WasmKit(module: try #require(WebPages.find().modules["/play/oasis/game.wasm"]))
    }

    @Test("plays the games of computer players as the native game does, to the bit", arguments: Depth.seeds(1))
    func random(seed: UInt64) throws {
        #expect(
            try Self.module().call("check_random", ["i64:\(seed)", "i32:6"]) == RandomPlay.trace(seed: seed, games: 6))
    }

    @Test("is small: below 60 KB as it is sent")
    func size() throws {
        let bytes = try Self.module().compressedBytes()
        #expect(bytes < 60_000 && bytes > 1_000)
    }
}
