import Foundation
import Glibc
import LaurelTestSupport
import Synchronization

/// A game's own server, which hears by webhook of what happens, over one connection after the other.
public final class HookServer: Sendable {
    public struct Message: Sendable {
        /// As the header fields say it.
        public let id, timestamp, signature: String
        /// What it is about, such as an achievement's ID. Of a test, `test`.
        public let subject: String
        /// What is signed, beside the header fields.
        public let body: String
    }

    public let port: UInt16
    private let descriptor: Int32
    private let all = Mutex<[Message]>([])
    private let arrivals = Event<Void>()
    private let leavesNext = Mutex(false)
    private let refuses = Mutex(false)

    public init() throws {
        let listener = try LocalListener(backlog: 16)
        descriptor = listener.descriptor
        port = listener.port
        Thread.detachNewThread { [self] in serve() }
    }

    public func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    public var messages: [Message] { all.withLock { $0 } }

    /// The next message gets no answer, until its sender is gone.
    public func leaveNext() { leavesNext.withLock { $0 = true } }

    /// From now on, messages are to come again later.
    public func refuse() { refuses.withLock { $0 = true } }

    /// Waits until so many messages were about this.
    public func hear(_ subject: String, times: Int = 1) async {
        while messages.count(where: { $0.subject == subject }) < times { await arrivals.next() }
    }

    private func serve() {
        while case let connection = accept(descriptor, nil, nil), connection >= 0 {
            answer(connection)
            close(connection)
        }
        close(descriptor)
    }

    private func answer(_ connection: Int32) {
        var request = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let message = Self.message(request) {
                all.withLock { $0.append(message) }
                break
            }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            request.append(contentsOf: buffer[0..<count])
        }
        let isLeft = leavesNext.withLock { leavesNext in
            defer { leavesNext = false }
            return leavesNext
        }
        let status = refuses.withLock { $0 } ? "503 Service Unavailable" : "204 No Content"
        arrivals.happen(())
        if isLeft {
            while recv(connection, &buffer, buffer.count, 0) > 0 {}
        } else {
            let answer = Array("HTTP/1.1 \(status)\r\nConnection: close\r\n\r\n".utf8)
            _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// - Returns: nil: it isn't whole yet.
    private static func message(_ request: Data) -> Message? {
        guard let end = request.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: request[..<end.lowerBound], as: UTF8.self)
        var fields: [String: String] = [:]
        for line in head.components(separatedBy: "\r\n") {
            guard let colon = line.firstRange(of: ": ") else { continue }
            fields[line[..<colon.lowerBound].lowercased()] = String(line[colon.upperBound...])
        }
        let body = request[end.upperBound...]
        guard let length = fields["content-length"].flatMap({ Int($0) }), body.count >= length,
            let event = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any],
            let data = event["data"] as? [String: Any], let id = fields["webhook-id"],
            let subject = data["subject"] as? String ?? event["type"] as? String
        else { return nil }
        return Message(
            id: id, timestamp: fields["webhook-timestamp"] ?? "", signature: fields["webhook-signature"] ?? "",
            subject: subject, body: String(decoding: body, as: UTF8.self))
    }
}
