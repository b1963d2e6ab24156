import Glibc
import LaurelWire

/// What came back from a server.
struct Answer: Sendable {
    var status = 0
    /// Names in lower case.
    var headers: [String: String] = [:]
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }
    var json: JSONValue? { try? JSONValue(json: body) }
    /// The kind of a problem; nil for anything else.
    var kind: String? {
        guard headers["content-type"] == "application/problem+json", case .string(let type)? = json?["type"] else {
            return nil
        }
        return String(type.dropFirst("/problems/".count))
    }
    var field: String? {
        if case .string(let field)? = json?["field"] { field } else { nil }
    }
}

/// Speaks to a server over a real socket, one connection a request. Calls block, so they are made on threads of their
/// own: the tests' threads are the ones that the server's tasks may need.
struct TestClient: Sendable {
    enum Endpoint: Sendable {
        case port(UInt16)
        case socket(String)
    }

    let endpoint: Endpoint
    init(_ endpoint: Endpoint) { self.endpoint = endpoint }

    var port: UInt16 { if case .port(let port) = endpoint { port } else { 0 } }

    /// - Parameter headers: a `Host` is added.
    func send(
        _ method: String, _ target: String, _ headers: [(String, String)] = [], body: [UInt8]? = nil
    ) async throws -> Answer {
        var head = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if let body { head += "Content-Length: \(body.count)\r\n" }
        let bytes = Array((head + "\r\n").utf8) + (body ?? [])
        do {
            return try await onThread { try Self.parse(try exchange(bytes)) }
        } catch let failure as Failure {
            throw Failure(call: "\(failure.call) for \(method) \(target)", code: failure.code)
        }
    }

    /// Sends GETs for one target on one connection, one behind the other.
    ///
    /// - Parameter requests: the header fields of each; a `Host` is added.
    /// - Returns: the statuses of the answers, in order.
    func statuses(_ target: String, _ requests: [[(String, String)]]) async throws -> [Int] {
        let host = "Host: 127.0.0.1:\(port)\r\n"
        var text = ""
        for headers in requests {
            text += "GET \(target) HTTP/1.1\r\n" + host
            for (name, value) in headers { text += "\(name): \(value)\r\n" }
            text += "\r\n"
        }
        let bytes = Array((text + "GET /healthz HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n").utf8)
        let received = String(decoding: try await onThread { try exchange(bytes) }, as: UTF8.self)
        return received.ranges(of: "HTTP/1.1 ").dropLast().compactMap { Int(received[$0.upperBound...].prefix(3)) }
    }

    /// Reads a streamed answer until `isEnough` says so.
    func stream(
        _ target: String, _ headers: [(String, String)] = [], until isEnough: @escaping @Sendable (String) -> Bool
    ) async throws -> String {
        var head = "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        let bytes = Array((head + "\r\n").utf8)
        return try await onThread {
            let descriptor = try connected()
            defer { close(descriptor) }
            try write(bytes, to: descriptor)
            var received: [UInt8] = []
            while true {
                let text = String(decoding: received, as: UTF8.self)
                if isEnough(text) { return text }
                do {
                    guard try read(from: descriptor, into: &received) else { return text }
                } catch let failure as Failure {
                    throw Failure(call: "\(failure.call) for \(target) after \(text)", code: failure.code)
                }
            }
        }
    }

    /// Sends a request and leaves its connection open.
    func begin(_ target: String, _ headers: [(String, String)] = []) async throws -> OpenCall {
        var head = "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        let bytes = Array((head + "\r\n").utf8)
        return try await onThread {
            let descriptor = try connected()
            try write(bytes, to: descriptor)
            return OpenCall(client: self, descriptor: descriptor)
        }
    }

    /// A request whose answer is read bit by bit. Ends with ``close()``.
    struct OpenCall: Sendable {
        fileprivate let client: TestClient
        fileprivate let descriptor: Int32

        /// Reads on, until `isEnough` says so or the answer ends.
        func read(until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }) async throws -> String {
            try await onThread {
                var received: [UInt8] = []
                while !isEnough(String(decoding: received, as: UTF8.self)) {
                    guard try client.read(from: descriptor, into: &received) else { break }
                }
                return String(decoding: received, as: UTF8.self)
            }
        }

        func close() { Glibc.close(descriptor) }
    }

    // MARK: Bytes

    struct Failure: Error { let call: String, code: Int32 }

    /// A server that does not answer fails the test instead of holding it up for ever. Long: a machine that does much
    /// else is no server that does not answer.
    private static let patience = timeval(tv_sec: 120, tv_usec: 0)

    private func connected() throws -> Int32 {
        if case .socket(let path) = endpoint { return try connected(to: path) }
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
        var limit = Self.patience
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            close(descriptor)
            throw Failure(call: "connect", code: errno)
        }
        return descriptor
    }

    private func connected(to path: String) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
        var limit = Self.patience
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            close(descriptor)
            throw Failure(call: "connect", code: errno)
        }
        return descriptor
    }

    private func exchange(_ bytes: [UInt8]) throws -> [UInt8] {
        let descriptor = try connected()
        defer { close(descriptor) }
        // A server that refuses early may close before it has read everything: what it said still counts.
        do { try write(bytes, to: descriptor) } catch let failure as Failure where failure.code == EPIPE {}
        var received: [UInt8] = []
        while try read(from: descriptor, into: &received) {}
        return received
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == ECONNRESET { throw Failure(call: "send", code: EPIPE) }
            guard count > 0 else { throw Failure(call: "send", code: errno) }
            sent += count
        }
    }

    private func read(from descriptor: Int32, into bytes: inout [UInt8]) throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else { throw Failure(call: "recv", code: errno) }
        bytes.append(contentsOf: buffer[..<count])
        return count > 0
    }

    /// The pieces of a chunked body, put together.
    /// - Throws: when its end is missing.
    private static func whole(_ chunks: ArraySlice<UInt8>) throws -> [UInt8] {
        var body: [UInt8] = []
        var rest = chunks
        while let end = rest.firstIndex(of: 13), rest.count > end - rest.startIndex + 1 {
            guard let count = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16) else { break }
            if count == 0 { return body }
            let start = end + 2
            guard start + count + 2 <= rest.endIndex else { break }
            body += rest[start..<start + count]
            rest = rest[(start + count + 2)...]
        }
        throw Failure(call: "a chunked body without its end", code: 0)
    }

    private static func parse(_ bytes: [UInt8]) throws -> Answer {
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: [13, 10, 13, 10]) }) else {
            throw Failure(call: "parse: " + String(decoding: bytes.prefix(200), as: UTF8.self), code: 0)
        }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
        var answer = Answer()
        answer.status = lines.first.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
        for line in lines.dropFirst() {
            let sides = line.split(separator: ":", maxSplits: 1)
            answer.headers[sides[0].lowercased()] = sides.count > 1 ? String(sides[1].drop { $0 == " " }) : ""
        }
        answer.body = Array(bytes[(end + 4)...])
        if answer.headers["transfer-encoding"] == "chunked" { answer.body = try whole(answer.body[...]) }
        return answer
    }
}

/// Runs blocking work on a thread of its own.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        let box = ThreadWork {
            do { continuation.resume(returning: try work()) } catch { continuation.resume(throwing: error) }
        }
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, Unmanaged.passRetained(box).toOpaque())
        precondition(code == 0, "no thread for a test")
        pthread_detach(thread)
    }
}

private final class ThreadWork: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
}
