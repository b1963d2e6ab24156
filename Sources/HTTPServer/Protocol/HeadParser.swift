import CLaurelHTTPParser

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
}

/// http_parser 2.9.4 on one complete head, with stricter checks on top.
///
/// Debian builds the library in its lenient mode, which lets through a blank before the colon, several blanks in the
/// request line, and bytes above 127 in the target. Bare line feeds and folded fields are found by ``HeadScanner``
/// before the head comes here.
enum HeadParser {
    /// - Parameter bytes: one whole head, from the request line to the empty line, as ``HeadScanner`` found it.
    static func parse(_ bytes: UnsafeRawBufferPointer, limits: Limits) -> Result<ParsedHead, Refusal> {
        guard let base = bytes.baseAddress, bytes.count <= Int(UInt16.max) else { return .failure(.headTooLarge) }
        var marks = Marks(base: base, fieldLimit: max(1, limits.headerCount))
        var parser = http_parser()
        http_parser_init(&parser, HTTP_REQUEST)
        withUnsafeMutablePointer(to: &marks) { pointer in
            parser.data = UnsafeMutableRawPointer(pointer)
            withUnsafePointer(to: callbacks) { settings in
                _ = http_parser_execute(
                    &parser, settings, base.assumingMemoryBound(to: CChar.self), bytes.count)
            }
            parser.data = nil
        }
        if marks.fields.count > marks.fieldLimit { return .failure(.tooManyHeaders) }
        guard marks.isComplete else { return .failure(refusal(parser, marks, bytes)) }
        return check(parser, marks, bytes)
    }

    /// Where the parser found what. Offsets count from the start of the head.
    private struct Marks {
        let base: UnsafeRawPointer
        let fieldLimit: Int
        var target = 0..<0
        var fields: [RequestHead.Field] = []
        var isComplete = false
        var keepsAlive = false
        var contentLength: UInt64 = 0

        init(base: UnsafeRawPointer, fieldLimit: Int) {
            self.base = base
            self.fieldLimit = fieldLimit
            fields.reserveCapacity(12)
        }

        func range(_ at: UnsafePointer<CChar>?, _ length: Int) -> Range<Int> {
            guard let at else { return 0..<0 }
            let start = UnsafeRawPointer(at) - base
            return start..<start + length
        }
    }

    /// The parser's callbacks. A value other than 0 makes it stop.
    private static let callbacks: http_parser_settings = {
        var settings = http_parser_settings()
        http_parser_settings_init(&settings)
        settings.on_url = { parser, at, length in
            HeadParser.withMarks(parser) { $0.target = $0.range(at, length) }
        }
        settings.on_header_field = { parser, at, length in
            HeadParser.withMarks(parser) { marks in
                let name = marks.range(at, length)
                // One more than allowed is kept, so that the refusal can tell.
                if marks.fields.count > marks.fieldLimit { return }
                marks.fields.append(
                    RequestHead.Field(
                        nameStart: UInt16(truncatingIfNeeded: name.lowerBound),
                        nameLength: UInt16(truncatingIfNeeded: name.count), valueStart: 0, valueLength: 0))
            }
        }
        settings.on_header_value = { parser, at, length in
            HeadParser.withMarks(parser) { marks in
                let value = marks.range(at, length)
                let last = marks.fields.count - 1
                if last < 0 || last >= marks.fieldLimit { return }
                marks.fields[last].valueStart = UInt16(truncatingIfNeeded: value.lowerBound)
                marks.fields[last].valueLength = UInt16(truncatingIfNeeded: value.count)
            }
        }
        settings.on_headers_complete = { parser in
            guard let parser else { return -1 }
            let keepsAlive = http_should_keep_alive(parser) != 0
            let length = parser.pointee.content_length
            // An Upgrade field is ignored (RFC 9110 section 7.8), so the body is read as always.
            parser.pointee.upgrade = 0
            return HeadParser.withMarks(parser) { marks in
                marks.isComplete = true
                marks.keepsAlive = keepsAlive
                // The parser says "no length given" with the largest number.
                marks.contentLength = length == .max ? 0 : length
            }
        }
        return settings
    }()

    private static func withMarks(_ parser: UnsafeMutablePointer<http_parser>?, _ body: (inout Marks) -> Void) -> Int32
    {
        guard let data = parser?.pointee.data else { return -1 }
        body(&data.assumingMemoryBound(to: Marks.self).pointee)
        return 0
    }

    /// Says in our words why the parser stopped.
    private static func refusal(_ parser: http_parser, _ marks: Marks, _ bytes: UnsafeRawBufferPointer) -> Refusal {
        switch http_errno(UInt32(parser.http_errno)) {
        case HPE_INVALID_METHOD:
            isUnknownMethod(bytes) ? .unsupportedMethod : .malformedRequestLine
        case HPE_INVALID_VERSION, HPE_INVALID_CONSTANT: .malformedRequestLine
        case HPE_INVALID_URL, HPE_INVALID_HOST, HPE_INVALID_PORT, HPE_INVALID_PATH, HPE_INVALID_QUERY_STRING,
            HPE_INVALID_FRAGMENT:
            .malformedTarget
        case HPE_INVALID_CONTENT_LENGTH, HPE_UNEXPECTED_CONTENT_LENGTH: .ambiguousLength
        case HPE_INVALID_TRANSFER_ENCODING: .unknownTransferCoding
        case HPE_HEADER_OVERFLOW: .headTooLarge
        default: .malformedHeader
        }
    }

    /// A well-formed request line whose method is no method that http_parser knows.
    private static func isUnknownMethod(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let space = bytes.firstIndex(of: ASCII.space), space > 0 else { return false }
        return bytes[..<space].allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x2D }
    }

    // MARK: - What the parser does not check

    private static func check(
        _ parser: http_parser, _ marks: Marks, _ bytes: UnsafeRawBufferPointer
    ) -> Result<ParsedHead, Refusal> {
        guard parser.http_major == 1, parser.http_minor <= 1 else { return .failure(.unsupportedVersion) }
        guard isRequestLine(marks.target, parser, bytes) else { return .failure(.malformedRequestLine) }
        guard let method = method(parser) else { return .failure(.unsupportedMethod) }
        let isVersion10 = parser.http_minor == 0
        guard let target = Target(bytes, marks.target, method) else { return .failure(.malformedTarget) }

        var facts = FieldFacts()
        var fields = marks.fields
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
                    bytes: Array(bytes), fields: fields, target: marks.target, path: target.path,
                    query: target.query),
                bodyLength: facts.transferCodings == 1 ? .chunked : .fixed(marks.contentLength),
                keepsAlive: marks.keepsAlive, isVersion10: isVersion10,
                expectsContinue: facts.expectsContinue && !isVersion10))
    }

    /// METHOD SP TARGET SP HTTP/1.x, with exactly one space at each place (RFC 9112 section 3).
    private static func isRequestLine(
        _ target: Range<Int>, _ parser: http_parser, _ bytes: UnsafeRawBufferPointer
    ) -> Bool {
        let versionLength = 8
        let end = target.upperBound + 1 + versionLength
        guard target.lowerBound >= 2, end + 1 < bytes.count else { return false }
        return bytes[target.lowerBound - 1] == ASCII.space && bytes[target.lowerBound - 2] != ASCII.space
            && bytes[target.upperBound] == ASCII.space && bytes[target.upperBound + 1] == 0x48
            && bytes[end] == ASCII.carriageReturn
    }

    private static func method(_ parser: http_parser) -> Method? {
        switch http_method(UInt32(parser.method)) {
        case HTTP_GET: .get
        case HTTP_HEAD: .head
        case HTTP_POST: .post
        case HTTP_PUT: .put
        case HTTP_PATCH: .patch
        case HTTP_DELETE: .delete
        case HTTP_OPTIONS: .options
        default: nil
        }
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
        for byte in RequestHeaders.value(field, bytes) where byte < ASCII.space && byte != ASCII.tab || byte == 0x7F {
            return .malformedHeader
        }
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
        guard PercentEncoding.isValid(text), !text.contains(ASCII.hash), let first = text.first else { return nil }
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
        let origin = text[start...]
        let question = origin.firstIndex(of: ASCII.question)
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
