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
        var (name, value) = (name, value)
        let isGiven = name.withUTF8 { name in
            let name = UnsafeRawBufferPointer(name)
            guard !name.isEmpty, name.allSatisfy(ASCII.isToken), !Self.isOurs(name) else { return false }
            encoded.append(contentsOf: name)
            return true
        }
        guard isGiven else { return }
        encoded.append(": ")
        let start = encoded.count
        value.withUTF8 { encoded.append(contentsOf: $0) }
        for index in start..<encoded.count
        where encoded[index] < ASCII.space && encoded[index] != ASCII.tab || encoded[index] == 0x7F {
            encoded[index] = ASCII.space
        }
        encoded.append("\r\n")
    }

    /// Adds a field as it leaves, which its maker knows to be one: `name: value CR LF`.
    mutating func append(line: UnsafeRawBufferPointer) { encoded.append(contentsOf: line) }

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

    private static func isOurs(_ name: UnsafeRawBufferPointer) -> Bool {
        switch name.count {
        case 4: ASCII.equals(name, "date")
        case 10: ASCII.equals(name, "connection")
        case 14: ASCII.equals(name, "content-length")
        case 17: ASCII.equals(name, "transfer-encoding")
        default: false
        }
    }
}
