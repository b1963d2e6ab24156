import Foundation

extension Command {
    static let playerList = Command(
        name: ["player", "list"], summary: "List players, optionally by alias prefix",
        arguments: [],
        options: [.data, CommandOption("--prefix", "TEXT", "Beginning of the alias (default: all)")],
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
        name: ["player", "show"], summary: "Show a player's profile and sessions",
        arguments: ["ALIAS"], options: [.data], examples: ["laurel player show jungle-jim"]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let answer = try await export(of: invocation.arguments[0], way)
            let profile = answer["profile"] as? [String: Any] ?? [:]
            for (name, value) in profile.sorted(by: { $0.key < $1.key }) where !(value is NSNull) {
                Terminal.say("\(name): \(value)")
            }
            Terminal.say("sessions: \((answer["sessions"] as? [Any])?.count ?? 0)")
            Terminal.say("scores: \((answer["scores"] as? [Any])?.count ?? 0)")
        }
    }

    static let playerExport = Command(
        name: ["player", "export"], summary: "Export all of a player's data",
        arguments: ["ALIAS"],
        options: [.data, CommandOption("--to", "FILE", "JSON file to write (default: the terminal)")],
        examples: ["laurel player export jungle-jim --to jungle-jim.json"]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let answer = try await export(of: invocation.arguments[0], way)
            let data = try JSONSerialization.data(
                withJSONObject: answer, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
            guard let path = invocation["--to"] else {
                Terminal.say(String(decoding: data, as: UTF8.self))
                return
            }
            try OutputFile.write(data, to: path)
            Terminal.say("Wrote \(path)")
        }
    }

    private static func export(of alias: String, _ way: Administration) async throws -> [String: Any] {
        guard let answer = try await way.call("POST", "/v1/connect/players/exports", ["alias": alias]) else {
            throw Failure("the server sent no data", status: 1)
        }
        return answer
    }

    static let playerErase = Command(
        name: ["player", "erase"], summary: "Permanently erase a player and all their data",
        arguments: ["ALIAS"], options: [.data, CommandOption("--yes", nil, "Confirm; this can't be undone")],
        examples: ["laurel player erase jungle-jim --yes"]
    ) { invocation in
        let alias = invocation.arguments[0]
        guard invocation.has("--yes") else {
            throw Failure("this permanently erases \(alias) and all their scores; confirm with --yes")
        }
        try await Administration.with(invocation) { way in
            let answer = try await way.call("POST", "/v1/connect/players/erasures", ["alias": alias])
            Terminal.say("Erased \(alias). Receipt: \(answer?["receipt"] as? String ?? "")")
            if answer?["isFinished"] as? Bool != true {
                Terminal.say("Remaining score data on disk is removed within a minute while the server runs.")
            }
            Terminal.say("Earlier backups still contain the player.")
        } lost: { way in
            guard let way else {
                return .failed(
                    "\(Aftermath.lostServer) If the erasure had begun, the server finishes it at its next start. "
                        + "To be sure, type it again; if the player is unknown then, they are erased:\n"
                        + "  \(Terminal.typed)")
            }
            let answer = try await way.call("GET", "/v1/connect/players?prefix=\(alias.asPathSegment)")
            let rows = answer?["players"] as? [[String: Any]] ?? []
            let isThere = rows.contains { row in
                let found = (row["player"] as? [String: Any])?["alias"] as? String
                return found?.caseInsensitiveCompare(alias) == .orderedSame
            }
            if isThere {
                return .failed(
                    "the server stopped and is back: \(alias) isn't erased. Type it again:\n  \(Terminal.typed)")
            }
            return .done(
                "Erased \(alias). The server stopped meanwhile, and finished after its start.\n"
                    + "Earlier backups still contain the player.")
        }
    }
}
