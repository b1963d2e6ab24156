import Foundation

// Scores and players, looked at, taken out and brought back.
extension Command {
    private static let environment = CommandOption("--environment", "NAME", "production (default) or sandbox")
    private static let note = CommandOption("--note", "TEXT", "Reason, for the audit log")
    private static let app = CommandOption("--app", "BUNDLE_ID", "Only in this app's team (default: whole server)")

    static let moderation: [Command] = [
        playerFind, playerBan, playerUnban, playerBans, scoreList, scoreRemove, scoreRestore, reviewList, reviewAccept,
        reviewReject, moderationShow, moderationSet, wordList, wordBlock, wordAllow, wordReset, exportScores,
    ]

    // MARK: Players

    private static let playerFind = Command(
        name: ["player", "find"], summary: "Find a game's players by alias prefix or ID",
        arguments: ["BUNDLE_ID", "TEXT"], options: [.data], examples: ["laurel player find com.example.hop jungle"]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let target = appPath(invocation.arguments[0]) + "/players?search=" + invocation.arguments[1].asPathSegment
            let answer = try await way.call("GET", target)
            let rows = list(answer, "players").map { row in
                let player = row["player"] as? [String: Any] ?? [:]
                let isOut = row["isBannedEverywhere"] as? Bool == true || row["isBanned"] as? Bool == true
                return [text(player["id"]), text(player["alias"]), isOut ? "banned" : ""]
            }
            Terminal.say(TextTable(header: ["ID", "ALIAS", ""], rows: rows).text)
        }
    }

    private static let playerBan = Command(
        name: ["player", "ban"], summary: "Ban a player: hides their entries and refuses new scores",
        arguments: ["PLAYER"], options: [.data, app, CommandOption("--reason", "TEXT", "Reason, for moderators")],
        examples: ["laurel player ban jungle-jim --app com.example.hop --reason \"a speed hack\""]
    ) { invocation in
        try await Administration.with(invocation) { way in
            try await way.call("PUT", banPath(invocation), ["reason": invocation["--reason"] ?? ""])
            Terminal.say("\(invocation.arguments[0]) is banned\(place(invocation))")
        }
    }

    private static let playerUnban = Command(
        name: ["player", "unban"], summary: "Unban a player and show their entries again", arguments: ["PLAYER"],
        options: [.data, app]
    ) { invocation in
        try await Administration.with(invocation) { way in
            try await way.call("DELETE", banPath(invocation))
            Terminal.say("\(invocation.arguments[0]) is no longer banned\(place(invocation))")
        }
    }

    private static let playerBans = Command(
        name: ["player", "bans"], summary: "List banned players", options: [.data, app]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let answer = try await way.call("GET", scopePath(invocation) + "/bans")
            let rows = list(answer, "bans").map { ban in
                let player = ban["player"] as? [String: Any] ?? [:]
                return [text(player["id"]), text(player["displayName"]), text(ban["created"]), text(ban["reason"])]
            }
            Terminal.say(TextTable(header: ["ID", "NAME", "SINCE", "REASON"], rows: rows).text)
        }
    }

    // MARK: Scores

    private static let scoreList = Command(
        name: ["score", "list"], summary: "List a leaderboard's best entries, or one player's scores",
        arguments: ["BUNDLE_ID", "LEADERBOARD_ID"],
        options: [
            .data, environment, CommandOption("--player", "PLAYER", "Only this player's, by ID or alias"),
        ],
        examples: ["laurel score list com.example.hop HighScores --player jungle-jim"]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let board = boardPath(invocation)
            let query = environmentQuery(invocation)
            if let player = invocation["--player"] {
                let answer = try await way.call("GET", board + "/scores?player=\(player.asPathSegment)" + "&" + query)
                let rows = list(answer, "scores").map {
                    [text($0["sequence"]), text($0["formatted"]), text($0["date"]), text($0["state"])]
                }
                Terminal.say(TextTable(header: ["SEQUENCE", "SCORE", "DATE", "STATE"], rows: rows).text)
            } else {
                let answer = try await way.call("GET", board + "/entries?" + query)
                let rows = list(answer, "entries").map { entry in
                    let player = entry["player"] as? [String: Any] ?? [:]
                    return [
                        text(entry["rank"]), text(entry["sequence"]), text(entry["formatted"]), text(entry["date"]),
                        text(player["displayName"]), text(player["id"]),
                    ]
                }
                Terminal.say(TextTable(header: ["RANK", "SEQUENCE", "SCORE", "DATE", "NAME", "ID"], rows: rows).text)
            }
        }
    }

    private static let scoreRemove = turnScore("remove", "Remove a score; the player's next best takes its place", true)
    private static let scoreRestore = turnScore("restore", "Restore a removed score", false)

    private static func turnScore(_ verb: String, _ summary: String, _ isRemoved: Bool) -> Command {
        Command(
            name: ["score", verb], summary: summary, arguments: ["BUNDLE_ID", "LEADERBOARD_ID", "SEQUENCE"],
            options: [.data, environment, note]
        ) { invocation in
            try await Administration.with(invocation) { way in
                let target =
                    boardPath(invocation) + "/scores/\(invocation.arguments[2].asPathSegment)?"
                    + environmentQuery(invocation)
                try await way.call("PATCH", target, ["isRemoved": isRemoved, "note": invocation["--note"] ?? ""])
                Terminal.say("Score \(invocation.arguments[2]) was \(isRemoved ? "removed" : "restored")")
            }
        }
    }

    // MARK: The queue

    private static let reviewList = Command(
        name: ["review", "list"], summary: "List items waiting for review, oldest first",
        options: [
            .data, CommandOption("--app", "BUNDLE_ID", "Only this app (default: all)"),
            CommandOption("--state", "STATE", "pending (default), accepted or rejected"),
        ]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let state = invocation["--state"] ?? "pending"
            let answer = try await way.call("GET", scopePath(invocation) + "/reviews?status=" + state.asPathSegment)
            let rows = list(answer, "reviews").map { item in
                let player = item["player"] as? [String: Any] ?? [:]
                let score = item["score"] as? [String: Any]
                let reasons = (item["reasons"] as? [[String: Any]] ?? []).map { text($0["sentence"]) }
                return [
                    text(item["id"]), text(item["kind"]), text(item["bundleID"]), text(player["displayName"]),
                    text(score?["value"]), reasons.joined(separator: " "),
                ]
            }
            Terminal.say(TextTable(header: ["ID", "KIND", "APP", "PLAYER", "VALUE", "WHY"], rows: rows).text)
            if let after = answer?["next"] as? Int {
                Terminal.say("More items follow \(after). Decide these first.")
            }
        }
    }

    private static let reviewAccept = decide("accept", "Accept an item: it stays, and a held score gets ranked")
    private static let reviewReject = decide(
        "reject", "Reject an item: removes the score, name, photo, status or message")

    private static func decide(_ verdict: String, _ summary: String) -> Command {
        Command(
            name: ["review", verdict], summary: summary, arguments: ["ID"], options: [.data, note],
            examples: ["laurel review \(verdict) 17"]
        ) { invocation in
            try await Administration.with(invocation) { way in
                let id = invocation.arguments[0]
                try await way.call(
                    "POST", "/v1/connect/reviews/\(id.asPathSegment)",
                    ["decision": verdict, "note": invocation["--note"] ?? ""])
                Terminal.say("Item \(id) \(verdict)ed")
            }
        }
    }

    // MARK: Parts

    static func appPath(_ bundleID: String) -> String { "/v1/connect/apps/\(bundleID.asPathSegment)" }

    static func environmentQuery(_ invocation: Invocation) -> String {
        "environment=" + (invocation["--environment"] ?? "production").asPathSegment
    }

    private static func scopePath(_ invocation: Invocation) -> String {
        invocation["--app"].map { appPath($0) } ?? "/v1/connect"
    }

    private static func banPath(_ invocation: Invocation) -> String {
        scopePath(invocation) + "/bans/" + invocation.arguments[0].asPathSegment
    }

    private static func boardPath(_ invocation: Invocation) -> String {
        appPath(invocation.arguments[0]) + "/leaderboards/" + invocation.arguments[1].asPathSegment
    }

    private static func place(_ invocation: Invocation) -> String {
        invocation["--app"].map { " from the apps of \($0)'s team" } ?? " from this server"
    }

    static func list(_ answer: [String: Any]?, _ key: String) -> [[String: Any]] {
        answer?[key] as? [[String: Any]] ?? []
    }

    static func text(_ value: Any?) -> String {
        switch value {
        // What others wrote must not move a terminal's cursor.
        case let text as String:
            String(
                String.UnicodeScalarView(
                    text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
        case let number as NSNumber: number.stringValue
        default: ""
        }
    }
}
