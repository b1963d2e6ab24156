/// A link by which others become a player's friends at once (rule 2.1). The link contains its code, of which
/// the store keeps a digest alone.
public struct FriendInvitation: Hashable, Sendable {
    public let id: FriendInvitationID
    public let player: PlayerNumber
    public let created: Timestamp
    public let expires: Timestamp
    /// How many may still come by it; at least 1 while there is one.
    public let usesLeft: Int

    public init(
        id: FriendInvitationID, player: PlayerNumber, created: Timestamp, expires: Timestamp, usesLeft: Int
    ) {
        self.id = id
        self.player = player
        self.created = created
        self.expires = expires
        self.usesLeft = usesLeft
    }
}

/// Names a link to the player who made it. A number of the store; no secret.
public struct FriendInvitationID: Hashable, Sendable {
    public let rawValue: Int64
    public init(_ rawValue: Int64) { self.rawValue = rawValue }
}

/// Whether a game may see who a player's friends are (rule 2.2). Numbers are stored; a case is never renumbered.
public enum FriendListConsent: UInt8, CaseIterable, Hashable, Sendable {
    /// Nobody has asked the player yet.
    case notDetermined = 0
    /// Somebody decided it for them, and they cannot change it.
    case restricted = 1
    case denied = 2
    case authorized = 3

    /// As in a body.
    public var name: String {
        switch self {
        case .notDetermined: "notDetermined"
        case .restricted: "restricted"
        case .denied: "denied"
        case .authorized: "authorized"
        }
    }

    public init?(name: some StringProtocol) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }
}
