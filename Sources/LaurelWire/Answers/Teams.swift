public import LaurelDomain

/// A team as somebody in it sees it.
public struct TeamAnswer: Answer, Hashable {
    public var id: TeamID
    public var teamName: String
    public var requiresTwoFactor: Bool
    /// Nil: in no team of theirs, for an administrator of the server; or it is a key that asks.
    public var role: TeamRole?
    /// What the caller may do in it.
    public var rights: [TeamRight]

    public init(_ team: Team, role: TeamRole?, rights: Set<TeamRight>) {
        self.init(
            id: team.id, teamName: team.name, requiresTwoFactor: team.requiresTwoFactor, role: role,
            rights: TeamRight.allCases.filter(rights.contains))
    }

    private init(id: TeamID, teamName: String, requiresTwoFactor: Bool, role: TeamRole?, rights: [TeamRight]) {
        self.id = id
        self.teamName = teamName
        self.requiresTwoFactor = requiresTwoFactor
        self.role = role
        self.rights = rights
    }

    public static let name = "Team"
    public static let fields = Fields(
        AnswerField("id", .teamID, \.id),
        AnswerField("name", .teamName, \.teamName),
        AnswerField("requiresTwoFactor", .boolean, \.requiresTwoFactor),
        AnswerField(orNull: "role", .teamRole, \.role),
        AnswerField(
            "rights", listOf: .word(TeamRight.allCases.map { ($0.rawValue, $0) }), countLimit: 32, \.rights),
        make: Self.init(id:teamName:requiresTwoFactor:role:rights:))
}

/// The caller's teams, and the pending invitations to other teams.
public struct TeamsAnswer: Answer {
    public var teams: [TeamAnswer]
    public var invitations: [TeamInvitationAnswer]

    public init(teams: [TeamAnswer], invitations: [TeamInvitationAnswer]) {
        self.teams = teams
        self.invitations = invitations
    }

    public static let name = "Teams"
    public static let fields = Fields(
        AnswerField("teams", listOf: TeamAnswer.shape, countLimit: 1_000_000, \.teams),
        AnswerField("invitations", listOf: TeamInvitationAnswer.shape, countLimit: 1_000, \.invitations),
        make: Self.init(teams:invitations:))
}

public struct MemberAnswer: Answer, Hashable {
    public var player: PlayerAnswer
    public var role: TeamRole
    public var joined: Timestamp
    public var hasTwoFactor: Bool

    public init(player: PlayerAnswer, role: TeamRole, joined: Timestamp, hasTwoFactor: Bool) {
        self.player = player
        self.role = role
        self.joined = joined
        self.hasTwoFactor = hasTwoFactor
    }

    public static let name = "Member"
    public static let fields = Fields(
        AnswerField("player", PlayerAnswer.shape, \.player),
        AnswerField("role", .teamRole, \.role),
        AnswerField("joined", .timestamp, \.joined),
        AnswerField("hasTwoFactor", .boolean, \.hasTwoFactor),
        make: Self.init(player:role:joined:hasTwoFactor:))
    public static let list = shape.list(countLimit: 100).held(by: "members", of: "Members")
}

public struct TeamInvitationAnswer: Answer, Hashable {
    public var id: TeamInvitationID
    public var teamID: TeamID
    public var teamName: String
    public var role: TeamRole
    /// The only player who can use it; nil: anyone with the code.
    public var player: PlayerAnswer?
    public var expires: Timestamp

    public init(
        id: TeamInvitationID, teamID: TeamID, teamName: String, role: TeamRole, player: PlayerAnswer?,
        expires: Timestamp
    ) {
        self.id = id
        self.teamID = teamID
        self.teamName = teamName
        self.role = role
        self.player = player
        self.expires = expires
    }

    public static let name = "TeamInvitation"
    public static let fields = Fields(
        AnswerField("id", .teamInvitationID, \.id),
        AnswerField("teamID", .teamID, \.teamID),
        AnswerField("teamName", .teamName, \.teamName),
        AnswerField("role", .teamRole, \.role),
        AnswerField(orNull: "player", PlayerAnswer.shape, \.player),
        AnswerField("expires", .timestamp, \.expires),
        make: Self.init(id:teamID:teamName:role:player:expires:))
    public static let list = shape.list(countLimit: 1_000).held(by: "invitations", of: "TeamInvitations")
}

/// An invitation with its code, which is shown once.
public struct MadeTeamInvitationAnswer: Answer {
    public var invitation: TeamInvitationAnswer
    public var code: String

    public init(invitation: TeamInvitationAnswer, code: String) {
        self.invitation = invitation
        self.code = code
    }

    public static let name = "MadeTeamInvitation"
    public static let fields = Fields(
        AnswerField(TeamInvitationAnswer.fields, \.invitation), AnswerField("code", .code, \.code),
        make: Self.init(invitation:code:))
}

/// A team's key for programs.
public struct KeyAnswer: Answer, Hashable {
    public var id: DeveloperKeyID
    public var keyName: String
    public var role: TeamRole
    /// Who made it; nil: the operator, or an administrator of the server.
    public var maker: PlayerAnswer?
    public var created: Timestamp
    public var expires: Timestamp

    public init(_ key: DeveloperKey, maker: PlayerAnswer?) {
        self.init(
            id: key.id, keyName: key.name, role: key.role, maker: maker, created: key.created, expires: key.expires)
    }

    private init(
        id: DeveloperKeyID, keyName: String, role: TeamRole, maker: PlayerAnswer?, created: Timestamp,
        expires: Timestamp
    ) {
        self.id = id
        self.keyName = keyName
        self.role = role
        self.maker = maker
        self.created = created
        self.expires = expires
    }

    public static let name = "Key"
    public static let fields = Fields(
        AnswerField("id", .keyID, \.id),
        AnswerField("name", .teamName, \.keyName),
        AnswerField("role", .teamRole, \.role),
        AnswerField(orNull: "maker", PlayerAnswer.shape, \.maker),
        AnswerField("created", .timestamp, \.created),
        AnswerField("expires", .timestamp, \.expires),
        make: Self.init(id:keyName:role:maker:created:expires:))
    public static let list = shape.list(countLimit: 50).held(by: "keys", of: "Keys")
}

/// A key with its secret, which is shown once.
public struct MadeKeyAnswer: Answer {
    public var key: KeyAnswer
    public var secret: String

    public init(key: KeyAnswer, secret: String) {
        self.key = key
        self.secret = secret
    }

    public static let name = "MadeKey"
    public static let fields = Fields(
        AnswerField(KeyAnswer.fields, \.key),
        AnswerField(
            "secret", .text(50...50, example: "laurel_" + String(repeating: "a", count: 43)), \.secret),
        make: Self.init(key:secret:))
}
