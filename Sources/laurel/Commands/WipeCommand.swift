extension Command {
    static let wipe = Command(
        name: ["wipe"], summary: "Wipe test data in an app's Sandbox; nothing brings it back", arguments: ["BUNDLE_ID"],
        options: [
            .data, CommandOption("--leaderboard", "ID", "The scores of this leaderboard"),
            CommandOption("--player", "ALIAS", "All that this player did in the app's Sandbox"),
            CommandOption("--all", nil, "Everything in the app's Sandbox"),
            CommandOption("--plan", nil, "Only show what would go"),
        ], examples: ["laurel wipe com.example.game --all --plan", "laurel wipe com.example.game --player jungle-jim"]
    ) { invocation in
        var body: [String: Any] = [:]
        if let id = invocation["--leaderboard"] { body["leaderboard"] = id }
        if let alias = invocation["--player"] { body["alias"] = alias }
        if invocation.has("--all") { body["everything"] = true }
        guard body.count == 1 else { throw Failure("say what goes: --leaderboard ID, --player ALIAS or --all") }
        let isPlan = invocation.has("--plan")
        let target = "/v1/connect/apps/\(invocation.arguments[0].asPathSegment)/wipes" + (isPlan ? "?plan=true" : "")
        let asked = body
        try await Administration.with(invocation) { way in
            let plan = try await way.call("POST", target, asked)
            var lines: [String] = []
            for leaderboard in plan?["leaderboards"] as? [[String: Any]] ?? [] {
                let count = leaderboard["entries"] as? Int ?? 0
                lines.append("  \(leaderboard["id"] as? String ?? ""): \(count == 1 ? "1 entry" : "\(count) entries")")
            }
            for section in plan?["sections"] as? [[String: Any]] ?? [] {
                let count = section["count"] as? Int ?? 0
                if count > 0 { lines.append("  \(section["name"] as? String ?? ""): \(count)") }
            }
            for line in lines { Terminal.say(line) }
            Terminal.say(
                lines.isEmpty ? "There was nothing to wipe" : isPlan ? "would go; nothing was wiped" : "Wiped")
        }
    }
}
