import Foundation
import LaurelAPI

/// What `laurel serve --check` says: what the server would start with, and where each value comes from.
struct ConfigurationReport {
    /// Options whose value may have a password in it.
    private static let secret: Set<String> = ["--store"]

    private let invocation: Invocation
    private let settings: ServerSettings
    private let sources: OptionSources

    init(_ invocation: Invocation, _ settings: ServerSettings) {
        self.invocation = invocation
        self.settings = settings
        sources = OptionSources(environment: ProcessInfo.processInfo.environment)
    }

    /// - Throws: what would stop the server.
    func print() throws(Failure) {
        // An error stands alone: among a screen of values nobody would see it.
        let notes = try notes()
        for line in lines { Terminal.say(line) }
        for variable in sources.unknownVariables { Terminal.say(variable.sentence) }
        for note in notes { Terminal.say(note) }
        Terminal.say("The configuration is valid. Nothing was started.")
    }

    private var lines: [String] {
        let set = Command.serve.options.filter { $0.name != "--check" }.compactMap { option in
            invocation.origin(of: option).map { (option, $0) }
        }
        guard !set.isEmpty else { return ["Every option has its default."] }
        let rows = set.map { option, origin in
            let value = option.value == nil ? "on" : shown(option)
            return ("\(option.name) \(value)", origin.text)
        }
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { row in
            "  \(row.0)\(String(repeating: " ", count: width - row.0.count))  from \(row.1)"
        } + ["Every other option has its default."]
    }

    private func shown(_ option: CommandOption) -> String {
        Self.secret.contains(option.name) ? "(not shown)" : invocation[option.name] ?? ""
    }

    /// - Returns: what should be known; nil: nothing.
    /// - Throws: what is wrong, and where `option` was set.
    private func note(_ check: ServingCheck, _ option: String) throws(Failure) -> String? {
        let text = check.title + (check.advice.map { ". \($0)" } ?? "")
        switch check.state {
        case .fine: return nil
        case .notice: return "Note: \(text)"
        case .wrong: throw Failure((invocation.origins[option].map { "\($0.text): " } ?? "") + text)
        }
    }

    /// Looks for what would stop a start, as far as it can be seen without changing anything.
    ///
    /// - Returns: what should be known.
    private func notes() throws(Failure) -> [String] {
        var notes: [String?] = []
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: settings.folder, isDirectory: &isFolder) {
            guard isFolder.boolValue else { throw Failure("--data: \(settings.folder) is not a folder") }
            guard FileManager.default.isWritableFile(atPath: settings.folder) else {
                throw Failure("--data: can't write to \(settings.folder)")
            }
        } else {
            if let obstacle = DataFolder.obstacle(to: settings.folder) {
                throw Failure("--data: \(settings.folder) isn't there and can't be created (\(obstacle))")
            }
            notes.append("\(settings.folder) is not there yet: the first start makes it.")
        }
        if let url = settings.publicURL, PublicURL(url) == nil {
            throw Failure("--public-url must be a URL such as https://games.example, not “\(url)”")
        }
        for (option, path) in [("--breached-passwords", settings.breachedPasswords), ("--key-file", settings.keyFile)] {
            guard let path, option != "--key-file" || FileManager.default.fileExists(atPath: settings.folder) else {
                continue
            }
            if let reason = InputFile.trouble(path) { throw Failure("\(option): can't read \(path): \(reason)") }
        }
        if FileManager.default.fileExists(atPath: settings.folder) {
            _ = try KeyFile(named: settings.keyFile, folder: settings.folder).read()
        }
        notes.append(try note(.address(settings.address), "--address"))
        if let node = settings.node {
            let option = NodeAddress.option.name
            notes.append(try note(.address(node.host, option), option))
        }
        notes.append(try note(.log(settings.log), "--log"))
        if let files = settings.tls.files {
            let now = Int64(Date().timeIntervalSince1970)
            notes.append(try note(.certificate(files, now: now), TLSOptions.certificate.name))
        }
        return notes.compactMap { $0 }
    }
}
