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
        text.utf8.count == characterCount
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
                default: false
                }
            }
    }
}

/// A secret that people read and type: 80 random bits as `7QK2-M9XA-0TBC-41ZE`. Recovery codes and invitations.
///
/// Crockford's base 32, which has no I, L, O and U; when typed, I and L are 1, O is 0, and capitals, hyphens and
/// spaces do not matter.
enum ReadableCode {
    static let byteCount = 10
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    static func make(_ random: Random) -> String {
        let bytes = random.bytes(byteCount)
        let characters = (0..<16).map { index in
            let bit = index * 5
            let word = UInt16(bytes[bit / 8]) << 8 | UInt16(bit / 8 + 1 < bytes.count ? bytes[bit / 8 + 1] : 0)
            return alphabet[Int(word >> UInt16(11 - bit % 8) & 0x1F)]
        }
        return stride(from: 0, to: 16, by: 4).map { String(characters[$0..<$0 + 4]) }.joined(separator: "-")
    }

    /// As it was made, however it was typed; nil when it cannot be one.
    static func canonical(_ typed: String) -> String? {
        guard typed.utf8.count <= 64 else { return nil }
        var characters: [Character] = []
        for character in typed.uppercased() where character != "-" && character != " " {
            switch character {
            case "I", "L": characters.append("1")
            case "O": characters.append("0")
            case let other where alphabet.contains(other): characters.append(other)
            default: return nil
            }
        }
        guard characters.count == 16 else { return nil }
        return stride(from: 0, to: 16, by: 4).map { String(characters[$0..<$0 + 4]) }.joined(separator: "-")
    }
}
