public import LaurelMatches

/// The IDs of matches that leave the server: `M:_` and 32 hexadecimal digits, which do not say how many there are.
/// Within a game and environment.
public struct MatchIDs: Sendable {
    private static let prefix = "M:_"
    private static let digits = 32
    private let cipher: NumberCipher

    public init(cipher: NumberCipher) { self.cipher = cipher }

    /// Without a key: for tests, where IDs need not hide anything.
    public init() {
        cipher = NumberCipher(encrypt: { $0.map { UInt128($0) } }, decrypt: { UInt32(exactly: $0) })
    }

    public func id(of match: MatchNumber) -> String {
        let number = UInt32(clamping: match.rawValue)
        let block = cipher.encrypt([number]).first ?? 0
        // Digit by digit: a page has hundreds of them, and the library divides 128 bits once a digit.
        let digits = (1...Self.digits).map { index in
            let digit = UInt8(truncatingIfNeeded: block >> (4 * (Self.digits - index))) & 15
            return digit < 10 ? 48 + digit : 87 + digit
        }
        return Self.prefix + String(decoding: digits, as: UTF8.self)
    }

    /// - Returns: nil for a text that is none of ours.
    public func match(_ id: String) -> MatchNumber? {
        guard id.utf8.count == Self.prefix.utf8.count + Self.digits, id.hasPrefix(Self.prefix),
            let block = UInt128(id.dropFirst(Self.prefix.count), radix: 16),
            let number = cipher.decrypt(block), number > 0
        else { return nil }
        let match = MatchNumber(UInt64(number))
        // One spelling each: no capitals, no sign.
        return self.id(of: match) == id ? match : nil
    }
}
