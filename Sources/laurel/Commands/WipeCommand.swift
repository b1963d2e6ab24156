import LaurelDomain
import LaurelWire

extension Command {
    static let wipe = Command(
        name: ["wipe"], summary: "Wipe an app's Sandbox data (can't be undone)", arguments: ["BUNDLE_ID"],
        options: [
            .data, CommandOption("--leaderboard", "ID", "Scores of this leaderboard"),
            CommandOption("--player", "ALIAS", "Everything of this player"),
            CommandOption("--all", nil, "Everything"),
            CommandOption("--plan", nil, "Show what would be wiped without wiping it"),
            CommandOption("--yes", nil, "Confirm --all"),
        ],
        examples: [
            "laurel wipe com.example.game --all --plan", "laurel wipe com.example.game --all --yes",
            "laurel wipe com.example.game --player jungle-jim",
        ]
    ) { invocation in
        var body = WipeBody()
        body.leaderboard = try invocation.value("--leaderboard", .leaderboardID)
        body.alias = invocation["--player"]
        body.everything = invocation.has("--all")
        guard [body.leaderboard != nil, body.alias != nil, body.everything].filter(\.self).count == 1 else {
            throw Failure("give exactly one of --leaderboard ID, --player ALIAS or --all")
        }
        let isPlan = invocation.has("--plan")
        let bundleID = try invocation.bundleID()
        guard !body.everything || isPlan || invocation.has("--yes") else {
            throw Failure(
                "this wipes everything that \(bundleID.text) has in the Sandbox; look at it with --plan, confirm with "
                    + "--yes")
        }
        let route = Route.apps(.wipeTestData(bundleID, isPlan: isPlan))
        let content = Administration.Content.body(body)
        try await Administration.with(invocation) { server in
            let plan: WipeAnswer = try await server.ask(route, content)
            var lines: [String] = []
            for leaderboard in plan.leaderboards {
                let count = leaderboard.entries
                lines.append("  \(leaderboard.id.text): \(count == 1 ? "1 entry" : "\(count) entries")")
            }
            for section in plan.sections where section.count > 0 {
                lines.append("  \(section.sectionName): \(section.count)")
            }
            for line in lines { Terminal.say(line) }
            Terminal.say(
                lines.isEmpty ? "Nothing to wipe" : isPlan ? "would be wiped; nothing was changed" : "Wiped")
        }
    }
}
