import Foundation

extension Command {
    /// What an achievement is made of and changed by.
    private static let fields: [CommandOption] = [
        .data, CommandOption("--title", "TEXT", "Title for players, in --language (required to create)"),
        CommandOption("--before", "TEXT", "Description before it's earned (required to create)"),
        CommandOption("--after", "TEXT", "Description after it's earned (default: --before)"),
        CommandOption("--language", "TAG", "Language of these texts (default: en)"),
        CommandOption("--reference-name", "NAME", "Internal name (default: the ID)"),
        CommandOption("--points", "N", "0 to 100, at most 1000 for the whole app (required to create)"),
        CommandOption("--hidden", nil, "Hide its texts until a player's first report"),
        CommandOption("--repeatable", nil, "Can be earned more than once"),
    ]

    static let achievementList = Command(
        name: ["achievement", "list"], summary: "List an app's achievements", arguments: ["BUNDLE_ID"],
        options: [.data]
    ) { invocation in
        let bundleID = invocation.arguments[0]
        try await Administration.with(invocation) { way in
            let answer = try await way.call("GET", path(invocation))
            let all = answer?["achievements"] as? [[String: Any]] ?? []
            var table = TextTable(header: ["ID", "REFERENCE NAME", "POINTS", "STATE"])
            for one in all {
                var state = one["isReleased"] as? Bool == true ? "released" : "prereleased"
                if one["isArchived"] as? Bool == true { state = "archived" }
                if one["isHidden"] as? Bool == true { state += ", hidden" }
                if one["isRepeatable"] as? Bool == true { state += ", repeatable" }
                table.rows.append(
                    ["id", "referenceName"].map { one[$0] as? String ?? "" }
                        + [String(one["points"] as? Int ?? 0), state])
            }
            let hint =
                "No achievements yet. Try: laurel achievement create \(bundleID) FirstJump --points 10"
                + " --title \"First Jump\" --before \"Jump once.\""
            Terminal.say(all.isEmpty ? hint : table.text)
        }
    }

    static let achievementCreate = Command(
        name: ["achievement", "create"], summary: "Create an achievement",
        arguments: ["BUNDLE_ID", "ID"], options: fields,
        examples: [
            "laurel achievement create com.example.game FirstJump --points 10 --title \"First Jump\""
                + " --before \"Jump once.\" --after \"You jumped.\""
        ]
    ) { invocation in
        guard let title = invocation["--title"], let before = invocation["--before"], invocation["--points"] != nil
        else { throw Failure("--title TEXT, --before TEXT and --points N are required") }
        let id = invocation.arguments[1]
        var body = try changes(invocation)
        body["id"] = id
        body["localizations"] = [localization(invocation, title: title, before: before)]
        try await Administration.with(invocation) { [body] way in
            try await way.call("POST", path(invocation), body)
            Terminal.say(
                "Created \(id). With Game Center on, the Sandbox accepts reports now; "
                    + "Production does after the next release.")
        }
    }

    static let achievementSet = Command(
        name: ["achievement", "set"], summary: "Change an achievement", arguments: ["BUNDLE_ID", "ID"],
        options: fields
            + [
                CommandOption("--visible", nil, "Show its texts from the start"),
                CommandOption("--once", nil, "Can be earned only once"),
            ],
        examples: ["laurel achievement set com.example.game FirstJump --points 20"]
    ) { invocation in
        let id = invocation.arguments[1]
        try await Administration.with(invocation) { way in
            var body = try changes(invocation)
            if ["--title", "--before", "--after"].contains(where: { invocation[$0] != nil }) {
                let known = try await way.call("GET", path(invocation) + "/\(id.asPathSegment)")
                body["localizations"] = try changed(known?["localizations"] as? [[String: Any]] ?? [], invocation)
            }
            guard !body.isEmpty else { throw Failure("nothing to change; see laurel achievement set --help") }
            try await way.call("PATCH", path(invocation) + "/\(id.asPathSegment)", body)
            Terminal.say("Changed \(id)")
        }
    }

    static let achievementArchive = Command(
        name: ["achievement", "archive"],
        summary: "Archive an achievement: players keep it, but it accepts no reports",
        arguments: ["BUNDLE_ID", "ID"], options: [.data]
    ) { invocation in
        let id = invocation.arguments[1]
        try await Administration.with(invocation) { way in
            try await way.call("PATCH", path(invocation) + "/\(id.asPathSegment)", ["isArchived": true])
            Terminal.say("Archived \(id)")
        }
    }

    static let achievementDelete = Command(
        name: ["achievement", "delete"], summary: "Delete an unreleased achievement",
        arguments: ["BUNDLE_ID", "ID"], options: [.data]
    ) { invocation in
        let id = invocation.arguments[1]
        try await Administration.with(invocation) { way in
            try await way.call("DELETE", path(invocation) + "/\(id.asPathSegment)")
            Terminal.say("Deleted \(id)")
        }
    }

    private static func path(_ invocation: Invocation) -> String {
        "/v1/connect/apps/\(invocation.arguments[0].asPathSegment)/achievements"
    }

    private static func changes(_ invocation: Invocation) throws(Failure) -> [String: Any] {
        var body: [String: Any] = [:]
        if let name = invocation["--reference-name"] { body["referenceName"] = name }
        if let points = try invocation.int64("--points") { body["points"] = points }
        if invocation.has("--hidden") { body["isHidden"] = true }
        if invocation.has("--visible") { body["isHidden"] = false }
        if invocation.has("--repeatable") { body["isRepeatable"] = true }
        if invocation.has("--once") { body["isRepeatable"] = false }
        return body
    }

    private static func localization(_ invocation: Invocation, title: String, before: String) -> [String: Any] {
        [
            "language": invocation["--language"] ?? "en", "title": title, "descriptionBefore": before,
            "descriptionAfter": invocation["--after"] ?? before,
        ]
    }

    /// The localizations with the texts of one language changed, or a language more.
    private static func changed(
        _ known: [[String: Any]], _ invocation: Invocation
    ) throws(Failure) -> [[String: Any]] {
        let language = invocation["--language"] ?? "en"
        var rest = known
        var one: [String: Any] = ["language": language]
        if let place = known.firstIndex(where: { $0["language"] as? String == language }) {
            one = rest.remove(at: place)
        }
        let texts = [("--title", "title"), ("--before", "descriptionBefore"), ("--after", "descriptionAfter")]
        for (option, field) in texts { if let text = invocation[option] { one[field] = text } }
        guard texts.allSatisfy({ one[$0.1] != nil }) else {
            throw Failure("a new language requires --title TEXT, --before TEXT and --after TEXT")
        }
        return rest + [one]
    }
}
