import Foundation

/// C as WebAssembly, by the toolchain's own clang.
public enum ClangWasm {
    public struct Failed: Error {
        public let status: Int32
    }

    /// The game that docs/examples/simulator has, made as its Makefile says.
    public static func example() throws -> [UInt8] {
        let folder = root.appending(path: "docs/examples/simulator")
        let made = URL(filePath: NSTemporaryDirectory()).appending(path: "gems-\(UUID().uuidString).wasm")
        try run(
            URL(filePath: "/usr/bin/make"),
            ["-s", "-C", folder.path, "-f", "Makefile", "CLANG=\(try clang().path)", "OUT=\(made.path)"])
        return try take(made)
    }

    /// - Parameter source: C without a library.
    public static func compile(_ source: String) throws -> [UInt8] {
        let base = URL(filePath: NSTemporaryDirectory()).appending(path: "simulator-\(UUID().uuidString)")
        let (input, output) = (base.appendingPathExtension("c"), base.appendingPathExtension("wasm"))
        try Data(source.utf8).write(to: input)
        defer { unlink(input.path) }
        try run(
            try clang(),
            [
                "--target=wasm32-unknown-unknown", "-O1", "-ffreestanding", "-fno-builtin", "-nostdlib",
                "-Wl,--no-entry", "-Wl,--allow-undefined", "-o", output.path, input.path,
            ])
        return try take(output)
    }

    /// Where scripts/wasmtime puts the library, unless the environment says otherwise.
    public static var wasmtime: String {
        ProcessInfo.processInfo.environment["LAUREL_WASMTIME"]
            ?? root.appending(path: ".build/wasmtime/libwasmtime.so").path
    }

    private static var root: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }

    private static func take(_ file: URL) throws -> [UInt8] {
        defer { unlink(file.path) }
        return Array(try Data(contentsOf: file))
    }

    private static func clang() throws -> URL { try WasmKit.toolchain().appending(path: "clang") }

    private static func run(_ program: URL, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(status: process.terminationStatus) }
    }
}
