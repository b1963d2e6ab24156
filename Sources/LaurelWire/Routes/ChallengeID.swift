/// A challenge as callers name it: `C:_` and 32 hexadecimal digits.
public struct ChallengeID: Hashable, Sendable {
    public static let length = 35
    public let text: String

    /// - Returns: nil for a text of another form; whether there is such a challenge is another question.
    public init?(_ text: String) {
        guard text.utf8.count == Self.length, text.hasPrefix("C:_") else { return nil }
        let isHexadecimal = text.utf8.dropFirst(3).allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
        guard isHexadecimal else { return nil }
        self.text = text
    }
}
