public import Foundation
import Glibc
import LaurelTestSupport
import Synchronization

/// A real `laurel serve` in a process of its own, on a port that the system chose.
public final class LaurelProcess: Sendable {
    public let dataFolder: URL
    public let base: URL
    /// The one-time administrator link, where this start printed one.
    public let setupLink: URL?
    private let process: ChildProcess

    /// Starts a server and returns when it is ready.
    ///
    /// - Parameters:
    ///   - dataFolder: nil makes a new one below the temporary folder, as a server's first start leaves it.
    ///   - environment: beside that of the test.
    public init(dataFolder: URL? = nil, arguments: [String] = [], environment: [String: String] = [:]) throws {
        let folder = try dataFolder ?? URL(filePath: TemporaryFolder().path)
        self.dataFolder = folder
        if dataFolder == nil { try PreparedFolder.copy(isDemo: arguments.contains("--demo"), to: folder) }
        process = try ChildProcess(
            BuiltProducts.executable("laurel"),
            ["serve", "--data", folder.path, "--log", "none"] + (arguments.contains("--port") ? [] : ["--port", "0"])
                + arguments, environment: environment)
        var base: URL?
        var setup: URL?
        var seen: [String] = []
        while let line = process.nextLine() {
            seen.append(line)
            if let range = line.range(of: "http://[^ ]*/setup/#[^ ]*", options: .regularExpression) {
                setup = URL(string: String(line[range]))
            } else if base == nil, let range = line.range(of: "https?://127.0.0.1:[0-9]+", options: .regularExpression)
            {
                base = URL(string: String(line[range]))
            }
            if line.hasPrefix("Ready") { break }
        }
        guard let base else { throw StartFailure(output: seen) }
        self.base = base
        setupLink = setup
    }

    /// The same for tests that run beside others: a thread of its own waits until the server is ready, and none of the
    /// few that all tests share.
    public static func started(dataFolder: URL? = nil, arguments: [String] = []) async throws -> LaurelProcess {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result { try LaurelProcess(dataFolder: dataFolder, arguments: arguments) })
            }
        }
    }

    public struct StartFailure: Error {
        public let output: [String]
    }

    public var processID: Int32 { process.identifier }

    /// Ends it as the power does: no handler runs.
    public func kill() { process.end(with: SIGKILL) }

    /// Asks it to finish what runs and end.
    /// - Returns: the exit status.
    @discardableResult public func stop() -> Int32 { process.end(with: SIGTERM) }

    /// What it prints from here on, until it ends by itself, and the exit status.
    public func ended() -> (output: String, status: Int32) { (process.remainingOutput(), process.wait()) }

    deinit { process.end(with: SIGKILL) }
}

/// Where `swift build` puts programs: beside the test bundle.
public enum BuiltProducts {
    public static func executable(_ name: String) -> URL {
        let bundle = URL(filePath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
        let candidates = [
            bundle, URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent(),
        ]
        let named = candidates.map { $0.appending(path: name) }
        return named.first { FileManager.default.isExecutableFile(atPath: $0.path) }
            ?? URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: ".build/release/\(name)")
    }
}

/// A program that runs beside the test and is read line by line.
public final class ChildProcess: Sendable {
    private let process: Mutex<Process>
    private let output: FileHandle
    private let rest = Mutex(Data())
    public let identifier: Int32

    public init(_ executable: URL, _ arguments: [String], environment: [String: String] = [:]) throws {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.standardError
        try process.run()
        output = pipe.fileHandleForReading
        identifier = process.processIdentifier
        self.process = Mutex(process)
    }

    /// The next line of what it prints; nil when it closed its output. Blocks until there is one.
    public func nextLine() -> String? {
        rest.withLock { rest in
            while true {
                if let end = rest.firstIndex(of: 0x0A) {
                    let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
                    rest.removeSubrange(rest.startIndex...end)
                    return line
                }
                let more = output.availableData
                guard !more.isEmpty else {
                    // The last line may have no end.
                    defer { rest.removeAll() }
                    return rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
                }
                rest.append(more)
            }
        }
    }

    /// All that it prints from here to its end.
    public func remainingOutput() -> String {
        var lines: [String] = []
        while let line = nextLine() { lines.append(line) }
        return lines.joined(separator: "\n")
    }

    @discardableResult public func end(with signal: Int32) -> Int32 {
        process.withLock { process in
            // A driver's browsers end with it: Foundation starts a program in a process group of its own.
            let leads = getpgid(process.processIdentifier) == process.processIdentifier
            if process.isRunning { Glibc.kill(leads ? -process.processIdentifier : process.processIdentifier, signal) }
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    public func wait() -> Int32 {
        process.withLock { process in
            process.waitUntilExit()
            return process.terminationStatus
        }
    }
}
