/// A request's head after all checks.
struct ParsedHead {
    enum BodyLength: Equatable {
        case fixed(UInt64)
        case chunked
    }

    let method: Method
    let storage: RequestHead
    let bodyLength: BodyLength
    /// Whether the client wants to send further requests on this connection.
    let keepsAlive: Bool
    /// An HTTP/1.0 client understands no chunks and no 100, and must be told when the connection stays.
    let isVersion10: Bool
    let expectsContinue: Bool

    /// The same with other bytes that mean the same.
    func of(_ storage: RequestHead) -> ParsedHead {
        ParsedHead(
            method: method, storage: storage, bodyLength: bodyLength, keepsAlive: keepsAlive, isVersion10: isVersion10,
            expectsContinue: expectsContinue)
    }
}

/// ``HeadLibrary`` on one complete head, with stricter checks on top.
///
/// Debian builds http_parser in its lenient mode, which lets through a blank before the colon, several blanks in the
/// request line, and bytes above 127 in the target. Bare line feeds and folded fields are found by ``HeadScanner``
/// before the head comes here.
enum HeadParser {
    /// - Parameter bytes: one whole head, from the request line to the empty line, as ``HeadScanner`` found it.
    static func parse(_ bytes: UnsafeRawBufferPointer, limits: Limits) -> Result<ParsedHead, Refusal> {
        switch HeadLibrary.read(bytes, fieldLimit: limits.headerCount) {
        case .failure(let refusal): .failure(refusal)
        case .success(let head): check(head, bytes)
        }
    }

    private static func check(_ head: ReadHead, _ bytes: UnsafeRawBufferPointer) -> Result<ParsedHead, Refusal> {
        guard head.majorVersion == 1, 0...1 ~= head.minorVersion else { return .failure(.unsupportedVersion) }
        guard isRequestLine(head.target, bytes) else { return .failure(.malformedRequestLine) }
        guard let method = head.method else { return .failure(.unsupportedMethod) }
        let isVersion10 = head.minorVersion == 0
        guard let target = Target(bytes, head.target, method) else { return .failure(.malformedTarget) }

        var facts = FieldFacts()
        var fields = head.fields
        for index in fields.indices {
            if let refusal = facts.take(&fields[index], bytes) { return .failure(refusal) }
        }
        if facts.hosts > 1 { return .failure(.severalHosts) }
        if facts.hosts == 0 && !isVersion10 { return .failure(.missingHost) }
        if facts.transferCodings > 0 && (facts.contentLengths > 0 || isVersion10) { return .failure(.ambiguousLength) }
        if facts.contentLengths > 1 { return .failure(.ambiguousLength) }
        if facts.transferCodings > 1 { return .failure(.unknownTransferCoding) }

        return .success(
            ParsedHead(
                method: method,
                storage: RequestHead(
                    bytes: Array(bytes), fields: fields, target: head.target, path: target.path,
                    query: target.query),
                bodyLength: facts.transferCodings == 1 ? .chunked : .fixed(head.contentLength),
                keepsAlive: head.keepsAlive, isVersion10: isVersion10,
                expectsContinue: facts.expectsContinue && !isVersion10))
    }

    /// METHOD SP TARGET SP HTTP/1.x, with exactly one space between them (RFC 9112 section 3).
    private static func isRequestLine(_ target: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Bool {
        let versionLength = 8
        let end = target.upperBound + 1 + versionLength
        guard target.lowerBound >= 2, end + 1 < bytes.count else { return false }
        return bytes[target.lowerBound - 1] == ASCII.space && bytes[target.lowerBound - 2] != ASCII.space
            && bytes[target.upperBound] == ASCII.space && bytes[target.upperBound + 1] == 0x48
            && bytes[end] == ASCII.carriageReturn
    }
}

/// What the fields of one head say about its framing.
private struct FieldFacts {
    var hosts = 0
    var contentLengths = 0
    var transferCodings = 0
    var expectsContinue = false

    /// Checks a field and trims the blanks at the end of its value.
    mutating func take(_ field: inout RequestHead.Field, _ bytes: UnsafeRawBufferPointer) -> Refusal? {
        let nameEnd = Int(field.nameStart) + Int(field.nameLength)
        guard field.nameLength > 0, nameEnd < bytes.count else { return .malformedHeader }
        for index in Int(field.nameStart)..<nameEnd where ASCII.isBlank(bytes[index]) { return .spaceBeforeColon }
        guard bytes[nameEnd] == ASCII.colon else { return .spaceBeforeColon }
        // All bytes are looked at whatever comes, so that it's many at a time.
        var flaws: UInt8 = 0
        for byte in RequestHeaders.value(field, bytes) {
            flaws |= (byte < ASCII.space ? 1 : 0) & (byte != ASCII.tab ? 1 : 0) | (byte == 0x7F ? 1 : 0)
        }
        guard flaws == 0 else { return .malformedHeader }
        while field.valueLength > 0,
            ASCII.isBlank(bytes[Int(field.valueStart) + Int(field.valueLength) - 1])
        { field.valueLength &-= 1 }
        return notice(field, bytes)
    }

    private mutating func notice(_ field: RequestHead.Field, _ bytes: UnsafeRawBufferPointer) -> Refusal? {
        switch field.nameLength {
        case 4 where RequestHeaders.matches(field, "host", bytes):
            hosts += 1
            return Self.isHost(RequestHeaders.value(field, bytes)) ? nil : .malformedHeader
        case 6 where RequestHeaders.matches(field, "expect", bytes):
            guard ASCII.equals(RequestHeaders.value(field, bytes), "100-continue") else {
                return .unsupportedExpectation
            }
            expectsContinue = true
        case 14 where RequestHeaders.matches(field, "content-length", bytes):
            contentLengths += 1
            let value = RequestHeaders.value(field, bytes)
            if value.isEmpty || !value.allSatisfy({ $0 &- ASCII.zero < 10 }) { return .ambiguousLength }
        case 17 where RequestHeaders.matches(field, "transfer-encoding", bytes):
            transferCodings += 1
            guard ASCII.equals(RequestHeaders.value(field, bytes), "chunked") else { return .unknownTransferCoding }
        default: break
        }
        return nil
    }

    /// A name or address with an optional port: none of the bytes that would make it something else in a URL.
    private static func isHost(_ value: UnsafeRawBufferPointer) -> Bool {
        value.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5B, 0x5D, 0x5F, 0x7E, 0x25: true
            default: false
            }
        }
    }
}

/// The request target in its parts (RFC 9112 section 3.2).
private struct Target {
    let path: Range<Int>
    let query: Range<Int>?

    /// - Returns: `nil` for what is neither origin form, absolute form with http or https, nor `*` for OPTIONS; for
    ///   a fragment; and for percent-encoding that does not decode to UTF-8 without NUL.
    init?(_ bytes: UnsafeRawBufferPointer, _ target: Range<Int>, _ method: Method) {
        let text = UnsafeRawBufferPointer(rebasing: bytes[target])
        guard PercentEncoding.isValid(text), ASCII.index(of: ASCII.hash, in: text) == nil, let first = text.first else {
            return nil
        }
        var start = 0
        if first != ASCII.slash {
            if text.count == 1, first == 0x2A, method == .options {
                path = target
                query = nil
                return
            }
            guard let found = Self.pathStart(text) else { return nil }
            start = found
        }
        let question = ASCII.index(of: ASCII.question, in: text, from: start)
        path = target.lowerBound + start..<target.lowerBound + (question ?? text.count)
        query = question.map { target.lowerBound + $0 + 1..<target.upperBound }
    }

    /// Where the path of `http://authority/path` starts. An empty path is refused rather than made up.
    private static func pathStart(_ text: UnsafeRawBufferPointer) -> Int? {
        for scheme: StaticString in ["http://", "https://"] {
            let length = scheme.utf8CodeUnitCount
            guard text.count > length,
                ASCII.equals(UnsafeRawBufferPointer(rebasing: text[..<length]), scheme),
                let slash = text[length...].firstIndex(of: ASCII.slash), slash > length,
                !text[length..<slash].contains(ASCII.question)
            else { continue }
            return slash
        }
        return nil
    }
}
