public import LaurelDomain

/// Teams, who is in them, their keys and invitations. A writer is alone: the use cases let one at a time through.
/// Every change goes with its entry of the audit log, or is not made.
public protocol TeamDirectory: Sendable {
    /// All teams, members and keys, for the table in memory; in order of number.
    func teamRecords() async throws(StoreError) -> TeamRecords

    /// Makes a team with its first owner.
    ///
    /// - Returns: nil, with nothing written, when the code is no good at that time.
    func addTeam(_ team: NewTeam, _ entry: NewAuditEntry) async throws(StoreError) -> Team?
    func updateTeam(_ team: Team, _ entry: NewAuditEntry) async throws(StoreError)
    /// Takes a team away, with its members, keys and invitations. Its number is never used again.
    ///
    /// - Returns: false, with nothing written, when it has apps, or there is none of this number.
    func removeTeam(_ number: TeamNumber, _ entry: NewAuditEntry) async throws(StoreError) -> Bool
    /// Makes somebody a member, or gives them another role.
    func putMember(_ member: TeamMember, _ entry: NewAuditEntry) async throws(StoreError)
    /// Takes a member out, and with them the keys and the invitations that they made: none lets them in again.
    func removeMember(
        _ player: PlayerNumber, of team: TeamNumber, _ entry: NewAuditEntry
    ) async throws(StoreError)

    /// Nothing of a player stays here: memberships (the last owner's too), keys that they made, invitations that name
    /// them or that they made, their second factor. The audit log knows them by number alone.
    func eraseDeveloper(_ player: PlayerNumber) async throws(StoreError)

    func addTeamInvitation(
        _ invitation: NewTeamInvitation, _ entry: NewAuditEntry
    ) async throws(StoreError) -> TeamInvitation
    /// Those that are still good at `moment`, in order of number: of a team, or for a player.
    func teamInvitations(
        of scope: TeamInvitationScope, at moment: Timestamp
    ) async throws(StoreError) -> [TeamInvitation]
    /// By the digest of its code; nil when it is no good at `moment`.
    func teamInvitation(_ code: SecretDigest, at moment: Timestamp) async throws(StoreError) -> TeamInvitation?
    /// Makes the player a member by spending an invitation.
    ///
    /// - Returns: false, with nothing written, when it has been spent.
    func join(
        _ member: TeamMember, by invitation: TeamInvitationID, _ entry: NewAuditEntry
    ) async throws(StoreError) -> Bool
    /// - Returns: whether there was one.
    func removeTeamInvitation(
        _ id: TeamInvitationID, of team: TeamNumber, _ entry: NewAuditEntry
    ) async throws(StoreError) -> Bool

    func addKey(
        _ key: NewDeveloperKey, _ entry: NewAuditEntry
    ) async throws(StoreError) -> DeveloperKey
    /// - Returns: whether there was one.
    func removeKey(
        _ id: DeveloperKeyID, of team: TeamNumber, _ entry: NewAuditEntry
    ) async throws(StoreError) -> Bool
}

public struct TeamRecords: Hashable, Sendable {
    public var teams: [Team] = []
    public var members: [TeamMember] = []
    public var keys: [(digest: SecretDigest, key: DeveloperKey)] = []
    /// Those members of any team who have a second factor.
    public var twoFactor: Set<PlayerNumber> = []

    public init() {}

    public static func == (left: TeamRecords, right: TeamRecords) -> Bool {
        left.teams == right.teams && left.members == right.members && left.twoFactor == right.twoFactor
            && left.keys.map(\.digest) == right.keys.map(\.digest) && left.keys.map(\.key) == right.keys.map(\.key)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(teams)
        hasher.combine(members)
    }
}

/// A team to be made.
public struct NewTeam: Hashable, Sendable {
    public var id: TeamID
    public var name: String
    public var owner: PlayerNumber
    /// Spent by it; nil: none is needed.
    public var code: SecretDigest?
    public var created: Timestamp

    public init(id: TeamID, name: String, owner: PlayerNumber, code: SecretDigest?, created: Timestamp) {
        self.id = id
        self.name = name
        self.owner = owner
        self.code = code
        self.created = created
    }
}

/// An invitation to be made.
public struct NewTeamInvitation: Hashable, Sendable {
    public var digest: SecretDigest
    /// Nil: to found a team.
    public var membership: TeamInvitation.Membership?
    /// For them alone; nil: for anyone who has the code.
    public var player: PlayerNumber?
    public var maker: PlayerNumber?
    public var created: Timestamp
    public var expires: Timestamp

    public init(
        digest: SecretDigest, membership: TeamInvitation.Membership?, player: PlayerNumber?, maker: PlayerNumber?,
        created: Timestamp,
        expires: Timestamp
    ) {
        self.digest = digest
        self.membership = membership
        self.player = player
        self.maker = maker
        self.created = created
        self.expires = expires
    }
}

extension NewTeamInvitation {
    /// Once it has its number.
    public func numbered(_ id: TeamInvitationID) -> TeamInvitation {
        TeamInvitation(id: id, membership: membership, player: player, maker: maker, created: created, expires: expires)
    }
}

/// A key to be made.
public struct NewDeveloperKey: Hashable, Sendable {
    public var digest: SecretDigest
    public var team: TeamNumber
    public var name: String
    public var role: TeamRole
    public var maker: PlayerNumber?
    public var created: Timestamp
    public var expires: Timestamp

    public init(
        digest: SecretDigest, team: TeamNumber, name: String, role: TeamRole, maker: PlayerNumber?,
        created: Timestamp, expires: Timestamp
    ) {
        self.digest = digest
        self.team = team
        self.name = name
        self.role = role
        self.maker = maker
        self.created = created
        self.expires = expires
    }
}
