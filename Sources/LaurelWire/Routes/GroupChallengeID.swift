/// A challenge of a group as callers name it: `GC:_` and 32 hexadecimal digits.
public struct GroupChallengeID: Hashable, Sendable {
    public static let length = 36
    public let text: String

    /// - Returns: nil for a text of another form; whether there is such a challenge is another question.
    public init?(_ text: String) {
        guard text.utf8.count == Self.length, text.hasPrefix("GC:_") else { return nil }
        let isHexadecimal = text.utf8.dropFirst(4).allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
        guard isHexadecimal else { return nil }
        self.text = text
    }
}
