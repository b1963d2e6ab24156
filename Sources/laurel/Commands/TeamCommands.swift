import LaurelDomain
import LaurelWire

extension Command {
    static let teamList = Command(name: ["team", "list"], summary: "List teams", options: [.data]) { invocation in
        try await Administration.with(invocation) { server in
            var table = TextTable(header: ["ID", "NAME", "TWO-FACTOR"])
            let answer: TeamsAnswer = try await server.ask(.teams(.list))
            for team in answer.teams {
                table.rows.append([
                    team.id.text, team.teamName, team.requiresTwoFactor ? "required" : "optional",
                ])
            }
            Terminal.say(table.text)
        }
    }

    static let teamCreate = Command(
        name: ["team", "create"], summary: "Create a team owned by a player", arguments: ["NAME"],
        options: [.data, CommandOption("--owner", "ALIAS", "First owner (required)")],
        examples: ["laurel team create \"Jungle Games\" --owner jungle-jim"]
    ) { invocation in
        guard let owner = invocation["--owner"] else { throw Failure("--owner ALIAS is required") }
        try await Administration.with(invocation) { server in
            var body = TeamBody()
            body.teamName = invocation.arguments[0]
            body.owner = owner
            let team: TeamAnswer = try await server.ask(.teams(.create), .body(body))
            Terminal.say("Created team \(team.id.text), owned by \(owner)")
        }
    }

    static let teamSet = Command(
        name: ["team", "set"], summary: "Rename a team, or require two-factor authentication", arguments: ["TEAM"],
        options: [
            .data, CommandOption("--name", "NAME", "Name for its members"),
            CommandOption("--require-two-factor", nil, "Require two-factor authentication from members"),
            CommandOption("--no-require-two-factor", nil, "Make two-factor authentication optional"),
        ]
    ) { invocation in
        var body = TeamChangeBody()
        body.teamName = invocation["--name"]
        if invocation.has("--require-two-factor") { body.requiresTwoFactor = true }
        if invocation.has("--no-require-two-factor") { body.requiresTwoFactor = false }
        guard !body.isEmpty else { throw Failure("nothing to change; see laurel team set --help") }
        let (team, content) = (try invocation.teamID(), Administration.Content.body(body))
        try await Administration.with(invocation) { server in
            try await server.tell(.teams(.update(team)), content)
            Terminal.say("Changed \(team.text)")
        }
    }

    static let teamDelete = Command(
        name: ["team", "delete"], summary: "Delete a team without apps, and its keys and invitations",
        arguments: ["TEAM"], options: [.data]
    ) { invocation in
        try await Administration.with(invocation) { server in
            let team = try invocation.teamID()
            try await server.tell(.teams(.delete(team)))
            Terminal.say("Deleted \(team.text)")
        }
    }

    static let teamMembers = Command(
        name: ["team", "members"], summary: "List a team's members", arguments: ["TEAM"], options: [.data]
    ) { invocation in
        try await Administration.with(invocation) { server in
            var table = TextTable(header: ["ALIAS", "ROLE", "TWO-FACTOR", "SINCE"])
            for member in try await members(invocation.teamID(), server) {
                table.rows.append([
                    member.player.alias ?? "", member.role.name, member.hasTwoFactor ? "yes" : "no",
                    member.joined.rfc3339,
                ])
            }
            Terminal.say(table.rows.isEmpty ? "No members" : table.text)
        }
    }

    static let teamInvite = Command(
        name: ["team", "invite"], summary: "Invite someone to a team", arguments: ["TEAM"],
        options: [
            .data,
            CommandOption("--role", "ROLE", "owner, admin, developer, moderator or viewer (default: developer)"),
            CommandOption("--alias", "ALIAS", "Only for this player (default: anyone with the code)"),
        ], examples: ["laurel team invite 9QK2M9XA0T --role admin --alias jungle-jim"]
    ) { invocation in
        var body = TeamInvitationBody()
        body.role = try invocation.value("--role", .teamRole) ?? .developer
        body.alias = invocation["--alias"]
        let (team, content) = (try invocation.teamID(), Administration.Content.body(body))
        try await Administration.with(invocation) { server in
            let made: MadeTeamInvitationAnswer = try await server.ask(.teams(.inviteMember(team)), content)
            Terminal.say("\(made.code)  works once, expires \(made.invitation.expires.rfc3339)")
        }
    }

    static let teamRole = Command(
        name: ["team", "role"], summary: "Change a member's role", arguments: ["TEAM", "ALIAS", "ROLE"],
        options: [.data], examples: ["laurel team role 9QK2M9XA0T jungle-jim moderator"]
    ) { invocation in
        let (team, alias) = (try invocation.teamID(), invocation.arguments[1])
        let role = try invocation.argument(2, "ROLE", .teamRole)
        try await Administration.with(invocation) { server in
            var body = RoleBody()
            body.role = role
            try await server.tell(
                .teams(.changeRole(team, player: try await member(alias, of: team, server))), .body(body))
            Terminal.say("Changed \(alias)'s role to \(role.name)")
        }
    }

    static let teamRemove = Command(
        name: ["team", "remove"], summary: "Remove a member and revoke the keys they created",
        arguments: ["TEAM", "ALIAS"], options: [.data]
    ) { invocation in
        let (team, alias) = (try invocation.teamID(), invocation.arguments[1])
        try await Administration.with(invocation) { server in
            try await server.tell(.teams(.removeMember(team, player: try await member(alias, of: team, server))))
            Terminal.say("Removed \(alias) from the team")
        }
    }

    static let developerInvite = Command(
        name: ["developer", "invite"],
        summary: "Create a code for creating a team (for serve --developer-sign-up invitation)",
        options: [.data]
    ) { invocation in
        try await Administration.with(invocation) { server in
            let made: InvitationAnswer = try await server.ask(
                .teams(.inviteDeveloper), .body(DeveloperInvitationBody()))
            Terminal.say("\(made.code)  works once, expires \(made.expires.rfc3339)")
        }
    }

    // MARK: Parts

    private static func members(_ team: TeamID, _ server: Administration) async throws -> [MemberAnswer] {
        try await server.ask(.teams(.members(team)), as: MemberAnswer.list)
    }

    /// People know aliases; routes know ids.
    private static func member(_ alias: String, of team: TeamID, _ server: Administration) async throws -> String {
        for member in try await members(team, server) {
            if member.player.alias?.lowercased() == alias.lowercased() { return member.player.id }
        }
        throw Failure("\(alias) isn't in the team", status: 1)
    }
}
