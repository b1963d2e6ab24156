import Glibc

/// Finds the end of a request's head and checks how its lines end, whatever the pieces in which the bytes arrive.
///
/// http_parser accepts bare line feeds and folded fields. Both let two parsers disagree about where a field ends,
/// so they are refused here, at the byte where they stand.
struct HeadScanner {
    /// Bytes from the start of the head in which every line end is known.
    private var scanned = 0
    private var lineStart = 0

    /// Whether a part of a head has been seen.
    var hasStarted: Bool { scanned > 0 }

    enum Result: Equatable {
        case incomplete
        /// An empty line of this many bytes stands before the request line; RFC 9112 section 2.2 asks to skip it.
        case emptyLine(length: Int)
        case complete(length: Int)
        case refused(Refusal)
    }

    /// - Parameters:
    ///   - bytes: everything from the start of the head, what earlier calls saw included.
    ///   - limit: bytes that the head may have.
    /// - Complexity: O(bytes that earlier calls did not see).
    mutating func scan(_ bytes: UnsafeRawBufferPointer, limit: Int) -> Result {
        guard let base = bytes.baseAddress else { return .incomplete }
        if isFolded(bytes) { return .refused(.foldedHeader) }
        while scanned < bytes.count,
            let found = memchr(base + scanned, Int32(ASCII.lineFeed), bytes.count - scanned)
        {
            let end = UnsafeRawPointer(found) - base
            if end >= limit { return .refused(tooLarge) }
            guard end > lineStart, bytes[end - 1] == ASCII.carriageReturn else { return .refused(.bareLineFeed) }
            if end - 1 == lineStart {
                return lineStart == 0 ? .emptyLine(length: 2) : .complete(length: end + 1)
            }
            lineStart = end + 1
            scanned = lineStart
            if isFolded(bytes) { return .refused(.foldedHeader) }
        }
        scanned = bytes.count
        return bytes.count > limit ? .refused(tooLarge) : .incomplete
    }

    /// A line after the first that starts with a blank continues the field before it (RFC 9112 section 5.2).
    private func isFolded(_ bytes: UnsafeRawBufferPointer) -> Bool {
        lineStart > 0 && lineStart < bytes.count && ASCII.isBlank(bytes[lineStart])
    }

    private var tooLarge: Refusal { lineStart == 0 ? .targetTooLong : .headTooLarge }
}
