import LaurelDomain
import LaurelWire

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
        try await Administration.with(invocation) { server in
            let players = try await server.ask(
                .moderation(.inspectPlayers(invocation.bundleID(), search: invocation.arguments[1])),
                as: InspectedPlayerAnswer.list)
            let rows = players.map { found in
                let isOut = found.isBannedEverywhere || found.isBanned
                return [found.player.id, found.player.alias ?? "", isOut ? "banned" : ""].map(Terminal.plain)
            }
            Terminal.say(rows.isEmpty ? "No players found" : TextTable(header: ["ID", "ALIAS", ""], rows: rows).text)
        }
    }

    private static let playerBan = Command(
        name: ["player", "ban"], summary: "Ban a player: hides their entries and refuses new scores",
        arguments: ["PLAYER"], options: [.data, app, CommandOption("--reason", "TEXT", "Reason, for moderators")],
        examples: ["laurel player ban jungle-jim --app com.example.hop --reason \"a speed hack\""]
    ) { invocation in
        try await Administration.with(invocation) { server in
            var body = BanBody()
            body.reason = invocation["--reason"] ?? ""
            try await server.tell(.moderation(.ban(scope(invocation), invocation.arguments[0])), .body(body))
            Terminal.say("\(invocation.arguments[0]) is banned\(extent(invocation))")
        }
    }

    private static let playerUnban = Command(
        name: ["player", "unban"], summary: "Unban a player and show their entries again", arguments: ["PLAYER"],
        options: [.data, app]
    ) { invocation in
        let (player, app) = (invocation.arguments[0], try scope(invocation))
        try await Administration.with(invocation) { server in
            let count = try await server.ask(.moderation(.bans(app)), as: BanAnswer.list).count
            try await server.tell(.moderation(.unban(app, player)))
            let isLifted = try await server.ask(.moderation(.bans(app)), as: BanAnswer.list).count < count
            let left = try await PlayerBans.of(player, server)
            guard isLifted || left.isEmpty else {
                let lines = ["\(player) isn't banned\(extent(invocation))."] + left.map(\.sentence)
                throw Failure(lines.joined(separator: "\n"), status: 1)
            }
            Terminal.say("\(player) \(isLifted ? "is no longer" : "wasn't") banned\(extent(invocation))")
            for entry in left { Terminal.say(entry.sentence) }
        }
    }

    private static let playerBans = Command(
        name: ["player", "bans"], summary: "List banned players",
        options: [.data, CommandOption("--app", "BUNDLE_ID", "Only those who can't play this app (default: all)")]
    ) { invocation in
        try await Administration.with(invocation) { server in
            let rows = try await PlayerBans.all(server, app: scope(invocation)).map { extent, ban in
                [ban.player.id, ban.player.displayName, extent.name, ban.created.rfc3339, ban.reason]
                    .map(Terminal.plain)
            }
            let table = TextTable(header: ["ID", "NAME", "BANNED FROM", "SINCE", "REASON"], rows: rows)
            Terminal.say(rows.isEmpty ? "Nobody is banned" : table.text)
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
        try await Administration.with(invocation) { server in
            let table =
                if let player = invocation["--player"] {
                    try await scores(of: player, invocation, server)
                } else {
                    try await entries(invocation, server)
                }
            Terminal.say(table.rows.isEmpty ? "No scores" : table.text)
        }
    }

    private static func scores(
        of player: String, _ invocation: Invocation, _ server: Administration
    ) async throws -> TextTable {
        let (app, board) = (try invocation.bundleID(), try leaderboard(invocation))
        let route = ModerationRoute.inspectScores(
            app, board, player: player, before: nil, try invocation.environment())
        let answer: InspectedScoresAnswer = try await server.ask(.moderation(route))
        let rows = answer.scores.map { score in
            [String(score.sequence.rawValue), score.formatted, score.date.rfc3339, score.state.rawValue]
                .map(Terminal.plain)
        }
        return TextTable(header: ["SEQUENCE", "SCORE", "DATE", "STATE"], rows: rows)
    }

    private static func entries(_ invocation: Invocation, _ server: Administration) async throws -> TextTable {
        let (app, board) = (try invocation.bundleID(), try leaderboard(invocation))
        let first = try RankWindow(first: 1, count: RankWindow.countLimit)
        let route = ModerationRoute.inspectEntries(app, board, first, try invocation.environment())
        let answer: InspectedEntriesAnswer = try await server.ask(.moderation(route))
        let rows = answer.entries.map { entry in
            [
                String(entry.rank), String(entry.sequence.rawValue), entry.formatted, entry.date.rfc3339,
                entry.player.displayName, entry.player.id,
            ].map(Terminal.plain)
        }
        return TextTable(header: ["RANK", "SEQUENCE", "SCORE", "DATE", "NAME", "ID"], rows: rows)
    }

    private static let scoreRemove = turnScore("remove", "Remove a score; the player's next best takes its place", true)
    private static let scoreRestore = turnScore("restore", "Restore a removed score", false)

    private static func turnScore(_ verb: String, _ summary: String, _ isRemoved: Bool) -> Command {
        Command(
            name: ["score", verb], summary: summary, arguments: ["BUNDLE_ID", "LEADERBOARD_ID", "SEQUENCE"],
            options: [.data, environment, note]
        ) { invocation in
            try await Administration.with(invocation) { server in
                let sequence = JournalSequence(try invocation.serial(2, "SEQUENCE"))
                var body = ModerateScoreBody()
                body.isRemoved = isRemoved
                body.note = invocation["--note"] ?? ""
                let route = ModerationRoute.moderateScore(
                    try invocation.bundleID(), try leaderboard(invocation), sequence, try invocation.environment())
                try await server.tell(.moderation(route), .body(body))
                Terminal.say("Score \(sequence.rawValue) was \(isRemoved ? "removed" : "restored")")
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
        try await Administration.with(invocation) { server in
            let state = try reviewState(invocation)
            let page: ReviewsAnswer = try await server.ask(
                .moderation(.reviews(scope(invocation), state, after: nil)))
            let rows = page.reviews.map { item in
                [
                    String(item.id.rawValue), item.kind, item.bundleID?.text ?? "", item.player.displayName,
                    item.score.map { String($0.value) } ?? "", item.reasons.map(\.sentence).joined(separator: " "),
                ].map(Terminal.plain)
            }
            let table = TextTable(header: ["ID", "KIND", "APP", "PLAYER", "VALUE", "WHY"], rows: rows)
            Terminal.say(rows.isEmpty ? "No items" : table.text)
            if let after = page.next {
                Terminal.say("More items follow \(after.rawValue). Decide these first.")
            }
        }
    }

    private static func reviewState(_ invocation: Invocation) throws(Failure) -> ReviewState {
        let name = try invocation.choice("--state", of: ReviewState.allCases.map(\.name), default: "pending")
        return ReviewState.allCases.first { $0.name == name } ?? .pending
    }

    private static let reviewAccept = decide("accept", "Accept an item: it stays, and a held score gets ranked")
    private static let reviewReject = decide(
        "reject", "Reject an item: removes the score, name, photo, status or message")

    private static func decide(_ verdict: String, _ summary: String) -> Command {
        Command(
            name: ["review", verdict], summary: summary, arguments: ["ID"], options: [.data, note],
            examples: ["laurel review \(verdict) 17"]
        ) { invocation in
            try await Administration.with(invocation) { server in
                let id = ReviewID(try invocation.serial(0, "ID"))
                var body = DecisionBody()
                body.isAccepted = verdict == "accept"
                body.note = invocation["--note"] ?? ""
                try await server.tell(.moderation(.decideReview(nil, id)), .body(body))
                Terminal.say("Item \(id.rawValue) \(verdict)ed")
            }
        }
    }

    // MARK: Parts

    /// Nil: the whole server.
    private static func scope(_ invocation: Invocation) throws(Failure) -> BundleID? {
        try invocation.value("--app", .bundleID)
    }

    private static func leaderboard(_ invocation: Invocation) throws(Failure) -> LeaderboardID {
        try invocation.argument(1, "LEADERBOARD_ID", .leaderboardID)
    }

    private static func extent(_ invocation: Invocation) -> String {
        invocation["--app"].map { " from the apps of \($0)'s team" } ?? " from this server"
    }
}
