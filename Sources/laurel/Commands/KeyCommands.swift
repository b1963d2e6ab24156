import LaurelDomain
import LaurelWire

extension Command {
    static let keyList = Command(
        name: ["key", "list"], summary: "List a team's keys", arguments: ["TEAM"], options: [.data]
    ) { invocation in
        try await Administration.with(invocation) { server in
            let keys = try await server.ask(.teams(.keys(invocation.teamID())), as: KeyAnswer.list)
            var table = TextTable(header: ["ID", "NAME", "ROLE", "UNTIL"])
            for key in keys {
                table.rows.append([
                    String(key.id.rawValue), key.keyName, key.role.name, key.expires.rfc3339,
                ])
            }
            Terminal.say(keys.isEmpty ? "No keys" : table.text)
        }
    }

    static let keyCreate = Command(
        name: ["key", "create"], summary: "Create a team key for programs such as CI", arguments: ["TEAM", "NAME"],
        options: [
            .data, CommandOption("--role", "ROLE", "admin, developer, moderator or viewer (default: developer)"),
            CommandOption("--days", "N", "Days until it expires, 1 to 366 (default: 90)"),
        ], examples: ["laurel key create 9QK2M9XA0T CI --role developer --days 30"]
    ) { invocation in
        var body = KeyBody()
        body.keyName = invocation.arguments[1]
        body.role = try invocation.value("--role", .teamRole) ?? .developer
        body.days = try invocation.number("--days", in: 1...366, default: 90)
        let (team, content) = (try invocation.teamID(), Administration.Content.body(body))
        try await Administration.with(invocation) { server in
            let made: MadeKeyAnswer = try await server.ask(.teams(.makeKey(team)), content)
            Terminal.say(made.secret)
            Terminal.say(
                "Send it as Authorization: Bearer. It won't be shown again. It expires on \(made.key.expires.rfc3339).")
        }
    }

    static let keyRevoke = Command(
        name: ["key", "revoke"], summary: "Revoke a team's key", arguments: ["TEAM", "ID"], options: [.data]
    ) { invocation in
        try await Administration.with(invocation) { server in
            let id = DeveloperKeyID(try invocation.serial(1, "ID"))
            try await server.tell(.teams(.revokeKey(invocation.teamID(), id)))
            Terminal.say("Revoked key \(id.rawValue)")
        }
    }

    static let audit = Command(
        name: ["audit"], summary: "Show the audit log, newest first",
        options: [
            .data, CommandOption("--team", "TEAM", "Only this team (default: all teams and the server)"),
            CommandOption("--count", "N", "Number of entries, 1 to 100 (default: 20)"),
            CommandOption("--before", "ID", "Only entries before this one"),
        ]
    ) { invocation in
        let count = try invocation.number("--count", in: 1...100, default: 20)
        let query = AuditQuery(before: try invocation.serial("--before").map { AuditID($0) }, count: count)
        let team = try invocation.value("--team", .teamID)
        let route = Route.teams(team.map { .audit($0, query) } ?? .serverAudit(query))
        try await Administration.with(invocation) { server in
            let page: AuditPageAnswer = try await server.ask(route)
            var table = TextTable(header: ["ID", "TIME", "WHO", "ACTION", "WHAT", "CHANGES"])
            for entry in page.entries {
                let key = entry.key.map { "key \($0.rawValue)" }
                let what = [entry.bundleID?.text, entry.subject, entry.player?.alias].compactMap(\.self)
                table.rows.append([
                    String(entry.id.rawValue), entry.time.rfc3339,
                    entry.actor?.alias ?? key ?? entry.by.rawValue, entry.action.rawValue,
                    what.filter { !$0.isEmpty }.joined(separator: " "), entry.changes,
                ])
            }
            Terminal.say(page.entries.isEmpty ? "No entries" : table.text)
        }
    }

    static let playerResetTwoFactor = Command(
        name: ["player", "reset-two-factor"],
        summary: "Turn off two-factor authentication for a player", arguments: ["ALIAS"], options: [.data]
    ) { invocation in
        try await Administration.with(invocation) { server in
            var body = TwoFactorResetBody()
            body.alias = invocation.arguments[0]
            try await server.tell(.administration(.resetTwoFactor), .body(body))
            Terminal.say("Two-factor authentication is off for \(body.alias)")
        }
    }
}
