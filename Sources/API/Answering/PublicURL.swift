/// Where players reach the server: scheme and authority, no path.
public struct PublicURL: Hashable, Sendable {
    /// As browsers send it in `Origin`: `https://games.example`, without a slash at the end.
    public let origin: String
    public var isSecure: Bool { origin.hasPrefix("https://") }

    /// - Returns: nil unless the text is `http://` or `https://` and an authority, with or without a slash at its end.
    public init?(_ text: String) {
        var text = text.lowercased()
        if text.hasSuffix("/") { text.removeLast() }
        guard let authority = ["https://", "http://"].first(where: text.hasPrefix).map({ text.dropFirst($0.count) }),
            !authority.isEmpty,
            authority.utf8.allSatisfy({ byte in
                switch byte {
                case 0x30...0x39, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5B, 0x5D, 0x5F: true
                default: false
                }
            })
        else { return nil }
        origin = text
    }
}
