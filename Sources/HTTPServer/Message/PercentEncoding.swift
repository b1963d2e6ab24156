/// Percent-encoding (RFC 3986 section 2.1), in two steps: the server refuses a target that does not decode, so
/// decoding later need not be able to fail.
enum PercentEncoding {
    /// Whether every `%` is followed by two hexadecimal digits, nothing decodes to NUL, all bytes are visible ASCII,
    /// and the decoded bytes are UTF-8.
    static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // All bytes are looked at whatever comes, so that it's many at a time.
        var flaws: UInt8 = 0
        for byte in bytes { flaws |= byte &- 0x21 > 0x7E - 0x21 ? 1 : 0 }
        guard flaws == 0 else { return false }
        if ASCII.index(of: ASCII.percent, in: bytes) == nil { return true }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] != ASCII.percent {
                decoded.append(bytes[index])
                index += 1
                continue
            }
            guard index + 2 < bytes.count, let high = ASCII.hexValue(bytes[index + 1]),
                let low = ASCII.hexValue(bytes[index + 2]), high | low != 0
            else { return false }
            decoded.append(high << 4 | low)
            index += 3
        }
        return String(validating: decoded, as: UTF8.self) != nil
    }

    /// Decodes what ``isValid(_:)`` let through; anything else is kept as it stands.
    ///
    /// - Parameter plusIsSpace: as in the query of an HTML form.
    static func decode(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> String {
        guard bytes.contains(where: { $0 == ASCII.percent || plusIsSpace && $0 == ASCII.plus }) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == ASCII.percent, let high = rest.first.flatMap(ASCII.hexValue),
                let low = rest.dropFirst().first.flatMap(ASCII.hexValue)
            {
                decoded.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(plusIsSpace && byte == ASCII.plus ? ASCII.space : byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}

/// The parameters of a request's query, or the fields of a form, in order, decoded as an HTML form encodes them.
public struct Query: Sendable {
    public let pairs: [(name: String, value: String)]

    init(_ bytes: ArraySlice<UInt8>) {
        pairs = bytes.split(separator: ASCII.ampersand).map { part in
            guard let equals = part.firstIndex(of: ASCII.equals) else {
                return (PercentEncoding.decode(part, plusIsSpace: true), "")
            }
            return (
                PercentEncoding.decode(part[..<equals], plusIsSpace: true),
                PercentEncoding.decode(part[(equals + 1)...], plusIsSpace: true)
            )
        }
    }

    /// The first value of this name. A caller that cares for repeated names asks ``all(_:)``.
    public subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

    public func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }
}
