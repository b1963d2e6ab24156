import Foundation
import LaurelDomain
import LaurelWire

extension Command {
    static let playerList = Command(
        name: ["player", "list"], summary: "List players, optionally by alias prefix",
        arguments: [],
        options: [.data, CommandOption("--prefix", "TEXT", "Beginning of the alias (default: all)")],
        examples: ["laurel player list --prefix jungle"]
    ) { invocation in
        try await Administration.with(invocation) { server in
            var after: String?
            var table = TextTable(header: ["ALIAS", "SIGNED UP", "ADMINISTRATOR"])
            repeat {
                let page: FoundPlayersAnswer = try await server.ask(
                    .administration(.findPlayers(prefix: invocation["--prefix"], after: after)))
                for found in page.players {
                    table.rows.append([
                        found.player.alias ?? "", found.created.rfc3339, found.isAdministrator ? "yes" : "",
                    ])
                }
                after = page.next
            } while after != nil
            Terminal.say(table.rows.isEmpty ? "No players" : table.text)
        }
    }

    static let playerShow = Command(
        name: ["player", "show"], summary: "Show a player's profile, sessions and bans",
        arguments: ["ALIAS"], options: [.data], examples: ["laurel player show jungle-jim"]
    ) { invocation in
        try await Administration.with(invocation) { server in
            let answer = try await export(of: invocation.arguments[0], server)
            if case .object(let profile) = answer["profile"] {
                for (name, value) in profile.sorted(by: { $0.key < $1.key }) where value != .null {
                    Terminal.say("\(name): \(value.plain)")
                }
            }
            for name in ["sessions", "scores"] {
                if case .array(let list) = answer[name] { Terminal.say("\(name): \(list.count)") }
            }
            for entry in try await PlayerBans.of(invocation.arguments[0], server) {
                let since = entry.ban.map { " since \($0.created.rfc3339)" } ?? ""
                let reason = entry.ban.flatMap { $0.reason.isEmpty ? nil : ": \(Terminal.plain($0.reason))" } ?? ""
                Terminal.say("banned from \(entry.extent.name)\(since)\(reason)")
            }
        }
    }

    static let playerExport = Command(
        name: ["player", "export"], summary: "Export all of a player's data",
        arguments: ["ALIAS"],
        options: [.data, CommandOption("--to", "FILE", "JSON file to write, replacing it (default: the terminal)")],
        examples: ["laurel player export jungle-jim --to jungle-jim.json"]
    ) { invocation in
        try await Administration.with(invocation) { server in
            let answer = try await export(of: invocation.arguments[0], server)
            guard let path = invocation["--to"] else { return Terminal.say(answer.pretty) }
            try OutputFile.write(Data(answer.pretty.utf8), to: path)
            Terminal.say("Wrote \(path)")
        }
    }

    /// Whatever the server has of them: it goes to a file as it came.
    private static func export(of alias: String, _ server: Administration) async throws -> JSONValue {
        try await server.ask(.administration(.exportPlayer), .body(named(alias)), as: .anyObject)
    }

    private static func named(_ alias: String) -> NamedPlayerBody {
        var body = NamedPlayerBody()
        body.alias = alias
        return body
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
        try await Administration.with(invocation) { server in
            let answer: ErasureAnswer = try await server.ask(.administration(.erasePlayer), .body(named(alias)))
            Terminal.say("Erased \(alias). Receipt: \(answer.receipt)")
            if !answer.isFinished {
                Terminal.say("Remaining score data on disk is removed within a minute while the server runs.")
            }
            Terminal.say("Earlier backups still contain the player.")
        } lost: { server in
            guard let server else {
                return .failed(
                    "\(Aftermath.lostServer) If the erasure had begun, the server finishes it at its next start. "
                        + "To be sure, type it again; if the player is unknown then, they are erased:\n"
                        + "  \(Terminal.typed)")
            }
            let page: FoundPlayersAnswer = try await server.ask(
                .administration(.findPlayers(prefix: alias, after: nil)))
            let isThere = page.players.contains { found in
                found.player.alias?.caseInsensitiveCompare(alias) == .orderedSame
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
