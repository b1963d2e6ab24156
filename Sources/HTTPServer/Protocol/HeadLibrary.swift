import CLaurelHTTPParser

/// A head as the C library read it, before our own checks. Offsets count from the start of the head.
struct ReadHead {
    /// Missing for one that the library knows and this server does not.
    let method: Method?
    let majorVersion: Int
    let minorVersion: Int
    let target: Range<Int>
    /// Values may still end in blanks.
    let fields: [RequestHead.Field]
    let keepsAlive: Bool
    /// 0 when none was given.
    let contentLength: UInt64
}

/// The seam between this server and the C library that reads heads, http_parser 2.9.4. Nothing else names it, so that
/// another one can take its place (docs/decisions/0026-http-parser.md); Tests/HTTPServerTests/RefusalTable.swift is
/// what that one must agree with.
enum HeadLibrary {
    /// - Parameters:
    ///   - bytes: one whole head whose lines all end with CR LF, at most 65,535 bytes.
    ///   - fieldLimit: fields that a head may have; with more it is refused.
    static func read(_ bytes: UnsafeRawBufferPointer, fieldLimit: Int) -> Result<ReadHead, Refusal> {
        guard let base = bytes.baseAddress, bytes.count <= Int(UInt16.max) else { return .failure(.headTooLarge) }
        var marks = Marks(base: base, fieldLimit: max(1, fieldLimit))
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
        guard marks.isComplete else { return .failure(refusal(parser, bytes)) }
        return .success(
            ReadHead(
                method: method(parser), majorVersion: Int(parser.http_major), minorVersion: Int(parser.http_minor),
                target: marks.target, fields: marks.fields, keepsAlive: marks.keepsAlive,
                contentLength: marks.contentLength))
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
            HeadLibrary.withMarks(parser) { $0.target = $0.range(at, length) }
        }
        settings.on_header_field = { parser, at, length in
            HeadLibrary.withMarks(parser) { marks in
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
            HeadLibrary.withMarks(parser) { marks in
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
            return HeadLibrary.withMarks(parser) { marks in
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
    private static func refusal(_ parser: http_parser, _ bytes: UnsafeRawBufferPointer) -> Refusal {
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
