/// A code by which players meet: two parts of the same length with a dash between them, such as `7K3Q-XW2P`. Both have
/// digits alone, or characters of ``alphabet`` (rules 14.7, 14.8).
public struct PartyCode: Hashable, Sendable {
    /// Without 0, O, 1, I, L and U: nobody reads one as another.
    public static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ")
    private static let alphabetBytes = alphabet.flatMap(\.utf8)
    /// Characters of a part.
    public static let partLengths = 2...6
    /// Of a code that is drawn: 30⁸ of them, about 6.6 × 10¹¹.
    public static let drawnPartLength = 4
    /// Bytes of what can be typed for one.
    public static let typedLimit = 64

    /// In upper case, with its dash.
    public let text: String

    /// - Returns: nil unless it is spelled as ``text`` spells it.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.partLengths.upperBound * 2 + 1 else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == parts[1].count, Self.partLengths.contains(parts[0].count) else {
            return nil
        }
        let characters = parts[0] + parts[1]
        let areDigits = characters.utf8.allSatisfy { (0x30...0x39).contains($0) }
        // By bytes: as a character, the sign of the kelvin is a K, and would be another code to the store.
        guard areDigits || characters.utf8.allSatisfy({ Self.alphabetBytes.contains($0) }) else { return nil }
        self.text = text
    }

    /// As a person types it: in lower case, with spaces, without the dash.
    public init?(typed text: String) {
        guard text.utf8.count <= Self.typedLimit else { return nil }
        var characters: [Character] = []
        for character in text where !character.isWhitespace {
            characters.append(Self.dashes.contains(character) ? "-" : character)
        }
        if !characters.contains("-") {
            guard characters.count.isMultiple(of: 2) else { return nil }
            characters.insert("-", at: characters.count / 2)
        }
        self.init(String(characters).uppercased())
    }

    /// What keyboards and phones put in a dash's place.
    private static let dashes: Set<Character> = ["-", "‐", "‑", "–", "—", "－"]

    /// Any code of ``drawnPartLength`` characters a part, each as likely.
    public static func drawn(using generator: inout some RandomNumberGenerator) -> PartyCode {
        while true {
            var text = ""
            for index in 0..<drawnPartLength * 2 {
                if index == drawnPartLength { text.append("-") }
                if let character = alphabet.randomElement(using: &generator) { text.append(character) }
            }
            if let code = PartyCode(text) { return code }
        }
    }

    /// The group of matches in which those who have the code meet (rule 14.6): its characters as a number of base 36,
    /// with a 1 before them, in 64 bits. Each code has its own.
    public var matchGroup: Int64 {
        parts.joined().utf8.reduce(1) { number, character in
            let digit = character < 0x41 ? Int64(character) - 0x30 : Int64(character) - 0x37
            return number &* 36 &+ digit
        }
    }

    /// The code whose ``matchGroup`` it is.
    ///
    /// - Returns: nil: it is no code's.
    public init?(matchGroup group: Int64) {
        var rest = UInt64(bitPattern: group)
        // The last one first, at most twelve.
        var digits: [UInt8] = []
        while rest >= 36 {
            digits.append(UInt8(rest % 36))
            rest /= 36
        }
        guard rest == 1, digits.count.isMultiple(of: 2) else { return nil }
        var characters = digits.reversed().map { $0 < 10 ? $0 + 0x30 : $0 + 0x37 }
        characters.insert(0x2D, at: characters.count / 2)
        self.init(String(decoding: characters, as: UTF8.self))
    }

    /// Its two parts, without the dash.
    public var parts: [String] { text.split(separator: "-").map(String.init) }
}
