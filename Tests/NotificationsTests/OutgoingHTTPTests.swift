import Glibc
import LaurelHTTPServer
import Synchronization
import Testing

@testable import LaurelNotifications

@Suite("Requests to other servers", .timeLimit(.minutes(15))) struct OutgoingHTTPTests {
    private func post(
        _ http: OutgoingHTTP, _ text: String, _ body: String = "hello"
    ) async throws -> OutgoingHTTP.Answer {
        let url = try DeliveryURL(text, allowsPlain: true, bytesLimit: 1_000)
        return await http.post(OutgoingHTTP.Request(url, headers: [("Topic", "t")], body: Array(body.utf8)))
    }

    @Test("no connection is made to a private address, whatever the name was when it was saved")
    func privateAddresses() async throws {
        try await Receiver.run { receiver, port in
            let http = OutgoingHTTP(AddressPolicy())
            for host in ["127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]"] {
                // Plain HTTP is not even a protocol here.
                let plain = try await post(http, "http://\(host):\(port)/")
                guard case .unsent = plain else {
                    Issue.record("\(host): \(plain)")
                    continue
                }
                let secure = try await post(http, "https://\(host):\(port)/")
                #expect(secure == .unsent("the address is private"))
            }
            #expect(receiver.messages.isEmpty)
            http.stop()
        }
    }

    @Test("a request arrives as it was made, and its answer's status comes back; redirects are not followed")
    func answers() async throws {
        try await Receiver.run { receiver, port in
            let http = OutgoingHTTP(AddressPolicy(allowsPrivate: true))
            var moved = Response.status(302)
            moved.headers.append("Location", "/elsewhere")
            let long = Response(.ok, body: .bytes([UInt8](repeating: 0x61, count: 300_000)))
            receiver.answer(
                .status(201), moved, .status(429, retryAfter: 7), long, .status(503, retryAfter: 99_999_999))
            let expected: [OutgoingHTTP.Answer] = [
                .status(201, retryAfter: nil), .status(302, retryAfter: nil), .status(429, retryAfter: 7),
                .status(200, retryAfter: nil), .status(503, retryAfter: nil),
            ]
            for answer in expected {
                let actual = try await post(http, "http://127.0.0.1:\(port)/p?q=1")
                #expect(actual == answer)
            }
            #expect(receiver.messages.map(\.path) == Array(repeating: "/p", count: 5))
            #expect(receiver.messages[0].body == Array("hello".utf8))
            #expect(receiver.messages[0].headers["topic"] == "t")
            // Nothing at all may be said as well.
            let silent = try await post(http, "http://127.0.0.1:\(port)/p", "")
            #expect(silent == .status(201, retryAfter: nil))
            #expect(receiver.messages.last?.body == [])
            http.stop()
            let late = try await post(http, "http://127.0.0.1:\(port)/p")
            #expect(late == .unsent("too many deliveries in progress"))
        }
    }

    @Test("where nobody listens nothing was sent; where the connection breaks nobody knows")
    func failures() async throws {
        let http = OutgoingHTTP(AddressPolicy(allowsPrivate: true))
        let (closed, closedPort) = try listener()
        close(closed)
        guard case .unsent = try await post(http, "http://127.0.0.1:\(closedPort)/") else {
            Issue.record("sent to nobody")
            return
        }
        let (breaking, port) = try listener()
        Receiving.hangUp(breaking)
        guard case .unknown = try await post(http, "http://127.0.0.1:\(port)/") else {
            Issue.record("the connection broke")
            return
        }
        // TLS with somebody who speaks none: not a byte of the request has left.
        try await Receiver.run { receiver, port in
            guard case .unsent = try await post(http, "https://127.0.0.1:\(port)/") else {
                Issue.record("sent without TLS")
                return
            }
            #expect(receiver.messages.isEmpty)
        }
        http.stop()
    }

    @Test("servers that keep their callers waiting, however many, leave threads for the one that answers")
    func hanging() async throws {
        let http = OutgoingHTTP(AddressPolicy(allowsPrivate: true))
        let silent = try (0..<OutgoingHTTP.threadCount * 2).map { _ in try listener(isListening: false) }
        for (_, port) in silent {
            guard case .unsent = try await post(http, "http://127.0.0.1:\(port)/") else {
                Issue.record("sent to nobody")
                return
            }
        }
        // From now on they take connections, and never say a word.
        for (descriptor, _) in silent { try #require(listen(descriptor, 4) == 0) }
        let ended = Count()
        try await Receiver.run { receiver, port in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (_, port) in silent {
                    group.addTask {
                        _ = try await post(http, "http://127.0.0.1:\(port)/")
                        ended.value.add(1, ordering: .relaxed)
                    }
                }
                while http.count < silent.count, ended.value.load(ordering: .relaxed) == 0 { await Task.yield() }
                #expect(try await post(http, "http://127.0.0.1:\(port)/") == .status(201, retryAfter: nil))
                #expect(ended.value.load(ordering: .relaxed) == 0)
                for (descriptor, _) in silent { close(descriptor) }
                try await group.waitForAll()
            }
        }
        http.stop()
    }

    private final class Count: Sendable {
        let value = Atomic(0)
    }

    private func listener(isListening: Bool = true) throws -> (Int32, UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && (!isListening || listen(descriptor, 4) == 0)
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        try #require(isBound)
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }
}

private enum Receiving {
    /// Takes one connection, reads what comes first, and closes it.
    static func hangUp(_ listener: Int32) {
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { argument in
                let listener = Int32(Int(bitPattern: argument))
                let connection = accept(listener, nil, nil)
                var buffer = [UInt8](repeating: 0, count: 4_096)
                _ = recv(connection, &buffer, buffer.count, 0)
                close(connection)
                close(listener)
                return nil
            }, UnsafeMutableRawPointer(bitPattern: Int(listener)))
        pthread_detach(thread)
    }
}
