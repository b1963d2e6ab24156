import Glibc

/// A keep-alive connection to this machine; blocking.
// SAFETY: each connection is used by one thread alone.
final class HTTPConnection: @unchecked Sendable {
    private let descriptor: Int32
    private var outgoing: [UInt8] = []
    private var incoming: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure("nobody listens on \(port)") }
        // As wrk does: a request leaves at once.
        var isOn: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    func queue(_ path: String, token: String, body: String) {
        let head =
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        outgoing.append(contentsOf: (head + body).utf8)
    }

    func queue(_ path: String, token: String) {
        outgoing.append(
            contentsOf: "GET \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\r\n".utf8)
    }

    func get(_ path: String) -> [UInt8]? {
        outgoing.append(contentsOf: "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        flush()
        return answer()
    }

    func flush() {
        var sent = 0
        while sent < outgoing.count {
            let count = outgoing.withUnsafeBytes {
                send(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { break }
            sent += count
        }
        outgoing.removeAll(keepingCapacity: true)
    }

    /// The body of the next answer; nil when the server broke off.
    func answer() -> [UInt8]? {
        while true {
            if let head = Self.head(of: incoming), incoming.count >= head.end + head.body {
                let body = Array(incoming[head.end..<head.end + head.body])
                incoming.removeSubrange(0..<head.end + head.body)
                return body
            }
            guard receive() else { return nil }
        }
    }

    /// The next answer without its body, which is received and dropped: whether it was a 200.
    func skip() -> Bool {
        while true {
            if let head = Self.head(of: incoming) {
                var missing = head.end + head.body - incoming.count
                incoming.removeAll(keepingCapacity: true)
                while missing > 0 {
                    let count = recv(descriptor, &buffer, min(buffer.count, missing), 0)
                    guard count > 0 else { return false }
                    missing -= count
                }
                return head.isOK
            }
            guard receive() else { return false }
        }
    }

    private func receive() -> Bool {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        incoming.append(contentsOf: buffer[0..<count])
        return true
    }

    private static let mark = Array("\r\n\r\n".utf8)
    private static let length = Array("\r\ncontent-length:".utf8)

    /// Where the head ends, how long the body is, and whether the status is 200. Nil: there is more to come.
    private static func head(of bytes: [UInt8]) -> (end: Int, body: Int, isOK: Bool)? {
        guard let head = first(mark, in: bytes, before: bytes.count) else { return nil }
        var body = 0
        if let field = first(length, in: bytes, before: head) {
            for byte in bytes[(field + length.count)..<head] {
                if byte == 13 { break }
                if (48...57).contains(byte) { body = body * 10 + Int(byte - 48) }
            }
        }
        return (head + mark.count, body, bytes.count > 11 && bytes[9] == 50)
    }

    /// Where `pattern`, in lower case, begins; letters of either case count.
    private static func first(_ pattern: [UInt8], in bytes: [UInt8], before end: Int) -> Int? {
        guard end >= pattern.count else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            (0...(end - pattern.count)).first { start in
                pattern.indices.allSatisfy { index in
                    let byte = bytes[start + index]
                    return ((65...90).contains(byte) ? byte | 32 : byte) == pattern[index]
                }
            }
        }
    }
}
