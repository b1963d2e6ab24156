/// The header fields of an answer, kept in the form in which they leave. Build those of a frequent answer once and
/// use them again: copies share their storage.
///
/// The server alone writes `Content-Length`, `Transfer-Encoding`, `Connection` and `Date`; fields of these names
/// are ignored here, so that no handler can break the framing.
public struct ResponseHeaders: Sendable, ExpressibleByDictionaryLiteral {
    /// `name: value CR LF`, one after the other.
    public private(set) var encoded: [UInt8] = []

    public init() {}

    /// - Parameter encoded: those of an answer that another server of this kind made, as it had them.
    public init(encoded: [UInt8]) { self.encoded = encoded }

    public init(dictionaryLiteral fields: (String, String)...) {
        for (name, value) in fields { append(name, value) }
    }

    /// Adds a field after those that are there. A byte that would end the line, or any other control character,
    /// becomes a space; a name that is no token (RFC 9110 section 5.6.2) is not added.
    public mutating func append(_ name: String, _ value: String) {
        let isToken = !name.isEmpty && name.utf8.allSatisfy(ASCII.isToken)
        guard isToken, !Self.isOurs(name) else { return }
        encoded.append(contentsOf: name.utf8)
        encoded.append(": ")
        for byte in value.utf8 {
            encoded.append(byte < ASCII.space && byte != ASCII.tab || byte == 0x7F ? ASCII.space : byte)
        }
        encoded.append("\r\n")
    }

    /// The value of the first field of this name, whatever its case.
    public subscript(name: String) -> String? { pairs.first { $0.name.lowercased() == name.lowercased() }?.value }

    /// All fields, in order.
    public var pairs: [(name: String, value: String)] {
        encoded.split(separator: ASCII.lineFeed).map { line in
            let colon = line.firstIndex(of: ASCII.colon) ?? line.endIndex
            return (
                String(decoding: line[..<colon], as: UTF8.self),
                String(decoding: line[colon...].dropFirst(2).dropLast(), as: UTF8.self)
            )
        }
    }

    private static func isOurs(_ name: String) -> Bool {
        switch name.utf8.count {
        case 4, 10, 14, 17:
            ["date", "connection", "content-length", "transfer-encoding"].contains(name.lowercased())
        default: false
        }
    }
}
