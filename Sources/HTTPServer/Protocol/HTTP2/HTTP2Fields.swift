/// Gathers the fields of a request of HTTP/2, and writes them as a head of HTTP/1.1: the same parser then holds the
/// same rules for both.
struct HTTP2Fields {
    private var method: [UInt8] = []
    private var target: [UInt8] = []
    private var authority: [UInt8]?
    private var host: [UInt8]?
    /// Pieces of one field (RFC 9113, section 8.2.3).
    private var cookie: [UInt8] = []
    /// `name: value CR LF`.
    private var lines: [UInt8] = []
    private var count = 0
    private var bytes = 0
    private(set) var refusal: Refusal?

    /// - Returns: false when the fields go on far beyond the limits: nothing can be said to such a client.
    mutating func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ limits: Limits) -> Bool {
        bytes += name.count + value.count + 4
        // A head that is too large is answered, like one of HTTP/1.1; the compression makes gigabytes of kilobytes.
        if bytes > limits.headBytes + 4 * Int(UInt16.max) { return false }
        if refusal != nil { return true }
        if bytes > limits.headBytes {
            let isTarget = name.elementsEqual(":path".utf8) && value.count > limits.headBytes
            refusal = isTarget ? .targetTooLong : .headTooLarge
            return true
        }
        if name.first == ASCII.colon {
            takePseudo(name, value)
        } else if ASCII.equals(name, "cookie") {
            if !cookie.isEmpty { cookie.append("; ") }
            cookie.append(contentsOf: value)
        } else if ASCII.equals(name, "host") {
            if host != nil { refusal = .severalHosts }
            host = Array(value)
        } else {
            guard name.allSatisfy(ASCII.isToken), Self.isText(value) else {
                refusal = .malformedHeader
                return true
            }
            lines.append(contentsOf: name)
            lines.append(": ")
            lines.append(contentsOf: value)
            lines.append("\r\n")
            count += 1
            if count > limits.headerCount { refusal = .tooManyHeaders }
        }
        return true
    }

    /// `:scheme` says nothing that the connection doesn't.
    private mutating func takePseudo(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        if ASCII.equals(name, ":method") {
            guard !value.isEmpty, value.allSatisfy(ASCII.isToken) else {
                refusal = .malformedRequestLine
                return
            }
            method = Array(value)
        } else if ASCII.equals(name, ":path") {
            guard value.allSatisfy({ $0 > ASCII.space && $0 < 0x7F }) else {
                refusal = .malformedTarget
                return
            }
            target = Array(value)
        } else if ASCII.equals(name, ":authority") {
            authority = Array(value)
        }
    }

    private static func isText(_ value: UnsafeRawBufferPointer) -> Bool {
        value.allSatisfy { $0 >= ASCII.space && $0 != 0x7F || $0 == ASCII.tab }
    }

    /// Reads what came as a head of HTTP/1.1.
    func parse(_ limits: Limits) -> Result<ParsedHead, Refusal> {
        if let refusal { return .failure(refusal) }
        // CONNECT has none.
        if target.isEmpty { return .failure(.unsupportedMethod) }
        if let authority, let host, !Self.isSame(authority, host) { return .failure(.severalHosts) }
        guard let name = authority ?? host, name.withUnsafeBytes(Self.isText), cookie.withUnsafeBytes(Self.isText)
        else { return .failure(.malformedHeader) }
        var head: [UInt8] = []
        head.reserveCapacity(method.count + target.count + name.count + cookie.count + lines.count + 48)
        head.append(contentsOf: method)
        head.append(ASCII.space)
        head.append(contentsOf: target)
        head.append(" HTTP/1.1\r\nhost: ")
        head.append(contentsOf: name)
        head.append("\r\n")
        head.append(contentsOf: lines)
        if !cookie.isEmpty {
            head.append("cookie: ")
            head.append(contentsOf: cookie)
            head.append("\r\n")
        }
        head.append("\r\n")
        if head.count > limits.headBytes { return .failure(.headTooLarge) }
        return head.withUnsafeBytes { HeadParser.parse($0, limits: limits) }
    }

    private static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && zip(one, other).allSatisfy { ASCII.lowercased($0) == ASCII.lowercased($1) }
    }
}
