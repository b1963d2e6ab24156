import Foundation
import Glibc
import LaurelProcess
import Testing

/// A player's event stream at one node, read by somebody else's client.
final class EventStream: Sendable {
    struct Notice: Sendable {
        let id: Int
        let subject: String
    }

    private let curl: ChildProcess

    /// - Parameter last: the notice that was heard last; 0: none yet.
    init(_ node: LaurelProcess, _ token: String, after last: Int) throws {
        curl = try ChildProcess(
            URL(filePath: "/usr/bin/env"),
            [
                "curl", "--silent", "--no-buffer", "--header", "Accept: text/event-stream", "--header",
                "Authorization: Bearer \(token)", "--header", "Last-Event-ID: \(last)",
                node.base.absoluteString + "/v1/events",
            ])
    }

    deinit { curl.end(with: SIGKILL) }

    func next() async throws -> Notice {
        let notice: Notice? = await withCheckedContinuation { continuation in
            Thread.detachNewThread { [curl] in continuation.resume(returning: EventStream.notice(of: curl)) }
        }
        return try #require(notice, "the stream has ended")
    }

    /// What the notices were about that it had still to bring when it ended; waits for that end.
    func rest() async -> [String] {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [curl] in
                var subjects: [String] = []
                while let notice = EventStream.notice(of: curl) { subjects.append(notice.subject) }
                continuation.resume(returning: subjects)
            }
        }
    }

    /// Events of other names are passed over, and so is one that was cut off.
    private static func notice(of curl: ChildProcess) -> Notice? {
        var fields: [String: String] = [:]
        while let line = curl.nextLine() {
            guard line.isEmpty else {
                guard let colon = line.firstRange(of: ": ") else { continue }
                fields[String(line[..<colon.lowerBound])] = String(line[colon.upperBound...])
                continue
            }
            defer { fields = [:] }
            guard fields["event"] == "notice", let id = fields["id"].flatMap({ Int($0) }), let data = fields["data"],
                let object = try? JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any],
                let subject = object["subject"] as? String
            else { continue }
            return Notice(id: id, subject: subject)
        }
        return nil
    }
}
