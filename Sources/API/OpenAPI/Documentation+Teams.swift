import LaurelWire

// What the document says of teams and second factors.
extension Endpoint {
    var teamDocumentation: Documentation {
        switch self {
        case .foundTeam:
            Documentation(
                summary: "Makes a team; whoever asks is its owner. An administrator may name another one.",
                body: TeamBody.schema, answer: .json(201, TeamAnswer.schema),
                problems: [.notFound, .signUpClosed, .invitationRequired, .conflict])
        case .team: Documentation(summary: "A team.", answer: .json(200, TeamAnswer.schema), problems: [.notFound])
        case .updateTeam:
            Documentation(
                summary: "Renames a team, or asks two factors of its members.", body: TeamChangeBody.schema,
                answer: .json(200, TeamAnswer.schema), problems: [.notFound, .conflict])
        case .deleteTeam:
            Documentation(
                summary: "Deletes a team that has no apps, with its memberships, keys and invitations.",
                answer: .noContent, problems: [.notFound, .conflict])
        case .members:
            Documentation(
                summary: "Who is in a team.", answer: .json(200, MemberAnswer.listSchema), problems: [.notFound])
        case .changeRole:
            Documentation(
                summary: "Gives a member another role. A team keeps an owner.", body: RoleBody.schema,
                answer: .json(200, MemberAnswer.schema), problems: [.notFound, .conflict])
        case .removeMember:
            Documentation(
                summary: "Takes a member out, and the keys that he made; everybody may go himself.",
                answer: .noContent, problems: [.notFound, .conflict])
        case .teamInvitations:
            Documentation(
                summary: "Invitations that wait.", answer: .json(200, TeamInvitationAnswer.listSchema),
                problems: [.notFound])
        case .inviteMember:
            Documentation(
                summary: "Invites whoever gets the code, or one player by his alias. The code is shown this once.",
                body: TeamInvitationBody.schema, answer: .json(201, TeamInvitationAnswer.madeSchema),
                problems: [.notFound, .conflict])
        case .revokeTeamInvitation:
            Documentation(summary: "Takes an invitation back.", answer: .noContent, problems: [.notFound])
        case .joinTeam:
            Documentation(
                summary: "Joins a team, by a code or by an invitation that names whoever asks.",
                body: MembershipBody.schema, answer: .json(201, TeamAnswer.schema),
                problems: [.invitationRequired, .conflict, .notFound])
        case .inviteDeveloper:
            Documentation(
                summary: "Makes a code that lets one player found a team.", body: DeveloperInvitationBody.schema,
                answer: .json(201, InvitationAnswer.schema))
        default: keyDocumentation
        }
    }

    private var keyDocumentation: Documentation {
        switch self {
        case .keys:
            Documentation(summary: "A team's keys.", answer: .json(200, KeyAnswer.listSchema), problems: [.notFound])
        case .makeKey:
            Documentation(
                summary: "Makes a key for a program. Its secret, the bearer token, is shown this once.",
                body: KeyBody.schema, answer: .json(201, KeyAnswer.madeSchema), problems: [.notFound, .conflict])
        case .revokeKey: Documentation(summary: "Ends a key, at once.", answer: .noContent, problems: [.notFound])
        case .audit:
            Documentation(
                summary: "Who did what in a team, the latest first. Nothing changes or deletes an entry.",
                answer: .json(200, AuditAnswer.pageSchema), problems: [.notFound])
        case .serverAudit:
            Documentation(
                summary: "Who did what in all teams and on the server, the latest first.",
                answer: .json(200, AuditAnswer.pageSchema))
        default:
            Documentation(
                summary: "The teams of whoever asks, and the invitations that wait for him.",
                answer: .json(200, TeamAnswer.listSchema))
        }
    }

    var twoFactorDocumentation: Documentation {
        switch self {
        case .setUpTwoFactor:
            Documentation(
                summary: "Makes a secret for an authenticator app. It counts once a code of it was confirmed.",
                body: TwoFactorBody.schema, answer: .json(201, TwoFactorAnswer.offerSchema),
                problems: [.wrongCredentials, .conflict, .tooManyAttempts, .notFound])
        case .confirmTwoFactor:
            Documentation(
                summary: "Turns the second factor on, by its first code; other sessions end. Recovery codes are shown "
                    + "this once.",
                body: TwoFactorConfirmationBody.schema, answer: .json(201, TwoFactorAnswer.codesSchema),
                problems: [.wrongCode, .conflict, .tooManyAttempts])
        case .removeTwoFactor:
            Documentation(
                summary: "Turns the second factor off.", body: TwoFactorRemovalBody.schema, answer: .noContent,
                problems: [.wrongCredentials, .wrongCode, .conflict, .tooManyAttempts, .notFound])
        case .resetTwoFactor:
            Documentation(
                summary: "Turns off the second factor of a player who has lost it.", body: TwoFactorResetBody.schema,
                answer: .noContent, problems: [.notFound, .conflict])
        default:
            Documentation(
                summary: "Whether whoever asks has a second factor.", answer: .json(200, TwoFactorAnswer.schema))
        }
    }
}
