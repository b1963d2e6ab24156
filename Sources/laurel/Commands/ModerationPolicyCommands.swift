import Foundation

// What is held and flagged, and the words that no name may hold.
extension Command {
    private static let leaderboard = CommandOption(
        "--leaderboard", "ID", "Only this leaderboard (default: all without their own policy)")

    static let moderationShow = Command(
        name: ["moderation", "show"], summary: "Show which scores are held or flagged", arguments: ["BUNDLE_ID"],
        options: [.data, leaderboard]
    ) { invocation in
        try await Administration.with(invocation) { way in
            show(try await way.call("GET", policyPath(invocation)))
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
        try await Administration.with(invocation) { way in
            if invocation.has("--as-app") {
                try await way.call("DELETE", policyPath(invocation))
                Terminal.say("Using the app's policy")
                return
            }
            show(try await way.call("PUT", policyPath(invocation), try policy(invocation)))
        }
    }

    private static func policyPath(_ invocation: Invocation) -> String {
        let board = invocation["--leaderboard"].map { "/leaderboards/" + $0.asPathSegment } ?? ""
        return appPath(invocation.arguments[0]) + board + "/moderation"
    }

    private static func policy(_ invocation: Invocation) throws(Failure) -> [String: Any] {
        var body: [String: Any] = ["holdsScores": invocation.has("--hold")]
        switch (try invocation.int64("--lowest"), try invocation.int64("--highest")) {
        case (let lowest?, let highest?): body["plausibleRange"] = ["lowest": lowest, "highest": highest]
        case (nil, nil): break
        default: throw Failure("--lowest and --highest must be used together")
        }
        let numbers = [
            ("--interval", "shortestIntervalSeconds"), ("--best-percent", "leapOverBestPercent"),
            ("--board-spreads", "leapOverBoardSpreads"),
        ]
        for (option, field) in numbers { if let number = try invocation.int64(option) { body[field] = number } }
        return body
    }

    private static func show(_ policy: [String: Any]?) {
        let isHeld = policy?["holdsScores"] as? Bool == true
        Terminal.say(isHeld ? "Held: every score, until it's accepted" : "Held: none")
        if let range = policy?["plausibleRange"] as? [String: Any] {
            Terminal.say("Flagged: outside \(text(range["lowest"])) to \(text(range["highest"]))")
        }
        let rules = [
            ("shortestIntervalSeconds", "sooner than", "s after the player's last score"),
            ("leapOverBestPercent", "better than the player's best by more than", "percent"),
            ("leapOverBoardSpreads", "above the top quartile by more than", "IQRs"),
        ]
        for (field, before, after) in rules where policy?[field] is NSNumber {
            Terminal.say("Flagged: \(before) \(text(policy?[field])) \(after)")
        }
    }

    // MARK: Words

    static let wordList = Command(
        name: ["words", "list"], summary: "List your changes to the built-in list of blocked words",
        options: [.data]
    ) { invocation in
        try await Administration.with(invocation) { way in
            show(words: try await way.call("GET", "/v1/connect/words"))
        }
    }

    static let wordBlock = changeWord("block", "blocked", "Block a word in names and messages")
    static let wordAllow = changeWord("allow", "allowed", "Allow a word on the built-in list")
    static let wordReset = changeWord("reset", "asDelivered", "Undo your change to a word")

    private static func changeWord(_ verb: String, _ verdict: String, _ summary: String) -> Command {
        Command(name: ["words", verb], summary: summary, arguments: ["WORD"], options: [.data]) { invocation in
            try await Administration.with(invocation) { way in
                let body = ["word": invocation.arguments[0], "verdict": verdict]
                show(words: try await way.call("POST", "/v1/connect/words", body))
            }
        }
    }

    private static func show(words answer: [String: Any]?) {
        Terminal.say(
            TextTable(
                header: ["WORD", ""], rows: list(answer, "words").map { [text($0["word"]), text($0["verdict"])] }
            ).text)
    }
}
