public import LaurelDomain

/// A team as somebody in it sees it.
public struct TeamAnswer: Hashable, Sendable {
    public var id: TeamID
    public var name: String
    public var requiresTwoFactor: Bool
    /// Nil: in no team of theirs, for an administrator of the server; or it is a key that asks.
    public var role: TeamRole?
    /// What whoever asks may do in it.
    public var rights: Set<TeamRight>

    public init(_ team: Team, role: TeamRole?, rights: Set<TeamRight>) {
        id = team.id
        name = team.name
        requiresTwoFactor = team.requiresTwoFactor
        self.role = role
        self.rights = rights
    }

    public static let schema = Schema.object(
        "Team",
        [
            .init("id", Shape<TeamID>.teamID.schema), .init("name", Shape<String>.teamName.schema),
            .init("requiresTwoFactor", .boolean), .init("role", .nullable(Shape<TeamRole>.teamRole.schema)),
            .init("rights", .array(.enumeration(TeamRight.allCases.map(\.rawValue)), countLimit: 32)),
        ])
    /// The teams, and the invitations into others that wait for whoever asks.
    public static let listSchema = Schema.object(
        "Teams",
        [
            .init("teams", .array(schema, countLimit: 1_000_000)),
            .init("invitations", .array(TeamInvitationAnswer.schema, countLimit: 1_000)),
        ])
}

public struct MemberAnswer: Hashable, Sendable {
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

    public static let schema = Schema.object(
        "Member",
        [
            .init("player", PlayerAnswer.schema), .init("role", Shape<TeamRole>.teamRole.schema),
            .init("joined", Shape<Timestamp>.timestamp.schema), .init("hasTwoFactor", .boolean),
        ])
    public static let listSchema = Schema.object("Members", [.init("members", .array(schema, countLimit: 100))])
}

public struct TeamInvitationAnswer: Hashable, Sendable {
    public var id: TeamInvitationID
    public var team: Team
    public var role: TeamRole
    /// For whom alone; nil: for whoever has the code.
    public var player: PlayerAnswer?
    public var expires: Timestamp
    /// Where it has just been made.
    public var code: String?

    public init(
        id: TeamInvitationID, team: Team, role: TeamRole, player: PlayerAnswer?, expires: Timestamp,
        code: String? = nil
    ) {
        self.id = id
        self.team = team
        self.role = role
        self.player = player
        self.expires = expires
        self.code = code
    }

    private static let properties: [Schema.Property] = [
        .init("id", .serial), .init("teamID", Shape<TeamID>.teamID.schema),
        .init("teamName", Shape<String>.teamName.schema), .init("role", Shape<TeamRole>.teamRole.schema),
        .init("player", .nullable(PlayerAnswer.schema)), .init("expires", Shape<Timestamp>.timestamp.schema),
    ]
    public static let schema = Schema.object("TeamInvitation", properties)
    public static let madeSchema = Schema.object(
        "MadeTeamInvitation", properties + [.init("code", Shape<String>.code.schema)])
    public static let listSchema = Schema.object(
        "TeamInvitations", [.init("invitations", .array(schema, countLimit: 1_000))])
}

public struct KeyAnswer: Hashable, Sendable {
    public var key: DeveloperKey
    /// Who made it; nil: the operator, or an administrator of the server.
    public var maker: PlayerAnswer?
    /// Where it has just been made.
    public var secret: String?

    public init(_ key: DeveloperKey, maker: PlayerAnswer?, secret: String? = nil) {
        self.key = key
        self.maker = maker
        self.secret = secret
    }

    private static let properties: [Schema.Property] = [
        .init("id", .serial), .init("name", Shape<String>.teamName.schema),
        .init("role", Shape<TeamRole>.teamRole.schema), .init("maker", .nullable(PlayerAnswer.schema)),
        .init("created", Shape<Timestamp>.timestamp.schema), .init("expires", Shape<Timestamp>.timestamp.schema),
    ]
    public static let schema = Schema.object("Key", properties)
    public static let madeSchema = Schema.object(
        "MadeKey",
        properties + [
            .init("secret", .string(.init(length: 50...50, example: "laurel_" + String(repeating: "a", count: 43))))
        ])
    public static let listSchema = Schema.object("Keys", [.init("keys", .array(schema, countLimit: 50))])
}

public enum TwoFactorAnswer {
    public static let schema = Schema.object(
        "TwoFactor",
        [
            .init("isOn", .boolean), .init("recoveryCodesLeft", .integer(0...16)),
            .init("advice", .enumeration(["none", "suggested", "required"])),
        ])
    public static let offerSchema = Schema.object(
        "TwoFactorOffer",
        [
            .init("secret", .string(.init(length: 32...32, example: String(repeating: "A", count: 32)))),
            .init("uri", .string(.init(length: 1...1_000, example: "otpauth://totp/Laurel:jungle-jim?secret=…"))),
        ])
    public static let codesSchema = Schema.object(
        "TwoFactorCodes", [.init("recoveryCodes", SessionAnswer.recoveryCodes)])
}

extension JSONWriter {
    public mutating func value(_ team: TeamAnswer) {
        beginObject()
        field("id", team.id.text)
        field("name", team.name)
        field("requiresTwoFactor", team.requiresTwoFactor)
        field("role", team.role?.name)
        key("rights")
        beginArray()
        for right in TeamRight.allCases where team.rights.contains(right) { value(right.rawValue) }
        endArray()
        endObject()
    }

    public mutating func value(_ member: MemberAnswer) {
        beginObject()
        key("player")
        value(member.player)
        field("role", member.role.name)
        field("joined", member.joined)
        field("hasTwoFactor", member.hasTwoFactor)
        endObject()
    }

    public mutating func value(_ invitation: TeamInvitationAnswer) {
        beginObject()
        field("id", String(invitation.id.rawValue))
        field("teamID", invitation.team.id.text)
        field("teamName", invitation.team.name)
        field("role", invitation.role.name)
        optional("player", invitation.player)
        field("expires", invitation.expires)
        if let code = invitation.code { field("code", code) }
        endObject()
    }

    public mutating func value(_ answer: KeyAnswer) {
        beginObject()
        field("id", String(answer.key.id.rawValue))
        field("name", answer.key.name)
        field("role", answer.key.role.name)
        optional("maker", answer.maker)
        field("created", answer.key.created)
        field("expires", answer.key.expires)
        if let secret = answer.secret { field("secret", secret) }
        endObject()
    }

    mutating func optional(_ name: StaticString, _ player: PlayerAnswer?) {
        key(name)
        if let player { value(player) } else { null() }
    }
}
