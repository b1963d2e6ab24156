import LaurelWire

// What the document says of teams and second factors.
extension Endpoint {
    var teamDocumentation: Documentation {
        switch self {
        case .foundTeam:
            Documentation(
                summary: "Create a team owned by the caller. An administrator can name another owner.",
                body: TeamBody.schema, answer: .json(201, TeamAnswer.schema),
                problems: [.notFound, .signUpClosed, .invitationRequired, .conflict])
        case .team: Documentation(summary: "Get a team.", answer: .json(200, TeamAnswer.schema), problems: [.notFound])
        case .updateTeam:
            Documentation(
                summary: "Rename a team, or require two-factor authentication.", body: TeamChangeBody.schema,
                answer: .json(200, TeamAnswer.schema), problems: [.notFound, .conflict])
        case .deleteTeam:
            Documentation(
                summary: "Delete a team without apps, and its memberships, keys and invitations.",
                answer: .noContent, problems: [.notFound, .conflict])
        case .members:
            Documentation(
                summary: "List a team's members.", answer: .json(200, MemberAnswer.listSchema), problems: [.notFound])
        case .changeRole:
            Documentation(
                summary: "Change a member's role. A team always needs an owner.", body: RoleBody.schema,
                answer: .json(200, MemberAnswer.schema), problems: [.notFound, .conflict])
        case .removeMember:
            Documentation(
                summary: "Remove a member and revoke the keys they created. Members can remove themselves.",
                answer: .noContent, problems: [.notFound, .conflict])
        case .teamInvitations:
            Documentation(
                summary: "List pending invitations.", answer: .json(200, TeamInvitationAnswer.listSchema),
                problems: [.notFound])
        case .inviteMember:
            Documentation(
                summary: "Invite anyone with the code, or one player by alias. The code is shown only once.",
                body: TeamInvitationBody.schema, answer: .json(201, TeamInvitationAnswer.madeSchema),
                problems: [.notFound, .conflict])
        case .revokeTeamInvitation:
            Documentation(summary: "Revoke an invitation.", answer: .noContent, problems: [.notFound])
        case .joinTeam:
            Documentation(
                summary: "Join a team with a code, or an invitation for the caller.",
                body: MembershipBody.schema, answer: .json(201, TeamAnswer.schema),
                problems: [.invitationRequired, .conflict, .notFound])
        case .inviteDeveloper:
            Documentation(
                summary: "Create a code that lets one player create a team.", body: DeveloperInvitationBody.schema,
                answer: .json(201, InvitationAnswer.schema))
        default: keyDocumentation
        }
    }

    private var keyDocumentation: Documentation {
        switch self {
        case .keys:
            Documentation(
                summary: "List a team's keys.", answer: .json(200, KeyAnswer.listSchema), problems: [.notFound])
        case .makeKey:
            Documentation(
                summary: "Create a key for a program. Its secret, the bearer token, is shown only once.",
                body: KeyBody.schema, answer: .json(201, KeyAnswer.madeSchema), problems: [.notFound, .conflict])
        case .revokeKey: Documentation(summary: "Revoke a key at once.", answer: .noContent, problems: [.notFound])
        case .audit:
            Documentation(
                summary: "List a team's audit log, newest first. Entries can't be changed or deleted.",
                answer: .json(200, AuditAnswer.pageSchema), problems: [.notFound])
        case .serverAudit:
            Documentation(
                summary: "List the audit log of all teams and the server, newest first.",
                answer: .json(200, AuditAnswer.pageSchema))
        default:
            Documentation(
                summary: "List the caller's teams and pending invitations.",
                answer: .json(200, TeamAnswer.listSchema))
        }
    }

    var twoFactorDocumentation: Documentation {
        switch self {
        case .setUpTwoFactor:
            Documentation(
                summary: "Create a secret for an authenticator app. It takes effect once confirmed with a code.",
                body: TwoFactorBody.schema, answer: .json(201, TwoFactorAnswer.offerSchema),
                problems: [.wrongCredentials, .conflict, .tooManyAttempts, .notFound])
        case .confirmTwoFactor:
            Documentation(
                summary: "Turn on two-factor authentication with a first code, and end other sessions. Backup codes "
                    + "(recoveryCodes) are shown only once.",
                body: TwoFactorConfirmationBody.schema, answer: .json(201, TwoFactorAnswer.codesSchema),
                problems: [.wrongCode, .conflict, .tooManyAttempts])
        case .removeTwoFactor:
            Documentation(
                summary: "Turn off two-factor authentication.", body: TwoFactorRemovalBody.schema, answer: .noContent,
                problems: [.wrongCredentials, .wrongCode, .conflict, .tooManyAttempts, .notFound])
        case .resetTwoFactor:
            Documentation(
                summary: "Turn off two-factor authentication for a player who lost their device.",
                body: TwoFactorResetBody.schema,
                answer: .noContent, problems: [.notFound, .conflict])
        default:
            Documentation(
                summary: "Get whether the caller uses two-factor authentication.",
                answer: .json(200, TwoFactorAnswer.schema))
        }
    }
}
