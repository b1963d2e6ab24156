public import LaurelDomain

/// Turn-based matches of a game.
public enum MatchRoute: FeatureRoute {
    /// In all games.
    case all(MatchState?, before: MatchCursor?, count: Int, Environment?)
    case find(BundleID, Environment?)
    case list(BundleID, MatchState?, before: MatchCursor?, count: Int, Environment?)
    /// How many players have asked for a match lately.
    case activity(BundleID, group: Int64?, Environment?)
    /// One match.
    case one(MatchAction, BundleID, MatchID, Environment?)
    /// An exchange of a match.
    case exchange(ExchangeAction, BundleID, MatchID, exchange: Int, Environment?)

    public var route: Route { .matches(self) }

    public static let endpoints: [Endpoint] =
        [.allMatches, .findMatch, .matches, .matchActivity] + MatchAction.allCases.map(\.endpoint)
        + ExchangeAction.allCases.map(\.endpoint)

    public var endpoint: Endpoint {
        switch self {
        case .all: .allMatches
        case .find: .findMatch
        case .list: .matches
        case .activity: .matchActivity
        case .one(let action, _, _, _): action.endpoint
        case .exchange(let action, _, _, _, _): action.endpoint
        }
    }
}

extension Endpoint {
    private static let matchProblems: [Problem.Kind] =
        [.unknownMatch, .participantInvalid, .matchStateInvalid, .keyReused, .banned] + Problems.game
    private static let turnProblems: [Problem.Kind] = matchProblems + [.notYourTurn, .textRefused]

    public static let allMatches = MatchRoute.endpoint(
        "allMatches", .get, "/v1/matches", .query(.matchState), .query(.beforeMatch), .query(.count, default: 100),
        .query(.environment),
        access: .player, origins: .anyGame, budget: .read, proof: .none, tag: .matches,
        summary: "List the caller's turn-based matches in all games, newest first, without their data.",
        body: .none, answer: .json(200, MatchesAnswer.schema), problems: [],
        route: { .all($0, before: $1, count: $2, $3) },
        values: {
            if case .all(let state, let before, let count, let environment) = $0 {
                (state, before, count, environment)
            } else {
                nil
            }
        })

    public static let findMatch = MatchRoute.endpoint(
        "findMatch", .post, "/v1/games/{bundleID}/matches", .app, .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .matches,
        summary: "Take a free seat in a turn-based match, or create one, perhaps with invited players. The caller of a "
            + "new match has its first turn. The same key again returns the same match.",
        body: .json(NewMatchBody.schema), answer: .json(200, MatchAnswer.schema),
        problems: [
            .matchRequestInvalid, .tooManyMatches, .tooManyAttempts, .playerRestricted, .keyReused, .banned,
            .textRefused,
        ] + Problems.game,
        route: { .find($0, $1) },
        values: { if case .find(let app, let environment) = $0 { (app, environment) } else { nil } })

    public static let matches = MatchRoute.endpoint(
        "matches", .get, "/v1/games/{bundleID}/matches", .app, .query(.matchState), .query(.beforeMatch),
        .query(.count, default: 100), .query(.environment),
        access: .player, origins: .game, budget: .read, proof: .none, tag: .matches,
        summary: "List the caller's turn-based matches, newest first, without their data.",
        body: .none, answer: .json(200, MatchesAnswer.schema), problems: Problems.game,
        route: { .list($0, $1, before: $2, count: $3, $4) },
        values: {
            if case .list(let app, let state, let before, let count, let environment) = $0 {
                (app, state, before, count, environment)
            } else {
                nil
            }
        })

    public static let matchActivity = MatchRoute.endpoint(
        "matchActivity", .get, "/v1/games/{bundleID}/matches/activity", .app, .query(.matchGroup),
        .query(.environment),
        access: .player, origins: .game, budget: .read, proof: .none, tag: .matches,
        summary: "Get how many players have asked for a turn-based match within the last minute, in one group or in "
            + "all. Below 100, the number is rounded down.",
        body: .none, answer: .json(200, MatchActivityAnswer.schema), problems: Problems.game,
        route: { .activity($0, group: $1, $2) },
        values: {
            if case .activity(let app, let group, let environment) = $0 { (app, group, environment) } else { nil }
        })

    // One match

    public static let match = ofMatch(
        .read, "match", "",
        "Get a turn-based match with its data, also an archived one, which is in no list and can't be changed.",
        method: .get, body: .none, problems: [.unknownMatch] + Problems.game)

    public static let saveMatchData = ofMatch(
        .saveData, "saveMatchData", "/data",
        "Save a match's data and keep the turn.",
        method: .put, body: .json(MatchDataBody.schema), problems: turnProblems)

    public static let endTurn = ofMatch(
        .endTurn, "endTurn", "/turns",
        "End the caller's turn: save the data and pass the turn to the first of the next seats that can play.",
        body: .json(EndTurnBody.schema), problems: turnProblems)

    public static let makeMove = ofMatch(
        .move, "makeMove", "/moves",
        "Make a move in a match that the server judges. Whose turn is next, and how it ends, follows from the rules.",
        body: .json(MatchMoveBody.schema), problems: matchProblems + [.notYourTurn])

    public static let endMatch = ofMatch(
        .end, "endMatch", "/end",
        "End a match in the caller's turn, with an outcome for every participant that has none, and with "
            + "scores and achievements of any who played: all count, or the match goes on.",
        body: .json(EndMatchBody.schema), problems: turnProblems + Problems.matchResults)

    public static let acceptMatch = ofMatch(
        .accept, "acceptMatch", "/accept",
        "Accept an invitation to a match.",
        body: .json(MatchKeyBody.schema), problems: matchProblems + [.tooManyMatches])

    public static let declineMatch = ofMatch(
        .decline, "declineMatch", "/decline",
        "Decline an invitation to a match.",
        body: .json(MatchKeyBody.schema), problems: matchProblems)

    public static let quitMatch = ofMatch(
        .quit, "quitMatch", "/quit",
        "Quit a match: in turn with a turn, out of turn with an outcome alone, or, with neither, ask the "
            + "game to quit in turn within a day. A match that nobody else has heard of is deleted.",
        body: .json(QuitMatchBody.schema), answer: .json(200, QuitMatchAnswer.schema), problems: turnProblems)

    public static let claimTurn = ofMatch(
        .claim, "claimTurn", "/claim",
        "Take the turn of a player who is 14 days past its timeout.",
        body: .json(MatchKeyBody.schema), problems: turnProblems)

    public static let remindOfMatch = ofMatch(
        .remind, "remindOfMatch", "/reminders",
        "Remind other participants of a match, each at most once per 10 minutes.",
        body: .json(MatchReminderBody.schema), problems: matchProblems + [.textRefused, .tooManyAttempts])

    public static let rematch = ofMatch(
        .rematch, "rematch", "/rematch",
        "Play an ended match's players again. Of those who ask within 7 days, all get the first one's match.",
        body: .json(MatchKeyBody.schema),
        problems: matchProblems + [.matchRequestInvalid, .tooManyMatches, .tooManyAttempts, .playerRestricted])

    public static let removeMatch = ofMatch(
        .remove, "removeMatch", "",
        "Take a match out of the caller's list once it has ended, or they have left or declined it.",
        method: .delete, body: .none, answer: .noContent, problems: [.unknownMatch, .matchStateInvalid] + Problems.game)

    public static let playMatch = ofMatch(
        .play, "playMatch", "/play",
        "Play a match now: notify the running game, or return how to launch it.",
        body: .none, answer: .json(200, PlayedAnswer.schema), problems: [.unknownMatch] + Problems.game)

    public static let sendExchange = ofMatch(
        .sendExchange, "sendExchange", "/exchanges",
        "Send other participants an exchange: something that needs no turn, such as a trade.",
        body: .json(NewExchangeBody.schema), answer: .json(201, NewExchangeAnswer.schema),
        problems: matchProblems + [.textRefused])

    public static let replyToExchange = ofExchange(
        .reply, "replyToExchange", "/replies", "Reply to an exchange, once.",
        body: .json(ExchangeReplyBody.schema), problems: matchProblems + [.textRefused])

    public static let cancelExchange = ofExchange(
        .cancel, "cancelExchange", "/cancel", "Cancel an exchange of the caller's that isn't resolved yet.",
        body: .json(ExchangeCancelBody.schema), problems: matchProblems + [.textRefused])

    /// - Parameter path: behind the match.
    private static func ofMatch(
        _ action: MatchAction, _ name: String, _ path: String, _ summary: String, method: Method = .post, body: Body,
        answer: Answer = .json(200, MatchAnswer.schema), problems: [Problem.Kind]
    ) -> Endpoint {
        MatchRoute.endpoint(
            name, method, "/v1/games/{bundleID}/matches/{matchID}" + path, .app, .path(.matchID), .query(.environment),
            access: .player, origins: .game, budget: method == .get ? .read : .write, proof: .none, tag: .matches,
            summary: summary, body: body, answer: answer, problems: problems,
            route: { .one(action, $0, $1, $2) },
            values: {
                if case .one(action, let app, let match, let environment) = $0 {
                    (app, match, environment)
                } else {
                    nil
                }
            })
    }

    /// - Parameter path: behind the exchange.
    private static func ofExchange(
        _ action: ExchangeAction, _ name: String, _ path: String, _ summary: String, body: Body,
        problems: [Problem.Kind]
    ) -> Endpoint {
        MatchRoute.endpoint(
            name, .post, "/v1/games/{bundleID}/matches/{matchID}/exchanges/{exchangeID}" + path, .app, .path(.matchID),
            .path(.exchangeID), .query(.environment),
            access: .player, origins: .game, budget: .write, proof: .none, tag: .matches, summary: summary, body: body,
            answer: .json(200, MatchAnswer.schema), problems: problems,
            route: { .exchange(action, $0, $1, exchange: $2, $3) },
            values: {
                if case .exchange(action, let app, let match, let exchange, let environment) = $0 {
                    (app, match, exchange, environment)
                } else {
                    nil
                }
            })
    }
}
