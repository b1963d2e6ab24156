public import LaurelDomain

extension Shape where Value == TeamID {
    public static let teamID = identifier(
        TeamID.length...TeamID.length, pattern: "^[0-9A-Z]{10}$", example: "9QK2M9XA0T",
        expected: "a team ID: ten digits and capital letters", text: \.text
    ) { (text) throws(InvalidIdentifier) in try TeamID(text) }
}

extension Shape where Value == TeamRole {
    public static let teamRole = word(TeamRole.allCases.map { ($0.name, $0) })
}

extension Shape where Value == String {
    static let teamName = text(1...64, example: "Jungle Games")
}

extension Shape where Value == TeamInvitationID {
    static let teamInvitationID = serial(Parameter.invitationID, expected: "an invitation ID")
}

extension Shape where Value == DeveloperKeyID {
    static let keyID = serial(Parameter.keyID, expected: "a key ID")
}

extension Shape where Value == AuditID {
    static let auditID = serial(Parameter.before, expected: "the ID of an entry")
}

extension Shape {
    /// An ID that is a number, as text.
    private static func serial(_ parameter: Parameter<Value>, expected: String) -> Shape {
        Shape<String>(Schema.serial) { (reader) throws(JSONError) in
            try reader.string(bytesLimit: 19)
        } write: {
            $1.value($0)
        }.map(expected: expected) {
            parameter.parse($0)
        } back: {
            parameter.print($0)
        }
    }
}

/// A new team.
public struct TeamBody: RequestBody {
    public var teamName = ""
    /// The alias of its first owner, where an administrator makes it for somebody else.
    public var owner: String?
    public var code: String?

    public init() {}
    public static let name = "NewTeam"
    public static let fields: [Field<TeamBody>] = [
        .required("name", .teamName, \.teamName),
        .optional("owner", .alias, \.owner),
        .optional("code", .code, \.code),
    ]
}

/// A change of a team; what is missing stays.
public struct TeamChangeBody: RequestBody {
    public var teamName: String?
    public var requiresTwoFactor: Bool?

    public init() {}
    public static let name = "TeamChange"
    public static let fields: [Field<TeamChangeBody>] = [
        .changeable("name", .teamName, \.teamName),
        .changeable("requiresTwoFactor", .boolean, \.requiresTwoFactor),
    ]
}

/// A member's new role.
public struct RoleBody: RequestBody {
    public var role = TeamRole.viewer

    public init() {}
    public static let name = "RoleChange"
    public static let fields: [Field<RoleBody>] = [.required("role", .teamRole, \.role)]
}

/// An invitation into a team.
public struct TeamInvitationBody: RequestBody {
    public var role = TeamRole.viewer
    /// Only for the player with this alias; nil: anyone with the code.
    public var alias: String?

    public init() {}
    public static let name = "NewTeamInvitation"
    public static let fields: [Field<TeamInvitationBody>] = [
        .required("role", .teamRole, \.role),
        .optional("alias", .alias, \.alias),
    ]
}

/// How a player joins a team: by a code, or an invitation for them.
public struct MembershipBody: RequestBody {
    public var code: String?
    public var invitation: TeamInvitationID?

    public init() {}
    public static let name = "NewMembership"
    public static let alternatives: Set<String> = ["invitation"]
    public static let fields: [Field<MembershipBody>] = [
        .optional("code", .code, \.code),
        .optional("invitation", .teamInvitationID, \.invitation),
    ]
}

/// A code for creating a team; has no fields yet.
public struct DeveloperInvitationBody: RequestBody {
    public init() {}
    public static let name = "DeveloperInvitationRequest"
    public static let fields: [Field<DeveloperInvitationBody>] = []
}

/// A new key of a team.
public struct KeyBody: RequestBody {
    public var keyName = ""
    public var role = TeamRole.developer
    public var days: Int?

    public init() {}
    public static let name = "NewKey"
    public static let fields: [Field<KeyBody>] = [
        .required("name", .teamName, \.keyName),
        .required("role", .teamRole, \.role),
        .optional("days", .integer(1...366), \.days),
    ]
}

// MARK: Two factors

/// Sets a second factor up: the password once more.
public struct TwoFactorBody: RequestBody {
    public var password = ""

    public init() {}
    public static let name = "TwoFactorRequest"
    public static let fields: [Field<TwoFactorBody>] = [
        .required("password", .text(1...128, example: "correct horse battery"), \.password)
    ]
}

/// The first code of a second factor.
public struct TwoFactorConfirmationBody: RequestBody {
    public var code = ""

    public init() {}
    public static let name = "TwoFactorConfirmation"
    public static let fields: [Field<TwoFactorConfirmationBody>] = [.required("code", .oneTimeCode, \.code)]
}

/// Takes the second factor away.
public struct TwoFactorRemovalBody: RequestBody {
    public var password = ""
    public var code = ""

    public init() {}
    public static let name = "TwoFactorRemoval"
    public static let fields: [Field<TwoFactorRemovalBody>] = [
        .required("password", .text(1...128, example: "correct horse battery"), \.password),
        .required("code", .oneTimeCode, \.code),
    ]
}

/// Turns off two-factor authentication for a player who lost their device.
public struct TwoFactorResetBody: RequestBody {
    public var alias = ""

    public init() {}
    public static let name = "TwoFactorReset"
    public static let fields: [Field<TwoFactorResetBody>] = [.required("alias", .alias, \.alias)]
}

extension Shape where Value == String {
    /// Six digits of an authenticator app, or a recovery code.
    static let oneTimeCode = text(1...64, example: "123456")
}
