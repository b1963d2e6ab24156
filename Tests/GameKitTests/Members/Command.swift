import Foundation

/// Another program, run to its end on a thread of its own.
enum Command {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// - Returns: what it printed.
    @discardableResult
    static func run(
        _ program: String, _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
    ) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result { try finish(program, arguments, in: folder, environment: environment) })
            }
        }
    }

    private static func finish(
        _ program: String, _ arguments: [String], in folder: URL?, environment: [String: String]
    ) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        if let folder { process.currentDirectoryURL = folder }
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let line = ([program] + arguments).joined(separator: " ")
            throw Failure(description: "\(line) ended with \(process.terminationStatus):\n\(output)")
        }
        return output
    }
}
