extension Command {
    static let wipe = Command(
        name: ["wipe"], summary: "Wipe an app's Sandbox data (can't be undone)", arguments: ["BUNDLE_ID"],
        options: [
            .data, CommandOption("--leaderboard", "ID", "Scores of this leaderboard"),
            CommandOption("--player", "ALIAS", "Everything of this player"),
            CommandOption("--all", nil, "Everything"),
            CommandOption("--plan", nil, "Show what would be wiped without wiping it"),
        ], examples: ["laurel wipe com.example.game --all --plan", "laurel wipe com.example.game --player jungle-jim"]
    ) { invocation in
        var body: [String: Any] = [:]
        if let id = invocation["--leaderboard"] { body["leaderboard"] = id }
        if let alias = invocation["--player"] { body["alias"] = alias }
        if invocation.has("--all") { body["everything"] = true }
        guard body.count == 1 else { throw Failure("give exactly one of --leaderboard ID, --player ALIAS or --all") }
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
                lines.isEmpty ? "Nothing to wipe" : isPlan ? "would be wiped; nothing was changed" : "Wiped")
        }
    }
}
