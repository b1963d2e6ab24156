public import LaurelDomain

/// Games with their leaderboards, scores and entries.
public enum GameRoute: FeatureRoute {
    case list(Environment?)
    case game(BundleID, Environment?)
    case leaderboards(BundleID, language: LanguageTag?, Environment?)
    case leaderboard(BundleID, LeaderboardID, language: LanguageTag?, Environment?)
    case submitScore(BundleID, LeaderboardID, Environment?)
    case submitScores(BundleID, Environment?)
    case entries(BundleID, LeaderboardID, PlayerScope, RankWindow, ReadingQuery)
    /// The entries of these players, with their ranks on the whole board.
    case entriesOfPlayers(BundleID, LeaderboardID, ids: [String], ReadingQuery)
    case entriesAround(BundleID, LeaderboardID, count: Int, ReadingQuery)
    /// Among the caller's friends and the caller (rule 2.3).
    case entriesAroundFriends(BundleID, LeaderboardID, count: Int, ReadingQuery)

    public var route: Route { .games(self) }

    public static let endpoints: [Endpoint] = [
        .games, .game, .leaderboards, .leaderboard, .submitScore, .submitScores, .entries, .entriesAround,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .list: .games
        case .game: .game
        case .leaderboards: .leaderboards
        case .leaderboard: .leaderboard
        case .submitScore: .submitScore
        case .submitScores: .submitScores
        case .entries: .entries
        case .entriesOfPlayers: .entries
        case .entriesAround: .entriesAround
        case .entriesAroundFriends: .entriesAround
        }
    }

    /// Not among friends, which takes a third of a millisecond if there are many, and not one that may wait for a
    /// version.
    public var isJoined: Bool {
        switch self {
        case .entries(_, _, let players, _, let reading): players != .friends && reading.version == nil
        case .entriesOfPlayers(_, _, _, let reading), .entriesAround(_, _, _, let reading): reading.version == nil
        case .list, .game, .leaderboards, .leaderboard, .submitScore, .submitScores, .entriesAroundFriends: false
        }
    }
}

extension Endpoint {
    public static let games = GameRoute.endpoint(
        "games", .get, "/v1/games", .query(.environment),
        access: .playerOrAnonymous, origins: .never, budget: .read, proof: .none, tag: .games,
        summary: "List games that can be played.",
        body: .none, answer: .json(200, GameAnswer.list.schema), problems: [],
        route: { .list($0) }, values: { if case .list(let environment) = $0 { environment } else { nil } })

    public static let game = GameRoute.endpoint(
        "game", .get, "/v1/games/{bundleID}", .app, .query(.environment),
        access: .playerOrAnonymous, origins: .game, budget: .read, proof: .none, tag: .games,
        summary: "Get a game.",
        body: .none, answer: .json(200, GameAnswer.schema), problems: [.unknownGame],
        route: { .game($0, $1) },
        values: { if case .game(let app, let environment) = $0 { (app, environment) } else { nil } })

    public static let leaderboards = GameRoute.endpoint(
        "leaderboards", .get, "/v1/games/{bundleID}/leaderboards", .app, .query(.language), .query(.environment),
        access: .playerOrAnonymous, origins: .game, budget: .read, proof: .none, tag: .leaderboards,
        summary: "List a game's leaderboards.",
        body: .none, answer: .json(200, LeaderboardAnswer.list.schema), problems: Problems.game,
        route: { .leaderboards($0, language: $1, $2) },
        values: {
            if case .leaderboards(let app, let language, let environment) = $0 {
                (app, language, environment)
            } else {
                nil
            }
        })

    public static let leaderboard = GameRoute.endpoint(
        "leaderboard", .get, "/v1/games/{bundleID}/leaderboards/{leaderboardID}", .app, .path(.leaderboardID),
        .query(.language), .query(.environment),
        access: .playerOrAnonymous, origins: .game, budget: .read, proof: .none, tag: .leaderboards,
        summary: "Get a leaderboard.",
        body: .none, answer: .json(200, LeaderboardAnswer.schema), problems: Problems.board,
        route: { .leaderboard($0, $1, language: $2, $3) },
        values: {
            if case .leaderboard(let app, let board, let language, let environment) = $0 {
                (app, board, language, environment)
            } else {
                nil
            }
        })

    public static let submitScore = GameRoute.endpoint(
        "submitScore", .post, "/v1/games/{bundleID}/leaderboards/{leaderboardID}/scores", .app, .path(.leaderboardID),
        .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .leaderboards,
        summary: "Submit a score. With an ID, it counts once however often it's sent.",
        body: .json(ScoreBody.schema), answer: .json(200, SubmittedAnswer.schema),
        problems: [.leaderboardArchived, .scoreOutOfRange, .scoreIDReused, .prereleased] + Problems.boardKind
            + Problems.replay + Problems.board,
        route: { .submitScore($0, $1, $2) },
        values: {
            if case .submitScore(let app, let board, let environment) = $0 { (app, board, environment) } else { nil }
        })

    public static let submitScores = GameRoute.endpoint(
        "submitScores", .post, "/v1/games/{bundleID}/scores", .app, .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .leaderboards,
        summary: "Submit several scores, and progress in achievements with them. Either all count or none.",
        body: .json(ScoresBody.schema), answer: .json(200, SubmittedListAnswer.schema),
        problems: [.noDefaultLeaderboard, .leaderboardArchived, .scoreOutOfRange, .scoreIDReused, .prereleased]
            + [.unknownAchievement, .achievementArchived] + Problems.boardKind + Problems.replay + Problems.board,
        route: { .submitScores($0, $1) },
        values: { if case .submitScores(let app, let environment) = $0 { (app, environment) } else { nil } })

    public static let entries = GameRoute.endpoint(
        "entries", .get, "/v1/games/{bundleID}/leaderboards/{leaderboardID}/entries", .app, .path(.leaderboardID),
        .selection, .reading,
        access: .playerOrAnonymous, origins: .game, budget: .read, proof: .none, tag: .leaderboards,
        summary: "List entries by rank, or of specific players.",
        body: .none, answer: .json(200, EntryPageAnswer.schema), problems: [.unknownOccurrence] + Problems.board,
        route: { app, board, selection, reading in
            switch selection {
            case .window(let players, let window): .entries(app, board, players, window, reading)
            case .players(let ids): .entriesOfPlayers(app, board, ids: ids, reading)
            }
        },
        values: { route in
            if case .entries(let app, let board, let players, let window, let reading) = route {
                (app, board, .window(players, window), reading)
            } else if case .entriesOfPlayers(let app, let board, let ids, let reading) = route {
                (app, board, .players(ids), reading)
            } else {
                nil
            }
        })

    public static let entriesAround = GameRoute.endpoint(
        "entriesAround", .get, "/v1/games/{bundleID}/leaderboards/{leaderboardID}/entries/around", .app,
        .path(.leaderboardID), .query(.players), .query(.count, default: 21), .reading,
        access: .player, origins: .game, budget: .read, proof: .none, tag: .leaderboards,
        summary: "List entries around the caller.",
        body: .none, answer: .json(200, EntryPageAnswer.schema), problems: [.unknownOccurrence] + Problems.board,
        route: { app, board, players, count, reading in
            players == PlayerScope.friends
                ? .entriesAroundFriends(app, board, count: count, reading)
                : .entriesAround(app, board, count: count, reading)
        },
        values: { route in
            if case .entriesAround(let app, let board, let count, let reading) = route {
                (app, board, nil, count, reading)
            } else if case .entriesAroundFriends(let app, let board, let count, let reading) = route {
                (app, board, PlayerScope.friends, count, reading)
            } else {
                nil
            }
        })
}

// MARK: Parts

/// Which entries of a leaderboard are wanted.
enum EntrySelection: Hashable, Sendable {
    case window(PlayerScope, RankWindow)
    /// Of these players, with their ranks on the whole board.
    case players([String])
}

extension TargetPart where Value == EntrySelection {
    static let selection = query(
        [
            Parameter.players.described(), Parameter.from.described(), Parameter.count.described(),
            Parameter.cursor.described(), Parameter.ids.described(),
        ]
    ) { (query: inout QueryReader) throws(Route.Refusal) in
        if let ids = try query.take(.ids) { return .players(ids) }
        let players = try query.take(.players) ?? .global
        let count = try query.take(.count) ?? RankWindow.countLimit
        let from = try query.take(.from)
        let cursor = try query.take(.cursor)
        if from != nil, cursor != nil { throw .unknownParameter("cursor", because: .notBesideOthers) }
        return .window(players, try RankWindow(from: cursor?.first ?? from ?? 1, count))
    } print: { selection, query in
        switch selection {
        case .window(let players, let window):
            query.put(.players, players)
            query.put(.from, window.first)
            query.put(.count, window.count)
        case .players(let ids): query.put(.ids, ids)
        }
    }
}

extension RankWindow {
    /// Of the parameters `from` and `count`.
    init(from first: Int, _ count: Int) throws(Route.Refusal) {
        do throws(Invalid) { try self.init(first: first, count: count) } catch { throw .invalidParameter("from") }
    }
}

extension TargetPart where Value == ReadingQuery {
    static let reading = query(
        [
            Parameter.time.described(), Parameter.occurrence.described(), Parameter.language.described(),
            Parameter.version.described(), Parameter.environment.described(),
        ]
    ) { (query: inout QueryReader) throws(Route.Refusal) in
        ReadingQuery(
            time: try query.take(.time) ?? .allTime, occurrence: try query.take(.occurrence) ?? .current,
            language: try query.take(.language), version: try query.take(.version),
            environment: try query.take(.environment))
    } print: { reading, query in
        query.put(.time, reading.time)
        query.put(.occurrence, reading.occurrence == .current ? nil : reading.occurrence)
        query.put(.language, reading.language)
        query.put(.version, reading.version)
        query.put(.environment, reading.environment)
    }
}
