import LaurelTestSockets
import LaurelTestSupport
import Testing

@testable import LaurelHTTPServer

@Suite("Streams at the reader's pace", .timeLimit(.minutes(15))) struct DrainedStreamTests {
    /// Writes so many pieces, each when the last one has left.
    private static func pump(_ writer: StreamWriter, _ pieces: Int, _ piece: [UInt8], _ count: Counter) {
        guard pieces > 0 else {
            writer.close()
            return
        }
        writer.onDrain {
            count.add()
            guard writer.write(piece) else { return }
            pump(writer, pieces - 1, piece, count)
        }
    }

    @Test("many times what a queue holds arrives, and nobody is cut off") func large() async throws {
        let count = Counter()
        let piece = [UInt8](repeating: 0x78, count: 50_000)
        let handler: @Sendable (Request) -> Outcome = { _ in
            var response = Response(.ok)
            response.body = .stream { writer in
                writer.isWhole = true
                Self.pump(writer, 100, piece, count)
            }
            return .now(response)
        }
        try await withServer({ $0.limits.streamBytes = 65_536 }, handler: handler) { server, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send(SocketTests.get)
            _ = try client.receive(through: "\r\n\r\n")
            var received = 0
            var last: [UInt8] = []
            while !last.suffix(7).elementsEqual("\r\n0\r\n\r\n".utf8) {
                last = try last.suffix(7) + client.receive()
                received += last.dropFirst(min(7, last.count)).count
            }
            #expect(received > 5_000_000 && received < 5_100_000)
            #expect(server.metrics.streamsCutOff == 0 && count.value == 100)
        }
    }

    @Test("a reader who does not read makes the writer wait") func waiting() async throws {
        let opened = Event<StreamWriter>()
        let count = Counter()
        let handler: @Sendable (Request) -> Outcome = { _ in
            var response = Response(.ok)
            response.body = .stream { opened.happen($0) }
            return .now(response)
        }
        // However slow the machine, the reader is not cut off for its patience: by the server, or by the kernel, which
        // counts a window that stays closed.
        let patience: (inout Configuration) -> Void = {
            $0.limits.writeTime = .seconds(3_600)
            $0.limits.unacknowledgedTime = .seconds(3_600)
        }
        try await withServer(patience, handler: handler) { server, endpoint in
            let client = try PlainSocket(endpoint, receiveBuffer: 4_096)
            try client.send(SocketTests.get)
            let writer = await opened.next()
            // More than the kernel takes for a reader with so small a window: some of it stays in the queue.
            let piece = [UInt8](repeating: 0x78, count: 60_000)
            var isStuck = false
            for _ in 0..<1_000 where !isStuck {
                guard writer.write(piece) else { break }
                let drains = Counter()
                writer.onDrain { drains.add() }
                var looks = 0
                while drains.value == 0, looks < 20_000 {
                    await Task.yield()
                    looks += 1
                }
                isStuck = drains.value == 0
                count.add()
            }
            try #require(isStuck)
            let after = Event<Void>()
            writer.onDrain { after.happen(()) }
            let expected = count.value * 60_000
            var received = 0
            while received < expected { received += try client.receive().count { $0 == 0x78 } }
            await after.next()
            #expect(server.metrics.streamsCutOff == 0)
            writer.close()
        }
    }

    @Test("one that must be whole is broken off, never ended, by a server that drains") func draining() async throws {
        let opened = Event<StreamWriter>()
        let closed = Event<Void>()
        let handler: @Sendable (Request) -> Outcome = { _ in
            var response = Response(.ok)
            response.body = .stream { writer in
                writer.isWhole = true
                writer.onClose { closed.happen(()) }
                opened.happen(writer)
            }
            return .now(response)
        }
        try await withServer(handler: handler) { server, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send(SocketTests.get)
            let writer = await opened.next()
            _ = try client.receive(through: "\r\n\r\n")
            writer.write([0x78])
            _ = try client.receive(through: "x")
            async let drained: Void = server.drain()
            await closed.next()
            await drained
            // What comes before the end is the rest of the chunk that was there.
            var rest: [UInt8] = []
            do {
                while case let bytes = try client.receive(), !bytes.isEmpty { rest += bytes }
            } catch is PlainSocket.Failure {
                // A reset says it as well.
            }
            #expect(!String(decoding: rest, as: UTF8.self).contains("0\r\n\r\n"))
        }
    }

    @Test("a stream that is aborted does not look complete") func aborting() async throws {
        let opened = Event<StreamWriter>()
        let handler: @Sendable (Request) -> Outcome = { _ in
            var response = Response(.ok)
            response.body = .stream { opened.happen($0) }
            return .now(response)
        }
        try await withServer(handler: handler) { _, endpoint in
            let client = try PlainSocket(endpoint)
            try client.send(SocketTests.get)
            let writer = await opened.next()
            _ = try client.receive(through: "\r\n\r\n")
            writer.abort()
            var rest: [UInt8] = []
            do {
                while case let bytes = try client.receive(), !bytes.isEmpty { rest += bytes }
            } catch is PlainSocket.Failure {
                // A reset says it as well.
            }
            #expect(rest.isEmpty && !writer.isOpen)
        }
    }
}
