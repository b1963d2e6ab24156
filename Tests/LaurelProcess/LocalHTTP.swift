public import Foundation
import Glibc

/// HTTP/1.1 to this machine, one connection a call, over TCP or a Unix socket; the answer as it came.
///
/// URLSession will not do here: it refuses header fields without a space after the colon, which chromedriver sends,
/// and cannot reach a Unix socket.
public struct LocalHTTP: Sendable {
    public enum Endpoint: Sendable {
        case port(UInt16)
        case socket(path: String)
    }

    public struct Answer: Sendable {
        public let status: Int
        /// Names in lower case.
        public let headers: [String: String]
        /// The values of `Set-Cookie`, which may come several times.
        public let cookies: [String]
        public let body: Data

        public var json: Any? { try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed) }
        public var object: [String: Any] { json as? [String: Any] ?? [:] }
        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    public enum Trouble: Error {
        case cannotConnect(errno: Int32)
        case brokenOff(received: Int)
    }

    public let endpoint: Endpoint
    /// As `Host` says it.
    private let host: String

    public init(_ endpoint: Endpoint, host: String = "127.0.0.1") {
        self.endpoint = endpoint
        self.host = host
    }

    /// Runs on a thread of its own, so that a slow answer holds up no other test.
    public func call(
        _ method: String, _ target: String, headers: [String: String] = [:], body: Data? = nil
    ) async throws -> Answer {
        // What asks again and again ends with its test's time.
        try Task.checkCancellation()
        var head = "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if let body { head += "Content-Length: \(body.count)\r\n" }
        let bytes = Data((head + "\r\n").utf8) + (body ?? Data())
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try exchange(bytes) }) }
        }
    }

    /// The same with a body and an answer of JSON.
    public func json(
        _ method: String, _ target: String, _ body: [String: Any]? = nil, token: String? = nil
    ) async throws -> Answer {
        var headers = ["Accept": "application/json"]
        if let token { headers["Authorization"] = "Bearer \(token)" }
        if body != nil { headers["Content-Type"] = "application/json" }
        let data = try body.map { try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys) }
        return try await call(method, target, headers: headers, body: data)
    }

    private func exchange(_ bytes: Data) throws -> Answer {
        let descriptor = try connect()
        defer { close(descriptor) }
        bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let count = send(
                    descriptor, buffer.baseAddress?.advanced(by: sent), buffer.count - sent,
                    Int32(MSG_NOSIGNAL))
                // A refusal may come before the whole body was read: then the answer is what counts.
                guard count > 0 else { break }
                sent += count
            }
        }
        var received = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let answer = Self.answer(in: received, ended: false) { return answer }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            received.append(contentsOf: buffer[0..<count])
        }
        guard let answer = Self.answer(in: received, ended: true) else {
            throw Trouble.brokenOff(received: received.count)
        }
        return answer
    }

    private static func answer(in data: Data, ended: Bool) -> Answer? {
        guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: data[data.startIndex..<end.lowerBound], as: UTF8.self).components(
            separatedBy: "\r\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        var headers: [String: String] = [:]
        var cookies: [String] = []
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            headers[line[..<colon].lowercased()] = value
            if line[..<colon].lowercased() == "set-cookie" { cookies.append(value) }
        }
        let body = data[end.upperBound...]
        if let length = headers["content-length"].flatMap({ Int($0) }) {
            guard body.count >= length else { return nil }
            return Answer(status: status, headers: headers, cookies: cookies, body: Data(body.prefix(length)))
        }
        guard ended else { return nil }
        let isChunked = headers["transfer-encoding"] == "chunked" && !(headers["content-type"] ?? "").contains("event")
        let content = isChunked ? joined(Data(body)) : Data(body)
        return Answer(status: status, headers: headers, cookies: cookies, body: content)
    }

    /// The content of chunks, as far as they go.
    private static func joined(_ chunks: Data) -> Data {
        var content = Data()
        var rest = chunks
        while let end = rest.range(of: Data("\r\n".utf8)),
            let count = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16), count > 0
        {
            content += rest[end.upperBound...].prefix(count)
            rest = Data(rest[end.upperBound...].dropFirst(count + 2))
        }
        return content
    }

    private func connect() throws -> Int32 {
        switch endpoint {
        case .port(let port):
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            return try connect(AF_INET, &address)
        case .socket(let path):
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { buffer in
                buffer.copyBytes(from: path.utf8.prefix(buffer.count - 1))
            }
            return try connect(AF_UNIX, &address)
        }
    }

    private func connect<Address>(_ family: Int32, _ address: inout Address) throws -> Int32 {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
        guard result == 0 else {
            let reason = errno
            close(descriptor)
            throw Trouble.cannotConnect(errno: reason)
        }
        return descriptor
    }
}
