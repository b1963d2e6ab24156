/// An invitation into a team, or to found one; the code that proves it never comes near this value.
public struct TeamInvitation: Hashable, Sendable {
    public let id: TeamInvitationID
    /// Nil: to found a team.
    public let membership: Membership?
    /// For them alone; nil: for anyone who has the code.
    public let player: PlayerNumber?
    public let maker: PlayerNumber?
    public let created: Timestamp
    public let expires: Timestamp

    /// What the invitation makes somebody.
    public struct Membership: Hashable, Sendable {
        public var team: TeamNumber
        public var role: TeamRole

        public init(team: TeamNumber, role: TeamRole) {
            self.team = team
            self.role = role
        }
    }

    public init(
        id: TeamInvitationID, membership: Membership?, player: PlayerNumber?, maker: PlayerNumber?, created: Timestamp,
        expires: Timestamp
    ) {
        self.id = id
        self.membership = membership
        self.player = player
        self.maker = maker
        self.created = created
        self.expires = expires
    }
}

public struct TeamInvitationID: Hashable, Sendable {
    public let rawValue: Int64
    public init(_ rawValue: Int64) { self.rawValue = rawValue }
}

/// Which invitations are read.
public enum TeamInvitationScope: Hashable, Sendable {
    case team(TeamNumber)
    /// Those that name them.
    case player(PlayerNumber)
}
