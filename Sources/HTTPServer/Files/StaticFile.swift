import Synchronization

/// A file with everything that is made once: its tag, its compressed twin, and the answers.
///
/// The twin is made for the first client that asks for it: a start doesn't wait for what nobody may want.
public final class StaticFile: Sendable {
    /// A form in which the file is sent, with the answers to the two questions about it.
    struct Variant: Sendable {
        let tag: String
        let full: Response
        let notModified: Response
        /// The same for a URL that names the content, which can be kept for ever.
        let fullForever: Response
        let notModifiedForever: Response
    }

    /// Names the content: 16 hexadecimal digits.
    let hash: String
    private let plain: Variant
    private let makeGzip: @Sendable () -> Variant?
    /// Nil until somebody asked.
    private let gzip = Mutex<Variant??>(nil)

    /// - Parameters:
    ///   - path: its ending says what type the file has.
    ///   - headers: are added to every answer.
    public init(path: String, bytes: [UInt8], headers: ResponseHeaders = ResponseHeaders()) {
        let type = ContentType(path: path)
        let hash = ContentHash.text(bytes)
        self.hash = hash
        let varies = type.isCompressible && bytes.count >= Gzip.leastCount
        plain = Self.variant(bytes, tag: "\"\(hash)\"", type, coding: nil, varies, headers)
        makeGzip = {
            guard varies, let compressed = Gzip.compress(bytes) else { return nil }
            return Self.variant(compressed, tag: "\"\(hash)-gzip\"", type, coding: "gzip", varies, headers)
        }
    }

    private var compressed: Variant? {
        gzip.withLock { gzip in
            if let gzip { return gzip }
            let made = makeGzip()
            gzip = .some(made)
            return made
        }
    }

    private static func variant(
        _ bytes: [UInt8], tag: String, _ type: ContentType, coding: String?, _ varies: Bool,
        _ headers: ResponseHeaders
    ) -> Variant {
        func answer(_ status: Status, cache: String) -> Response {
            var response = Response(status, headers: headers)
            response.headers.append("ETag", tag)
            response.headers.append("Cache-Control", cache)
            if varies { response.headers.append("Vary", "Accept-Encoding") }
            if status == .notModified { return response }
            response.headers.append("Content-Type", type.text)
            if let coding { response.headers.append("Content-Encoding", coding) }
            response.body = .shared(bytes)
            return response
        }
        // RFC 8246 for `immutable`; a year is the longest that caches heed.
        let forever = "public, max-age=31536000, immutable"
        return Variant(
            tag: tag, full: answer(.ok, cache: "no-cache"), notModified: answer(.notModified, cache: "no-cache"),
            fullForever: answer(.ok, cache: forever), notModifiedForever: answer(.notModified, cache: forever))
    }

    /// The answer to a GET or HEAD of the file: 304 for a caller that has it.
    ///
    /// - Parameter isNamedByContent: whether the URL names the content, so that it can be kept for a year.
    public func response(to request: Request, isNamedByContent: Bool) -> Response {
        let variant = Negotiation.acceptsGzip(request.headers["accept-encoding"]) ? compressed ?? plain : plain
        return switch (request.knows(variant.tag), isNamedByContent) {
        case (false, false): variant.full
        case (true, false): variant.notModified
        case (false, true): variant.fullForever
        case (true, true): variant.notModifiedForever
        }
    }
}

/// Names content, so that a change is noticed. Not against an enemy: the files are the operator's own.
enum ContentHash {
    /// FNV-1a with 64 bits (Fowler, Noll and Vo; the constants are theirs), as 16 hexadecimal digits.
    static func text(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
