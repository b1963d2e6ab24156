/// Who somebody is elsewhere (rule 1.14): the issuer, and the issuer's own name for them, which it never gives to
/// somebody else.
///
/// - Range: 1 to 255 printable ASCII characters each.
/// - Source: OpenID Connect Core 1.0, section 2 (`iss`, `sub`).
public struct ForeignIdentity: Hashable, Sendable {
    public static let lengthLimit = 255
    public let issuer: String
    /// Upper and lower case differ.
    public let subject: String

    /// - Returns: nil for texts out of range.
    public init?(issuer: String, subject: String) {
        guard Self.isPlain(issuer), Self.isPlain(subject) else { return nil }
        self.issuer = issuer
        self.subject = subject
    }

    private static func isPlain(_ text: String) -> Bool {
        (1...lengthLimit).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

/// A link's row: what a player's own pages call it.
public struct ProviderLinkID: Hashable, Comparable, Sendable {
    public let rawValue: Int64
    public init(_ rawValue: Int64) { self.rawValue = rawValue }
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// That somebody elsewhere is a player here.
public struct ProviderLink: Hashable, Sendable {
    public let id: ProviderLinkID
    public let player: PlayerNumber
    public let identity: ForeignIdentity
    /// By which it was made; it may be configured no more, and another one may have the same issuer.
    public let provider: ProviderID
    public let created: Timestamp
    /// When it last signed the player in.
    public let lastUsed: Timestamp

    public init(
        id: ProviderLinkID, player: PlayerNumber, identity: ForeignIdentity, provider: ProviderID, created: Timestamp,
        lastUsed: Timestamp
    ) {
        self.id = id
        self.player = player
        self.identity = identity
        self.provider = provider
        self.created = created
        self.lastUsed = lastUsed
    }
}
