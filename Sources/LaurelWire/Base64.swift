/// Base 64 in both alphabets (RFC 4648, sections 4 and 5).
public enum Base64 {
    private static let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// With padding.
    public static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for byte in group { bits = bits << 8 | UInt32(byte) }
            bits <<= UInt32(8 * (3 - group.count))
            for index in 0..<4 {
                let digit = Self.standard[Int(bits >> UInt32(18 - 6 * index) & 0x3F)]
                text.append(index <= group.count ? digit : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Without padding, in the alphabet for URLs.
    public static func encode(url bytes: [UInt8]) -> String {
        var text = Array(encode(bytes).utf8)
        while text.last == UInt8(ascii: "=") { text.removeLast() }
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "+"): text[index] = UInt8(ascii: "-")
            case UInt8(ascii: "/"): text[index] = UInt8(ascii: "_")
            default: break
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Without padding, in the alphabet for URLs.
    ///
    /// - Returns: nil for any other text, one whose last digit has bits that mean nothing included: each value has one
    ///   spelling.
    public static func decode(url text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var bitCount = 0
        for byte in text.utf8 {
            let value: UInt8
            switch byte {
            case 0x41...0x5A: value = byte - 0x41
            case 0x61...0x7A: value = byte - 0x61 + 26
            case 0x30...0x39: value = byte - 0x30 + 52
            case 0x2D: value = 62
            case 0x5F: value = 63
            default: return nil
            }
            bits = bits << 6 | UInt32(value)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
                bits &= (1 << UInt32(bitCount)) - 1
            }
        }
        return bitCount < 6 && bits == 0 ? bytes : nil
    }

    /// With padding, and strictly: one spelling for each content. Nil for anything else.
    static func decode(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 4 == 0 else { return nil }
        let padding = digits.suffix(2).count { $0 == UInt8(ascii: "=") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3)
        for start in stride(from: 0, to: digits.count, by: 4) {
            var word: UInt32 = 0
            let isLast = start + 4 == digits.count
            for index in 0..<4 {
                let digit = digits[start + index]
                if isLast, index >= 4 - padding, digit == UInt8(ascii: "=") {
                    word <<= 6
                    continue
                }
                guard let value = value(digit) else { return nil }
                word = word << 6 | value
            }
            let count = isLast ? 3 - padding : 3
            for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(16 - index * 8))) }
            // The bits that make no byte must be 0.
            guard word & (1 << UInt32(24 - count * 8) - 1) == 0 else { return nil }
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt32? {
        switch digit {
        case 0x41...0x5A: UInt32(digit) - 0x41
        case 0x61...0x7A: UInt32(digit) - 0x61 + 26
        case 0x30...0x39: UInt32(digit) - 0x30 + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
