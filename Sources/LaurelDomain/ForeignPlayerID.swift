/// Who a player was somewhere else: what another service, or a file that it wrote, calls them.
///
/// - Range: 1 to 200 characters that can stand in a name, no space at either end. Upper and lower case differ.
public struct ForeignPlayerID: Hashable, Sendable {
    public static let lengthLimit = 200
    public let text: String

    /// - Returns: nil out of range.
    public init?(_ text: String) {
        guard PlainText.holdsPiles(text, limit: Self.lengthLimit), PlainText.isSeen(text),
            text.first?.isWhitespace == false, text.last?.isWhitespace == false
        else { return nil }
        self.text = text
    }
}
