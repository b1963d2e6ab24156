/// Finds the command in what was typed and checks every word of it against the command's description.
struct CommandLineParser {
    enum Result {
        case run(Command, Invocation)
        case help(topic: [String])
        case version
    }

    let commands: [Command]

    func parse(_ words: [String]) throws(Failure) -> Result {
        guard let first = words.first else { return .help(topic: []) }
        if first == "--version" || first == "version" { return .version }
        if first == "--help" || first == "-h" { return .help(topic: []) }
        if first == "help" { return .help(topic: Array(words.dropFirst())) }

        let matches = commands.filter { words.starts(with: $0.name) }
        guard let command = matches.max(by: { $0.name.count < $1.name.count }) else {
            let asked = Array(words.prefix { !$0.hasPrefix("-") })
            if words.contains("--help") || words.contains("-h") { return .help(topic: asked) }
            throw unknown(asked.isEmpty ? words : asked)
        }
        let rest = words.dropFirst(command.name.count)
        if rest.contains("--help") || rest.contains("-h") { return .help(topic: command.name) }
        return .run(command, try invocation(of: command, words: Array(rest)))
    }

    private func invocation(of command: Command, words: [String]) throws(Failure) -> Invocation {
        var arguments: [String] = []
        var values: [String: String] = [:]
        var switches: Set<String> = []
        var refused: Set<String> = []
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else {
                arguments.append(word)
                continue
            }
            let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = command.options.first(where: { $0.name == halves[0] }) else {
                throw Failure("\(title(of: command)) has no option \(halves[0]). \(hint(for: command))")
            }
            if option.value == nil, command.isConfigured, halves.count == 2 {
                // What the environment or a file has turned on is turned off so.
                guard let isOn = Invocation.isOn(halves[1]) else {
                    throw Failure("\(option.name)= must be on or off, not “\(halves[1])”")
                }
                if isOn { switches.insert(option.name) } else { refused.insert(option.name) }
            } else if option.value == nil {
                guard halves.count == 1 else { throw Failure("\(option.name) doesn't take a value") }
                switches.insert(option.name)
            } else if halves.count == 2 {
                values[option.name] = halves[1]
            } else if let value = rest.popFirst() {
                values[option.name] = value
            } else {
                throw Failure("\(option.name) needs a value: \(option.name) \(option.value ?? "")")
            }
            // Most often a variable of a script that wasn't set.
            if option.isPath, values[option.name]?.isEmpty == true {
                throw Failure("\(option.name) is empty. It must name a \(option.value == "DIR" ? "folder" : "file")")
            }
        }
        let required = command.arguments.filter { !$0.hasPrefix("[") }.count
        guard arguments.count >= required else {
            let missing = command.arguments[arguments.count]
            throw Failure("\(title(of: command)) needs \(missing). \(hint(for: command))")
        }
        // The last one may be there several times.
        let isOpen = command.arguments.last?.hasSuffix("…") ?? false
        guard isOpen || arguments.count <= command.arguments.count else {
            throw Failure("Unexpected argument “\(arguments[command.arguments.count])”. \(hint(for: command))")
        }
        return Invocation(
            arguments: arguments, values: values, switches: switches, refusedSwitches: refused.subtracting(switches))
    }

    private func unknown(_ words: [String]) -> Failure {
        let typed = words.joined(separator: " ")
        let group = commands.filter { $0.name.first == words.first }
        if !group.isEmpty {
            let choices = group.map { $0.name.joined(separator: " ") }.joined(separator: ", ")
            return Failure("Unknown command “laurel \(typed)”. Available: \(choices). Try: laurel help \(words[0])")
        }
        return Failure("Unknown command “laurel \(typed)”. Try: laurel --help")
    }

    private func title(of command: Command) -> String { "laurel " + command.name.joined(separator: " ") }
    private func hint(for command: Command) -> String { "Try: \(title(of: command)) --help" }
}

/// What `--help` prints.
struct HelpText {
    let commands: [Command]

    func text(for topic: [String]) -> String {
        if let command = commands.first(where: { $0.name == topic }) { return page(of: command) }
        let group = topic.isEmpty ? commands : commands.filter { $0.name.first == topic.first }
        guard !group.isEmpty else { return "Unknown command “\(topic.joined(separator: " "))”.\n\n" + text(for: []) }
        var lines: [String] = []
        if topic.isEmpty {
            lines += ["laurel: an open, self-hosted Game Center", "", "usage: laurel COMMAND [OPTIONS]", ""]
        }
        let width = group.map { $0.name.joined(separator: " ").count }.max() ?? 0
        for command in group {
            let name = command.name.joined(separator: " ")
            lines.append("  \(name)\(String(repeating: " ", count: width - name.count))  \(command.summary)")
        }
        if topic.isEmpty {
            lines += [
                "", "Run laurel COMMAND --help for options and examples, laurel --version for the version.", "",
                "Get started:", "  laurel serve --demo        then open http://127.0.0.1:8080",
            ]
        }
        return lines.joined(separator: "\n")
    }

    private func page(of command: Command) -> String {
        let name = command.name.joined(separator: " ")
        var usage = "usage: laurel \(name)"
        for argument in command.arguments { usage += " \(argument)" }
        if !command.options.isEmpty { usage += " [OPTIONS]" }
        var lines = [command.summary, "", usage]
        if !command.options.isEmpty {
            let titles = command.options.map { option in option.name + (option.value.map { " \($0)" } ?? "") }
            let width = titles.map(\.count).max() ?? 0
            lines.append("")
            for (title, option) in zip(titles, command.options) {
                lines.append("  \(title)\(String(repeating: " ", count: width - title.count))  \(option.help)")
            }
        }
        if command.isConfigured {
            lines += [
                "", "Each option is also an environment variable, and a line of the file that --config names:",
                "  --public-url URL is LAUREL_PUBLIC_URL=URL; a switch is on or off. What is typed comes first, then",
                "  the environment, then the file.",
            ]
        }
        if !command.examples.isEmpty { lines += ["", "examples:"] + command.examples.map { "  \($0)" } }
        return lines.joined(separator: "\n")
    }
}
