/// One thing that `laurel` does, described once: the parser, `--help` and the docs all read this.
struct Command: Sendable {
    /// As typed, such as `["leaderboard", "create"]`.
    let name: [String]
    let summary: String
    /// The words that must follow, in order, as `--help` shows them.
    var arguments: [String] = []
    var options: [CommandOption] = []
    /// Lines that work when typed.
    var examples: [String] = []
    /// Its options can also be set by environment variables and in a file: ``OptionSources``.
    var isConfigured = false
    let run: @Sendable (Invocation) async throws -> Void
}

/// A `--name` of a command.
struct CommandOption: Sendable {
    let name: String
    /// What `--help` shows for the value; nil: a switch without one.
    let value: String?
    let help: String

    init(_ name: String, _ value: String? = nil, _ help: String) {
        self.name = name
        self.value = value
        self.help = help
    }

    /// Whether the value names a folder or a file.
    var isPath: Bool { value == "DIR" || value == "FILE" }

    static let data = CommandOption("--data", "DIR", "The server's data folder (default: .data, or $LAUREL_DATA)")
}

/// A command line that was understood.
struct Invocation: Sendable {
    let arguments: [String]
    var values: [String: String]
    var switches: Set<String>
    /// Switches that are off, whatever the environment or the file says.
    var refusedSwitches: Set<String> = []
    /// Of what wasn't typed.
    var origins: [String: OptionOrigin] = [:]

    subscript(option: String) -> String? { values[option] }
    func has(_ option: String) -> Bool { switches.contains(option) }

    /// A whole number in `range`, or `fallback` where the option was not given.
    func number(_ option: String, in range: ClosedRange<Int>, default fallback: Int) throws(Failure) -> Int {
        guard let text = values[option] else { return fallback }
        guard let number = Int(text), range.contains(number) else {
            throw Failure(
                "\(option) must be an integer from \(range.lowerBound) to \(range.upperBound), not “\(text)”")
        }
        return number
    }

    func int64(_ option: String) throws(Failure) -> Int64? {
        guard let text = values[option] else { return nil }
        guard let number = Int64(text) else {
            throw Failure("\(option) must be a 64-bit integer, not “\(text)”")
        }
        return number
    }

    func choice(_ option: String, of choices: [String], default fallback: String) throws(Failure) -> String {
        guard let text = values[option] else { return fallback }
        guard choices.contains(text) else {
            throw Failure("\(option) must be one of \(choices.joined(separator: ", ")), not “\(text)”")
        }
        return text
    }
}

/// What went wrong and what to do, in one or two sentences for the person at the terminal.
struct Failure: Error {
    let message: String
    /// 1: it did not work. 2: it was asked wrongly.
    let status: Int32
    /// Whether it came of a store that didn't answer, and may answer by now.
    let canPass: Bool

    init(_ message: String, status: Int32 = 2, canPass: Bool = false) {
        self.message = message
        self.status = status
        self.canPass = canPass
    }
}
