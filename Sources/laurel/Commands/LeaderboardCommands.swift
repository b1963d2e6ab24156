import Foundation

extension Command {
    /// What a leaderboard is made of and changed by.
    private static let fields: [CommandOption] = [
        .data, CommandOption("--name", "NAME", "Name for players, in --language (required to create)"),
        CommandOption("--reference-name", "NAME", "Internal name (default: the ID)"),
        CommandOption("--language", "TAG", "Language of --name and the suffixes (default: en)"),
        CommandOption(
            "--format", "FORMAT", "integer, fixedPoint1, elapsedTimeSecond, dollarDecimal … (default: integer)"),
        CommandOption("--order", "ORDER", "highToLow or lowToHigh (default: highToLow)"),
        CommandOption("--type", "TYPE", "best or mostRecent (default: best)"),
        CommandOption("--lowest", "N", "Reject lower scores; requires --highest"),
        CommandOption("--highest", "N", "Reject higher scores; requires --lowest"),
        CommandOption("--description", "TEXT", "What it ranks, in one sentence for players"),
        CommandOption("--suffix", "TEXT", "Suffix after a score, used exactly: “ Points”"),
        CommandOption("--suffix-singular", "TEXT", "Suffix after a score of one (default: --suffix)"),
        CommandOption("--default", nil, "Make it the default, for scores without a leaderboard"),
        CommandOption("--hidden", nil, "Hide it from players"),
        CommandOption("--parts", "IDS", "Combined: show the best of these comma-separated leaderboards"),
        CommandOption("--start", "TIME", "Recurring: start of the first occurrence, such as 2027-01-01T00:00:00Z"),
        CommandOption("--duration", "MINUTES", "Recurring: length of an occurrence, 5 to 43200 (30 days)"),
        CommandOption("--restart", "MINUTES", "Recurring: time between starts (default: --duration)"),
        CommandOption("--shared-with", "BUNDLE_IDS", "Other apps that share it, if it's a group (id starts with grp.)"),
        CommandOption("--simulator", "NAME", "Simulator that checks its scores' replays, such as monkeyjump"),
        CommandOption("--requires", "WHAT", "What a score needs: none (default), replay or ticket; with --simulator"),
    ]

    static let leaderboardList = Command(
        name: ["leaderboard", "list"], summary: "List an app's leaderboards", arguments: ["BUNDLE_ID"], options: [.data]
    ) { invocation in
        let bundleID = invocation.arguments[0]
        try await Administration.with(invocation) { way in
            let answer = try await way.call("GET", "/v1/connect/apps/\(bundleID.asPathSegment)/leaderboards")
            let boards = answer?["leaderboards"] as? [[String: Any]] ?? []
            var table = TextTable(header: ["ID", "REFERENCE NAME", "FORMAT", "ORDER", "KEEPS", "STATE"])
            for board in boards {
                var state = board["isReleased"] as? Bool == true ? "released" : "prereleased"
                if board["isArchived"] as? Bool == true { state = "archived" }
                if board["isDefault"] as? Bool == true { state += ", default" }
                if board["isHidden"] as? Bool == true { state += ", hidden" }
                if let kind = board["kind"] as? String, kind != "classic" { state += ", \(kind)" }
                let texts = ["id", "referenceName", "format", "sortOrder", "submissionType"]
                table.rows.append(texts.map { board[$0] as? String ?? "" } + [state])
            }
            let hint =
                "No leaderboards yet. Try: laurel leaderboard create \(bundleID) HighScores --name \"High Scores\""
            Terminal.say(boards.isEmpty ? hint : table.text)
        }
    }

    static let leaderboardCreate = Command(
        name: ["leaderboard", "create"], summary: "Create a leaderboard",
        arguments: ["BUNDLE_ID", "ID"], options: fields,
        examples: [
            "laurel leaderboard create com.example.game HighScores --name \"High Scores\" --suffix \" Points\"",
            "laurel leaderboard create com.example.game laps --name Laps --format elapsedTimeSecond --order lowToHigh",
            "laurel leaderboard create com.example.game daily --name Day --start 2027-01-01T00:00:00Z --duration 1440",
            "laurel leaderboard create com.example.game all --name \"All worlds\" --parts world1,world2",
            "laurel leaderboard create com.example.game grp.club --name Club --shared-with com.example.other",
        ]
    ) { invocation in
        guard let name = invocation["--name"] else { throw Failure("--name NAME is required") }
        let id = invocation.arguments[1]
        var body = try changes(invocation)
        body["id"] = id
        body["referenceName"] = invocation["--reference-name"] ?? id
        body["format"] = invocation["--format"] ?? "integer"
        body["sortOrder"] = invocation["--order"] ?? "highToLow"
        body["submissionType"] = invocation["--type"] ?? "best"
        body["localizations"] = [localization(invocation, name: name)]
        try await Administration.with(invocation) { [body] way in
            try await way.call("POST", path(invocation), body)
            Terminal.say(
                "Created \(id). With Game Center on, the Sandbox accepts scores now; "
                    + "Production does after the next release.")
        }
    }

    static let leaderboardSet = Command(
        name: ["leaderboard", "set"], summary: "Change a leaderboard", arguments: ["BUNDLE_ID", "ID"],
        options: fields
            + [
                CommandOption("--no-range", nil, "Remove the score range"),
                CommandOption("--visible", nil, "Show it to players"),
                CommandOption("--no-replays", nil, "Stop checking replays"),
            ],
        examples: ["laurel leaderboard set com.example.game HighScores --lowest 0 --highest 100000"]
    ) { invocation in
        let id = invocation.arguments[1]
        try await Administration.with(invocation) { way in
            var body = try changes(invocation)
            if let name = invocation["--name"] {
                let known = try await way.call("GET", path(invocation) + "/\(id.asPathSegment)")
                var all = known?["localizations"] as? [[String: Any]] ?? []
                let one = localization(invocation, name: name)
                all.removeAll { $0["language"] as? String == one["language"] as? String }
                body["localizations"] = all + [one]
            }
            guard !body.isEmpty else { throw Failure("nothing to change; see laurel leaderboard set --help") }
            let answer = try await way.call("PATCH", path(invocation) + "/\(id.asPathSegment)", body)
            let count = answer?["hiddenEntries"] as? Int
            let hidden = count.map { "; this hides \($0 == 1 ? "1 entry" : "\($0) entries")" } ?? ""
            Terminal.say("Changed \(id)\(hidden)")
        }
    }

    static let leaderboardArchive = Command(
        name: ["leaderboard", "archive"], summary: "Archive a leaderboard: it stays readable but accepts no scores",
        arguments: ["BUNDLE_ID", "ID"], options: [.data]
    ) { invocation in
        let id = invocation.arguments[1]
        try await Administration.with(invocation) { way in
            try await way.call("PATCH", path(invocation) + "/\(id.asPathSegment)", ["isArchived": true])
            Terminal.say("Archived \(id)")
        }
    }

    static let leaderboardMove = Command(
        name: ["leaderboard", "move"], summary: "Move a leaderboard and its scores into a group",
        arguments: ["BUNDLE_ID", "ID", "GROUP"], options: [.data],
        examples: ["laurel leaderboard move com.example.game HighScores grp.club"]
    ) { invocation in
        let (id, group) = (invocation.arguments[1], invocation.arguments[2])
        try await Administration.with(invocation) { way in
            try await way.call("POST", path(invocation) + "/\(id.asPathSegment)/move", ["into": group])
            Terminal.say("Moved \(id) into \(group). Both IDs work.")
        }
    }

    static let leaderboardOrder = Command(
        name: ["leaderboard", "order"], summary: "Set the order in which players see the leaderboards",
        arguments: ["BUNDLE_ID", "ID…"], options: [.data],
        examples: ["laurel leaderboard order com.example.game HighScores laps daily"]
    ) { invocation in try await order(invocation, "leaderboards") }

    static let achievementOrder = Command(
        name: ["achievement", "order"], summary: "Set the order in which players see the achievements",
        arguments: ["BUNDLE_ID", "ID…"], options: [.data],
        examples: ["laurel achievement order com.example.game FirstJump HundredJumps"]
    ) { invocation in try await order(invocation, "achievements") }

    /// What is not named keeps its order, behind what is.
    private static func order(_ invocation: Invocation, _ key: String) async throws {
        let bundleID = invocation.arguments[0]
        let ids = Array(invocation.arguments.dropFirst())
        try await Administration.with(invocation) { way in
            let answer = try await way.call("PUT", "/v1/connect/apps/\(bundleID.asPathSegment)/order", [key: ids])
            let all = answer?[key] as? [String] ?? []
            Terminal.say("Order of \(key): \(all.joined(separator: ", "))")
        }
    }

    static let leaderboardDelete = Command(
        name: ["leaderboard", "delete"], summary: "Delete an unreleased leaderboard",
        arguments: ["BUNDLE_ID", "ID"], options: [.data]
    ) { invocation in
        let id = invocation.arguments[1]
        try await Administration.with(invocation) { way in
            try await way.call("DELETE", path(invocation) + "/\(id.asPathSegment)")
            Terminal.say("Deleted \(id)")
        }
    }

    private static func path(_ invocation: Invocation) -> String {
        "/v1/connect/apps/\(invocation.arguments[0].asPathSegment)/leaderboards"
    }

    private static func changes(_ invocation: Invocation) throws(Failure) -> [String: Any] {
        var body: [String: Any] = [:]
        let texts = [
            ("--reference-name", "referenceName"), ("--format", "format"), ("--order", "sortOrder"),
            ("--type", "submissionType"),
        ]
        for (option, field) in texts { if let value = invocation[option] { body[field] = value } }
        switch (try invocation.int64("--lowest"), try invocation.int64("--highest")) {
        case (let lowest?, let highest?): body["range"] = ["lowest": lowest, "highest": highest]
        case (nil, nil): break
        default: throw Failure("--lowest and --highest must be used together")
        }
        if invocation.has("--no-range") { body["range"] = NSNull() }
        if invocation.has("--default") { body["isDefault"] = true }
        if invocation.has("--hidden") { body["isHidden"] = true }
        if invocation.has("--visible") { body["isHidden"] = false }
        if let parts = list(invocation["--parts"]) { body["parts"] = parts }
        if let apps = list(invocation["--shared-with"]) { body["sharedWith"] = apps }
        if let recurrence = try recurrence(invocation) { body["recurrence"] = recurrence }
        if invocation.has("--no-replays") { body["replays"] = NSNull() }
        switch (invocation["--simulator"], invocation["--requires"]) {
        case (let simulator?, let requires):
            body["replays"] = ["simulator": simulator, "requires": requires ?? "none"]
        case (nil, nil): break
        default: throw Failure("--requires needs --simulator")
        }
        return body
    }

    /// An empty text is an empty list.
    private static func list(_ text: String?) -> [String]? {
        text.map { $0.split(separator: ",").map(String.init) }
    }

    private static func recurrence(_ invocation: Invocation) throws(Failure) -> [String: Any]? {
        let minutes = try (invocation.int64("--duration"), invocation.int64("--restart"))
        switch (invocation["--start"], minutes.0) {
        case (let start?, let duration?):
            return ["start": start, "durationMinutes": duration, "restartMinutes": minutes.1 ?? duration]
        case (nil, nil):
            guard minutes.1 == nil else { throw Failure("--restart needs --start and --duration") }
            return nil
        default: throw Failure("--start and --duration must be used together")
        }
    }

    private static func localization(_ invocation: Invocation, name: String) -> [String: Any] {
        var fields: [String: Any] = ["language": invocation["--language"] ?? "en", "name": name]
        if let description = invocation["--description"] { fields["description"] = description }
        if let suffix = invocation["--suffix"] {
            fields["suffixPlural"] = suffix
            fields["suffixSingular"] = invocation["--suffix-singular"] ?? suffix
        }
        return fields
    }
}
