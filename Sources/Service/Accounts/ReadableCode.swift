/// What people read and type: `7QK2-M9XA-0TBC-41ZE`, of 80 random bits in a link, and of 120 where it opens an account:
/// so many that a stolen store, which has a plain digest of each, helps nobody to guess one (OWASP ASVS 5.0, 6.5.2).
/// Codes of 80 bits that were given out before stay good.
///
/// Crockford's base 32, which has no I, L, O and U; when typed, I and L are 1, O is 0, and capitals, hyphens and
/// spaces do not matter.
enum ReadableCode {
    private static let byteCount = 10
    private static let secretByteCount = 15
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    /// For a link, a receipt.
    static func make(_ random: Random) -> String { text(of: random.bytes(byteCount)) }

    /// For a recovery code, an invitation.
    static func makeSecret(_ random: Random) -> String { text(of: random.bytes(secretByteCount)) }

    /// - Parameter bytes: a multiple of five, so that no character has fewer bits.
    private static func text(of bytes: [UInt8]) -> String {
        let characters = (0..<bytes.count * 8 / 5).map { index in
            let bit = index * 5
            let word = UInt16(bytes[bit / 8]) << 8 | UInt16(bit / 8 + 1 < bytes.count ? bytes[bit / 8 + 1] : 0)
            return alphabet[Int(word >> UInt16(11 - bit % 8) & 0x1F)]
        }
        return inFours(characters)
    }

    private static func inFours(_ characters: [Character]) -> String {
        stride(from: 0, to: characters.count, by: 4).map { String(characters[$0..<$0 + 4]) }.joined(separator: "-")
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
        guard characters.count == 16 || characters.count == 24 else { return nil }
        return inFours(characters)
    }
}
