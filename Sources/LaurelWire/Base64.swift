/// Base 64 in both alphabets (RFC 4648, sections 4 and 5).
public enum Base64 {
    private static let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// With padding.
    public static func encode(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: length(of: bytes.count)) { text in
            text.baseAddress.map { write(bytes, into: $0) } ?? 0
        }
    }

    /// Digits of so many bytes, with padding.
    static func length(of count: Int) -> Int { (count + 2) / 3 * 4 }

    /// - Parameter text: has room for ``length(of:)``.
    /// - Returns: how many digits it has written, with padding.
    static func write(_ bytes: [UInt8], into text: UnsafeMutablePointer<UInt8>) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            standard.withUnsafeBufferPointer { digits in
                var (read, end) = (0, text)
                func put(_ bits: UInt32, _ count: Int) {
                    for index in 0..<4 {
                        let digit = digits[Int(bits &>> UInt32(18 &- 6 &* index) & 0x3F)]
                        end.initialize(to: index < count ? digit : UInt8(ascii: "="))
                        end += 1
                    }
                }
                while read &+ 2 < bytes.count {
                    put(UInt32(bytes[read]) << 16 | UInt32(bytes[read &+ 1]) << 8 | UInt32(bytes[read &+ 2]), 4)
                    read &+= 3
                }
                switch bytes.count &- read {
                case 1: put(UInt32(bytes[read]) << 16, 2)
                case 2: put(UInt32(bytes[read]) << 16 | UInt32(bytes[read &+ 1]) << 8, 3)
                default: break
                }
                return end - text
            }
        }
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
        var text = text
        return text.withUTF8 { digits in
            guard digits.count.isMultiple(of: 4) else { return nil }
            guard let last = digits.last else { return [] }
            let padding = last != UInt8(ascii: "=") ? 0 : digits[digits.count - 2] != UInt8(ascii: "=") ? 1 : 2
            let count = digits.count / 4 * 3 - padding
            var (isRight, rest): (Bool, UInt32) = (true, 0)
            let bytes = [UInt8](unsafeUninitializedCapacity: digits.count / 4 * 3) { bytes, written in
                values.withUnsafeBufferPointer { values in
                    for start in stride(from: 0, to: digits.count, by: 4) {
                        let isLast = start &+ 4 == digits.count
                        var (word, all): (UInt32, UInt8) = (0, 0)
                        for index in 0..<4 {
                            let isPadding = isLast && index >= 4 &- padding
                            let value = isPadding ? 0 : values[Int(digits[start &+ index])]
                            all |= value
                            word = word << 6 | UInt32(value & 0x3F)
                        }
                        if all & noDigit != 0 { isRight = false }
                        for shift in [16, 8, 0] as [UInt32] {
                            bytes.initializeElement(at: written, to: UInt8(truncatingIfNeeded: word >> shift))
                            written &+= 1
                        }
                        rest = word
                    }
                }
                written = count
            }
            // The bits that make no byte must be 0.
            return isRight && rest & (1 << UInt32(8 * padding) - 1) == 0 ? bytes : nil
        }
    }

    private static let noDigit: UInt8 = 0x80
    /// What each byte stands for.
    private static let values = (0...UInt8.max).map { byte in value(byte).map { UInt8($0) } ?? noDigit }

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
