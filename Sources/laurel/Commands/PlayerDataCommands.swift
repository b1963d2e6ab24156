import Foundation

extension Command {
    static let playerList = Command(
        name: ["player", "list"], summary: "List players, those whose alias begins so",
        arguments: [],
        options: [.data, CommandOption("--prefix", "TEXT", "What the alias begins with (default: all)")],
        examples: ["laurel player list --prefix jungle"]
    ) { invocation in
        try await Administration.with(invocation) { way in
            var after: String?
            var table = TextTable(header: ["ALIAS", "SIGNED UP", "ADMINISTRATOR"])
            repeat {
                var query: [String] = []
                if let prefix = invocation["--prefix"] { query.append("prefix=\(prefix.asPathSegment)") }
                if let last = after { query.append("after=\(last)") }
                let target = "/v1/connect/players" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
                let answer = try await way.call("GET", target)
                for row in answer?["players"] as? [[String: Any]] ?? [] {
                    let player = row["player"] as? [String: Any]
                    table.rows.append([
                        player?["alias"] as? String ?? "", row["created"] as? String ?? "",
                        row["isAdministrator"] as? Bool == true ? "yes" : "",
                    ])
                }
                after = answer?["next"] as? String
            } while after != nil
            Terminal.say(table.text)
        }
    }

    static let playerShow = Command(
        name: ["player", "show"], summary: "Show what is known of a player: profile and sessions",
        arguments: ["ALIAS"], options: [.data], examples: ["laurel player show jungle-jim"]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let answer = try await way.call(
                "POST", "/v1/connect/players/exports", ["alias": invocation.arguments[0]])
            let profile = answer?["profile"] as? [String: Any] ?? [:]
            for (name, value) in profile.sorted(by: { $0.key < $1.key }) where !(value is NSNull) {
                Terminal.say("\(name): \(value)")
            }
            Terminal.say("sessions: \((answer?["sessions"] as? [Any])?.count ?? 0)")
            Terminal.say("scores: \((answer?["scores"] as? [Any])?.count ?? 0)")
        }
    }

    static let playerExport = Command(
        name: ["player", "export"], summary: "Write all that is known of a player into a file",
        arguments: ["ALIAS"],
        options: [.data, CommandOption("--to", "FILE", "Where the JSON goes (default: the terminal)")],
        examples: ["laurel player export jungle-jim --to jungle-jim.json"]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let answer = try await way.call(
                "POST", "/v1/connect/players/exports", ["alias": invocation.arguments[0]])
            let data = try JSONSerialization.data(
                withJSONObject: answer ?? [:], options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
            guard let path = invocation["--to"] else {
                Terminal.say(String(decoding: data, as: UTF8.self))
                return
            }
            do { try data.write(to: URL(filePath: path)) } catch {
                throw Failure("\(path) cannot be written: \(error.localizedDescription)", status: 1)
            }
            Terminal.say("Wrote \(path)")
        }
    }

    static let playerErase = Command(
        name: ["player", "erase"], summary: "Erase a player for good, everywhere",
        arguments: ["ALIAS"], options: [.data, CommandOption("--yes", nil, "Do it: it cannot be undone")],
        examples: ["laurel player erase jungle-jim --yes"]
    ) { invocation in
        let alias = invocation.arguments[0]
        guard invocation.has("--yes") else {
            throw Failure("this erases \(alias) for good, scores and all; say so with --yes")
        }
        try await Administration.with(invocation) { way in
            let answer = try await way.call("POST", "/v1/connect/players/erasures", ["alias": alias])
            Terminal.say("Erased \(alias). Receipt: \(answer?["receipt"] as? String ?? "")")
            if answer?["isFinished"] as? Bool != true {
                Terminal.say("What files still hold of the scores goes within a minute while the server runs.")
            }
            Terminal.say("Backups made before still know the player.")
        }
    }
}
