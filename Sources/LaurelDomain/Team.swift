/// Developers who make apps together (rule 3.1).
public struct Team: Hashable, Sendable {
    public let number: TeamNumber
    public let id: TeamID
    /// What its members see.
    public var name: String
    /// Whether only members with a second factor may work in it.
    public var requiresTwoFactor: Bool

    public init(number: TeamNumber, id: TeamID, name: String, requiresTwoFactor: Bool = false) {
        self.number = number
        self.id = id
        self.name = name
        self.requiresTwoFactor = requiresTwoFactor
    }
}

/// A team's permanent id outside the server, such as `9QK2M9XA0T`.
///
/// - Range: 10 characters of digits and capital letters.
public struct TeamID: Hashable, Sendable {
    public static let length = 10
    public let text: String
    /// Of no team.
    public static let none = TeamID(unchecked: "0000000000")

    private init(unchecked text: String) { self.text = text }

    public init(_ text: String) throws(InvalidIdentifier) {
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= Self.length else { throw .tooLong(limit: Self.length) }
        for (offset, byte) in text.utf8.enumerated() {
            switch byte {
            case 0x30...0x39, 0x41...0x5A: continue
            default: throw .character(offset: offset)
            }
        }
        guard text.utf8.count == Self.length else { throw .parts }
        self.text = text
    }
}

/// Somebody in a team.
public struct TeamMember: Hashable, Sendable {
    public let team: TeamNumber
    public let player: PlayerNumber
    public var role: TeamRole
    public let joined: Timestamp

    public init(team: TeamNumber, player: PlayerNumber, role: TeamRole, joined: Timestamp) {
        self.team = team
        self.player = player
        self.role = role
        self.joined = joined
    }
}

/// A secret by which a program acts for a team, as configuration as code does in CI.
public struct DeveloperKey: Hashable, Sendable {
    public let id: DeveloperKeyID
    public let team: TeamNumber
    /// For people.
    public let name: String
    public let role: TeamRole
    /// Who made it; it can do no more than they may now, and goes with them. Nil: the operator, or an administrator who
    /// is in no team.
    public let maker: PlayerNumber?
    public let created: Timestamp
    public let expires: Timestamp

    public init(
        id: DeveloperKeyID, team: TeamNumber, name: String, role: TeamRole, maker: PlayerNumber?, created: Timestamp,
        expires: Timestamp
    ) {
        self.id = id
        self.team = team
        self.name = name
        self.role = role
        self.maker = maker
        self.created = created
        self.expires = expires
    }
}

/// A key's number; the secret that proves it never comes near this value.
public struct DeveloperKeyID: Hashable, Sendable {
    public let rawValue: Int64
    public init(_ rawValue: Int64) { self.rawValue = rawValue }
}
