import Foundation
import Glibc
import LaurelProcess
import LaurelTestSupport
import Testing

/// The README's transcripts are typed into a shell and answered as they say.
@Suite("README", .timeLimit(.minutes(15))) struct READMETests {
    @Test("its transcripts work as printed")
    func transcripts() throws {
        let text = try String(contentsOf: Self.readme, encoding: .utf8)
        let steps = Transcript.steps(in: text)
        try #require(steps.count >= 10, "the README has lost its transcript")
        let port = String(try LocalListener.freePort())
        let shell = try TranscriptShell()
        for step in steps.map({ $0.replacing("8080", with: port) }) {
            let output = try shell.run(step)
            let printed = output.joined(separator: "\n")
            let promised = step.expected.joined(separator: "\n")
            #expect(
                Transcript.matches(output, step.expected),
                "\(step.command)\nprinted:\n\(printed)\nbut the README says:\n\(promised)")
        }
        try shell.end()
    }

    @Test("fits on the pages that a stranger reads: at most 200 lines")
    func length() throws {
        let text = try String(contentsOf: Self.readme, encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
    }

    @Test(
        "an ellipsis stands for anything on its line, and for nothing else",
        arguments: [
            (["rank 1"], ["rank 1"], true), (["rank 2"], ["rank 1"], false), (["a b c"], ["a … c"], true),
            (["a b d"], ["a … c"], false), (["x", "y", "z"], ["x", "…", "z"], true), (["x", "z"], ["x"], false),
            (["x"], ["x", "z"], false), (["x", "y"], ["…"], true), (["{\"a\":1}", ""], ["{\"a\":…}"], true),
        ])
    func matching(printed: [String], expected: [String], isMatch: Bool) {
        #expect(Transcript.matches(printed, expected) == isMatch)
    }

    private static var readme: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "README.md")
    }
}

/// What a page of documentation says that a person types, and what he then sees.
enum Transcript {
    struct Step {
        var command: String
        var expected: [String]

        /// A server that goes on while further commands are typed.
        var isInBackground: Bool { command.hasSuffix("&") }

        func replacing(_ text: String, with other: String) -> Step {
            Step(
                command: command.replacingOccurrences(of: text, with: other),
                expected: expected.map { $0.replacingOccurrences(of: text, with: other) })
        }
    }

    /// The commands of all blocks that are marked `console`: a line that begins with `$ ` is one, and lines that begin
    /// with `> ` go on with it, as the shell shows them; what stands below is its output.
    static func steps(in markdown: String) -> [Step] {
        var steps: [Step] = []
        var isInside = false
        for line in markdown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("```") {
                isInside = line == "```console"
            } else if isInside, line.hasPrefix("$ ") {
                steps.append(Step(command: String(line.dropFirst(2)), expected: []))
            } else if isInside, let last = steps.indices.last {
                if steps[last].expected.isEmpty, line.hasPrefix("> ") {
                    steps[last].command += "\n" + line.dropFirst(2)
                } else {
                    steps[last].expected.append(line)
                }
            }
        }
        return steps
    }

    /// Whether the lines are as expected. `…` stands for any text within a line; alone on a line, for any lines.
    /// Empty lines at the end do not count.
    static func matches(_ lines: [String], _ expected: [String]) -> Bool {
        func pattern(_ line: String) -> String {
            line.components(separatedBy: "…").map(NSRegularExpression.escapedPattern(for:))
                .joined(separator: "[^\n]*")
        }
        let patterns = trimmed(expected).map { $0 == "…" ? "(?:[^\n]*\n)*" : pattern($0) + "\n" }
        let text = trimmed(lines).map { $0 + "\n" }.joined()
        let whole = "\\A" + patterns.joined() + "\\z"
        return text.range(of: whole, options: .regularExpression) != nil
    }

    private static func trimmed(_ lines: [String]) -> [String] {
        var lines = lines
        while lines.last == "" { lines.removeLast() }
        return lines
    }
}

/// A shell in a temporary folder that has `laurel` on its path.
private final class TranscriptShell {
    /// Printed after each command, so that its output has an end.
    private static let mark = "--- done ---"

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var rest = Data()
    private let folder: URL

    struct Ended: Error {
        let command: String
        let printed: [String]
    }

    init() throws {
        folder = try URL(filePath: TemporaryFolder().path)
        var environment = ProcessInfo.processInfo.environment
        let products = BuiltProducts.executable("laurel").deletingLastPathComponent().path
        environment["PATH"] = products + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
        environment["LAUREL_DATA"] = nil
        // `timeout` ends the whole group, servers in the background included, should a command never end.
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments = ["--kill-after=1", "90", "bash"]
        process.environment = environment
        process.currentDirectoryURL = folder
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        signal(SIGPIPE, SIG_IGN)
        try process.run()
        // A server that the transcript forgets ends with the shell.
        try type("trap 'kill $(jobs -p) 2>/dev/null' EXIT")
    }

    /// - Returns: what it printed. Of a command in the background: as many lines as are expected of it.
    func run(_ step: Transcript.Step) throws -> [String] {
        var lines: [String] = []
        if step.isInBackground {
            try type(step.command)
            while lines.count < step.expected.count { lines.append(try nextLine(step, lines)) }
        } else {
            // An answer of curl ends without a line feed.
            try type(step.command + "\necho; echo '\(Self.mark)'")
            while true {
                let line = try nextLine(step, lines)
                if line == Self.mark { return lines }
                lines.append(line)
            }
        }
        return lines
    }

    private func type(_ text: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((text + "\n").utf8))
    }

    private func nextLine(_ step: Transcript.Step, _ printed: [String]) throws -> String {
        while true {
            if let end = rest.firstIndex(of: 0x0A) {
                let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
                rest.removeSubrange(rest.startIndex...end)
                return line
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Ended(command: step.command, printed: printed) }
            rest.append(more)
        }
    }

    /// No more commands: the shell ends, and with it what still runs.
    func end() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        do { try FileManager.default.removeItem(at: folder) } catch { print("\(folder.path) is left: \(error)") }
    }
}
