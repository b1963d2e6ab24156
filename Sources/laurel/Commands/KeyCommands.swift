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
            Terminal.say(keys.isEmpty ? "No key" : table.text)
        }
    }

    static let keyCreate = Command(
        name: ["key", "create"], summary: "Make a key by which a program acts for a team", arguments: ["TEAM", "NAME"],
        options: [
            .data, CommandOption("--role", "ROLE", "admin, developer, moderator or viewer (default: developer)"),
            CommandOption("--days", "N", "How long it is good for, 1 to 366 (default: 90)"),
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
                "Send it as Authorization: Bearer. It is shown this once and works until "
                    + "\(made?["expires"] as? String ?? "").")
        }
    }

    static let keyRevoke = Command(
        name: ["key", "revoke"], summary: "End a team's key, at once", arguments: ["TEAM", "ID"], options: [.data]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let id = invocation.arguments[1]
            try await way.call("DELETE", teamPath(invocation) + "/keys/\(id.asPathSegment)")
            Terminal.say("Key \(id) is of no more use")
        }
    }

    static let audit = Command(
        name: ["audit"], summary: "Show who did what on the developers' side, the latest first",
        options: [
            .data, CommandOption("--team", "TEAM", "Of this team (default: of all, and of the server)"),
            CommandOption("--count", "N", "How many entries, 1 to 100 (default: 20)"),
            CommandOption("--before", "ID", "From before this entry"),
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
            Terminal.say(entries.isEmpty ? "Nothing yet" : table.text)
        }
    }

    static let playerResetTwoFactor = Command(
        name: ["player", "reset-two-factor"],
        summary: "Turn off the second factor of a player who has lost it", arguments: ["ALIAS"], options: [.data]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let alias = invocation.arguments[0]
            try await way.call("POST", "/v1/connect/two-factor-resets", ["alias": alias])
            Terminal.say("\(alias) signs in with the password alone now")
        }
    }
}
