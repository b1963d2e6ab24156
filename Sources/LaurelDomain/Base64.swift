/// Base 64 for addresses and tokens (RFC 4648, section 5), without padding.
public enum Base64URL {
    public static func text(_ bytes: [UInt8]) -> String {
        Base64.encode(bytes, alphabet: Base64.addressAlphabet, pads: false)
    }

    /// Takes both alphabets, with padding or without, as browsers' libraries differ.
    /// - Returns: nil for anything else, bits that are left over included.
    public static func bytes(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        var digits = Array(text.utf8)
        while digits.last == UInt8(ascii: "=") { digits.removeLast() }
        guard digits.count % 4 != 1, text.utf8.count - digits.count <= 2 else { return nil }
        for digit in digits {
            guard let value = Base64.value(digit) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        guard bits & (1 << UInt32(count) - 1) == 0 else { return nil }
        return bytes
    }
}

/// Base 64 (RFC 4648, section 4), with padding.
public enum Base64 {
    static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    static let addressAlphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    public static func text(_ bytes: [UInt8]) -> String { encode(bytes, alphabet: alphabet, pads: true) }

    static func encode(_ bytes: [UInt8], alphabet: [UInt8], pads: Bool) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 4 / 3 + 4)
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(alphabet[Int(bits >> UInt32(count) & 0x3F)])
            }
        }
        if count > 0 { text.append(alphabet[Int(bits << UInt32(6 - count) & 0x3F)]) }
        while pads, text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
        return String(decoding: text, as: UTF8.self)
    }

    static func value(_ digit: UInt8) -> UInt32? {
        switch digit {
        case 0x41...0x5A: UInt32(digit - 0x41)
        case 0x61...0x7A: UInt32(digit - 0x61 + 26)
        case 0x30...0x39: UInt32(digit - 0x30 + 52)
        case UInt8(ascii: "-"), UInt8(ascii: "+"): 62
        case UInt8(ascii: "_"), UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
