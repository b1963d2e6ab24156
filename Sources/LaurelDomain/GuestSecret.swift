/// What a device signs its guest in with: 256 random bits, which the device made and keeps (rule 1.11).
///
/// - Range: 43 characters of base64url (RFC 4648, section 5), at least ``varietyLimit`` different ones. Random bits
///   have 31 on average; fewer are a text that somebody typed or an array that nobody filled, which others would have,
///   too.
public struct GuestSecret: Hashable, Sendable, CustomStringConvertible {
    public static let byteCount = 32
    public static let characterCount = 43
    public static let varietyLimit = 12
    public let text: String

    public init(_ text: String) throws(InvalidIdentifier) {
        try checkIdentifier(text, limit: Self.characterCount)
        guard text.utf8.count == Self.characterCount, Set(text.utf8).count >= Self.varietyLimit else { throw .parts }
        if let dot = text.utf8.enumerated().first(where: { $0.element == 0x2E }) {
            throw .character(offset: dot.offset)
        }
        self.text = text
    }

    /// Keeps it out of logs.
    public var description: String { "(a guest's secret)" }
}
