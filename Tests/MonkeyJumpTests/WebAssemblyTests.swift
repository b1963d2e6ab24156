import Foundation
import MonkeyJump
import Testing
import WebPages

/// The game in the browser against the game on the server: the same module that the pages load, run by the
/// toolchain's own `wasmkit`.
@Suite("WebAssembly", .timeLimit(.minutes(15)))
struct WebAssemblyTests {
    /// The toolchain is asked for its place.
    private static func wasmkit() throws -> URL {
        struct Info: Decodable {
            struct Paths: Decodable { let runtimeResourcePath: String }
            let paths: Paths
        }
        let output = try run(URL(fileURLWithPath: "/usr/bin/env"), ["swiftc", "-print-target-info"])
        let paths = try JSONDecoder().decode(Info.self, from: Data(output.utf8)).paths
        // …/usr/lib/swift
        return URL(fileURLWithPath: paths.runtimeResourcePath).appendingPathComponent("../../bin/wasmkit").standardized
    }

    private static func run(_ program: URL, _ arguments: [String]) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(program.lastPathComponent) \(arguments)")
        return String(decoding: data, as: UTF8.self)
    }

    private static func call(_ function: String, _ arguments: [String]) throws -> UInt64? {
        let module = try #require(WebPages.find().modules["/play/monkeyjump/game.wasm"])
        let output = try run(try wasmkit(), ["run", module.path, function] + arguments)
        return UInt64(output.filter(\.isNumber).dropFirst(2))  // [WasmTypes.Value.i64(123)]
    }

    @Test("runs random play as the native game does, to the bit", arguments: [1, 2, 3, 4, 5] as [UInt64])
    func random(seed: UInt64) throws {
        let ticks: Int32 = 220_000
        #expect(
            try Self.call("check_random", ["i64:\(seed)", "i32:\(ticks)"])
                == RandomPlay.trace(seed: seed, ticks: ticks))
    }

    @Test("runs the bot, far into the course, as the native game does", arguments: [6, 7, 8] as [UInt64])
    func bot(seed: UInt64) throws {
        let ticks: Int32 = 4_000
        #expect(
            try Self.call("check_bot", ["i64:\(seed)", "i32:\(ticks)", "i32:990"])
                == RandomPlay.botTrace(seed: seed, ticks: ticks, skill: 990))
    }

    @Test("is small: below 60 KB as it is sent")
    func size() throws {
        let module = try #require(WebPages.find().modules["/play/monkeyjump/game.wasm"])
        let output = try Self.run(
            URL(fileURLWithPath: "/usr/bin/env"), ["sh", "-c", "gzip -9 -c '\(module.path)' | wc -c"])
        let bytes = try #require(Int(output.filter(\.isNumber)))
        #expect(bytes < 60_000 && bytes > 1_000)
    }
}
