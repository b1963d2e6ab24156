@testable import LaurelHTTPServer

/// Heads and bodies that the server refuses, and those it must not refuse: one table for the state machine, for
/// sockets, and as the seed of the mutations.
enum RefusalTable {
    struct Case: Sendable {
        let name: String
        let bytes: String
        let refusal: Refusal
    }

    private static let host = "Host: a\r\n"
    /// The limit of a server that sets none: a megabyte.
    private static let tooLarge = Refusal.bodyTooLarge(limit: 1_048_576)
    private static func get(_ fields: String, line: String = "GET / HTTP/1.1") -> String {
        "\(line)\r\n\(host)\(fields)\r\n"
    }
    private static func post(_ fields: String, _ body: String = "") -> String {
        "POST / HTTP/1.1\r\n\(host)\(fields)\r\n\(body)"
    }
    private static func chunked(_ body: String) -> String { post("Transfer-Encoding: chunked\r\n", body) }

    static let refused: [Case] = [
        Case(
            name: "length, then chunked",
            bytes: post("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
            refusal: .ambiguousLength),
        Case(
            name: "chunked, then length",
            bytes: post("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", "0\r\n\r\n"),
            refusal: .ambiguousLength),
        Case(
            name: "differing lengths", bytes: post("Content-Length: 3\r\nContent-Length: 4\r\n", "abcd"),
            refusal: .ambiguousLength),
        Case(
            name: "equal lengths twice", bytes: post("Content-Length: 3\r\nContent-Length: 3\r\n", "abc"),
            refusal: .ambiguousLength),
        Case(name: "a list of lengths", bytes: post("Content-Length: 3, 3\r\n", "abc"), refusal: .ambiguousLength),
        Case(name: "a signed length", bytes: post("Content-Length: +3\r\n", "abc"), refusal: .ambiguousLength),
        Case(name: "a negative length", bytes: post("Content-Length: -3\r\n", "abc"), refusal: .ambiguousLength),
        Case(name: "a length in hexadecimal", bytes: post("Content-Length: 0x3\r\n", "abc"), refusal: .ambiguousLength),
        Case(name: "a length with a space inside", bytes: post("Content-Length: 1 2\r\n"), refusal: .ambiguousLength),
        Case(name: "an empty length", bytes: post("Content-Length:\r\n"), refusal: .ambiguousLength),
        Case(
            name: "a length of 2^64", bytes: post("Content-Length: 18446744073709551616\r\n"),
            refusal: .ambiguousLength),
        Case(name: "a folded field", bytes: get("X: a\r\n b\r\n"), refusal: .foldedHeader),
        Case(name: "a field folded with a tab", bytes: get("X: a\r\n\tb\r\n"), refusal: .foldedHeader),
        Case(
            name: "a fold before the first field", bytes: "GET / HTTP/1.1\r\n Host: a\r\n\r\n", refusal: .foldedHeader),
        Case(name: "a space before the colon", bytes: get("X : a\r\n"), refusal: .spaceBeforeColon),
        Case(name: "a tab before the colon", bytes: get("X\t: a\r\n"), refusal: .malformedHeader),
        Case(
            name: "a space before the colon of Transfer-Encoding", bytes: post("Transfer-Encoding : chunked\r\n"),
            refusal: .spaceBeforeColon),
        Case(name: "NUL in a value", bytes: get("X: a\0b\r\n"), refusal: .malformedHeader),
        Case(name: "NUL in a name", bytes: get("X\0: a\r\n"), refusal: .malformedHeader),
        Case(name: "a bare CR in a value", bytes: get("X: a\rb\r\n"), refusal: .malformedHeader),
        Case(name: "a bare LF in a value", bytes: get("X: a\nb\r\n"), refusal: .bareLineFeed),
        Case(name: "DEL in a value", bytes: get("X: a\u{7F}b\r\n"), refusal: .malformedHeader),
        Case(
            name: "a bare LF after the request line", bytes: "GET / HTTP/1.1\nHost: a\r\n\r\n", refusal: .bareLineFeed),
        Case(name: "a bare LF at the end", bytes: "GET / HTTP/1.1\r\nHost: a\r\n\n", refusal: .bareLineFeed),
        Case(name: "no colon", bytes: get("X\r\n"), refusal: .malformedHeader),
        Case(name: "no name", bytes: get(": a\r\n"), refusal: .malformedHeader),
        Case(name: "a name that is no token", bytes: get("X(: a\r\n"), refusal: .malformedHeader),
        Case(name: "no Host", bytes: "GET / HTTP/1.1\r\nX: a\r\n\r\n", refusal: .missingHost),
        Case(name: "two Hosts", bytes: get("Host: a\r\n"), refusal: .severalHosts),
        Case(name: "two Hosts that differ", bytes: get("host: b\r\n"), refusal: .severalHosts),
        Case(name: "a Host with a path", bytes: "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", refusal: .malformedHeader),
        Case(name: "a Host list", bytes: "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", refusal: .malformedHeader),
        Case(
            name: "gzip as transfer coding", bytes: post("Transfer-Encoding: gzip\r\n"), refusal: .unknownTransferCoding
        ),
        Case(
            name: "gzip before chunked", bytes: post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"),
            refusal: .unknownTransferCoding),
        Case(
            name: "chunked not last", bytes: post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n"),
            refusal: .unknownTransferCoding),
        Case(
            name: "chunked twice",
            bytes: post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
            refusal: .unknownTransferCoding),
        Case(
            name: "xchunked", bytes: post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"),
            refusal: .unknownTransferCoding),
        Case(
            name: "an empty coding", bytes: post("Transfer-Encoding:\r\n", "0\r\n\r\n"), refusal: .unknownTransferCoding
        ),
        Case(
            name: "chunked in HTTP/1.0", bytes: "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            refusal: .ambiguousLength),
        Case(name: "0x before a chunk size", bytes: chunked("0x5\r\nhello\r\n0\r\n\r\n"), refusal: .malformedChunk),
        Case(name: "a sign before a chunk size", bytes: chunked("+5\r\nhello\r\n0\r\n\r\n"), refusal: .malformedChunk),
        Case(name: "a space after a chunk size", bytes: chunked("5 \r\nhello\r\n0\r\n\r\n"), refusal: .malformedChunk),
        Case(name: "no chunk size", bytes: chunked("\r\nhello\r\n"), refusal: .malformedChunk),
        Case(
            name: "17 digits of chunk size",
            bytes: chunked("00000000000000005\r\nhello\r\n"), refusal: .malformedChunk),
        Case(name: "a chunk of 2^64-1", bytes: chunked("ffffffffffffffff\r\nhello\r\n"), refusal: tooLarge),
        Case(name: "a chunk that is too short", bytes: chunked("6\r\nhello\r\n0\r\n\r\n"), refusal: .malformedChunk),
        Case(name: "a chunk that is too long", bytes: chunked("4\r\nhello\r\n0\r\n\r\n"), refusal: .malformedChunk),
        Case(name: "two other bytes after a chunk", bytes: chunked("5\r\nhelloXX0\r\n\r\n"), refusal: .malformedChunk),
        Case(name: "a bare LF after a chunk size", bytes: chunked("5\nhello\r\n0\r\n\r\n"), refusal: .malformedChunk),
        Case(
            name: "a bare LF in a chunk extension",
            bytes: chunked("5;a\nhello\r\n0\r\n\r\n"), refusal: .malformedChunk),
        Case(name: "a bare LF after a chunk", bytes: chunked("5\r\nhello\n0\r\n\r\n"), refusal: .malformedChunk),
        Case(name: "a bare LF after a trailer", bytes: chunked("0\r\nX: a\n\r\n"), refusal: .malformedChunk),
        Case(name: "a folded trailer", bytes: chunked("0\r\nX: a\r\n b\r\n\r\n"), refusal: .malformedChunk),
        Case(name: "HTTP/2.0", bytes: get("", line: "GET / HTTP/2.0"), refusal: .unsupportedVersion),
        Case(name: "HTTP/1.2", bytes: get("", line: "GET / HTTP/1.2"), refusal: .unsupportedVersion),
        Case(name: "HTTP/0.9", bytes: "GET /\r\n\r\n", refusal: .unsupportedVersion),
        Case(name: "no version number", bytes: get("", line: "GET / HTTP"), refusal: .malformedRequestLine),
        Case(name: "a version in lower case", bytes: get("", line: "GET / http/1.1"), refusal: .malformedRequestLine),
        Case(
            name: "two spaces before the target", bytes: get("", line: "GET  / HTTP/1.1"),
            refusal: .malformedRequestLine),
        Case(
            name: "two spaces after the target", bytes: get("", line: "GET /  HTTP/1.1"), refusal: .malformedRequestLine
        ),
        Case(
            name: "a space at the end of the line", bytes: get("", line: "GET / HTTP/1.1 "),
            refusal: .malformedRequestLine),
        Case(
            name: "a space inside the target", bytes: get("", line: "GET /a b HTTP/1.1"), refusal: .malformedRequestLine
        ),
        Case(name: "a method in lower case", bytes: get("", line: "get / HTTP/1.1"), refusal: .malformedRequestLine),
        Case(name: "an unknown method", bytes: get("", line: "FROB / HTTP/1.1"), refusal: .unsupportedMethod),
        Case(name: "TRACE", bytes: get("", line: "TRACE / HTTP/1.1"), refusal: .unsupportedMethod),
        Case(name: "CONNECT", bytes: get("", line: "CONNECT a:1 HTTP/1.1"), refusal: .unsupportedMethod),
        Case(name: "a fragment", bytes: get("", line: "GET /a#b HTTP/1.1"), refusal: .malformedTarget),
        Case(name: "an encoded NUL", bytes: get("", line: "GET /a%00 HTTP/1.1"), refusal: .malformedTarget),
        Case(name: "half an encoding", bytes: get("", line: "GET /a%2 HTTP/1.1"), refusal: .malformedTarget),
        Case(name: "a percent sign alone", bytes: get("", line: "GET /%zz HTTP/1.1"), refusal: .malformedTarget),
        Case(
            name: "an encoding that is no UTF-8", bytes: get("", line: "GET /%ff HTTP/1.1"), refusal: .malformedTarget),
        Case(
            name: "a query that is no UTF-8", bytes: get("", line: "GET /?a=%c3%28 HTTP/1.1"), refusal: .malformedTarget
        ),
        Case(
            name: "bytes above 127 in the target", bytes: get("", line: "GET /é HTTP/1.1"), refusal: .malformedTarget),
        Case(name: "* with GET", bytes: get("", line: "GET * HTTP/1.1"), refusal: .malformedTarget),
        Case(name: "another scheme", bytes: get("", line: "GET ftp://a/ HTTP/1.1"), refusal: .malformedTarget),
        Case(
            name: "another expectation", bytes: post("Expect: 200-ok\r\nContent-Length: 1\r\n"),
            refusal: .unsupportedExpectation),
        Case(
            name: "a head that is too large", bytes: get("X: \(String(repeating: "a", count: 20_000))\r\n"),
            refusal: .headTooLarge),
        Case(
            name: "a request line that is too long",
            bytes: get("", line: "GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1"), refusal: .targetTooLong),
        Case(
            name: "too many fields", bytes: get((0..<64).map { "X\($0): a\r\n" }.joined()), refusal: .tooManyHeaders),
        Case(name: "a body that is too large", bytes: post("Content-Length: 1048577\r\n"), refusal: tooLarge),
        Case(
            name: "a chunked body that is too large", bytes: chunked("100001\r\n"), refusal: tooLarge),
        Case(name: "five empty lines", bytes: "\r\n\r\n\r\n\r\n\r\nGET / HTTP/1.1\r\n", refusal: .malformedRequestLine),
    ]

    /// Each is one whole request.
    static let accepted: [(name: String, bytes: String)] = [
        ("plain", get("")),
        ("HTTP/1.0 without Host", "GET / HTTP/1.0\r\n\r\n"),
        ("an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
        ("a Host with a port", "GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n"),
        ("an empty value", get("X:\r\n")),
        ("blanks around a value", get("X: \t a b \t \r\n")),
        ("bytes above 127 in a value", get("X: é\r\n")),
        ("an empty line before", "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("absolute form", get("", line: "GET http://a/b?c HTTP/1.1")),
        ("asterisk form", get("", line: "OPTIONS * HTTP/1.1")),
        ("a query", get("", line: "GET /a?b=%20&c HTTP/1.1")),
        ("a length", post("Content-Length: 5\r\n", "hello")),
        ("a length of 0", post("Content-Length: 0\r\n")),
        ("leading zeros", post("Content-Length: 0005\r\n", "hello")),
        ("chunks", chunked("5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n")),
        ("no chunks", chunked("0\r\n\r\n")),
        ("chunk sizes with zeros", chunked("0005\r\nhello\r\n000\r\n\r\n")),
        ("capital chunked", post("Transfer-Encoding: Chunked\r\n", "A\r\n0123456789\r\n0\r\n\r\n")),
        ("chunk extensions", chunked("5;a=b;c=\"d\"\r\nhello\r\n0;e\r\n\r\n")),
        ("trailers", chunked("5\r\nhello\r\n0\r\nX: a\r\nY: b\r\n\r\n")),
        ("an upgrade that is ignored", get("Connection: upgrade\r\nUpgrade: websocket\r\n")),
        ("h2c with a body", post("Connection: upgrade\r\nUpgrade: h2c\r\nContent-Length: 2\r\n", "ab")),
    ]
}
