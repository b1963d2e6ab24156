import CLaurelHTTPParser
import LaurelTestSupport
import Testing

@testable import LaurelHTTPServer

@Suite("Chunked bodies") struct ChunkedDecoderTests {
    private static func decode(_ bytes: [UInt8], limit: Int = 1 << 20) -> (
        ChunkedDecoder.Result, body: [UInt8], left: Int
    ) {
        var decoder = ChunkedDecoder()
        var body: [UInt8] = []
        return bytes.withUnsafeBytes { all in
            var rest = all
            let result = decoder.decode(&rest, into: &body, limit: limit, overheadLimit: 4_096)
            return (result, body, rest.count)
        }
    }

    @Test("are put together, whatever their sizes", arguments: Depth.seeds(20))
    func roundTrip(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var expected: [UInt8] = []
        var encoded: [UInt8] = []
        for _ in 0..<Int.random(in: 0...30, using: &random) {
            let size = Int.random(in: 1...300, using: &random)
            let chunk = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
            expected += chunk
            encoded.append(hexadecimal: size)
            encoded += Array("\r\n".utf8) + chunk + Array("\r\n".utf8)
        }
        encoded += Array("0\r\n\r\nNEXT".utf8)
        let (result, body, left) = Self.decode(encoded)
        #expect(result == .complete)
        #expect(body == expected)
        #expect(left == 4)
    }

    @Test(
        "that are taken here are taken by http_parser too, with the same bytes",
        arguments: Depth.seeds(20))
    func agreement(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let seeds = [
            "5\r\nhello\r\n0\r\n\r\n", "5;a=b\r\nhello\r\n1\r\nx\r\n0\r\nX: a\r\n\r\n", "0\r\n\r\n",
            "A\r\n0123456789\r\n0\r\n\r\n",
        ]
        var agreed = 0
        for _ in 0..<1_000 {
            var bytes = Array((seeds.randomElement(using: &random) ?? "").utf8)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let at = Int.random(in: 0..<bytes.count, using: &random)
                bytes[at] = [48, 49, 53, 65, 10, 13, 32, 59, 120].randomElement(using: &random) ?? 48
            }
            let (result, body, left) = Self.decode(bytes)
            guard result == .complete else { continue }
            agreed += 1
            #expect(
                Self.reference(Array(bytes.dropLast(left))) == body,
                "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
        #expect(agreed > 100)
    }

    /// The body as http_parser reads it; `nil` when it refuses, or does not see the end at the last byte.
    private static func reference(_ chunks: [UInt8]) -> [UInt8]? {
        let message = Array("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8) + chunks
        return withUnsafeTemporaryAllocation(of: ReferenceBody.self, capacity: 1) { room in
            guard let body = room.baseAddress else { return nil }
            body.initialize(to: ReferenceBody())
            defer { body.deinitialize(count: 1) }
            var settings = http_parser_settings()
            http_parser_settings_init(&settings)
            settings.on_body = ReferenceBody.onBody
            settings.on_message_complete = ReferenceBody.onComplete
            var parser = http_parser()
            http_parser_init(&parser, HTTP_REQUEST)
            parser.data = UnsafeMutableRawPointer(body)
            let used = message.withUnsafeBytes {
                http_parser_execute(&parser, &settings, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
            }
            guard parser.http_errno == 0, used == message.count, body.pointee.isComplete else { return nil }
            return body.pointee.bytes
        }
    }

    @Test("may not be all framing") func overhead() {
        let tiny = String(repeating: "1\r\nx\r\n", count: 10_000) + "0\r\n\r\n"
        #expect(Self.decode(Array(tiny.utf8)).0 == .complete)
        let long = "1;" + String(repeating: "a", count: 5_000) + "\r\nx\r\n0\r\n\r\n"
        #expect(Self.decode(Array(long.utf8)).0 == .refused(.malformedChunk))
        let trailers = "0\r\n" + String(repeating: "X: a\r\n", count: 1_000) + "\r\n"
        #expect(Self.decode(Array(trailers.utf8)).0 == .refused(.malformedChunk))
    }
}

private struct ReferenceBody {
    var bytes: [UInt8] = []
    var isComplete = false

    static let onBody: http_data_cb = { parser, at, length in
        guard let data = parser?.pointee.data, let at else { return -1 }
        data.assumingMemoryBound(to: ReferenceBody.self).pointee.bytes += UnsafeRawBufferPointer(
            start: at, count: length)
        return 0
    }
    static let onComplete: http_cb = { parser in
        parser?.pointee.data.assumingMemoryBound(to: ReferenceBody.self).pointee.isComplete = true
        return 0
    }
}
