import LaurelDomain
import LaurelWire

extension Command {
    /// What an activity is made of and changed by.
    private static let fields: [CommandOption] = [
        .data, CommandOption("--title", "TEXT", "Title for players, in --language (required to create)"),
        CommandOption("--details", "TEXT", "What players do in it"),
        CommandOption("--language", "TAG", "Language of these texts (default: en)"),
        CommandOption("--reference-name", "NAME", "Internal name (default: the ID)"),
        CommandOption("--style", "STYLE", "unspecified, synchronous or asynchronous"),
        CommandOption("--min-players", "N", "1 to 1000 (default: 1)"),
        CommandOption("--max-players", "N", "1 to 1000 (default: no limit)"),
        CommandOption("--link", "URL", "Opens for players without the game (default: the game's link)"),
        CommandOption("--properties", "LIST", "What the game gets with it: name=value,name=value"),
        CommandOption("--leaderboards", "LIST", "IDs of leaderboards that link to it"),
        CommandOption("--achievements", "LIST", "IDs of achievements that link to it"),
        CommandOption("--party-codes", nil, "Players can meet by codes"),
    ]

    static let activityList = Command(
        name: ["activity", "list"], summary: "List an app's activities", arguments: ["BUNDLE_ID"], options: [.data]
    ) { invocation in
        let bundleID = invocation.arguments[0]
        try await Administration.with(invocation) { server in
            let all = try await server.ask(
                .activities(.configured(invocation.bundleID())), as: AppActivityAnswer.list)
            var table = TextTable(header: ["ID", "REFERENCE NAME", "PLAYERS", "STATE"])
            for one in all {
                var state = one.isReleased ? "released" : "prereleased"
                if one.isArchived { state = "archived" }
                if one.supportsPartyCodes { state += ", party codes" }
                let most = one.maxPlayers.map { "-\($0)" } ?? "+"
                table.rows.append([one.id.text, one.referenceName, "\(one.minPlayers)\(most)", state])
            }
            let hint = "No activities yet. Try: laurel activity create \(bundleID) Race --title Race --party-codes"
            Terminal.say(all.isEmpty ? hint : table.text)
        }
    }

    static let activityCreate = Command(
        name: ["activity", "create"], summary: "Create an activity: a part of the game that a link opens",
        arguments: ["BUNDLE_ID", "ID"], options: fields,
        examples: [
            "laurel activity create com.example.game Race --title \"Race with friends\" --style synchronous"
                + " --min-players 2 --max-players 8 --properties course=jungle --party-codes"
        ]
    ) { invocation in
        guard let title = invocation["--title"] else { throw Failure("--title TEXT is required") }
        let (app, id) = (try invocation.bundleID(), try activityID(invocation))
        let changes = try changes(invocation)
        var body = ActivityBody()
        body.id = id
        body.referenceName = changes.referenceName
        body.playStyle = changes.playStyle ?? .unspecified
        body.minPlayers = changes.minPlayers ?? 1
        body.maxPlayers = changes.maxPlayers.flatMap(\.self)
        body.fallbackURL = changes.fallbackURL.flatMap(\.self)
        body.properties = changes.properties ?? []
        body.leaderboards = changes.leaderboards ?? []
        body.achievements = changes.achievements ?? []
        body.supportsPartyCodes = changes.supportsPartyCodes ?? false
        body.localizations = [
            ActivityLocalization(
                language: try invocation.value("--language", .language) ?? .english, title: title,
                details: invocation["--details"] ?? "")
        ]
        let content = Administration.Content.body(body)
        try await Administration.with(invocation) { server in
            try await server.tell(.activities(.create(app)), content)
            Terminal.say("Created \(id.text). It's in the Sandbox now; in Production after the next release.")
        }
    }

    static let activitySet = Command(
        name: ["activity", "set"], summary: "Change an activity", arguments: ["BUNDLE_ID", "ID"],
        options: fields
            + [
                CommandOption("--no-party-codes", nil, "Players can't meet by codes"),
                CommandOption("--no-max-players", nil, "As many players as like"),
                CommandOption("--no-link", nil, "Open the game's own link"),
            ],
        examples: ["laurel activity set com.example.game Race --max-players 16"]
    ) { invocation in
        let (app, id) = (try invocation.bundleID(), try activityID(invocation))
        try await Administration.with(invocation) { server in
            var body = try changes(invocation)
            if invocation["--title"] != nil || invocation["--details"] != nil {
                let all = try await server.ask(.activities(.configured(app)), as: AppActivityAnswer.list)
                guard let known = all.first(where: { $0.id == id }) else {
                    throw Failure("no activity has the ID \(id.text)", status: 1)
                }
                body.localizations = try changed(known.localizations, invocation)
            }
            guard !body.isEmpty else { throw Failure("nothing to change; see laurel activity set --help") }
            try await server.tell(.activities(.update(app, id)), .body(body))
            Terminal.say("Changed \(id.text)")
        }
    }

    static let activityArchive = Command(
        name: ["activity", "archive"], summary: "Archive an activity: players don't see it, and no party begins",
        arguments: ["BUNDLE_ID", "ID"], options: [.data]
    ) { invocation in
        let (app, id) = (try invocation.bundleID(), try activityID(invocation))
        try await Administration.with(invocation) { server in
            var body = ActivityChangeBody()
            body.isArchived = true
            try await server.tell(.activities(.update(app, id)), .body(body))
            Terminal.say("Archived \(id.text)")
        }
    }

    static let activityDelete = Command(
        name: ["activity", "delete"], summary: "Delete an unreleased activity", arguments: ["BUNDLE_ID", "ID"],
        options: [.data]
    ) { invocation in
        let (app, id) = (try invocation.bundleID(), try activityID(invocation))
        try await Administration.with(invocation) { server in
            try await server.tell(.activities(.delete(app, id)))
            Terminal.say("Deleted \(id.text)")
        }
    }

    private static func activityID(_ invocation: Invocation) throws(Failure) -> ActivityID {
        try invocation.argument(1, "ID", .activityID)
    }

    private static func changes(_ invocation: Invocation) throws(Failure) -> ActivityChangeBody {
        var body = ActivityChangeBody()
        body.referenceName = invocation["--reference-name"]
        body.playStyle = try invocation.value("--style", .playStyle)
        body.minPlayers = try invocation.int64("--min-players").map { Int($0) }
        if let most = try invocation.int64("--max-players") { body.maxPlayers = .some(Int(most)) }
        if invocation.has("--no-max-players") { body.maxPlayers = .some(nil) }
        if let link = invocation["--link"] { body.fallbackURL = .some(link) }
        if invocation.has("--no-link") { body.fallbackURL = .some(nil) }
        if let list = invocation["--properties"] { body.properties = try properties(list) }
        body.leaderboards = try invocation.values("--leaderboards", .leaderboardID)
        body.achievements = try invocation.values("--achievements", .achievementID)
        if invocation.has("--party-codes") { body.supportsPartyCodes = true }
        if invocation.has("--no-party-codes") { body.supportsPartyCodes = false }
        return body
    }

    private static func properties(_ list: String) throws(Failure) -> [ActivityProperty] {
        var properties: [ActivityProperty] = []
        for pair in list.split(separator: ",") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard sides.count == 2, !sides[0].isEmpty else {
                throw Failure("--properties must be name=value,name=value")
            }
            properties.append(ActivityProperty(name: sides[0], value: sides[1]))
        }
        return properties
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
