extension Command {
    static let keyList = Command(
        name: ["key", "list"], summary: "List a team's keys", arguments: ["TEAM"], options: [.data]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let keys = try await way.call("GET", teamPath(invocation) + "/keys")?["keys"] as? [[String: Any]] ?? []
            var table = TextTable(header: ["ID", "NAME", "ROLE", "UNTIL"])
            for key in keys {
                table.rows.append(["id", "name", "role", "expires"].map { key[$0] as? String ?? "" })
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
        let days = try invocation.number("--days", in: 1...366, default: 90)
        let body: [String: Any] = [
            "name": invocation.arguments[1], "role": invocation["--role"] ?? "developer", "days": days,
        ]
        try await Administration.with(invocation) { way in
            let made = try await way.call("POST", teamPath(invocation) + "/keys", body)
            Terminal.say(made?["secret"] as? String ?? "")
            Terminal.say(
                "Send it as Authorization: Bearer. It won't be shown again. It expires on "
                    + "\(made?["expires"] as? String ?? "").")
        }
    }

    static let keyRevoke = Command(
        name: ["key", "revoke"], summary: "Revoke a team's key", arguments: ["TEAM", "ID"], options: [.data]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let id = invocation.arguments[1]
            try await way.call("DELETE", teamPath(invocation) + "/keys/\(id.asPathSegment)")
            Terminal.say("Revoked key \(id)")
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
        var target = "/v1/connect/audit?count=\(count)"
        if let team = invocation["--team"] { target = "/v1/connect/teams/\(team.asPathSegment)/audit?count=\(count)" }
        if let id = invocation["--before"] { target += "&before=\(id.asPathSegment)" }
        let asked = target
        try await Administration.with(invocation) { way in
            let entries = try await way.call("GET", asked)?["entries"] as? [[String: Any]] ?? []
            var table = TextTable(header: ["ID", "TIME", "WHO", "ACTION", "WHAT", "CHANGES"])
            for entry in entries {
                let actor = (entry["actor"] as? [String: Any])?["alias"] as? String
                let key = (entry["key"] as? String).map { "key \($0)" }
                let player = (entry["player"] as? [String: Any])?["alias"] as? String
                let what = [entry["bundleID"] as? String, entry["subject"] as? String, player].compactMap { $0 }
                table.rows.append([
                    entry["id"] as? String ?? "", entry["time"] as? String ?? "",
                    actor ?? key ?? entry["by"] as? String ?? "", entry["action"] as? String ?? "",
                    what.filter { !$0.isEmpty }.joined(separator: " "), entry["changes"] as? String ?? "",
                ])
            }
            Terminal.say(entries.isEmpty ? "No entries" : table.text)
        }
    }

    static let playerResetTwoFactor = Command(
        name: ["player", "reset-two-factor"],
        summary: "Turn off two-factor authentication for a player", arguments: ["ALIAS"], options: [.data]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let alias = invocation.arguments[0]
            try await way.call("POST", "/v1/connect/two-factor-resets", ["alias": alias])
            Terminal.say("Two-factor authentication is off for \(alias)")
        }
    }
}
