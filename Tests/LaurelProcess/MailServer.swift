public import Foundation

/// A mail server of other people's libraries, which does as a test wants (Tests/MailServer).
public final class MailServer: Sendable {
    public enum Mode: String, Sendable {
        /// Takes everything, without TLS.
        case plain
        /// Takes nothing without TLS and the user's password.
        case starttls
        /// Knows no receiver.
        case refuse
        case busy
        /// Says nothing to anybody.
        case hang
    }

    public struct Trouble: Error, CustomStringConvertible {
        public let description: String
    }

    public static let user = "games"
    public static let password = "open sesame"

    private let process: ChildProcess
    public let port: Int
    /// A file of the certificate that its own is signed by.
    public let authorities: String

    /// - Parameter folder: where its certificate goes.
    public init(_ mode: Mode, folder: URL) async throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let python = root.appending(path: ".build/push-tools/bin/python")
        guard FileManager.default.isExecutableFile(atPath: python.path) else {
            throw Trouble(description: "Type: scripts/push-tools")
        }
        process = try ChildProcess(
            python, [root.appending(path: "Tests/MailServer/mail_server.py").path, folder.path, mode.rawValue])
        let line = try await Self.line(of: process)
        guard let about = try Self.object(line), let port = about["port"] as? Int,
            let authorities = about["authorities"] as? String
        else { throw Trouble(description: "no port: \(line)") }
        self.port = port
        self.authorities = authorities
    }

    deinit { process.end(with: SIGKILL) }

    /// The next mail that it took; waits for it on a thread of its own.
    public func next() async throws -> [String: Any] {
        let line = try await Self.line(of: process)
        guard let mail = try Self.object(line) else { throw Trouble(description: "no mail: \(line)") }
        return mail
    }

    /// Until a client waits for a greeting that doesn't come.
    public func waitForClient() async throws { _ = try await Self.line(of: process) }

    private static func line(of process: ChildProcess) async throws -> String {
        let line = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: process.nextLine()) }
        }
        guard let line else { throw Trouble(description: "the mail server has ended") }
        return line
    }

    private static func object(_ line: String) throws -> [String: Any]? {
        try JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed) as? [String: Any]
    }
}
