import LaurelDomain
import LaurelWire

extension Command {
    /// What a challenge definition is made of and changed by.
    ///
    /// - Parameter isNew: whether what isn't given gets its default; else it stays as it is.
    private static func fields(isNew: Bool) -> [CommandOption] {
        func option(_ name: String, _ value: String, _ help: String, new: String, set: String = "") -> CommandOption {
            CommandOption(name, value, help + (isNew ? " (\(new))" : set))
        }
        return [
            .data, option("--title", "TEXT", "Title for players, in --language", new: "required"),
            option("--leaderboard", "ID", "Leaderboard with the scores: classic or recurring", new: "required"),
            option("--details", "TEXT", "What players compete for", new: "default: none", set: "; “” removes it"),
            CommandOption("--language", "TAG", "Language of --title and --details (default: en)"),
            option("--reference-name", "NAME", "Internal name", new: "default: the ID"),
            option("--group", "ID", "What several games of a team share", new: "default: none"),
            option(
                "--durations", "LIST", "Some of oneDay,threeDays,oneWeek; none on a recurring leaderboard",
                new: "default: all of them", set: "; “” for all, or to go to a recurring one"),
            CommandOption("--repeatable", nil, "Players choose between 1, 3 and unlimited tries"),
            option(
                "--oldest-version", "VERSION", "First version of the game that has what it needs, such as 2.1",
                new: "default: all"),
        ]
    }

    static let challengeDefinitionList = Command(
        name: ["challenge-definition", "list"], summary: "List an app's challenge definitions",
        arguments: ["BUNDLE_ID"], options: [.data]
    ) { invocation in
        let bundleID = invocation.arguments[0]
        try await Administration.with(invocation) { server in
            let all = try await server.ask(
                .challengeDefinitions(.configured(invocation.bundleID())), as: AppChallengeDefinitionAnswer.list)
            var table = TextTable(header: ["ID", "REFERENCE NAME", "LEADERBOARD", "DURATIONS", "STATE"])
            for one in all {
                var state = one.isReleased ? "released" : "prereleased"
                if one.isArchived { state = "archived" }
                if one.isRepeatable { state += ", repeatable" }
                if let version = one.oldestAppVersion { state += ", from version \(version)" }
                let durations = one.durations.map(\.name).joined(separator: ",")
                table.rows.append([
                    one.id.text, one.referenceName, one.leaderboard.text,
                    durations.isEmpty ? "rest of the occurrence" : durations, state,
                ])
            }
            let hint =
                "No challenge definitions yet. Try: laurel challenge-definition create \(bundleID) BestRun"
                + " --title \"Best Run\" --leaderboard HighScores"
            Terminal.say(all.isEmpty ? hint : table.text)
        }
    }

    static let challengeDefinitionCreate = Command(
        name: ["challenge-definition", "create"],
        summary: "Create a challenge definition: what players challenge groups of friends to",
        arguments: ["BUNDLE_ID", "ID"], options: fields(isNew: true),
        examples: [
            "laurel challenge-definition create com.example.game BestRun --title \"Best Run\" --leaderboard HighScores"
                + " --durations oneDay,oneWeek --repeatable"
        ]
    ) { invocation in
        let (app, id) = (try invocation.bundleID(), try challengeDefinitionID(invocation))
        guard let title = invocation["--title"],
            let leaderboard = try invocation.value("--leaderboard", .leaderboardID)
        else { throw Failure("--title TEXT and --leaderboard ID are required") }
        let changes = try changes(invocation)
        var body = ChallengeDefinitionBody()
        body.id = id
        body.referenceName = changes.referenceName
        body.groupID = changes.groupID.flatMap(\.self)
        body.leaderboard = leaderboard
        body.durations = changes.durations
        body.isRepeatable = changes.isRepeatable ?? false
        body.oldestAppVersion = changes.oldestAppVersion.flatMap(\.self)
        body.localizations = [
            ActivityLocalization(
                language: try invocation.value("--language", .language) ?? .english, title: title,
                details: invocation["--details"] ?? "")
        ]
        let content = Administration.Content.body(body)
        try await Administration.with(invocation) { server in
            try await server.tell(.challengeDefinitions(.create(app)), content)
            Terminal.say("Created \(id.text). It's in the Sandbox now; in Production after the next release.")
        }
    }

    static let challengeDefinitionSet = Command(
        name: ["challenge-definition", "set"], summary: "Change a challenge definition",
        arguments: ["BUNDLE_ID", "ID"],
        options: fields(isNew: false)
            + [
                CommandOption("--once", nil, "Each player has one try"),
                CommandOption("--no-group", nil, "No other game shares it"),
                CommandOption("--no-oldest-version", nil, "All versions of the game have what it needs"),
            ],
        examples: ["laurel challenge-definition set com.example.game BestRun --durations oneDay --once"]
    ) { invocation in
        let (app, id) = (try invocation.bundleID(), try challengeDefinitionID(invocation))
        try await Administration.with(invocation) { server in
            var body = try changes(invocation)
            if invocation["--title"] != nil || invocation["--details"] != nil {
                let all = try await server.ask(
                    .challengeDefinitions(.configured(app)), as: AppChallengeDefinitionAnswer.list)
                guard let known = all.first(where: { $0.id == id }) else {
                    throw Failure(
                        "no challenge definition has the ID \(id.text); "
                            + "laurel challenge-definition list \(app.text) lists them", status: 1)
                }
                body.localizations = try changed(known.localizations, invocation)
            } else if invocation["--language"] != nil {
                throw Failure("--language needs a text in it: --title or --details")
            }
            guard !body.isEmpty else { throw Failure("nothing to change; see laurel challenge-definition set --help") }
            try await server.tell(.challengeDefinitions(.update(app, id)), .body(body))
            Terminal.say("Changed \(id.text)")
        }
    }

    static let challengeDefinitionArchive = Command(
        name: ["challenge-definition", "archive"],
        summary: "Archive a challenge definition: players don't see it, and no challenge begins",
        arguments: ["BUNDLE_ID", "ID"], options: [.data]
    ) { invocation in
        let (app, id) = (try invocation.bundleID(), try challengeDefinitionID(invocation))
        try await Administration.with(invocation) { server in
            var body = ChallengeDefinitionChangeBody()
            body.isArchived = true
            try await server.tell(.challengeDefinitions(.update(app, id)), .body(body))
            Terminal.say("Archived \(id.text)")
        }
    }

    static let challengeDefinitionDelete = Command(
        name: ["challenge-definition", "delete"], summary: "Delete an unreleased challenge definition",
        arguments: ["BUNDLE_ID", "ID"], options: [.data]
    ) { invocation in
        let (app, id) = (try invocation.bundleID(), try challengeDefinitionID(invocation))
        try await Administration.with(invocation) { server in
            try await server.tell(.challengeDefinitions(.delete(app, id)))
            Terminal.say("Deleted \(id.text)")
        }
    }

    private static func challengeDefinitionID(_ invocation: Invocation) throws(Failure) -> ChallengeDefinitionID {
        try invocation.argument(1, "ID", .challengeDefinitionID)
    }

    private static func changes(_ invocation: Invocation) throws(Failure) -> ChallengeDefinitionChangeBody {
        var body = ChallengeDefinitionChangeBody()
        body.referenceName = invocation["--reference-name"]
        body.leaderboard = try invocation.value("--leaderboard", .leaderboardID)
        if let group = invocation["--group"] { body.groupID = .some(group) }
        if invocation.has("--no-group") { body.groupID = .some(nil) }
        body.durations = try invocation.values("--durations", .challengeDuration)
        if invocation.has("--repeatable") { body.isRepeatable = true }
        if invocation.has("--once") { body.isRepeatable = false }
        if let version = invocation["--oldest-version"] { body.oldestAppVersion = .some(version) }
        if invocation.has("--no-oldest-version") { body.oldestAppVersion = .some(nil) }
        return body
    }

    /// The localizations with the texts of one language changed, or a language more.
    private static func changed(
        _ known: [ActivityLocalization], _ invocation: Invocation
    ) throws(Failure) -> [ActivityLocalization] {
        let language = try invocation.value("--language", .language) ?? .english
        let old = known.first { $0.language == language }
        guard let title = invocation["--title"] ?? old?.title else {
            throw Failure("a new language requires --title TEXT")
        }
        let new = ActivityLocalization(
            language: language, title: title, details: invocation["--details"] ?? old?.details ?? "")
        return known.filter { $0.language != language } + [new]
    }
}
