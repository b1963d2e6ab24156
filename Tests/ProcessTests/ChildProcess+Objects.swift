import Foundation
import LaurelProcess

/// Of a program that prints an object of JSON a line, such as docs/examples/webhook.py.
extension ChildProcess {
    /// Read on a thread of its own.
    func nextObject() async throws -> [String: Any] {
        let line = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: self.nextLine()) }
        }
        guard let line, let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
            throw TestGame.Trouble(description: "no line of JSON: \(line ?? "the end")")
        }
        return object
    }

    /// The next line that does not repeat an event: the server sends at least once, and a receiver goes by the ids.
    func nextObject(after heard: inout Set<String>) async throws -> [String: Any] {
        while true {
            let line = try await nextObject()
            guard let id = line["id"] as? String else { return line }
            if heard.insert(id).inserted { return line }
        }
    }
}
