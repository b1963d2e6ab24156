public import LaurelDomain

/// Reports, reviews, bans, policies and words.
public enum ModerationRoute: FeatureRoute {
    /// - search: the beginning of an alias, or an id.
    case inspectPlayers(BundleID, search: String)
    case inspectEntries(BundleID, LeaderboardID, RankWindow, Environment?)
    /// - before: the last score of the page before.
    case inspectScores(BundleID, LeaderboardID, player: String, before: JournalSequence?, Environment?)
    case moderateScore(BundleID, LeaderboardID, JournalSequence, Environment?)
    /// Without an app, here and in what follows: on the whole server.
    case bans(BundleID?)
    case ban(BundleID?, String)
    case unban(BundleID?, String)
    case reviews(BundleID?, ReviewState, after: ReviewID?)
    case review(BundleID?, ReviewID)
    case decideReview(BundleID?, ReviewID)
    /// - photoID: as the evidence of a report has it.
    case reviewPhoto(ReviewID, String)
    case policy(BundleID)
    case setPolicy(BundleID)
    case leaderboardPolicy(BundleID, LeaderboardID)
    case setLeaderboardPolicy(BundleID, LeaderboardID)
    case dropLeaderboardPolicy(BundleID, LeaderboardID)
    case words
    case changeWord
    case report
    case heldScores(BundleID, LeaderboardID, language: LanguageTag?, Environment?)

    public var route: Route { .moderation(self) }

    public static let endpoints: [Endpoint] = [
        .inspectPlayers, .inspectEntries, .inspectScores, .moderateScore, .bans, .banPlayer, .unbanPlayer,
        .serverBans, .serverBanPlayer, .serverUnbanPlayer, .reviews, .review, .decideReview, .serverReviews,
        .serverReview, .decideServerReview, .reviewPhoto, .moderationPolicy, .setModerationPolicy, .leaderboardPolicy,
        .setLeaderboardPolicy, .dropLeaderboardPolicy, .words, .changeWord, .report, .heldScores,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .inspectPlayers: .inspectPlayers
        case .inspectEntries: .inspectEntries
        case .inspectScores: .inspectScores
        case .moderateScore: .moderateScore
        case .bans(let app): app == nil ? .serverBans : .bans
        case .ban(let app, _): app == nil ? .serverBanPlayer : .banPlayer
        case .unban(let app, _): app == nil ? .serverUnbanPlayer : .unbanPlayer
        case .reviews(let app, _, _): app == nil ? .serverReviews : .reviews
        case .review(let app, _): app == nil ? .serverReview : .review
        case .decideReview(let app, _): app == nil ? .decideServerReview : .decideReview
        case .reviewPhoto: .reviewPhoto
        case .policy: .moderationPolicy
        case .setPolicy: .setModerationPolicy
        case .leaderboardPolicy: .leaderboardPolicy
        case .setLeaderboardPolicy: .setLeaderboardPolicy
        case .dropLeaderboardPolicy: .dropLeaderboardPolicy
        case .words: .words
        case .changeWord: .changeWord
        case .report: .report
        case .heldScores: .heldScores
        }
    }
}

extension Endpoint {
    public static let inspectPlayers = ModerationRoute.endpoint(
        "inspectPlayers", .get, "/v1/connect/apps/{bundleID}/players", .app, .required(.search),
        access: .team(.moderate), origins: .never, budget: .expensive, proof: .none, tag: .connect,
        summary: "Find players by alias prefix or ID, as the app's team sees them.",
        body: .none, answer: .json(200, InspectedPlayerAnswer.list.schema), problems: [.unknownGame],
        route: { .inspectPlayers($0, search: $1) },
        values: { if case .inspectPlayers(let app, let search) = $0 { (app, search) } else { nil } })

    public static let inspectEntries = ModerationRoute.endpoint(
        "inspectEntries", .get, "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}/entries", .app,
        .path(.leaderboardID), .window, .query(.environment),
        access: .team(.moderate), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "List entries by rank, with each score's sequence number.",
        body: .none, answer: .json(200, InspectedEntriesAnswer.schema),
        problems: Problems.configuredBoard + [.notReleased, .gameCenterDisabled],
        route: { .inspectEntries($0, $1, $2, $3) },
        values: {
            if case .inspectEntries(let app, let board, let window, let environment) = $0 {
                (app, board, window, environment)
            } else {
                nil
            }
        })

    public static let inspectScores = ModerationRoute.endpoint(
        "inspectScores", .get, "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}/scores", .app,
        .path(.leaderboardID), .required(.player), .query(.beforeScore), .query(.environment),
        access: .team(.moderate), origins: .never, budget: .expensive, proof: .none, tag: .connect,
        summary: "List all of a player's scores on a leaderboard, newest first, even those that don't count.",
        body: .none, answer: .json(200, InspectedScoresAnswer.schema), problems: Problems.configuredBoard + [.notFound],
        route: { .inspectScores($0, $1, player: $2, before: $3, $4) },
        values: {
            if case .inspectScores(let app, let board, let player, let before, let environment) = $0 {
                (app, board, player, before, environment)
            } else {
                nil
            }
        })

    public static let moderateScore = ModerationRoute.endpoint(
        "moderateScore", .patch, "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}/scores/{score}", .app,
        .path(.leaderboardID), .path(.score), .query(.environment),
        access: .team(.moderate), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Remove or restore a score. The version is the first that reflects it.",
        body: .json(ModerateScoreBody.schema), answer: .json(200, VersionAnswer.schema),
        problems: Problems.configuredBoard + [.notFound],
        route: { .moderateScore($0, $1, $2, $3) },
        values: {
            if case .moderateScore(let app, let board, let score, let environment) = $0 {
                (app, board, score, environment)
            } else {
                nil
            }
        })

    public static let bans = ModerationRoute.endpoint(
        "bans", .get, "/v1/connect/apps/{bundleID}/bans", .app,
        access: .team(.moderate), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "List players banned from the team's apps.",
        body: .none, answer: .json(200, BanAnswer.list.schema), problems: [.unknownGame],
        route: { .bans($0) }, values: { if case .bans(let app?) = $0 { app } else { nil } })

    public static let banPlayer = ModerationRoute.endpoint(
        "banPlayer", .put, "/v1/connect/apps/{bundleID}/bans/{bannedPlayer}", .app, .path(.bannedPlayer),
        access: .team(.moderate), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Ban a player from the team's apps and hide their entries at once.",
        body: .json(BanBody.schema), answer: .json(200, BanAnswer.schema),
        problems: [.unknownGame, .notFound, .conflict],
        route: { .ban($0, $1) }, values: { if case .ban(let app?, let player) = $0 { (app, player) } else { nil } })

    public static let unbanPlayer = ModerationRoute.endpoint(
        "unbanPlayer", .delete, "/v1/connect/apps/{bundleID}/bans/{bannedPlayer}", .app, .path(.bannedPlayer),
        access: .team(.moderate), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Unban a player and show their entries again.",
        body: .none, answer: .noContent, problems: [.unknownGame, .notFound, .conflict],
        route: { .unban($0, $1) }, values: { if case .unban(let app?, let player) = $0 { (app, player) } else { nil } })

    public static let serverBans = ModerationRoute.endpoint(
        "serverBans", .get, "/v1/connect/bans",
        access: .server, origins: .never, budget: .read, proof: .none, tag: .administration,
        summary: "List players banned from the server.",
        body: .none, answer: .json(200, BanAnswer.list.schema), problems: [],
        route: .bans(nil))

    public static let serverBanPlayer = ModerationRoute.endpoint(
        "serverBanPlayer", .put, "/v1/connect/bans/{bannedPlayer}", .path(.bannedPlayer),
        access: .server, origins: .never, budget: .write, proof: .always, tag: .administration,
        summary: "Ban a player from all apps and from signing in, and end their sessions.",
        body: .json(BanBody.schema), answer: .json(200, BanAnswer.schema), problems: [.notFound, .conflict],
        route: { .ban(nil, $0) }, values: { if case .ban(nil, let player) = $0 { player } else { nil } })

    public static let serverUnbanPlayer = ModerationRoute.endpoint(
        "serverUnbanPlayer", .delete, "/v1/connect/bans/{bannedPlayer}", .path(.bannedPlayer),
        access: .server, origins: .never, budget: .write, proof: .none, tag: .administration,
        summary: "Unban a player from the server.",
        body: .none, answer: .noContent, problems: [.notFound, .conflict],
        route: { .unban(nil, $0) }, values: { if case .unban(nil, let player) = $0 { player } else { nil } })

    public static let reviews = ModerationRoute.endpoint(
        "reviews", .get, "/v1/connect/apps/{bundleID}/reviews", .app, .query(.reviewState, default: .pending),
        .query(.afterReview),
        access: .team(.moderate), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "List the app's pending or decided review items, oldest first.",
        body: .none, answer: .json(200, ReviewsAnswer.schema), problems: [.unknownGame],
        route: { .reviews($0, $1, after: $2) },
        values: { if case .reviews(let app?, let state, let after) = $0 { (app, state, after) } else { nil } })

    public static let review = ModerationRoute.endpoint(
        "review", .get, "/v1/connect/apps/{bundleID}/reviews/{review}", .app, .path(.review),
        access: .team(.moderate), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "Get a review item with its reports.",
        body: .none, answer: .json(200, ReportedReviewAnswer.schema), problems: [.unknownGame, .notFound],
        route: { .review($0, $1) },
        values: { if case .review(let app?, let review) = $0 { (app, review) } else { nil } })

    public static let decideReview = ModerationRoute.endpoint(
        "decideReview", .post, "/v1/connect/apps/{bundleID}/reviews/{review}", .app, .path(.review),
        access: .team(.moderate), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Accept or reject an item. An accepted held score gets ranked, a rejected score is removed; a "
            + "rejected name is replaced, a rejected photo, status or message removed.",
        body: .json(DecisionBody.schema), answer: .json(200, ReviewAnswer.schema),
        problems: [.unknownGame, .notFound, .conflict],
        route: { .decideReview($0, $1) },
        values: { if case .decideReview(let app?, let review) = $0 { (app, review) } else { nil } })

    public static let serverReviews = ModerationRoute.endpoint(
        "serverReviews", .get, "/v1/connect/reviews", .query(.reviewState, default: .pending), .query(.afterReview),
        access: .server, origins: .never, budget: .read, proof: .none, tag: .administration,
        summary: "List review items of all apps and the server.",
        body: .none, answer: .json(200, ReviewsAnswer.schema), problems: [],
        route: { .reviews(nil, $0, after: $1) },
        values: { if case .reviews(nil, let state, let after) = $0 { (state, after) } else { nil } })

    public static let serverReview = ModerationRoute.endpoint(
        "serverReview", .get, "/v1/connect/reviews/{review}", .path(.review),
        access: .server, origins: .never, budget: .read, proof: .none, tag: .administration,
        summary: "Get a review item with its reports.",
        body: .none, answer: .json(200, ReportedReviewAnswer.schema), problems: [.notFound],
        route: { .review(nil, $0) }, values: { if case .review(nil, let review) = $0 { review } else { nil } })

    public static let decideServerReview = ModerationRoute.endpoint(
        "decideServerReview", .post, "/v1/connect/reviews/{review}", .path(.review),
        access: .server, origins: .never, budget: .write, proof: .none, tag: .administration,
        summary: "Accept or reject an item. An accepted held score gets ranked, a rejected score is removed; a "
            + "rejected name is replaced, a rejected photo, status or message removed.",
        body: .json(DecisionBody.schema), answer: .json(200, ReviewAnswer.schema),
        problems: [.notFound, .conflict],
        route: { .decideReview(nil, $0) },
        values: { if case .decideReview(nil, let review) = $0 { review } else { nil } })

    public static let reviewPhoto = ModerationRoute.endpoint(
        "reviewPhoto", .get, "/v1/connect/reviews/{review}/photos/{photoID}", .path(.review), .path(.photoID),
        access: .server, origins: .never, budget: .read, proof: .none, tag: .administration,
        summary: "Get a reported photo while its item is pending, even if the player has changed it.",
        body: .none, answer: .bytes("image/png"), problems: [.notFound],
        route: { .reviewPhoto($0, $1) },
        values: { if case .reviewPhoto(let review, let photo) = $0 { (review, photo) } else { nil } })

    public static let moderationPolicy = ModerationRoute.endpoint(
        "moderationPolicy", .get, "/v1/connect/apps/{bundleID}/moderation", .app,
        access: .team(.moderate), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "Get the app's moderation policy, for leaderboards without their own.",
        body: .none, answer: .json(200, PolicyAnswer.schema), problems: [.unknownGame],
        route: { .policy($0) }, values: { if case .policy(let app) = $0 { app } else { nil } })

    public static let setModerationPolicy = ModerationRoute.endpoint(
        "setModerationPolicy", .put, "/v1/connect/apps/{bundleID}/moderation", .app,
        access: .team(.moderate), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Set the app's moderation policy, effective at once. Omitted rules are off.",
        body: .json(PolicyBody.schema), answer: .json(200, PolicyAnswer.schema), problems: [.unknownGame],
        route: { .setPolicy($0) }, values: { if case .setPolicy(let app) = $0 { app } else { nil } })

    public static let leaderboardPolicy = ModerationRoute.endpoint(
        "leaderboardPolicy", .get, "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}/moderation", .app,
        .path(.leaderboardID),
        access: .team(.moderate), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "Get the leaderboard's moderation policy.",
        body: .none, answer: .json(200, PolicyAnswer.schema), problems: Problems.configuredBoard,
        route: { .leaderboardPolicy($0, $1) },
        values: { if case .leaderboardPolicy(let app, let board) = $0 { (app, board) } else { nil } })

    public static let setLeaderboardPolicy = ModerationRoute.endpoint(
        "setLeaderboardPolicy", .put, "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}/moderation", .app,
        .path(.leaderboardID),
        access: .team(.moderate), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Set a leaderboard's own moderation policy, replacing the app's.",
        body: .json(PolicyBody.schema), answer: .json(200, PolicyAnswer.schema),
        problems: Problems.configuredBoard,
        route: { .setLeaderboardPolicy($0, $1) },
        values: { if case .setLeaderboardPolicy(let app, let board) = $0 { (app, board) } else { nil } })

    public static let dropLeaderboardPolicy = ModerationRoute.endpoint(
        "dropLeaderboardPolicy", .delete, "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}/moderation", .app,
        .path(.leaderboardID),
        access: .team(.moderate), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Use the app's moderation policy for this leaderboard again.",
        body: .none, answer: .noContent, problems: Problems.configuredBoard,
        route: { .dropLeaderboardPolicy($0, $1) },
        values: { if case .dropLeaderboardPolicy(let app, let board) = $0 { (app, board) } else { nil } })

    public static let words = ModerationRoute.endpoint(
        "words", .get, "/v1/connect/words",
        access: .server, origins: .never, budget: .read, proof: .none, tag: .administration,
        summary: "List changes to the built-in list of blocked words.",
        body: .none, answer: .json(200, WordAnswer.list.schema), problems: [],
        route: .words)

    public static let changeWord = ModerationRoute.endpoint(
        "changeWord", .post, "/v1/connect/words",
        access: .server, origins: .never, budget: .write, proof: .none, tag: .administration,
        summary: "Block a word, allow one on the list, or undo a change.",
        body: .json(WordBody.schema), answer: .json(200, WordAnswer.list.schema), problems: [.conflict],
        route: .changeWord)

    public static let report = ModerationRoute.endpoint(
        "report", .post, "/v1/reports",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Report a player's name, photo, status or message (by ID). Use `share` instead of `player` "
            + "to report a page they share, and `bundleID` for a message of a match.",
        body: .json(AbuseReportBody.schema), answer: .noContent, problems: [.notFound, .tooManyRequests],
        route: .report)

    public static let heldScores = ModerationRoute.endpoint(
        "heldScores", .get, "/v1/games/{bundleID}/leaderboards/{leaderboardID}/scores/held", .app,
        .path(.leaderboardID), .query(.language), .query(.environment),
        access: .player, origins: .game, budget: .read, proof: .none, tag: .leaderboards,
        summary: "List the caller's held scores on a leaderboard, pending or rejected.",
        body: .none, answer: .json(200, HeldScoreAnswer.list.schema),
        problems: Problems.configuredBoard + [.notReleased, .gameCenterDisabled],
        route: { .heldScores($0, $1, language: $2, $3) },
        values: {
            if case .heldScores(let app, let board, let language, let environment) = $0 {
                (app, board, language, environment)
            } else {
                nil
            }
        })
}

// MARK: Parts

extension TargetPart where Value == RankWindow {
    static let window = query([Parameter.from.described(), Parameter.count.described()]) {
        (query: inout QueryReader) throws(Route.Refusal) in
        let first = try query.take(.from) ?? 1
        return try RankWindow(from: first, try query.take(.count) ?? RankWindow.countLimit)
    } print: { window, query in
        query.put(.from, window.first)
        query.put(.count, window.count)
    }
}
