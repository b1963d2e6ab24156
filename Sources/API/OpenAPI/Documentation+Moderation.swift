import LaurelWire

extension Endpoint {
    /// What the document says of the routes of moderation.
    var moderationDocumentation: Documentation {
        switch self {
        case .inspectPlayers:
            Documentation(
                summary: "Find players by alias prefix or ID, as the app's team sees them.",
                answer: .json(200, ModerationAnswer.players), problems: [.unknownGame])
        case .inspectEntries:
            Documentation(
                summary: "List entries by rank, with each score's sequence number.",
                answer: .json(200, ModerationAnswer.entries),
                problems: Self.boards + [.notReleased, .gameCenterDisabled])
        case .inspectScores:
            Documentation(
                summary: "List all of a player's scores on a leaderboard, newest first, even those that don't count.",
                answer: .json(200, ModerationAnswer.scores), problems: Self.boards + [.notFound])
        case .moderateScore:
            Documentation(
                summary: "Remove or restore a score. The version is the first that reflects it.",
                body: ModerateScoreBody.schema, answer: .json(200, ModerationAnswer.version),
                problems: Self.boards + [.notFound])
        case .bans:
            Documentation(
                summary: "List players banned from the team's apps.",
                answer: .json(200, ModerationAnswer.bans), problems: [.unknownGame])
        case .banPlayer:
            Documentation(
                summary: "Ban a player from the team's apps and hide their entries at once.",
                body: BanBody.schema, answer: .json(200, ModerationAnswer.ban),
                problems: [.unknownGame, .notFound, .conflict])
        case .unbanPlayer:
            Documentation(
                summary: "Unban a player and show their entries again.", answer: .noContent,
                problems: [.unknownGame, .notFound, .conflict])
        case .serverBans:
            Documentation(summary: "List players banned from the server.", answer: .json(200, ModerationAnswer.bans))
        case .serverBanPlayer:
            Documentation(
                summary: "Ban a player from all apps and from signing in, and end their sessions.",
                body: BanBody.schema, answer: .json(200, ModerationAnswer.ban), problems: [.notFound, .conflict])
        case .serverUnbanPlayer:
            Documentation(
                summary: "Unban a player from the server.", answer: .noContent, problems: [.notFound, .conflict])
        default: reviewDocumentation
        }
    }

    private var reviewDocumentation: Documentation {
        switch self {
        case .reviews, .serverReviews:
            Documentation(
                summary: self == .reviews
                    ? "List the app's pending or decided review items, oldest first."
                    : "List review items of all apps and the server.",
                answer: .json(200, ModerationAnswer.reviews), problems: self == .reviews ? [.unknownGame] : [])
        case .review, .serverReview:
            Documentation(
                summary: "Get a review item with its reports.",
                answer: .json(200, ModerationAnswer.reportedReview),
                problems: (self == .review ? [.unknownGame] : []) + [.notFound])
        case .decideReview, .decideServerReview:
            Documentation(
                summary: "Accept or reject an item. An accepted held score gets ranked, a rejected score is removed; a "
                    + "rejected name is replaced, a rejected photo, status or message removed.",
                body: DecisionBody.schema, answer: .json(200, ModerationAnswer.review),
                problems: (self == .decideReview ? [.unknownGame] : []) + [.notFound, .conflict])
        case .moderationPolicy:
            Documentation(
                summary: "Get the app's moderation policy, for leaderboards without their own.",
                answer: .json(200, ModerationAnswer.policy), problems: [.unknownGame])
        case .setModerationPolicy:
            Documentation(
                summary: "Set the app's moderation policy, effective at once. Omitted rules are off.",
                body: PolicyBody.schema, answer: .json(200, ModerationAnswer.policy), problems: [.unknownGame])
        case .leaderboardPolicy:
            Documentation(
                summary: "Get the leaderboard's moderation policy.",
                answer: .json(200, ModerationAnswer.policy), problems: Self.boards)
        case .setLeaderboardPolicy:
            Documentation(
                summary: "Set a leaderboard's own moderation policy, replacing the app's.", body: PolicyBody.schema,
                answer: .json(200, ModerationAnswer.policy), problems: Self.boards)
        case .dropLeaderboardPolicy:
            Documentation(
                summary: "Use the app's moderation policy for this leaderboard again.", answer: .noContent,
                problems: Self.boards)
        case .words:
            Documentation(
                summary: "List changes to the built-in list of blocked words.",
                answer: .json(200, ModerationAnswer.words))
        case .changeWord:
            Documentation(
                summary: "Block a word, allow one on the list, or undo a change.", body: WordBody.schema,
                answer: .json(200, ModerationAnswer.words), problems: [.conflict])
        case .report:
            Documentation(
                summary: "Report a player's name, photo, status or message (by ID). Use `share` instead of `player` "
                    + "to report a page they share.",
                body: AbuseReportBody.schema,
                answer: .noContent, problems: [.notFound, .tooManyRequests])
        case .heldScores:
            Documentation(
                summary: "List the caller's held scores on a leaderboard, pending or rejected.",
                answer: .json(200, ModerationAnswer.held),
                problems: Self.boards + [.notReleased, .gameCenterDisabled])
        default:
            Documentation(
                summary: "Export all scores of an app or one leaderboard, oldest first. To resume an interrupted "
                    + "export, pass the last row's `sequence` as `after`.",
                answer: .export, problems: Self.boards + [.tooManyRequests])
        }
    }

    private static let boards: [Problem.Kind] = [.unknownGame, .unknownLeaderboard]
}
