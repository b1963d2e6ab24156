extension Command {
    static let teamList = Command(name: ["team", "list"], summary: "List teams", options: [.data]) { invocation in
        try await Administration.with(invocation) { way in
            let teams = try await way.call("GET", "/v1/connect/teams")?["teams"] as? [[String: Any]] ?? []
            var table = TextTable(header: ["ID", "NAME", "TWO-FACTOR"])
            for team in teams {
                table.rows.append([
                    team["id"] as? String ?? "", team["name"] as? String ?? "",
                    team["requiresTwoFactor"] as? Bool == true ? "required" : "optional",
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
        try await Administration.with(invocation) { way in
            let team = try await way.call(
                "POST", "/v1/connect/teams", ["name": invocation.arguments[0], "owner": owner])
            Terminal.say("Created team \(team?["id"] as? String ?? ""), owned by \(owner)")
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
        var body: [String: Any] = [:]
        if let name = invocation["--name"] { body["name"] = name }
        if invocation.has("--require-two-factor") { body["requiresTwoFactor"] = true }
        if invocation.has("--no-require-two-factor") { body["requiresTwoFactor"] = false }
        guard !body.isEmpty else { throw Failure("nothing to change; see laurel team set --help") }
        try await Administration.with(invocation) { way in
            try await way.call("PATCH", teamPath(invocation), body)
            Terminal.say("Changed \(invocation.arguments[0])")
        }
    }

    static let teamDelete = Command(
        name: ["team", "delete"], summary: "Delete a team without apps, and its keys and invitations",
        arguments: ["TEAM"], options: [.data]
    ) { invocation in
        try await Administration.with(invocation) { way in
            try await way.call("DELETE", teamPath(invocation))
            Terminal.say("Deleted \(invocation.arguments[0])")
        }
    }

    static let teamMembers = Command(
        name: ["team", "members"], summary: "List a team's members", arguments: ["TEAM"], options: [.data]
    ) { invocation in
        try await Administration.with(invocation) { way in
            var table = TextTable(header: ["ALIAS", "ROLE", "TWO-FACTOR", "SINCE"])
            for member in try await members(invocation, way) {
                let player = member["player"] as? [String: Any]
                table.rows.append([
                    player?["alias"] as? String ?? "", member["role"] as? String ?? "",
                    member["hasTwoFactor"] as? Bool == true ? "yes" : "no", member["joined"] as? String ?? "",
                ])
            }
            Terminal.say(table.text)
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
        var body = ["role": invocation["--role"] ?? "developer"]
        if let alias = invocation["--alias"] { body["alias"] = alias }
        try await Administration.with(invocation) { way in
            let made = try await way.call("POST", teamPath(invocation) + "/invitations", body)
            Terminal.say("\(made?["code"] as? String ?? "")  works once, expires \(made?["expires"] as? String ?? "")")
        }
    }

    static let teamRole = Command(
        name: ["team", "role"], summary: "Change a member's role", arguments: ["TEAM", "ALIAS", "ROLE"],
        options: [.data], examples: ["laurel team role 9QK2M9XA0T jungle-jim moderator"]
    ) { invocation in
        let (alias, role) = (invocation.arguments[1], invocation.arguments[2])
        try await Administration.with(invocation) { way in
            try await way.call("PATCH", try await memberPath(alias, invocation, way), ["role": role])
            Terminal.say("Changed \(alias)'s role to \(role)")
        }
    }

    static let teamRemove = Command(
        name: ["team", "remove"], summary: "Remove a member and revoke the keys they created",
        arguments: ["TEAM", "ALIAS"], options: [.data]
    ) { invocation in
        let alias = invocation.arguments[1]
        try await Administration.with(invocation) { way in
            try await way.call("DELETE", try await memberPath(alias, invocation, way))
            Terminal.say("Removed \(alias) from the team")
        }
    }

    static let developerInvite = Command(
        name: ["developer", "invite"],
        summary: "Create a code for creating a team (for serve --developer-sign-up invitation)",
        options: [.data]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let made = try await way.call("POST", "/v1/connect/developer-invitations", [:])
            Terminal.say("\(made?["code"] as? String ?? "")  works once, expires \(made?["expires"] as? String ?? "")")
        }
    }

    // MARK: Parts

    static func teamPath(_ invocation: Invocation) -> String {
        "/v1/connect/teams/\(invocation.arguments[0].asPathSegment)"
    }

    private static func members(_ invocation: Invocation, _ way: Administration) async throws -> [[String: Any]] {
        try await way.call("GET", teamPath(invocation) + "/members")?["members"] as? [[String: Any]] ?? []
    }

    /// People know aliases; routes know ids.
    private static func memberPath(
        _ alias: String, _ invocation: Invocation, _ way: Administration
    ) async throws -> String {
        for member in try await members(invocation, way) {
            guard let player = member["player"] as? [String: Any], let id = player["id"] as? String,
                (player["alias"] as? String)?.lowercased() == alias.lowercased()
            else { continue }
            return teamPath(invocation) + "/members/\(id.asPathSegment)"
        }
        throw Failure("\(alias) isn't in the team", status: 1)
    }
}
