public import Foundation

/// A game's module, run by the toolchain's own `wasmkit`: the same bytes that the pages load.
public struct WasmKit: Sendable {
    public let module: URL

    public init(module: URL) { self.module = module }

    public struct Failed: Error {
        public let command: String
        public let status: Int32
    }

    /// Calls an exported function that gives a 64-bit number. - Parameter arguments: such as `i32:7`.
    public func call(_ function: String, _ arguments: [String]) throws -> UInt64? {
        let output = try Self.run(try Self.program(), ["run", module.path, function] + arguments)
        return UInt64(output.filter(\.isNumber).dropFirst(2))  // [WasmTypes.Value.i64(123)]
    }

    /// Bytes of the module as it is sent.
    public func compressedBytes() throws -> Int {
        let output = try Self.run(
            URL(fileURLWithPath: "/usr/bin/env"), ["sh", "-c", "gzip -9 -c '\(module.path)' | wc -c"])
        return Int(output.filter(\.isNumber)) ?? 0
    }

    private static func program() throws -> URL { try toolchain().appending(path: "wasmkit") }

    /// The folder of the toolchain's programs; it is asked for its place.
    static func toolchain() throws -> URL {
        struct Info: Decodable {
            struct Paths: Decodable { let runtimeResourcePath: String }
            let paths: Paths
        }
        let output = try run(URL(fileURLWithPath: "/usr/bin/env"), ["swiftc", "-print-target-info"])
        let paths = try JSONDecoder().decode(Info.self, from: Data(output.utf8)).paths
        // …/usr/lib/swift
        return URL(fileURLWithPath: paths.runtimeResourcePath).appendingPathComponent("../../bin").standardized
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
        guard process.terminationStatus == 0 else {
            throw Failed(command: "\(program.path) \(arguments)", status: process.terminationStatus)
        }
        return String(decoding: data, as: UTF8.self)
    }
}
