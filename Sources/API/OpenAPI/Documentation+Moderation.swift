import LaurelWire

extension Endpoint {
    /// What the document says of the routes of moderation.
    var moderationDocumentation: Documentation {
        switch self {
        case .inspectPlayers:
            Documentation(
                summary: "Players whose alias begins so, or who has this id, as the app's team sees them.",
                answer: .json(200, ModerationAnswer.players), problems: [.unknownGame])
        case .inspectEntries:
            Documentation(
                summary: "Entries by rank, with the score's place in the journal.",
                answer: .json(200, ModerationAnswer.entries),
                problems: Self.boards + [.notReleased, .gameCenterDisabled])
        case .inspectScores:
            Documentation(
                summary: "All scores of a player on a leaderboard, newest first, also those that do not count.",
                answer: .json(200, ModerationAnswer.scores), problems: Self.boards + [.notFound])
        case .moderateScore:
            Documentation(
                summary: "Takes a score out, or brings it back. The version is the one at which it is so.",
                body: ModerateScoreBody.schema, answer: .json(200, ModerationAnswer.version),
                problems: Self.boards + [.notFound])
        case .bans:
            Documentation(
                summary: "Who is kept out of the apps of this app's team.",
                answer: .json(200, ModerationAnswer.bans), problems: [.unknownGame])
        case .banPlayer:
            Documentation(
                summary: "Keeps a player out of the apps of this app's team: all his entries are hidden at once.",
                body: BanBody.schema, answer: .json(200, ModerationAnswer.ban),
                problems: [.unknownGame, .notFound, .conflict])
        case .unbanPlayer:
            Documentation(
                summary: "Lets a player back in, with all his entries.", answer: .noContent,
                problems: [.unknownGame, .notFound, .conflict])
        case .serverBans:
            Documentation(summary: "Who is kept out of the server.", answer: .json(200, ModerationAnswer.bans))
        case .serverBanPlayer:
            Documentation(
                summary: "Keeps a player out of all apps, and from signing in; ends his sessions.",
                body: BanBody.schema, answer: .json(200, ModerationAnswer.ban), problems: [.notFound, .conflict])
        case .serverUnbanPlayer:
            Documentation(
                summary: "Lets a player back into the server.", answer: .noContent, problems: [.notFound, .conflict])
        default: reviewDocumentation
        }
    }

    private var reviewDocumentation: Documentation {
        switch self {
        case .reviews, .serverReviews:
            Documentation(
                summary: self == .reviews
                    ? "What waits for a moderator of this app, or was decided; oldest first."
                    : "What waits for a moderator of any app, and what concerns the whole server.",
                answer: .json(200, ModerationAnswer.reviews), problems: self == .reviews ? [.unknownGame] : [])
        case .review, .serverReview:
            Documentation(
                summary: "One item of the queue, with the reports that it joins.",
                answer: .json(200, ModerationAnswer.reportedReview),
                problems: (self == .review ? [.unknownGame] : []) + [.notFound])
        case .decideReview, .decideServerReview:
            Documentation(
                summary: "Accepts or rejects: a rejected score goes, an accepted held one gets its rank; a rejected "
                    + "name is replaced, a rejected photo, status line or message taken down.",
                body: DecisionBody.schema, answer: .json(200, ModerationAnswer.review),
                problems: (self == .decideReview ? [.unknownGame] : []) + [.notFound, .conflict])
        case .moderationPolicy:
            Documentation(
                summary: "What is held and flagged where a leaderboard has no policy of its own.",
                answer: .json(200, ModerationAnswer.policy), problems: [.unknownGame])
        case .setModerationPolicy:
            Documentation(
                summary: "Says what is held and flagged in this app, at once; a field that is missing is off.",
                body: PolicyBody.schema, answer: .json(200, ModerationAnswer.policy), problems: [.unknownGame])
        case .leaderboardPolicy:
            Documentation(
                summary: "What is held and flagged on this leaderboard.",
                answer: .json(200, ModerationAnswer.policy), problems: Self.boards)
        case .setLeaderboardPolicy:
            Documentation(
                summary: "Gives a leaderboard a policy of its own, in place of the app's.", body: PolicyBody.schema,
                answer: .json(200, ModerationAnswer.policy), problems: Self.boards)
        case .dropLeaderboardPolicy:
            Documentation(
                summary: "The app's policy holds for this leaderboard again.", answer: .noContent,
                problems: Self.boards)
        case .words:
            Documentation(
                summary: "What the operator changed in the list of words that no name or message may hold.",
                answer: .json(200, ModerationAnswer.words))
        case .changeWord:
            Documentation(
                summary: "Blocks a word, allows one of the list, or leaves it as delivered.", body: WordBody.schema,
                answer: .json(200, ModerationAnswer.words), problems: [.conflict])
        case .report:
            Documentation(
                summary: "Reports a player's name, photo or status line, or a message of his by its id. `share` in "
                    + "place of `player` names a page that he shares.",
                body: AbuseReportBody.schema,
                answer: .noContent, problems: [.notFound, .tooManyRequests])
        case .heldScores:
            Documentation(
                summary: "One's own scores on a leaderboard that holds them: those that wait or were rejected.",
                answer: .json(200, ModerationAnswer.held),
                problems: Self.boards + [.notReleased, .gameCenterDisabled])
        default:
            Documentation(
                summary: "All scores of an app or of one leaderboard, in the order of their arrival. `sequence` of the "
                    + "last row, given as after, goes on where an export broke off.",
                answer: .export, problems: Self.boards + [.tooManyRequests])
        }
    }

    private static let boards: [Problem.Kind] = [.unknownGame, .unknownLeaderboard]
}
