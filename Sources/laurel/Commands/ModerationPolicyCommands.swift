import LaurelDomain
import LaurelWire

// What is held and flagged, and the words that no name may hold.
extension Command {
    private static let leaderboard = CommandOption(
        "--leaderboard", "ID", "Only this leaderboard (default: all without their own policy)")

    static let moderationShow = Command(
        name: ["moderation", "show"], summary: "Show which scores are held or flagged", arguments: ["BUNDLE_ID"],
        options: [.data, leaderboard]
    ) { invocation in
        try await Administration.with(invocation) { server in
            let (app, board) = (try invocation.bundleID(), try invocation.value("--leaderboard", .leaderboardID))
            let route = board.map { ModerationRoute.leaderboardPolicy(app, $0) } ?? .policy(app)
            show(try await server.ask(.moderation(route)))
        }
    }

    static let moderationSet = Command(
        name: ["moderation", "set"], summary: "Set which scores are held or flagged; rules left out are turned off",
        arguments: ["BUNDLE_ID"],
        options: [
            .data, leaderboard, CommandOption("--hold", nil, "Hold every score until it's accepted"),
            CommandOption("--lowest", "N", "Flag lower scores; requires --highest"),
            CommandOption("--highest", "N", "Flag higher scores; requires --lowest"),
            CommandOption("--interval", "SECONDS", "Flag scores made sooner after the player's last one"),
            CommandOption("--best-percent", "N", "Flag scores that beat the player's best by more than N percent"),
            CommandOption(
                "--board-spreads", "N", "Flag scores more than N IQRs above the top quartile (3 = extreme)"),
            CommandOption("--as-app", nil, "Use the app's policy for this leaderboard"),
        ],
        examples: [
            "laurel moderation set com.example.hop --board-spreads 10",
            "laurel moderation set com.example.hop --leaderboard Weekly --hold",
        ]
    ) { invocation in
        try await Administration.with(invocation) { server in
            let (app, board) = (try invocation.bundleID(), try invocation.value("--leaderboard", .leaderboardID))
            if invocation.has("--as-app") {
                guard let board else { throw Failure("--as-app needs --leaderboard ID") }
                try await server.tell(.moderation(.dropLeaderboardPolicy(app, board)))
                Terminal.say("Using the app's policy")
                return
            }
            let route = board.map { ModerationRoute.setLeaderboardPolicy(app, $0) } ?? .setPolicy(app)
            show(try await server.ask(.moderation(route), .body(try policy(invocation))))
        }
    }

    private static func policy(_ invocation: Invocation) throws(Failure) -> PolicyBody {
        var body = PolicyBody()
        body.policy.holdsScores = invocation.has("--hold")
        body.policy.plausible = try invocation.scoreRange()
        body.policy.shortestInterval = try invocation.int64("--interval").map { .seconds($0) }
        body.policy.leapOverBest = try invocation.int64("--best-percent").map { Int($0) }
        body.policy.leapOverBoard = try invocation.int64("--board-spreads").map { Int($0) }
        return body
    }

    private static func show(_ policy: PolicyAnswer) {
        Terminal.say(policy.holdsScores ? "Held: every score, until it's accepted" : "Held: none")
        if let range = policy.plausibleRange {
            Terminal.say("Flagged: outside \(range.lowest) to \(range.highest)")
        }
        if let interval = policy.shortestInterval {
            Terminal.say("Flagged: sooner than \(interval.milliseconds / 1_000) s after the player's last score")
        }
        if let percent = policy.leapOverBestPercent {
            Terminal.say("Flagged: better than the player's best by more than \(percent) percent")
        }
        if let spreads = policy.leapOverBoardSpreads {
            Terminal.say("Flagged: above the top quartile by more than \(spreads) IQRs")
        }
    }

    // MARK: Words

    static let wordList = Command(
        name: ["words", "list"], summary: "List your changes to the built-in list of blocked words",
        options: [.data]
    ) { invocation in
        try await Administration.with(invocation) { server in
            show(words: try await server.ask(.moderation(.words), as: WordAnswer.list))
        }
    }

    static let wordBlock = changeWord("block", .blocked, "Block a word in names and messages")
    static let wordAllow = changeWord("allow", .allowed, "Allow a word on the built-in list")
    static let wordReset = changeWord("reset", .asDelivered, "Undo your change to a word")

    private static func changeWord(_ verb: String, _ verdict: WordBody.Verdict, _ summary: String) -> Command {
        Command(name: ["words", verb], summary: summary, arguments: ["WORD"], options: [.data]) { invocation in
            try await Administration.with(invocation) { server in
                var body = WordBody()
                body.word = invocation.arguments[0]
                body.verdict = verdict
                show(words: try await server.ask(.moderation(.changeWord), .body(body), as: WordAnswer.list))
            }
        }
    }

    private static func show(words: [WordAnswer]) {
        let rows = words.map { [Terminal.plain($0.word), $0.isBlocked ? "blocked" : "allowed"] }
        Terminal.say(
            rows.isEmpty ? "No changes to the built-in list" : TextTable(header: ["WORD", ""], rows: rows).text)
    }
}
