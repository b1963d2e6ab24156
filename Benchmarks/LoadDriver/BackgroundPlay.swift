import Glibc
import Synchronization

/// Submits scores at a steady rate, and reads beside it to catch an answer that is older than what was acknowledged.
final class BackgroundPlay: Sendable {
    private let port: UInt16
    private let path: String
    private let tokens: [String]
    private let rate: Int
    private let seconds: Int
    private let acknowledged = Atomic<Int>(0)
    private let isOver = Atomic<Bool>(false)

    init(port: UInt16, path: String, tokensFile: String, rate: Int, seconds: Int) throws {
        self.port = port
        self.path = path
        self.rate = max(1, rate)
        self.seconds = seconds
        guard let file = fopen(tokensFile, "r") else { throw Failure("\(tokensFile) cannot be read") }
        defer { fclose(file) }
        var lines: [String] = []
        var buffer = [CChar](repeating: 0, count: 256)
        while fgets(&buffer, Int32(buffer.count), file) != nil {
            let bytes = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
            lines.append(String(decoding: bytes, as: UTF8.self))
        }
        guard !lines.isEmpty else { throw Failure("\(tokensFile) is empty") }
        tokens = lines
    }

    /// So many that the rate holds while each answer waits for its turn behind the reads that are measured.
    private static let writers = 16

    func run() throws {
        let reader = try HTTPConnection(port: port)
        let counts = Mutex((reads: 0, stale: 0, sent: 0, refused: 0))
        let reading = Thread { [self] in
            while !isOver.load(ordering: .relaxed) {
                let known = acknowledged.load(ordering: .acquiring)
                guard let answer = reader.get(path + "/entries?count=1"), let seen = Self.version(in: answer) else {
                    return
                }
                counts.withLock { counts in
                    counts.reads += 1
                    if seen < known { counts.stale += 1 }
                }
                usleep(5_000)
            }
        }
        let writing = try (0..<Self.writers).map { number in
            let connection = try HTTPConnection(port: port)
            return Thread { [self] in
                let (sent, refused) = play(on: connection, number: number)
                counts.withLock { counts in
                    counts.sent += sent
                    counts.refused += refused
                }
            }
        }
        for thread in writing { thread.join() }
        isOver.store(true, ordering: .relaxed)
        reading.join()
        let (reads, stale, sent, refused) = counts.withLock { $0 }
        print("background\t\(sent / max(1, seconds)) scores/s\t\(refused) refused\t\(reads) reads\t\(stale) stale")
        if stale > 0 || refused > 0 { throw Failure("an answer was older than what was acknowledged, or refused") }
    }

    /// One player's part of the rate.
    private func play(on connection: HTTPConnection, number: Int) -> (sent: Int, refused: Int) {
        var random = SplitMix64(seed: UInt64(99 + number))
        var sent = 0
        var refused = 0
        let pace = Double(rate) / Double(Self.writers)
        let start = Self.now() + Double(number) / Double(rate)
        while Self.now() - start < Double(seconds) {
            let wait = Double(sent) / pace - (Self.now() - start)
            if wait > 0 { usleep(UInt32(wait * 1e6)) }
            let token = tokens[Int(random.next() % UInt64(tokens.count))]
            connection.queue(path + "/scores", token: token, body: "{\"value\":\(random.next() % 1_000_000)}")
            connection.flush()
            guard let answer = connection.answer() else { return (sent, refused + 1) }
            sent += 1
            if let version = Self.version(in: answer) {
                raise(to: version)
            } else {
                refused += 1
            }
        }
        return (sent, refused)
    }

    private func raise(to version: Int) {
        var known = acknowledged.load(ordering: .acquiring)
        while known < version {
            let (done, now) = acknowledged.compareExchange(
                expected: known, desired: version, ordering: .acquiringAndReleasing)
            if done { return }
            known = now
        }
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The number behind the last `"version":`.
    private static func version(in answer: [UInt8]) -> Int? {
        let text = String(decoding: answer, as: UTF8.self)
        guard let range = text.ranges(of: "\"version\":").last else { return nil }
        return Int(text[range.upperBound...].prefix { $0.isNumber })
    }
}

/// A keep-alive connection to this machine; blocking.
// SAFETY: each connection is used by one thread alone.
final class HTTPConnection: @unchecked Sendable {
    private let descriptor: Int32
    private var outgoing: [UInt8] = []
    private var incoming: [UInt8] = []

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
    }

    deinit { close(descriptor) }

    func queue(_ path: String, token: String, body: String) {
        let head =
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        outgoing.append(contentsOf: (head + body).utf8)
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
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let (body, end) = Self.complete(incoming) {
                incoming.removeSubrange(0..<end)
                return body
            }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            incoming.append(contentsOf: buffer[0..<count])
        }
    }

    private static func complete(_ bytes: [UInt8]) -> (body: [UInt8], end: Int)? {
        guard let head = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let text = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).lowercased()
        guard let field = text.firstRange(of: "content-length:") else { return ([], head.upperBound) }
        let digits = text[field.upperBound...].drop { $0 == " " }.prefix { $0.isNumber }
        let end = head.upperBound + (Int(digits) ?? 0)
        return bytes.count >= end ? (Array(bytes[head.upperBound..<end]), end) : nil
    }
}

/// A thread that can be waited for.
final class Thread {
    private var handle = pthread_t()

    init(_ body: @escaping @Sendable () -> Void) {
        let context = Unmanaged.passRetained(Body(run: body)).toOpaque()
        pthread_create(
            &handle, nil,
            { context in
                if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context)
    }

    func join() { pthread_join(handle, nil) }

    private final class Body {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
