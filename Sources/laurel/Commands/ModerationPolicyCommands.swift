import Foundation

// What is held and flagged, and the words that no name may hold.
extension Command {
    private static let leaderboard = CommandOption(
        "--leaderboard", "ID", "For this leaderboard; else for every one of the app without its own")

    static let moderationShow = Command(
        name: ["moderation", "show"], summary: "Show which scores are held and flagged", arguments: ["BUNDLE_ID"],
        options: [.data, leaderboard]
    ) { invocation in
        try await Administration.with(invocation) { way in
            show(try await way.call("GET", policyPath(invocation)))
        }
    }

    static let moderationSet = Command(
        name: ["moderation", "set"], summary: "Say which scores are held and flagged; what is not named is off",
        arguments: ["BUNDLE_ID"],
        options: [
            .data, leaderboard, CommandOption("--hold", nil, "No score has a rank before it is accepted"),
            CommandOption("--lowest", "N", "Flag scores below this; with --highest"),
            CommandOption("--highest", "N", "Flag scores above this; with --lowest"),
            CommandOption("--interval", "SECONDS", "Flag a score made sooner after the player's last one"),
            CommandOption("--best-percent", "N", "Flag a score better than the player's best by more than so many %"),
            CommandOption(
                "--board-spreads", "N", "Flag a score so many spreads beyond the leaderboard's best quarter"),
            CommandOption("--as-app", nil, "The leaderboard has no policy of its own any more"),
        ],
        examples: [
            "laurel moderation set com.example.hop --board-spreads 10",
            "laurel moderation set com.example.hop --leaderboard Weekly --hold",
        ]
    ) { invocation in
        try await Administration.with(invocation) { way in
            if invocation.has("--as-app") {
                try await way.call("DELETE", policyPath(invocation))
                Terminal.say("The app's policy holds")
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
        default: throw Failure("--lowest and --highest go together")
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
        Terminal.say(isHeld ? "Every score is held until it is accepted" : "Scores rank at once")
        if let range = policy?["plausibleRange"] as? [String: Any] {
            Terminal.say("Flagged: outside \(text(range["lowest"])) to \(text(range["highest"]))")
        }
        let rules = [
            ("shortestIntervalSeconds", "sooner than", "s after the player's last score"),
            ("leapOverBestPercent", "better than the player's best by more than", "%"),
            ("leapOverBoardSpreads", "further beyond the leaderboard's best quarter than", "spreads"),
        ]
        for (field, before, after) in rules where policy?[field] is NSNumber {
            Terminal.say("Flagged: \(before) \(text(policy?[field])) \(after)")
        }
    }

    // MARK: Words

    static let wordList = Command(
        name: ["words", "list"], summary: "List what was changed in the list of words that no name may hold",
        options: [.data]
    ) { invocation in
        try await Administration.with(invocation) { way in
            show(words: try await way.call("GET", "/v1/connect/words"))
        }
    }

    static let wordBlock = changeWord("block", "blocked", "Let no name or message hold a word")
    static let wordAllow = changeWord("allow", "allowed", "Allow a word that the list blocks")
    static let wordReset = changeWord("reset", "asDelivered", "Leave a word as the list that comes with the program")

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
