import LaurelDomain
import LaurelWire

extension Command {
    /// What a leaderboard is made of and changed by.
    ///
    /// - Parameter isNew: whether what isn't given gets its default; else it stays as it is.
    private static func fields(isNew: Bool) -> [CommandOption] {
        func option(_ name: String, _ value: String, _ help: String, new: String, set: String = "") -> CommandOption {
            CommandOption(name, value, help + (isNew ? " (\(new))" : set))
        }
        let removes = "; “” removes it"
        return [
            .data, option("--name", "NAME", "Name for players, in --language", new: "required"),
            option("--reference-name", "NAME", "Internal name", new: "default: the ID"),
            CommandOption("--language", "TAG", "Language of --name, --description and the suffixes (default: en)"),
            option(
                "--format", "FORMAT", "integer, fixedPoint1, elapsedTimeSecond, dollarDecimal …",
                new: "default: integer"),
            option("--order", "ORDER", "highToLow or lowToHigh", new: "default: highToLow"),
            option("--type", "TYPE", "best or mostRecent", new: "default: best"),
            CommandOption("--lowest", "N", "Reject lower scores; requires --highest"),
            CommandOption("--highest", "N", "Reject higher scores; requires --lowest"),
            option(
                "--description", "TEXT", "What it ranks, in one sentence for players", new: "default: none",
                set: removes),
            option(
                "--suffix", "TEXT", "Suffix after a score, used exactly: “ Points”", new: "default: none",
                set: removes),
            option(
                "--suffix-singular", "TEXT", "Suffix after a score of one", new: "default: --suffix", set: removes),
            CommandOption("--default", nil, "Make it the default, for scores without a leaderboard"),
            CommandOption("--hidden", nil, "Hide it from players"),
            CommandOption("--parts", "IDS", "Combined: show the best of these comma-separated leaderboards"),
            CommandOption("--start", "TIME", "Recurring: start of the first occurrence, such as 2027-01-01T00:00:00Z"),
            CommandOption("--duration", "MINUTES", "Recurring: length of an occurrence, 5 to 43200 (30 days)"),
            CommandOption("--restart", "MINUTES", "Recurring: time between starts (default: --duration)"),
            CommandOption(
                "--shared-with", "BUNDLE_IDS", "Other apps that share it, if it's a group (id starts with grp.)"),
            CommandOption("--simulator", "NAME", "Simulator that checks its scores' replays, such as monkeyjump"),
            CommandOption(
                "--requires", "WHAT", "What a score needs: none (default), replay or ticket; with --simulator"),
            option("--guests", "WHEN", "Rank guests' scores: shown or afterUpgrade", new: "default: shown"),
        ]
    }

    /// What players read of it, in one language.
    private static let texts = ["--name", "--description", "--suffix", "--suffix-singular"]

    static let leaderboardList = Command(
        name: ["leaderboard", "list"], summary: "List an app's leaderboards", arguments: ["BUNDLE_ID"], options: [.data]
    ) { invocation in
        let bundleID = try invocation.bundleID()
        try await Administration.with(invocation) { server in
            let boards = try await server.ask(.appLeaderboards(.list(bundleID)), as: AppLeaderboardAnswer.list)
            var table = TextTable(header: ["ID", "REFERENCE NAME", "FORMAT", "ORDER", "KEEPS", "STATE"])
            for board in boards {
                let settings = board.settings
                var state = board.isReleased ? "released" : "prereleased"
                if settings.isArchived { state = "archived" }
                if settings.isDefault { state += ", default" }
                if settings.isHidden { state += ", hidden" }
                if board.kind.kindName != "classic" { state += ", \(board.kind.kindName)" }
                table.rows.append([
                    board.id.text, settings.referenceName, settings.format.name, settings.sortOrder.name,
                    settings.submissionType.name, state,
                ])
            }
            let hint =
                "No leaderboards yet. Try: laurel leaderboard create \(bundleID.text) HighScores --name \"High Scores\""
            Terminal.say(boards.isEmpty ? hint : table.text)
        }
    }

    static let leaderboardCreate = Command(
        name: ["leaderboard", "create"], summary: "Create a leaderboard",
        arguments: ["BUNDLE_ID", "ID"], options: fields(isNew: true),
        examples: [
            "laurel leaderboard create com.example.game HighScores --name \"High Scores\" --suffix \" Points\"",
            "laurel leaderboard create com.example.game laps --name Laps --format elapsedTimeSecond --order lowToHigh",
            "laurel leaderboard create com.example.game daily --name Day --start 2027-01-01T00:00:00Z --duration 1440",
            "laurel leaderboard create com.example.game all --name \"All worlds\" --parts world1,world2",
            "laurel leaderboard create com.example.game grp.club --name Club --shared-with com.example.other",
        ]
    ) { invocation in
        let (app, id) = (try invocation.bundleID(), try leaderboardID(invocation))
        let body = try new(id, invocation)
        let content = Administration.Content.body(body)
        try await Administration.with(invocation) { server in
            try await server.tell(.appLeaderboards(.create(app)), content)
            Terminal.say(
                body.parts.isEmpty
                    ? "Created \(id.text). With Game Center on, the Sandbox accepts scores now; "
                        + "Production does after the next release."
                    : "Created \(id.text). It shows the best of its parts, and takes no scores of its own.")
        }
    }

    static let leaderboardSet = Command(
        name: ["leaderboard", "set"], summary: "Change a leaderboard", arguments: ["BUNDLE_ID", "ID"],
        options: fields(isNew: false)
            + [
                CommandOption("--no-range", nil, "Remove the score range"),
                CommandOption("--visible", nil, "Show it to players"),
                CommandOption("--no-replays", nil, "Stop checking replays"),
            ],
        examples: ["laurel leaderboard set com.example.game HighScores --lowest 0 --highest 100000"]
    ) { invocation in
        let (app, id) = (try invocation.bundleID(), try leaderboardID(invocation))
        try await Administration.with(invocation) { server in
            var body = try changes(invocation)
            if texts.contains(where: { invocation[$0] != nil }) {
                let known: AppLeaderboardAnswer = try await server.ask(.appLeaderboards(.leaderboard(app, id)))
                body.named.set(\.localizations, to: try changed(known.settings.localizations, invocation))
            } else if invocation["--language"] != nil {
                throw Failure("--language needs a text in it: \(texts.joined(separator: ", "))")
            }
            guard !body.isEmpty else { throw Failure("nothing to change; see laurel leaderboard set --help") }
            let changed: ChangedLeaderboardAnswer = try await server.ask(
                .appLeaderboards(.update(app, id)), .body(body))
            // They are all outside the range, not only those that this change has put there.
            let count = body.named.names.contains("range") ? changed.hiddenEntries : 0
            let hides = count == 0 ? "" : "; this hides \(count == 1 ? "1 entry" : "\(count) entries")"
            Terminal.say("Changed \(id.text)\(hides)")
        }
    }

    static let leaderboardArchive = Command(
        name: ["leaderboard", "archive"], summary: "Archive a leaderboard: it stays readable but accepts no scores",
        arguments: ["BUNDLE_ID", "ID"], options: [.data]
    ) { invocation in
        let (app, id) = (try invocation.bundleID(), try leaderboardID(invocation))
        try await Administration.with(invocation) { server in
            var body = LeaderboardChangeBody()
            body.named.set(\.isArchived, to: true)
            try await server.tell(.appLeaderboards(.update(app, id)), .body(body))
            Terminal.say("Archived \(id.text)")
        }
    }

    static let leaderboardMove = Command(
        name: ["leaderboard", "move"], summary: "Move a leaderboard and its scores into a group",
        arguments: ["BUNDLE_ID", "ID", "GROUP"], options: [.data],
        examples: ["laurel leaderboard move com.example.game HighScores grp.club"]
    ) { invocation in
        let (app, id) = (try invocation.bundleID(), try leaderboardID(invocation))
        let group = try invocation.argument(2, "GROUP", .leaderboardID)
        try await Administration.with(invocation) { server in
            var body = MoveLeaderboardBody()
            body.group = group
            try await server.tell(.appLeaderboards(.move(app, id)), .body(body))
            Terminal.say("Moved \(id.text) into \(group.text). Both IDs work.")
        }
    }

    static let leaderboardOrder = Command(
        name: ["leaderboard", "order"], summary: "Set the order in which players see the leaderboards",
        arguments: ["BUNDLE_ID", "ID…"], options: [.data],
        examples: ["laurel leaderboard order com.example.game HighScores laps daily"]
    ) { invocation in
        var body = DisplayOrderBody()
        body.leaderboards = try invocation.arguments(from: 1, "ID", .leaderboardID)
        try await order(invocation, body, "leaderboards") { $0.leaderboards.map(\.text) }
    }

    static let achievementOrder = Command(
        name: ["achievement", "order"], summary: "Set the order in which players see the achievements",
        arguments: ["BUNDLE_ID", "ID…"], options: [.data],
        examples: ["laurel achievement order com.example.game FirstJump HundredJumps"]
    ) { invocation in
        var body = DisplayOrderBody()
        body.achievements = try invocation.arguments(from: 1, "ID", .achievementID)
        try await order(invocation, body, "achievements") { $0.achievements.map(\.text) }
    }

    /// What is not named keeps its order, behind what is.
    private static func order(
        _ invocation: Invocation, _ body: DisplayOrderBody, _ kind: String, _ ids: (DisplayOrderAnswer) -> [String]
    ) async throws {
        let (app, content) = (try invocation.bundleID(), Administration.Content.body(body))
        try await Administration.with(invocation) { server in
            let order: DisplayOrderAnswer = try await server.ask(.apps(.setDisplayOrder(app)), content)
            Terminal.say("Order of \(kind): \(ids(order).joined(separator: ", "))")
        }
    }

    static let leaderboardDelete = Command(
        name: ["leaderboard", "delete"], summary: "Delete an unreleased leaderboard",
        arguments: ["BUNDLE_ID", "ID"], options: [.data]
    ) { invocation in
        let (app, id) = (try invocation.bundleID(), try leaderboardID(invocation))
        try await Administration.with(invocation) { server in
            try await server.tell(.appLeaderboards(.delete(app, id)))
            Terminal.say("Deleted \(id.text)")
        }
    }

    // MARK: Parts

    private static func leaderboardID(_ invocation: Invocation) throws(Failure) -> LeaderboardID {
        try invocation.argument(1, "ID", .leaderboardID)
    }

    private static func new(_ id: LeaderboardID, _ invocation: Invocation) throws(Failure) -> LeaderboardBody {
        let changes = try changes(invocation)
        var body = LeaderboardBody()
        body.id = id
        body.named = changes.named
        if invocation["--reference-name"] == nil { body.named.set(\.referenceName, to: id.text) }
        body.named.set(\.localizations, to: try changed([], invocation))
        body.recurrence = changes.recurrence ?? nil
        body.parts = changes.parts ?? []
        body.sharedWith = changes.sharedWith ?? []
        return body
    }

    private static func changes(_ invocation: Invocation) throws(Failure) -> LeaderboardChangeBody {
        var body = LeaderboardChangeBody()
        if let name = invocation["--reference-name"] { body.named.set(\.referenceName, to: name) }
        if let format = try invocation.value("--format", .scoreFormat) { body.named.set(\.format, to: format) }
        if let order = try invocation.value("--order", .sortOrder) { body.named.set(\.sortOrder, to: order) }
        if let type = try invocation.value("--type", .submissionType) { body.named.set(\.submissionType, to: type) }
        if let range = try invocation.scoreRange() { body.named.set(\.range, to: range) }
        if invocation.has("--no-range") { body.named.set(\.range, to: nil) }
        if invocation.has("--default") { body.named.set(\.isDefault, to: true) }
        if invocation.has("--hidden") { body.named.set(\.isHidden, to: true) }
        if invocation.has("--visible") { body.named.set(\.isHidden, to: false) }
        if let replays = try replays(invocation) { body.named.set(\.replays, to: replays) }
        if invocation.has("--no-replays") { body.named.set(\.replays, to: nil) }
        if let guests = try invocation.value("--guests", .guestEntries) { body.named.set(\.guests, to: guests) }
        body.recurrence = try recurrence(invocation).map { .some($0) }
        body.parts = try invocation.values("--parts", .leaderboardID)
        body.sharedWith = try invocation.values("--shared-with", .bundleID)
        return body
    }

    private static func replays(_ invocation: Invocation) throws(Failure) -> ReplayRule? {
        let requirement = try invocation.value("--requires", .replayRequirement)
        guard let simulator = try invocation.value("--simulator", .simulatorName) else {
            guard requirement == nil else { throw Failure("--requires needs --simulator") }
            return nil
        }
        return ReplayRule(simulator: simulator, requires: requirement ?? .none)
    }

    private static func recurrence(_ invocation: Invocation) throws(Failure) -> Recurrence? {
        let restart = try invocation.int64("--restart")
        switch (try invocation.value("--start", .timestamp), try invocation.int64("--duration")) {
        case (let start?, let duration?):
            do throws(Recurrence.Invalid) {
                return try Recurrence(
                    start: start, duration: .minutes(duration), interval: .minutes(restart ?? duration))
            } catch {
                throw Failure("--duration and --restart don't make a schedule; see laurel leaderboard create --help")
            }
        case (nil, nil):
            guard restart == nil else { throw Failure("--restart needs --start and --duration") }
            return nil
        default: throw Failure("--start and --duration must be used together")
        }
    }

    /// The localizations with the texts of one language changed, or a language more. A text that isn't given stays.
    private static func changed(
        _ known: [LeaderboardLocalization], _ invocation: Invocation
    ) throws(Failure) -> [LeaderboardLocalization] {
        func text(_ option: String, _ old: String?) -> String? { (invocation[option] ?? old).flatMap(\.orNil) }
        let language = try invocation.value("--language", .language) ?? .english
        let index = known.firstIndex { $0.language == language }
        let old = index.map { known[$0] }
        guard let name = invocation["--name"] ?? old?.name else {
            throw Failure(known.isEmpty ? "--name NAME is required" : "a new language requires --name NAME")
        }
        var new = old ?? LeaderboardLocalization(language: language, name: name)
        new.name = name
        new.description = text("--description", old?.description)
        new.suffixPlural = text("--suffix", old?.suffixPlural)
        // One of its own stays; one that is the suffix changes with it.
        let isOwn = old.map { $0.suffixSingular != $0.suffixPlural } ?? false
        new.suffixSingular = text("--suffix-singular", isOwn ? old?.suffixSingular : new.suffixPlural)
        guard let index else { return known + [new] }
        var all = known
        all[index] = new
        return all
    }
}

extension String {
    fileprivate var orNil: String? { isEmpty ? nil : self }
}
