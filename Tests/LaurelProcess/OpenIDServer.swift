public import Foundation

/// Canaille, a provider of OpenID Connect of somebody else's making (Tests/OpenIDServer).
public final class OpenIDServer: Sendable {
    /// What somebody is known as there: this server's pages, or a game.
    public struct Client: Sendable {
        public let id: String
        public let secret: String
        public let redirect: String
    }

    public struct Trouble: Error, CustomStringConvertible {
        public let description: String
    }

    public static func password(of name: String) -> String { "open sesame \(name)" }

    public let issuer: String
    public let http: LocalHTTP
    private let process: ChildProcess

    /// - Parameter people: who have an account there.
    public init(people: [String]) async throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let python = root.appending(path: ".build/openid-tools/bin/python")
        guard FileManager.default.isExecutableFile(atPath: python.path) else {
            throw Trouble(description: "Type: scripts/api-tools openid")
        }
        process = try ChildProcess(
            python, [root.appending(path: "Tests/OpenIDServer/openid_server.py").path] + people)
        let issuer = try await Self.said("issuer", by: process)
        guard let port = URL(string: issuer)?.port else { throw Trouble(description: "no port: \(issuer)") }
        self.issuer = issuer
        // It answers to its own name alone.
        http = LocalHTTP(.port(UInt16(clamping: port)), host: "localhost:\(port)")
    }

    deinit { process.end(with: SIGKILL) }

    /// Makes a client there, as RFC 7591 has it.
    /// - Parameter redirect: where browsers are sent back to.
    public func register(redirect: String) async throws -> Client {
        let made = try await http.json(
            "POST", "/oauth/register",
            [
                "client_name": "Laurel", "client_uri": "https://games.example", "redirect_uris": [redirect],
                "grant_types": ["authorization_code"], "response_types": ["code"], "scope": "openid",
                "token_endpoint_auth_method": "client_secret_basic",
            ])
        guard let id = made.object["client_id"] as? String, let secret = made.object["client_secret"] as? String else {
            throw Trouble(description: "no client: \(made.text)")
        }
        return Client(id: id, secret: secret, redirect: redirect)
    }

    /// The file that names the provider to `laurel serve --providers`, as `canaille`, "Canaille".
    /// - Parameter games: those whose ID tokens are taken.
    public func file(for pages: Client, games: [Client] = [], in folder: URL) throws -> URL {
        let secret = folder.appending(path: "canaille.secret")
        try Data((pages.secret + "\n").utf8).write(to: secret)
        // One that others can read is refused.
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret.path)
        var lines = [
            "[canaille]", "name = Canaille", "issuer = \(issuer)", "client-id = \(pages.id)",
            "client-secret-file = canaille.secret",
        ]
        if !games.isEmpty { lines.append("native-client-ids = " + games.map(\.id).joined(separator: " ")) }
        let file = folder.appending(path: "providers.conf")
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
        return file
    }

    /// It signs by another key from here on, and publishes the old one no more.
    /// - Returns: the key's ID.
    public func rotateKey() async throws -> String {
        guard kill(process.identifier, SIGUSR1) == 0 else { throw Trouble(description: "no signal: \(errno)") }
        return try await Self.said("key", by: process)
    }

    private static func said(_ name: String, by process: ChildProcess) async throws -> String {
        let line = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: process.nextLine()) }
        }
        guard let line,
            let about = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
            let value = about[name] as? String
        else { throw Trouble(description: "no \(name): \(line ?? "it has ended")") }
        return value
    }
}
