public import LaurelDomain

/// Teams, their members and keys, and the audit log.
public enum TeamRoute: FeatureRoute {
    case list
    case create
    case team(TeamID)
    case update(TeamID)
    case delete(TeamID)
    case members(TeamID)
    /// - player: as the caller sees them.
    case changeRole(TeamID, player: String)
    case removeMember(TeamID, player: String)
    case invitations(TeamID)
    case inviteMember(TeamID)
    case revokeInvitation(TeamID, TeamInvitationID)
    case join
    case inviteDeveloper
    case keys(TeamID)
    case makeKey(TeamID)
    case revokeKey(TeamID, DeveloperKeyID)
    case audit(TeamID, AuditQuery)
    case serverAudit(AuditQuery)

    public var route: Route { .teams(self) }

    public static let endpoints: [Endpoint] = [
        .teams, .foundTeam, .team, .updateTeam, .deleteTeam, .members, .changeRole, .removeMember, .teamInvitations,
        .inviteMember, .revokeTeamInvitation, .joinTeam, .inviteDeveloper, .keys, .makeKey, .revokeKey, .audit,
        .serverAudit,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .list: .teams
        case .create: .foundTeam
        case .team: .team
        case .update: .updateTeam
        case .delete: .deleteTeam
        case .members: .members
        case .changeRole: .changeRole
        case .removeMember: .removeMember
        case .invitations: .teamInvitations
        case .inviteMember: .inviteMember
        case .revokeInvitation: .revokeTeamInvitation
        case .join: .joinTeam
        case .inviteDeveloper: .inviteDeveloper
        case .keys: .keys
        case .makeKey: .makeKey
        case .revokeKey: .revokeKey
        case .audit: .audit
        case .serverAudit: .serverAudit
        }
    }
}

extension Endpoint {
    public static let teams = TeamRoute.endpoint(
        "teams", .get, "/v1/connect/teams",
        access: .developer, origins: .never, budget: .read, proof: .none, tag: .teams,
        summary: "List the caller's teams and pending invitations.",
        body: .none, answer: .json(200, TeamsAnswer.schema), problems: [],
        route: .list)

    public static let foundTeam = TeamRoute.endpoint(
        "foundTeam", .post, "/v1/connect/teams",
        access: .person, origins: .never, budget: .write, proof: .none, tag: .teams,
        summary: "Create a team owned by the caller. An administrator can name another owner.",
        body: .json(TeamBody.schema), answer: .json(201, TeamAnswer.schema),
        problems: [.notFound, .signUpClosed, .invitationRequired, .conflict],
        route: .create)

    public static let team = TeamRoute.endpoint(
        "team", .get, "/v1/connect/teams/{teamID}", .team,
        access: .team(.view), origins: .never, budget: .read, proof: .none, tag: .teams,
        summary: "Get a team.",
        body: .none, answer: .json(200, TeamAnswer.schema), problems: [.notFound],
        route: { .team($0) }, values: { if case .team(let team) = $0 { team } else { nil } })

    public static let updateTeam = TeamRoute.endpoint(
        "updateTeam", .patch, "/v1/connect/teams/{teamID}", .team,
        access: .team(.manageTeam), origins: .never, budget: .write, proof: .always, tag: .teams,
        summary: "Rename a team, or require two-factor authentication.",
        body: .json(TeamChangeBody.schema), answer: .json(200, TeamAnswer.schema), problems: [.notFound, .conflict],
        route: { .update($0) }, values: { if case .update(let team) = $0 { team } else { nil } })

    public static let deleteTeam = TeamRoute.endpoint(
        "deleteTeam", .delete, "/v1/connect/teams/{teamID}", .team,
        access: .team(.manageTeam), origins: .never, budget: .write, proof: .always, tag: .teams,
        summary: "Delete a team without apps, and its memberships, keys and invitations.",
        body: .none, answer: .noContent, problems: [.notFound, .conflict],
        route: { .delete($0) }, values: { if case .delete(let team) = $0 { team } else { nil } })

    public static let members = TeamRoute.endpoint(
        "members", .get, "/v1/connect/teams/{teamID}/members", .team,
        access: .team(.view), origins: .never, budget: .read, proof: .none, tag: .teams,
        summary: "List a team's members.",
        body: .none, answer: .json(200, MemberAnswer.list.schema), problems: [.notFound],
        route: { .members($0) }, values: { if case .members(let team) = $0 { team } else { nil } })

    // Whose role it is decides, and everybody may leave.
    public static let changeRole = TeamRoute.endpoint(
        "changeRole", .patch, "/v1/connect/teams/{teamID}/members/{playerID}", .team, .path(.playerID),
        access: .team(.manageMembers), origins: .never, budget: .write, proof: .always, tag: .teams,
        summary: "Change a member's role. A team always needs an owner.",
        body: .json(RoleBody.schema), answer: .json(200, MemberAnswer.schema), problems: [.notFound, .conflict],
        route: { .changeRole($0, player: $1) },
        values: { if case .changeRole(let team, let player) = $0 { (team, player) } else { nil } })

    public static let removeMember = TeamRoute.endpoint(
        "removeMember", .delete, "/v1/connect/teams/{teamID}/members/{playerID}", .team, .path(.playerID),
        access: .team(.view), origins: .never, budget: .write, proof: .always, tag: .teams,
        summary: "Remove a member and revoke the keys they created. Members can remove themselves.",
        body: .none, answer: .noContent, problems: [.notFound, .conflict],
        route: { .removeMember($0, player: $1) },
        values: { if case .removeMember(let team, let player) = $0 { (team, player) } else { nil } })

    public static let teamInvitations = TeamRoute.endpoint(
        "teamInvitations", .get, "/v1/connect/teams/{teamID}/invitations", .team,
        access: .team(.manageMembers), origins: .never, budget: .read, proof: .none, tag: .teams,
        summary: "List pending invitations.",
        body: .none, answer: .json(200, TeamInvitationAnswer.list.schema), problems: [.notFound],
        route: { .invitations($0) }, values: { if case .invitations(let team) = $0 { team } else { nil } })

    public static let inviteMember = TeamRoute.endpoint(
        "inviteMember", .post, "/v1/connect/teams/{teamID}/invitations", .team,
        access: .team(.manageMembers), origins: .never, budget: .write, proof: .always, tag: .teams,
        summary: "Invite anyone with the code, or one player by alias. The code is shown only once.",
        body: .json(TeamInvitationBody.schema), answer: .json(201, MadeTeamInvitationAnswer.schema),
        problems: [.notFound, .conflict],
        route: { .inviteMember($0) }, values: { if case .inviteMember(let team) = $0 { team } else { nil } })

    public static let revokeTeamInvitation = TeamRoute.endpoint(
        "revokeTeamInvitation", .delete, "/v1/connect/teams/{teamID}/invitations/{invitationID}", .team,
        .path(.invitationID),
        access: .team(.manageMembers), origins: .never, budget: .write, proof: .none, tag: .teams,
        summary: "Revoke an invitation.",
        body: .none, answer: .noContent, problems: [.notFound],
        route: { .revokeInvitation($0, $1) },
        values: { if case .revokeInvitation(let team, let invitation) = $0 { (team, invitation) } else { nil } })

    public static let joinTeam = TeamRoute.endpoint(
        "joinTeam", .post, "/v1/connect/memberships",
        access: .person, origins: .never, budget: .write, proof: .none, tag: .teams,
        summary: "Join a team with a code, or an invitation for the caller.",
        body: .json(MembershipBody.schema), answer: .json(201, TeamAnswer.schema),
        problems: [.invitationRequired, .conflict, .notFound],
        route: .join)

    public static let inviteDeveloper = TeamRoute.endpoint(
        "inviteDeveloper", .post, "/v1/connect/developer-invitations",
        access: .server, origins: .never, budget: .write, proof: .none, tag: .administration,
        summary: "Create a code that lets one player create a team.",
        body: .json(DeveloperInvitationBody.schema), answer: .json(201, InvitationAnswer.schema), problems: [],
        route: .inviteDeveloper)

    public static let keys = TeamRoute.endpoint(
        "keys", .get, "/v1/connect/teams/{teamID}/keys", .team,
        access: .team(.manageKeys), origins: .never, budget: .read, proof: .none, tag: .teams,
        summary: "List a team's keys.",
        body: .none, answer: .json(200, KeyAnswer.list.schema), problems: [.notFound],
        route: { .keys($0) }, values: { if case .keys(let team) = $0 { team } else { nil } })

    public static let makeKey = TeamRoute.endpoint(
        "makeKey", .post, "/v1/connect/teams/{teamID}/keys", .team,
        access: .team(.manageKeys), origins: .never, budget: .write, proof: .always, tag: .teams,
        summary: "Create a key for a program. Its secret, the bearer token, is shown only once.",
        body: .json(KeyBody.schema), answer: .json(201, MadeKeyAnswer.schema), problems: [.notFound, .conflict],
        route: { .makeKey($0) }, values: { if case .makeKey(let team) = $0 { team } else { nil } })

    public static let revokeKey = TeamRoute.endpoint(
        "revokeKey", .delete, "/v1/connect/teams/{teamID}/keys/{keyID}", .team, .path(.keyID),
        access: .team(.manageKeys), origins: .never, budget: .write, proof: .none, tag: .teams,
        summary: "Revoke a key at once.",
        body: .none, answer: .noContent, problems: [.notFound],
        route: { .revokeKey($0, $1) },
        values: { if case .revokeKey(let team, let key) = $0 { (team, key) } else { nil } })

    public static let audit = TeamRoute.endpoint(
        "audit", .get, "/v1/connect/teams/{teamID}/audit", .team, .audit,
        access: .team(.audit), origins: .never, budget: .read, proof: .none, tag: .teams,
        summary: "List a team's audit log, newest first. Entries can't be changed or deleted.",
        body: .none, answer: .json(200, AuditPageAnswer.schema), problems: [.notFound],
        route: { .audit($0, $1) }, values: { if case .audit(let team, let audit) = $0 { (team, audit) } else { nil } })

    public static let serverAudit = TeamRoute.endpoint(
        "serverAudit", .get, "/v1/connect/audit", .audit,
        access: .server, origins: .never, budget: .read, proof: .none, tag: .administration,
        summary: "List the audit log of all teams and the server, newest first.",
        body: .none, answer: .json(200, AuditPageAnswer.schema), problems: [],
        route: { .serverAudit($0) }, values: { if case .serverAudit(let audit) = $0 { audit } else { nil } })
}
