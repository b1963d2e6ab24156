import Foundation
import LaurelProcess
import Testing

/// What renders a game's music beside its page.
@Suite("Music beside the page") struct SoundWorkerTests {
    @Test("a module that doesn't come, as without a network, is told to the page, and no failure is left uncaught")
    func offline() throws {
        let script = #"""
            const told = [];
            let hear;
            globalThis.self = { postMessage: (message) => told.push(message) };
            globalThis.addEventListener = (type, listener) => { hear = listener; };
            globalThis.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
            process.on("unhandledRejection", () => told.push("uncaught"));
            await import(process.argv[1]);
            await hear({ data: { module: "game.wasm", sounds: [0] } }).catch(() => told.push("uncaught"));
            console.log(JSON.stringify(told));
            """#
        let module = Site.root.appending(path: "play/host/sound-worker.js").absoluteString
        let node = try ChildProcess(
            URL(filePath: "/usr/bin/env"), ["node", "--input-type=module", "-e", script, module])
        #expect(node.remainingOutput() == "[null]")
        #expect(node.wait() == 0)
    }
}
