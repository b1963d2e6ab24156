import Foundation

/// A push service with the keys of one browser, of other people's libraries (Tests/PushService).
public final class PushService: Sendable {
    private let process: ChildProcess
    private let subscriptionText: String

    public struct Trouble: Error, CustomStringConvertible {
        public let description: String
    }

    public init() async throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let python = root.appending(path: ".build/push-tools/bin/python")
        guard FileManager.default.isExecutableFile(atPath: python.path) else {
            throw Trouble(description: "Type: scripts/push-tools")
        }
        process = try ChildProcess(python, [root.appending(path: "Tests/PushService/push_service.py").path])
        subscriptionText = try await Self.line(of: process)
    }

    deinit { process.end(with: SIGKILL) }

    /// What a browser would hand to the server, as JSON.
    public var subscriptionJSON: String { subscriptionText }
    public var subscription: [String: Any] { get throws { try Self.object(subscriptionText) } }

    /// The next message that came, decrypted; waits for it on a thread of its own.
    public func next() async throws -> [String: Any] { try Self.object(try await Self.line(of: process)) }

    private static func line(of process: ChildProcess) async throws -> String {
        let line = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: process.nextLine()) }
        }
        guard let line else { throw Trouble(description: "the push service has ended") }
        return line
    }

    private static func object(_ line: String) throws -> [String: Any] {
        guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
            throw Trouble(description: "no line of JSON: \(line)")
        }
        return object
    }
}
