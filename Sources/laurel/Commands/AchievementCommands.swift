import LaurelDomain
import LaurelWire

extension Command {
    /// What an achievement is made of and changed by.
    ///
    /// - Parameter isNew: whether what isn't given gets its default; else it stays as it is.
    private static func fields(isNew: Bool) -> [CommandOption] {
        func option(_ name: String, _ value: String, _ help: String, new: String) -> CommandOption {
            CommandOption(name, value, help + (isNew ? " (\(new))" : ""))
        }
        return [
            .data, option("--title", "TEXT", "Title for players, in --language", new: "required"),
            option("--before", "TEXT", "Description before it's earned", new: "required"),
            option("--after", "TEXT", "Description after it's earned", new: "default: --before"),
            CommandOption("--language", "TAG", "Language of these texts (default: en)"),
            option("--reference-name", "NAME", "Internal name", new: "default: the ID"),
            option("--points", "N", "0 to 100, at most 1000 for the whole app", new: "required"),
            CommandOption("--hidden", nil, "Hide its texts until a player's first report"),
            CommandOption("--repeatable", nil, "Can be earned more than once"),
        ]
    }

    static let achievementList = Command(
        name: ["achievement", "list"], summary: "List an app's achievements", arguments: ["BUNDLE_ID"],
        options: [.data]
    ) { invocation in
        let bundleID = invocation.arguments[0]
        try await Administration.with(invocation) { server in
            let all = try await server.ask(
                .achievements(.configured(invocation.bundleID())), as: AppAchievementAnswer.listShape)
            var table = TextTable(header: ["ID", "REFERENCE NAME", "POINTS", "STATE"])
            for one in all {
                var state = one.isReleased ? "released" : "prereleased"
                if one.isArchived { state = "archived" }
                if one.isHidden { state += ", hidden" }
                if one.isRepeatable { state += ", repeatable" }
                table.rows.append([
                    one.id.text, one.referenceName, String(one.points), state,
                ])
            }
            let hint =
                "No achievements yet. Try: laurel achievement create \(bundleID) FirstJump --points 10"
                + " --title \"First Jump\" --before \"Jump once.\""
            Terminal.say(all.isEmpty ? hint : table.text)
        }
    }

    static let achievementCreate = Command(
        name: ["achievement", "create"], summary: "Create an achievement",
        arguments: ["BUNDLE_ID", "ID"], options: fields(isNew: true),
        examples: [
            "laurel achievement create com.example.game FirstJump --points 10 --title \"First Jump\""
                + " --before \"Jump once.\" --after \"You jumped.\""
        ]
    ) { invocation in
        guard let title = invocation["--title"], let before = invocation["--before"],
            let points = try invocation.int64("--points")
        else { throw Failure("--title TEXT, --before TEXT and --points N are required") }
        let (app, id) = (try invocation.bundleID(), try achievementID(invocation))
        var body = AchievementBody()
        body.id = id
        body.referenceName = invocation["--reference-name"]
        body.points = Int(points)
        body.isHidden = invocation.has("--hidden")
        body.isRepeatable = invocation.has("--repeatable")
        body.localizations = [
            AchievementLocalization(
                language: try invocation.value("--language", .language) ?? .english, title: title,
                descriptionBefore: before, descriptionAfter: invocation["--after"] ?? before)
        ]
        let content = Administration.Content.body(body)
        try await Administration.with(invocation) { server in
            try await server.tell(.achievements(.create(app)), content)
            Terminal.say(
                "Created \(id.text). With Game Center on, the Sandbox accepts reports now; "
                    + "Production does after the next release.")
        }
    }

    static let achievementSet = Command(
        name: ["achievement", "set"], summary: "Change an achievement", arguments: ["BUNDLE_ID", "ID"],
        options: fields(isNew: false)
            + [
                CommandOption("--visible", nil, "Show its texts from the start"),
                CommandOption("--once", nil, "Can be earned only once"),
            ],
        examples: ["laurel achievement set com.example.game FirstJump --points 20"]
    ) { invocation in
        let (app, id) = (try invocation.bundleID(), try achievementID(invocation))
        try await Administration.with(invocation) { server in
            var body = try changes(invocation)
            if ["--title", "--before", "--after"].contains(where: { invocation[$0] != nil }) {
                let known: AppAchievementAnswer = try await server.ask(.achievements(.configuredOne(app, id)))
                body.localizations = try changed(known.localizations, invocation)
            }
            guard !body.isEmpty else { throw Failure("nothing to change; see laurel achievement set --help") }
            try await server.tell(.achievements(.update(app, id)), .body(body))
            Terminal.say("Changed \(id.text)")
        }
    }

    static let achievementArchive = Command(
        name: ["achievement", "archive"],
        summary: "Archive an achievement: players keep it, but it accepts no reports",
        arguments: ["BUNDLE_ID", "ID"], options: [.data]
    ) { invocation in
        let (app, id) = (try invocation.bundleID(), try achievementID(invocation))
        try await Administration.with(invocation) { server in
            var body = AchievementChangeBody()
            body.isArchived = true
            try await server.tell(.achievements(.update(app, id)), .body(body))
            Terminal.say("Archived \(id.text)")
        }
    }

    static let achievementDelete = Command(
        name: ["achievement", "delete"], summary: "Delete an unreleased achievement",
        arguments: ["BUNDLE_ID", "ID"], options: [.data]
    ) { invocation in
        let (app, id) = (try invocation.bundleID(), try achievementID(invocation))
        try await Administration.with(invocation) { server in
            try await server.tell(.achievements(.delete(app, id)))
            Terminal.say("Deleted \(id.text)")
        }
    }

    private static func achievementID(_ invocation: Invocation) throws(Failure) -> AchievementID {
        try invocation.argument(1, "ID", .achievementID)
    }

    private static func changes(_ invocation: Invocation) throws(Failure) -> AchievementChangeBody {
        var body = AchievementChangeBody()
        body.referenceName = invocation["--reference-name"]
        body.points = try invocation.int64("--points").map { Int($0) }
        if invocation.has("--hidden") { body.isHidden = true }
        if invocation.has("--visible") { body.isHidden = false }
        if invocation.has("--repeatable") { body.isRepeatable = true }
        if invocation.has("--once") { body.isRepeatable = false }
        return body
    }

    /// The localizations with the texts of one language changed, or a language more.
    private static func changed(
        _ known: [AchievementLocalization], _ invocation: Invocation
    ) throws(Failure) -> [AchievementLocalization] {
        let language = try invocation.value("--language", .language) ?? .english
        let old = known.first { $0.language == language }
        guard let title = invocation["--title"] ?? old?.title,
            let before = invocation["--before"] ?? old?.descriptionBefore,
            let after = invocation["--after"] ?? old?.descriptionAfter
        else { throw Failure("a new language requires --title TEXT, --before TEXT and --after TEXT") }
        let new = AchievementLocalization(
            language: language, title: title, descriptionBefore: before, descriptionAfter: after)
        return known.filter { $0.language != language } + [new]
    }
}
