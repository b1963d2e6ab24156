/// A session's secret: 256 random bits in base64url, 43 characters (RFC 4648, section 5).
enum Token {
    static let byteCount = 32
    static let characterCount = 43
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    static func make(_ random: Random) -> String {
        var text: [UInt8] = []
        var bits: UInt32 = 0
        var bitCount = 0
        for byte in random.bytes(byteCount) {
            bits = bits << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                text.append(alphabet[Int(bits >> UInt32(bitCount) & 0x3F)])
            }
        }
        if bitCount > 0 { text.append(alphabet[Int(bits << UInt32(6 - bitCount) & 0x3F)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether it is worth asking the store for.
    static func isWellFormed(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count == characterCount else { return false }
            var flaws: UInt64 = 0
            for byte in bytes {
                // A bit for each character of the alphabet: digits and `-`, then letters and `_`.
                let characters: UInt64 = byte < 64 ? 0x03FF_2000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
                flaws |= ~(characters &>> UInt64(byte & 63)) & 1 | UInt64(byte &>> 7)
            }
            return flaws == 0
        }
    }
}
