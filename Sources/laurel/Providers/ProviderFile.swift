import Foundation
import LaurelCryptography
import LaurelDomain
import LaurelProviders

/// The file that names others whom players sign in with: a section for each, lines of `key = value` in it.
///
/// ```
/// [google]
/// name = Google
/// issuer = https://accounts.google.com
/// client-id = 1234.apps.googleusercontent.com
/// client-secret-file = google.secret
/// ```
/// Files are named from the folder that this one is in.
struct ProviderFile: Sendable {
    static let option = CommandOption(
        "--providers", "FILE", "Others that players sign in with, such as Google: docs/operating.md (default: none)")
    static let sizeLimit = 65_536

    let providers: [ProviderConfiguration]
    /// A file of certificates that providers' TLS is judged by; nil: the system's.
    let authorities: String?

    /// - Returns: nil: none was named.
    static func find(_ invocation: Invocation) throws(Failure) -> ProviderFile? {
        guard let path = invocation[option.name] else { return nil }
        return try ProviderFile(at: path)
    }

    init(at path: String) throws(Failure) {
        guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= Self.sizeLimit,
            let text = String(validating: bytes, as: UTF8.self)
        else {
            throw Failure(
                "--providers: \(path) must be a text of at most \(Self.sizeLimit) bytes that the server can read")
        }
        try self.init(text, path: path)
    }

    init(_ text: String, path: String) throws(Failure) {
        var sections = [ProviderSection(id: "", line: 1, path: path)]
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let text = line.trimmingCharacters(in: .whitespaces.union(.newlines))
            guard !text.isEmpty, !text.hasPrefix("#"), !text.hasPrefix(";") else { continue }
            if text.hasPrefix("["), text.hasSuffix("]") {
                let id = String(text.dropFirst().dropLast())
                sections.append(ProviderSection(id: id, line: index + 1, path: path))
                continue
            }
            try sections[sections.count - 1].take(text, index + 1)
        }
        var common = sections.removeFirst()
        authorities = common.file("tls-authorities-file")
        try common.finish()
        if let authorities, let reason = InputFile.trouble(authorities) {
            throw Failure("--providers: can't read \(authorities): \(reason)")
        }
        guard sections.count <= ProviderConfiguration.countLimit else {
            throw Failure("--providers: \(path) has more than \(ProviderConfiguration.countLimit) providers")
        }
        var providers: [ProviderConfiguration] = []
        for section in sections {
            let provider = try section.provider()
            guard !providers.contains(where: { $0.id == provider.id }) else {
                throw section.failure("[\(section.id)] is there already")
            }
            providers.append(provider)
        }
        self.providers = providers
    }
}

/// What stands below a `[NAME]`.
struct ProviderSection {
    let id: String
    let line: Int
    let path: String
    private var values: [String: (text: String, line: Int)] = [:]

    init(id: String, line: Int, path: String) {
        (self.id, self.line, self.path) = (id, line, path)
    }

    func failure(_ reason: String, line: Int? = nil) -> Failure {
        Failure("--providers: line \(line ?? self.line) of \(path): \(reason)")
    }

    mutating func take(_ text: String, _ line: Int) throws(Failure) {
        guard let equals = text.firstIndex(of: "=") else {
            throw failure("must be KEY = VALUE, [NAME], or a comment that begins with #", line: line)
        }
        let key = text[..<equals].trimmingCharacters(in: .whitespaces)
        guard values[key] == nil else { throw failure("\(key) is there already", line: line) }
        let value = text[text.index(after: equals)...].trimmingCharacters(in: .whitespaces)
        guard !value.isEmpty else { throw failure("\(key) is empty", line: line) }
        values[key] = (value, line)
    }

    /// Nothing may be left: what is misspelt would look like something that works.
    func finish() throws(Failure) {
        if let left = values.min(by: { $0.value.line < $1.value.line }) {
            throw failure("nothing here is called \(left.key)", line: left.value.line)
        }
    }

    private mutating func text(_ key: String) -> String? { values.removeValue(forKey: key)?.text }

    private mutating func demand(_ key: String) throws(Failure) -> String {
        guard let text = text(key) else { throw failure("[\(id)] needs \(key)") }
        return text
    }

    mutating func file(_ key: String) -> String? {
        text(key).map { name in
            name.hasPrefix("/") ? name : URL(fileURLWithPath: path).deletingLastPathComponent().path + "/" + name
        }
    }

    private mutating func demandFile(_ key: String) throws(Failure) -> String {
        guard let file = file(key) else { throw failure("[\(id)] needs \(key)") }
        return file
    }

    private mutating func list(_ key: String) -> [String] {
        (text(key) ?? "").split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
    }

    func provider() throws(Failure) -> ProviderConfiguration {
        var section = self
        let id: ProviderID
        do throws(InvalidIdentifier) { id = try ProviderID(self.id) } catch {
            throw failure("[\(self.id)] must be at most \(ProviderID.lengthLimit) small letters, digits and -")
        }
        let word = section.text("kind") ?? "openid"
        let kind: ProviderConfiguration.Kind
        switch word {
        case "openid": kind = .openID(try section.openID())
        case "apple": kind = .openID(try section.apple())
        case "steam": kind = .steam(try section.steam())
        case "game-center": kind = .gameCenter(try section.gameCenter())
        default: throw failure("kind must be openid, apple, steam or game-center, not “\(word)”")
        }
        let name = section.text("name") ?? self.id
        guard PlainText.holds(name, limit: 40), PlainText.isSeen(name) else {
            throw failure("name must have 1 to 40 visible characters")
        }
        try section.finish()
        return ProviderConfiguration(id: id, name: name, kind: kind)
    }

    private mutating func openID() throws(Failure) -> OpenIDSettings {
        let (text, clientID) = (try demand("issuer"), try demand("client-id"))
        var settings = OpenIDSettings(issuer: try issuer(text), clientID: clientID)
        settings.nativeClientIDs = list("native-client-ids")
        if let file = file("client-secret-file") {
            settings.secret = .text(try SecretFile.read(file, "--providers"))
        }
        if let scope = self.text("scope") { settings.scope = scope }
        guard settings.scope.split(separator: " ").contains("openid") else {
            throw failure("scope must have openid in it")
        }
        switch self.text("response-mode") {
        case nil, "query"?: break
        case "form_post"?: settings.answersByForm = true
        case let mode?: throw failure("response-mode must be query or form_post, not “\(mode)”")
        }
        return settings
    }

    private mutating func apple() throws(Failure) -> OpenIDSettings {
        let (text, clientID) = (text("issuer") ?? "https://appleid.apple.com", try demand("client-id"))
        var settings = OpenIDSettings(issuer: try issuer(text), clientID: clientID)
        settings.nativeClientIDs = list("native-client-ids")
        let (team, keyID, file) = (try demand("team-id"), try demand("key-id"), try demandFile("key-file"))
        guard let key = P256Key(pem: try SecretFile.read(file, "--providers")) else {
            throw failure("\(file) is no key of Apple's: a .p8 file")
        }
        settings.secret = .apple(team: team, keyID: keyID, key: key)
        settings.answersByForm = true
        return settings
    }

    private mutating func steam() throws(Failure) -> SteamSettings {
        guard let appID = UInt32(try demand("app-id")) else { throw failure("app-id must be a number") }
        var settings = SteamSettings(
            appID: appID, key: try SecretFile.read(try demandFile("key-file"), "--providers"))
        if let url = text("url") { settings.url = try issuer(url) }
        settings.identity = text("identity")
        return settings
    }

    private mutating func gameCenter() throws(Failure) -> GameCenterSettings {
        let bundleIDs = list("bundle-ids")
        guard !bundleIDs.isEmpty else { throw failure("[\(id)] needs bundle-ids") }
        var settings = GameCenterSettings(bundleIDs: Set(bundleIDs))
        let hosts = list("key-hosts")
        if !hosts.isEmpty { settings.keyHosts = Set(hosts) }
        guard let file = file("authorities-file") else { return settings }
        guard let bytes = FileManager.default.contents(atPath: file), bytes.count <= 1 << 20,
            let text = String(validating: bytes, as: UTF8.self)
        else { throw failure("can't read \(file): \(InputFile.trouble(file) ?? "it's no text of at most 1 MiB")") }
        settings.authorities = PEM.contents(of: text, "CERTIFICATE")
        guard !settings.authorities.isEmpty else { throw failure("\(file) has no certificates") }
        return settings
    }

    /// Secrets go there, and keys come from there: encrypted, unless it is this very machine.
    private func issuer(_ text: String) throws(Failure) -> String {
        let local = ["http://127.0.0.1", "http://localhost", "http://[::1]"]
        let isLocal = local.contains { text == $0 || text.hasPrefix($0 + ":") || text.hasPrefix($0 + "/") }
        guard text.hasPrefix("https://") || isLocal, text.utf8.count <= ForeignIdentity.lengthLimit,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw failure("“\(text)” must be an https:// address (http:// on this machine alone)") }
        return text
    }
}
