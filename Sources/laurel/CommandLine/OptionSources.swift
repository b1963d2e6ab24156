import Glibc

/// What the options of a command are set to where they aren't typed: by environment variables, and by a file.
///
/// What is typed comes first, then the environment, then the file, then the default. An empty value is none.
struct OptionSources: Sendable {
    /// The file that is read, and where it is named.
    static let option = CommandOption(
        "--config", "FILE",
        "File with options, a line each: LAUREL_PORT=8080. systemd's EnvironmentFile can be the same")

    /// What is meant for one start alone, and would be dangerous or useless if it stayed.
    private static let typedOnly: Set<String> = ["--check", "--accept-loss", "--accept-clock"]

    let environment: [String: String]

    /// - Parameter command: other commands have what was typed, and no more.
    func completed(_ typed: Invocation, for command: Command) throws(Failure) -> Invocation {
        guard command.isConfigured else { return typed }
        var invocation = typed
        for option in command.options where !Self.typedOnly.contains(option.name) {
            guard let value = environment[option.variable], !value.isEmpty else { continue }
            try invocation.take(value, of: option, from: .variable(option.variable))
        }
        guard let path = invocation[Self.option.name] else { return invocation }
        let file = try OptionFile(at: path)
        // As systemd hands them over from the same file: libpq reads them itself.
        for line in file.lines where line.name.hasPrefix("PG") { setenv(line.name, line.value, 0) }
        for line in file.lines
        where line.name.hasPrefix(CommandOption.variablePrefix) && !Self.others.contains(line.name) {
            guard let option = Command.serve.options.first(where: { $0.variable == line.name }) else {
                throw Self.unknown(line, in: file)
            }
            guard !Self.typedOnly.contains(option.name) else {
                throw Failure(
                    "line \(line.number) of \(path): \(option.name) is for one start alone. Give it on the command "
                        + "line")
            }
            guard option.name != Self.option.name else {
                throw Failure("line \(line.number) of \(path): a configuration file can't name another one")
            }
            // Such as those of `serve` that `doctor` has no use for.
            guard !line.value.isEmpty, command.options.contains(where: { $0.name == option.name }) else { continue }
            try invocation.take(line.value, of: option, from: .line(line.number, path))
        }
        return invocation
    }

    /// What games, other commands and the server's parts read.
    private static let others: Set<String> = [
        "LAUREL_SERVER", "LAUREL_BUNDLE_ID", "LAUREL_ENVIRONMENT", "LAUREL_DEVICE", "LAUREL_CHALLENGE",
        "LAUREL_ACTIVITY", "LAUREL_MATCH", "LAUREL_ART", "LAUREL_WEB", AnswerPatience.variable,
    ]

    /// Variables that begin as the server's do and that none of its options has.
    struct UnknownVariable: Hashable, Sendable {
        let name: String
        /// The variable that is meant, perhaps.
        let nearest: String?

        var sentence: String {
            "\(name) sets no option of laurel serve." + (nearest.map { " Do you mean \($0)?" } ?? "")
        }
    }

    /// In order of name: misspelt, perhaps.
    var unknownVariables: [UnknownVariable] {
        let known = Self.others.union(Command.serve.options.map(\.variable))
        return environment.keys.filter { $0.hasPrefix(CommandOption.variablePrefix) && !known.contains($0) }.sorted()
            .map { UnknownVariable(name: $0, nearest: Self.nearest(to: $0)) }
    }

    private static func unknown(_ line: OptionFile.Line, in file: OptionFile) -> Failure {
        let advice = nearest(to: line.name).map { " Do you mean \($0)?" }
        return Failure(
            "line \(line.number) of \(file.path): no option is called \(line.name)."
                + (advice ?? " See: laurel serve --help"))
    }

    /// The name of an option's variable that a few letters are missing to; nil: none is that near.
    private static func nearest(to name: String) -> String? {
        let known = Command.serve.options.map(\.variable)
        let nearest = known.min { distance($0, name) < distance($1, name) }
        return nearest.flatMap { distance($0, name) <= 4 ? $0 : nil }
    }

    /// How many letters have to be changed, added or left out (Levenshtein). O(*length*²), of names of lines.
    private static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one.prefix(64)), Array(other.prefix(64)))
        var row = Array(0...other.count)
        for (index, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for position in other.indices {
                let changed = diagonal + (letter == other[position] ? 0 : 1)
                diagonal = row[position + 1]
                row[position + 1] = min(changed, row[position] + 1, row[position + 1] + 1)
            }
        }
        return row[other.count]
    }
}

extension CommandOption {
    static let variablePrefix = "LAUREL_"

    /// The environment variable that sets it: `--public-url` is `LAUREL_PUBLIC_URL`.
    var variable: String {
        Self.variablePrefix + name.dropFirst(2).uppercased().replacing("-", with: "_")
    }
}

/// Where an option was set.
enum OptionOrigin: Hashable, Sendable {
    case typed
    case variable(String)
    case line(Int, String)

    var text: String {
        switch self {
        case .typed: "the command line"
        case .variable(let name): "$\(name)"
        case .line(let number, let path): "line \(number) of \(path)"
        }
    }
}

extension Invocation {
    /// Nil: it has its default.
    func origin(of option: CommandOption) -> OptionOrigin? {
        origins[option.name] ?? (values[option.name] != nil || switches.contains(option.name) ? .typed : nil)
    }

    /// Takes what isn't set yet.
    fileprivate mutating func take(
        _ value: String, of option: CommandOption, from origin: OptionOrigin
    ) throws(Failure) {
        guard self.origin(of: option) == nil, !refusedSwitches.contains(option.name) else { return }
        guard option.value == nil else {
            values[option.name] = value
            origins[option.name] = origin
            return
        }
        guard let isOn = Self.isOn(value) else {
            throw Failure("\(origin.text): \(option.variable) must be on or off, not “\(value)”")
        }
        if isOn {
            switches.insert(option.name)
            origins[option.name] = origin
        } else {
            refusedSwitches.insert(option.name)
        }
    }

    /// - Returns: nil: neither.
    static func isOn(_ value: String) -> Bool? {
        switch value.lowercased() {
        case "on", "1", "true", "yes": true
        case "off", "0", "false", "no": false
        default: nil
        }
    }

    /// A refusal of a value that wasn't typed says where it stands.
    func located(_ failure: Failure) -> Failure {
        let named = origins.keys.filter { failure.message.hasPrefix($0 + " ") || failure.message.hasPrefix($0 + ":") }
        guard let name = named.max(by: { $0.count < $1.count }), let origin = origins[name] else { return failure }
        return Failure("\(origin.text): \(failure.message)", status: failure.status)
    }
}
