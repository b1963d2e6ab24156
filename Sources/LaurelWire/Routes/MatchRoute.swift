public import LaurelDomain

/// Turn-based matches of a game.
public enum MatchRoute: FeatureRoute {
    /// In all games.
    case all(MatchState?, Environment?)
    case find(BundleID, Environment?)
    case list(BundleID, MatchState?, Environment?)
    case match(BundleID, MatchID, Environment?)
    case saveData(BundleID, MatchID, Environment?)
    case endTurn(BundleID, MatchID, Environment?)
    case move(BundleID, MatchID, Environment?)
    case end(BundleID, MatchID, Environment?)
    case accept(BundleID, MatchID, Environment?)
    case decline(BundleID, MatchID, Environment?)
    case quit(BundleID, MatchID, Environment?)
    case claim(BundleID, MatchID, Environment?)
    case remind(BundleID, MatchID, Environment?)
    case rematch(BundleID, MatchID, Environment?)
    case remove(BundleID, MatchID, Environment?)
    case sendExchange(BundleID, MatchID, Environment?)
    case reply(BundleID, MatchID, exchange: Int, Environment?)
    case cancelExchange(BundleID, MatchID, exchange: Int, Environment?)

    public var route: Route { .matches(self) }

    public static let endpoints: [Endpoint] = [
        .allMatches, .findMatch, .matches, .match, .saveMatchData, .endTurn, .makeMove, .endMatch, .acceptMatch,
        .declineMatch, .quitMatch,
        .claimTurn, .remindOfMatch, .rematch, .removeMatch,
        .sendExchange, .replyToExchange, .cancelExchange,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .all: .allMatches
        case .find: .findMatch
        case .list: .matches
        case .match: .match
        case .saveData: .saveMatchData
        case .endTurn: .endTurn
        case .move: .makeMove
        case .end: .endMatch
        case .accept: .acceptMatch
        case .decline: .declineMatch
        case .quit: .quitMatch
        case .claim: .claimTurn
        case .remind: .remindOfMatch
        case .rematch: .rematch
        case .remove: .removeMatch
        case .sendExchange: .sendExchange
        case .reply: .replyToExchange
        case .cancelExchange: .cancelExchange
        }
    }
}

extension Endpoint {
    private static let matchProblems: [Problem.Kind] =
        [.unknownMatch, .participantInvalid, .matchStateInvalid, .keyReused, .banned] + Problems.game
    private static let turnProblems: [Problem.Kind] = matchProblems + [.notYourTurn, .textRefused]

    public static let allMatches = MatchRoute.endpoint(
        "allMatches", .get, "/v1/matches", .query(.matchState), .query(.environment),
        access: .player, origins: .anyGame, budget: .read, proof: .none, tag: .matches,
        summary: "List the caller's turn-based matches in all games, newest first, without their data.",
        body: .none, answer: .json(200, MatchAnswer.listShape.schema), problems: [],
        route: { .all($0, $1) },
        values: { if case .all(let state, let environment) = $0 { (state, environment) } else { nil } })

    public static let findMatch = MatchRoute.endpoint(
        "findMatch", .post, "/v1/games/{bundleID}/matches", .app, .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .matches,
        summary: "Take a free seat in a turn-based match, or create one, perhaps with invited players. The caller of a "
            + "new match has its first turn. The same key again returns the same match.",
        body: .json(NewMatchBody.schema), answer: .json(200, MatchAnswer.schema),
        problems: [.matchRequestInvalid, .tooManyMatches, .tooManyAttempts, .playerRestricted, .keyReused, .banned]
            + Problems.game,
        route: { .find($0, $1) },
        values: { if case .find(let app, let environment) = $0 { (app, environment) } else { nil } })

    public static let matches = MatchRoute.endpoint(
        "matches", .get, "/v1/games/{bundleID}/matches", .app, .query(.matchState), .query(.environment),
        access: .player, origins: .game, budget: .read, proof: .none, tag: .matches,
        summary: "List the caller's turn-based matches, newest first, without their data.",
        body: .none, answer: .json(200, MatchAnswer.listShape.schema), problems: Problems.game,
        route: { .list($0, $1, $2) },
        values: {
            if case .list(let app, let state, let environment) = $0 { (app, state, environment) } else { nil }
        })

    public static let match = MatchRoute.endpoint(
        "match", .get, "/v1/games/{bundleID}/matches/{matchID}", .app, .path(.matchID), .query(.environment),
        access: .player, origins: .game, budget: .read, proof: .none, tag: .matches,
        summary: "Get a turn-based match with its data.",
        body: .none, answer: .json(200, MatchAnswer.schema), problems: [.unknownMatch] + Problems.game,
        route: { .match($0, $1, $2) },
        values: { if case .match(let app, let match, let environment) = $0 { (app, match, environment) } else { nil } })

    public static let saveMatchData = MatchRoute.endpoint(
        "saveMatchData", .put, "/v1/games/{bundleID}/matches/{matchID}/data", .app, .path(.matchID),
        .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .matches,
        summary: "Save a match's data and keep the turn.",
        body: .json(MatchDataBody.schema), answer: .json(200, MatchAnswer.schema), problems: turnProblems,
        route: { .saveData($0, $1, $2) },
        values: {
            if case .saveData(let app, let match, let environment) = $0 { (app, match, environment) } else { nil }
        })

    public static let endTurn = MatchRoute.endpoint(
        "endTurn", .post, "/v1/games/{bundleID}/matches/{matchID}/turns", .app, .path(.matchID), .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .matches,
        summary: "End the caller's turn: save the data and pass the turn to the first of the next seats that can play.",
        body: .json(EndTurnBody.schema), answer: .json(200, MatchAnswer.schema), problems: turnProblems,
        route: { .endTurn($0, $1, $2) },
        values: {
            if case .endTurn(let app, let match, let environment) = $0 { (app, match, environment) } else { nil }
        })

    public static let makeMove = MatchRoute.endpoint(
        "makeMove", .post, "/v1/games/{bundleID}/matches/{matchID}/moves", .app, .path(.matchID), .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .matches,
        summary: "Make a move in a match that the server judges. Whose turn is next, and how it ends, follows from the "
            + "game's rules.",
        body: .json(MatchMoveBody.schema), answer: .json(200, MatchAnswer.schema),
        problems: matchProblems + [.notYourTurn], route: { .move($0, $1, $2) },
        values: { if case .move(let app, let match, let environment) = $0 { (app, match, environment) } else { nil } })

    public static let endMatch = MatchRoute.endpoint(
        "endMatch", .post, "/v1/games/{bundleID}/matches/{matchID}/end", .app, .path(.matchID), .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .matches,
        summary: "End a match in the caller's turn, with an outcome for every participant that has none.",
        body: .json(EndMatchBody.schema), answer: .json(200, MatchAnswer.schema), problems: turnProblems,
        route: { .end($0, $1, $2) },
        values: { if case .end(let app, let match, let environment) = $0 { (app, match, environment) } else { nil } })

    public static let acceptMatch = MatchRoute.endpoint(
        "acceptMatch", .post, "/v1/games/{bundleID}/matches/{matchID}/accept", .app, .path(.matchID),
        .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .matches,
        summary: "Accept an invitation to a match.",
        body: .json(MatchKeyBody.schema), answer: .json(200, MatchAnswer.schema),
        problems: matchProblems + [.tooManyMatches], route: { .accept($0, $1, $2) },
        values: {
            if case .accept(let app, let match, let environment) = $0 { (app, match, environment) } else { nil }
        })

    public static let declineMatch = MatchRoute.endpoint(
        "declineMatch", .post, "/v1/games/{bundleID}/matches/{matchID}/decline", .app, .path(.matchID),
        .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .matches,
        summary: "Decline an invitation to a match.",
        body: .json(MatchKeyBody.schema), answer: .json(200, MatchAnswer.schema), problems: matchProblems,
        route: { .decline($0, $1, $2) },
        values: {
            if case .decline(let app, let match, let environment) = $0 { (app, match, environment) } else { nil }
        })

    public static let quitMatch = MatchRoute.endpoint(
        "quitMatch", .post, "/v1/games/{bundleID}/matches/{matchID}/quit", .app, .path(.matchID), .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .matches,
        summary: "Quit a match: in turn with a turn, out of turn with an outcome alone, or, with neither, ask the "
            + "game to quit in turn within a day. A match that nobody else has heard of is deleted.",
        body: .json(QuitMatchBody.schema), answer: .json(200, QuitMatchAnswer.schema), problems: turnProblems,
        route: { .quit($0, $1, $2) },
        values: { if case .quit(let app, let match, let environment) = $0 { (app, match, environment) } else { nil } })

    public static let claimTurn = MatchRoute.endpoint(
        "claimTurn", .post, "/v1/games/{bundleID}/matches/{matchID}/claim", .app, .path(.matchID),
        .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .matches,
        summary: "Take the turn of a player who is 14 days past its timeout.",
        body: .json(MatchKeyBody.schema), answer: .json(200, MatchAnswer.schema), problems: turnProblems,
        route: { .claim($0, $1, $2) },
        values: { if case .claim(let app, let match, let environment) = $0 { (app, match, environment) } else { nil } })

    public static let remindOfMatch = MatchRoute.endpoint(
        "remindOfMatch", .post, "/v1/games/{bundleID}/matches/{matchID}/reminders", .app, .path(.matchID),
        .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .matches,
        summary: "Remind other participants of a match, each at most once per 10 minutes.",
        body: .json(MatchReminderBody.schema), answer: .json(200, MatchAnswer.schema),
        problems: matchProblems + [.tooManyAttempts], route: { .remind($0, $1, $2) },
        values: {
            if case .remind(let app, let match, let environment) = $0 { (app, match, environment) } else { nil }
        })

    public static let rematch = MatchRoute.endpoint(
        "rematch", .post, "/v1/games/{bundleID}/matches/{matchID}/rematch", .app, .path(.matchID),
        .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .matches,
        summary: "Play an ended match's players again. Of those who ask within 7 days, all get the first one's match.",
        body: .json(MatchKeyBody.schema), answer: .json(200, MatchAnswer.schema),
        problems: matchProblems + [.matchRequestInvalid, .tooManyMatches, .tooManyAttempts, .playerRestricted],
        route: { .rematch($0, $1, $2) },
        values: {
            if case .rematch(let app, let match, let environment) = $0 { (app, match, environment) } else { nil }
        })

    public static let removeMatch = MatchRoute.endpoint(
        "removeMatch", .delete, "/v1/games/{bundleID}/matches/{matchID}", .app, .path(.matchID), .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .matches,
        summary: "Take a match out of the caller's list once it has ended, or they have left or declined it.",
        body: .none, answer: .noContent, problems: [.unknownMatch, .matchStateInvalid] + Problems.game,
        route: { .remove($0, $1, $2) },
        values: { if case .remove(let app, let match, let environment) = $0 { (app, match, environment) } else { nil } }
    )

    public static let sendExchange = MatchRoute.endpoint(
        "sendExchange", .post, "/v1/games/{bundleID}/matches/{matchID}/exchanges", .app, .path(.matchID),
        .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .matches,
        summary: "Send other participants an exchange: something that needs no turn, such as a trade.",
        body: .json(NewExchangeBody.schema), answer: .json(201, NewExchangeAnswer.schema),
        problems: matchProblems + [.textRefused], route: { .sendExchange($0, $1, $2) },
        values: {
            if case .sendExchange(let app, let match, let environment) = $0 { (app, match, environment) } else { nil }
        })

    public static let replyToExchange = MatchRoute.endpoint(
        "replyToExchange", .post, "/v1/games/{bundleID}/matches/{matchID}/exchanges/{exchangeID}/replies", .app,
        .path(.matchID), .path(.exchangeID), .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .matches,
        summary: "Reply to an exchange, once.",
        body: .json(ExchangeReplyBody.schema), answer: .json(200, MatchAnswer.schema),
        problems: matchProblems + [.textRefused], route: { .reply($0, $1, exchange: $2, $3) },
        values: {
            if case .reply(let app, let match, let exchange, let environment) = $0 {
                (app, match, exchange, environment)
            } else {
                nil
            }
        })

    public static let cancelExchange = MatchRoute.endpoint(
        "cancelExchange", .post, "/v1/games/{bundleID}/matches/{matchID}/exchanges/{exchangeID}/cancel", .app,
        .path(.matchID), .path(.exchangeID), .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .matches,
        summary: "Cancel an exchange of the caller's that isn't resolved yet.",
        body: .json(MatchKeyBody.schema), answer: .json(200, MatchAnswer.schema), problems: matchProblems,
        route: { .cancelExchange($0, $1, exchange: $2, $3) },
        values: {
            if case .cancelExchange(let app, let match, let exchange, let environment) = $0 {
                (app, match, exchange, environment)
            } else {
                nil
            }
        })
}
