import Foundation

extension Command {
    /// What a leaderboard is made of and changed by.
    private static let fields: [CommandOption] = [
        .data, CommandOption("--name", "NAME", "What players see, in --language (needed to make one)"),
        CommandOption("--reference-name", "NAME", "What you call it yourself (default: the id)"),
        CommandOption("--language", "TAG", "The language of --name and the suffixes (default: en)"),
        CommandOption(
            "--format", "FORMAT", "integer, fixedPoint1, elapsedTimeSecond, dollarDecimal … (default: integer)"),
        CommandOption("--order", "ORDER", "highToLow or lowToHigh (default: highToLow)"),
        CommandOption("--type", "TYPE", "best or mostRecent (default: best)"),
        CommandOption("--lowest", "N", "Refuse what is below; goes with --highest"),
        CommandOption("--highest", "N", "Refuse what is above; goes with --lowest"),
        CommandOption("--description", "TEXT", "What it ranks, in a sentence for players"),
        CommandOption("--suffix", "TEXT", "Behind a score, exactly as written: “ Points”"),
        CommandOption("--suffix-singular", "TEXT", "Behind a score of one (default: --suffix)"),
        CommandOption("--default", nil, "Takes the scores that name no leaderboard"),
        CommandOption("--hidden", nil, "Not listed for players"),
        CommandOption("--parts", "IDS", "Combined: shows the best of these leaderboards, with commas between them"),
        CommandOption("--start", "TIME", "Recurring: the first occurrence begins then, such as 2027-01-01T00:00:00Z"),
        CommandOption("--duration", "MINUTES", "Recurring: how long an occurrence runs, 5 to 43200 (30 days)"),
        CommandOption("--restart", "MINUTES", "Recurring: from one start to the next (default: --duration)"),
        CommandOption("--shared-with", "BUNDLE_IDS", "The other apps that share a group (an id that begins with grp.)"),
        CommandOption("--simulator", "NAME", "What plays the logs of its scores again, such as monkeyjump"),
        CommandOption("--requires", "WHAT", "none, replay or ticket of a score; goes with --simulator (default: none)"),
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
                "No leaderboard yet. Try: laurel leaderboard create \(bundleID) HighScores --name \"High Scores\""
            Terminal.say(boards.isEmpty ? hint : table.text)
        }
    }

    static let leaderboardCreate = Command(
        name: ["leaderboard", "create"], summary: "Make a leaderboard; its Sandbox takes scores at once",
        arguments: ["BUNDLE_ID", "ID"], options: fields,
        examples: [
            "laurel leaderboard create com.example.game HighScores --name \"High Scores\" --suffix \" Points\"",
            "laurel leaderboard create com.example.game laps --name Laps --format elapsedTimeSecond --order lowToHigh",
            "laurel leaderboard create com.example.game daily --name Day --start 2027-01-01T00:00:00Z --duration 1440",
            "laurel leaderboard create com.example.game all --name \"All worlds\" --parts world1,world2",
            "laurel leaderboard create com.example.game grp.club --name Club --shared-with com.example.other",
        ]
    ) { invocation in
        guard let name = invocation["--name"] else { throw Failure("a leaderboard needs --name NAME") }
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
                "Made \(id). Once Game Center is on for the app its Sandbox takes scores; "
                    + "Production does from the next release on.")
        }
    }

    static let leaderboardSet = Command(
        name: ["leaderboard", "set"], summary: "Change a leaderboard", arguments: ["BUNDLE_ID", "ID"],
        options: fields
            + [
                CommandOption("--no-range", nil, "Accept every value again"),
                CommandOption("--visible", nil, "Listed again"),
                CommandOption("--no-replays", nil, "Replays are not looked at any more"),
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
            guard !body.isEmpty else { throw Failure("say what to change; see: laurel leaderboard set --help") }
            let answer = try await way.call("PATCH", path(invocation) + "/\(id.asPathSegment)", body)
            let count = answer?["hiddenEntries"] as? Int
            let hidden = count.map { ", which hides \($0 == 1 ? "1 entry" : "\($0) entries")" } ?? ""
            Terminal.say("Changed \(id)\(hidden)")
        }
    }

    static let leaderboardArchive = Command(
        name: ["leaderboard", "archive"], summary: "Close a leaderboard: it can be read and takes no more scores",
        arguments: ["BUNDLE_ID", "ID"], options: [.data]
    ) { invocation in
        let id = invocation.arguments[1]
        try await Administration.with(invocation) { way in
            try await way.call("PATCH", path(invocation) + "/\(id.asPathSegment)", ["isArchived": true])
            Terminal.say("Archived \(id)")
        }
    }

    static let leaderboardMove = Command(
        name: ["leaderboard", "move"], summary: "Move a leaderboard with its scores into a group of the team",
        arguments: ["BUNDLE_ID", "ID", "GROUP"], options: [.data],
        examples: ["laurel leaderboard move com.example.game HighScores grp.club"]
    ) { invocation in
        let (id, group) = (invocation.arguments[1], invocation.arguments[2])
        try await Administration.with(invocation) { way in
            try await way.call("POST", path(invocation) + "/\(id.asPathSegment)/move", ["into": group])
            Terminal.say("Moved \(id) into \(group). Both ids answer for it.")
        }
    }

    static let leaderboardOrder = Command(
        name: ["leaderboard", "order"], summary: "Say in which order players see the leaderboards",
        arguments: ["BUNDLE_ID", "ID…"], options: [.data],
        examples: ["laurel leaderboard order com.example.game HighScores laps daily"]
    ) { invocation in try await order(invocation, "leaderboards") }

    static let achievementOrder = Command(
        name: ["achievement", "order"], summary: "Say in which order players see the achievements",
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
            Terminal.say("Players see the \(key) in this order: \(all.joined(separator: ", "))")
        }
    }

    static let leaderboardDelete = Command(
        name: ["leaderboard", "delete"], summary: "Delete a leaderboard that was never released",
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
        default: throw Failure("--lowest and --highest go together")
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
        default: throw Failure("--requires goes with --simulator")
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
            guard minutes.1 == nil else { throw Failure("--restart goes with --start and --duration") }
            return nil
        default: throw Failure("--start and --duration go together")
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
