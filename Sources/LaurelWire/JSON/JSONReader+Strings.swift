// Strings: RFC 8259, section 7. Surrogates come in pairs or not at all.
extension JSONReader {
    /// - Parameter limit: in UTF-8 bytes; longer strings are refused before they are copied.
    public mutating func string(bytesLimit limit: Int = .max) throws(JSONError) -> String {
        guard peek() == UInt8(ascii: "\"") else { throw unexpected("a string") }
        let (range, hasEscapes) = try scanString()
        // An escape has at most twelve bytes for the four of a character.
        guard range.count / 3 <= limit else { throw JSONError(.tooLong(limit: limit)) }
        let text = try text(range, hasEscapes: hasEscapes)
        guard text.utf8.count <= limit else { throw JSONError(.tooLong(limit: limit)) }
        return text
    }

    /// Finds the end of the string that starts here, without looking into it.
    mutating func scanString() throws(JSONError) -> (Range<Int>, hasEscapes: Bool) {
        index += 1
        let start = index
        var hasEscapes = false
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                let range = start..<index
                index += 1
                return (range, hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                index += 2
            case 0x00..<0x20:
                throw JSONError(.syntax(offset: index))
            default:
                index += 1
            }
        }
        index = bytes.count
        throw JSONError(.syntax(offset: index))
    }

    /// The text between two quotes.
    func text(_ range: Range<Int>, hasEscapes: Bool) throws(JSONError) -> String {
        if !hasEscapes {
            guard let text = String(validating: bytes[range], as: UTF8.self) else {
                throw JSONError(.encoding(offset: range.lowerBound))
            }
            return text
        }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(range.count)
        var position = range.lowerBound
        while position < range.upperBound {
            if bytes[position] == UInt8(ascii: "\\") {
                try appendEscape(at: &position, before: range.upperBound, to: &decoded)
            } else {
                decoded.append(bytes[position])
                position += 1
            }
        }
        guard let text = String(validating: decoded, as: UTF8.self) else {
            throw JSONError(.encoding(offset: range.lowerBound))
        }
        return text
    }

    private func appendEscape(
        at position: inout Int, before end: Int, to decoded: inout [UInt8]
    ) throws(JSONError) {
        guard position + 1 < end else { throw JSONError(.syntax(offset: position)) }
        switch bytes[position + 1] {
        case UInt8(ascii: "\""): decoded.append(0x22)
        case UInt8(ascii: "\\"): decoded.append(0x5C)
        case UInt8(ascii: "/"): decoded.append(0x2F)
        case UInt8(ascii: "b"): decoded.append(0x08)
        case UInt8(ascii: "f"): decoded.append(0x0C)
        case UInt8(ascii: "n"): decoded.append(0x0A)
        case UInt8(ascii: "r"): decoded.append(0x0D)
        case UInt8(ascii: "t"): decoded.append(0x09)
        case UInt8(ascii: "u"):
            let scalar = try unicodeEscape(at: &position, before: end)
            decoded.append(contentsOf: String(Character(scalar)).utf8)
            return
        default: throw JSONError(.syntax(offset: position))
        }
        position += 2
    }

    private func unicodeEscape(at position: inout Int, before end: Int) throws(JSONError) -> Unicode.Scalar {
        let start = position
        let first = try codeUnit(at: &position, before: end)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xD800..<0xDC00).contains(first), position < end, bytes[position] == UInt8(ascii: "\\") else {
            throw JSONError(.encoding(offset: start))
        }
        let second = try codeUnit(at: &position, before: end)
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw JSONError(.encoding(offset: start)) }
        return scalar
    }

    /// `\u` and four hexadecimal digits.
    private func codeUnit(at position: inout Int, before end: Int) throws(JSONError) -> UInt32 {
        guard position + 6 <= end, bytes[position + 1] == UInt8(ascii: "u") else {
            throw JSONError(.encoding(offset: position))
        }
        var unit: UInt32 = 0
        for offset in 2..<6 {
            switch bytes[position + offset] {
            case let byte where (0x30...0x39).contains(byte): unit = unit << 4 | UInt32(byte - 0x30)
            case let byte where (0x41...0x46).contains(byte): unit = unit << 4 | UInt32(byte - 0x37)
            case let byte where (0x61...0x66).contains(byte): unit = unit << 4 | UInt32(byte - 0x57)
            default: throw JSONError(.syntax(offset: position))
            }
        }
        position += 6
        return unit
    }
}
