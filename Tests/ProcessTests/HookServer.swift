import Foundation
import Glibc
import LaurelProcess
import LaurelTestSupport
import Synchronization

/// A game's own server, which hears of achievements by webhook, over one connection after the other.
final class HookServer: Sendable {
    struct Message: Sendable {
        /// As the header says it.
        let id: String
        let subject: String
    }

    let port: UInt16
    private let descriptor: Int32
    private let all = Mutex<[Message]>([])
    private let arrivals = Event<Void>()
    private let leavesNext = Mutex(false)

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        descriptor = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(listener, generic, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, generic, &length) == 0
            }
        }
        guard isListening else { throw TestGame.Trouble(description: "no port") }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in serve() }
    }

    func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    var messages: [Message] { all.withLock { $0 } }

    /// The next message gets no answer, until its sender is gone.
    func leaveNext() { leavesNext.withLock { $0 = true } }

    /// Waits until so many messages were about this.
    func hear(_ subject: String, times: Int = 1) async {
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
        arrivals.happen(())
        if isLeft {
            while recv(connection, &buffer, buffer.count, 0) > 0 {}
        } else {
            let answer = Array("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".utf8)
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
            let subject = data["subject"] as? String
        else { return nil }
        return Message(id: id, subject: subject)
    }
}
