/// Names somebody else that players sign in with, such as `google`: in addresses, links and the operator's file.
///
/// - Range: 1 to 32 characters of `a` to `z`, digits and `-`.
public struct ProviderID: Hashable, Sendable {
    public static let lengthLimit = 32
    public let text: String

    public init(_ text: String) throws(InvalidIdentifier) {
        try checkIdentifier(text, limit: Self.lengthLimit)
        for (offset, byte) in text.utf8.enumerated() {
            switch byte {
            case 0x30...0x39, 0x61...0x7A, 0x2D: continue
            default: throw .character(offset: offset)
            }
        }
        self.text = text
    }
}

/// How a provider says who somebody is. Raw values are sent: a case is never renamed.
public enum ProviderKind: String, CaseIterable, Hashable, Sendable {
    /// OpenID Connect, in browsers and by ID tokens.
    case openID = "openid"
    /// Session tickets of Steam.
    case steam
    /// Proofs of Apple's Game Center.
    case gameCenter = "game-center"
}
