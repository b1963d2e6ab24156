import LaurelTestSupport
import Testing

@testable import LaurelClient

@Suite("Answers as bytes") struct ResponseParserTests {
    private static let answers: [(String, String, Int)] = [
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "hello", 200),
        (
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\nT: 1\r\n\r\n",
            "hello", 200
        ),
        ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n{}", "{}", 404),
        ("HTTP/1.1 204 No Content\r\nX: y\r\n\r\n", "", 204), ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "", 200),
    ]

    @Test("the same answer, however its bytes are parted; broken off, it is lost", arguments: answers)
    func parts(text: String, body: String, status: Int) throws {
        let bytes = Array(text.utf8)
        for size in 1...bytes.count {
            var parser = ResponseParser()
            var read: [UInt8] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                #expect(!parser.isDone)
                read += try parser.take(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(parser.isDone && parser.status == status && String(decoding: read, as: UTF8.self) == body)
            try parser.end()
        }
        for cut in 0..<bytes.count {
            var parser = ResponseParser()
            _ = try parser.take(bytes[..<cut])
            #expect(throws: TransportError.lost) { try parser.end() }
        }
    }

    @Test(
        "what is no answer is an error",
        arguments: [
            "SSH-2.0-OpenSSH\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFFFF\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n+1\r\na\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n", "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", String(repeating: "x", count: 70_000),
        ])
    func nonsense(text: String) {
        var parser = ResponseParser()
        #expect(throws: TransportError.self) { try parser.take(text.utf8) }
    }

    @Test("any bytes at all are read without a trap", arguments: Depth.seeds(50))
    func random(seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        var parser = ResponseParser()
        let start = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        do throws(TransportError) {
            _ = try parser.take(seed % 2 == 0 ? start : [])
            for _ in 0..<2_000 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let choices = Array("0123456789abcdef\r\n\r\n: ;".utf8) + [0, 0xFF]
                _ = try parser.take([choices[Int(state >> 33) % choices.count]])
            }
        } catch {
            #expect(error != .cancelled)
        }
    }
}
