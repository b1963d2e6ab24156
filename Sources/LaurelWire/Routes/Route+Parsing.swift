import LaurelDomain

extension Route {
    /// Parses a request's target.
    ///
    /// - Parameters:
    ///   - path: the parts between the slashes, each percent-decoded on its own.
    ///   - query: names and values, decoded, in order.
    public init(
        _ method: Method, path: [String], query: [(name: String, value: String)]
    ) throws(Refusal) {
        guard let row = PathTable.shared.row(of: path) else { throw .notFound }
        guard let endpoint = row.endpoints.first(where: { $0.method == method }) else {
            throw .methodNotAllowed(allow: row.methods)
        }
        var query = QueryReader(query)
        self = try Self.make(endpoint, path, &query)
        try query.finish()
    }

    private static func make(
        _ endpoint: Endpoint, _ path: [String], _ query: inout QueryReader
    ) throws(Refusal) -> Route {
        switch endpoint {
        case .health: return .health
        case .readiness: return .readiness
        case .metrics: return .metrics
        case .openAPI: return .openAPI
        case .signUp: return .signUp
        case .signIn: return .signIn
        case .signOut: return .signOut
        case .recover: return .recover
        case .currentPlayer: return .currentPlayer(try query.take(.environment))
        case .players:
            guard let ids = try query.take(.ids) else { throw .invalidParameter("ids") }
            return .players(ids: ids, try query.take(.environment))
        case .games: return .games(try query.take(.environment))
        case .game: return .game(try bundleID(path), try query.take(.environment))
        case .leaderboards:
            return .leaderboards(
                try bundleID(path), language: try query.take(.language), try query.take(.environment))
        case .leaderboard:
            return .leaderboard(
                try bundleID(path), try leaderboardID(path), language: try query.take(.language),
                try query.take(.environment))
        case .submitScore:
            return .submitScore(try bundleID(path), try leaderboardID(path), try query.take(.environment))
        case .submitScores: return .submitScores(try bundleID(path), try query.take(.environment))
        case .entries: return try entries(path, &query)
        case .entriesAround:
            // 21: ten above, ten below.
            return .entriesAround(
                try bundleID(path), try leaderboardID(path), count: try query.take(.count) ?? 21,
                try reading(&query))
        case .events: return try events(&query)
        case .claimAdministration: return .claimAdministration
        case .invite: return .invite
        case .resetPassword: return .resetPassword
        case .renewAdministratorLink: return .renewAdministratorLink
        case .apps: return .apps
        case .createApp: return .createApp
        case .app: return .app(try bundleID(path))
        case .updateApp: return .updateApp(try bundleID(path))
        case .appLeaderboards: return .appLeaderboards(try bundleID(path))
        case .createLeaderboard: return .createLeaderboard(try bundleID(path))
        case .appLeaderboard: return .appLeaderboard(try bundleID(path), try leaderboardID(path))
        case .updateLeaderboard: return .updateLeaderboard(try bundleID(path), try leaderboardID(path))
        case .deleteLeaderboard: return .deleteLeaderboard(try bundleID(path), try leaderboardID(path))
        case .configuration: return .configuration(try bundleID(path))
        case .importConfiguration:
            return .importConfiguration(try bundleID(path), isPlan: try query.take(.plan) ?? false)
        }
    }

    private static func entries(_ path: [String], _ query: inout QueryReader) throws(Refusal) -> Route {
        let game = try bundleID(path)
        let board = try leaderboardID(path)
        if let ids = try query.take(.ids) {
            return .entriesOfPlayers(game, board, ids: ids, try reading(&query))
        }
        let players = try query.take(.players) ?? .global
        let count = try query.take(.count) ?? RankWindow.countLimit
        let from = try query.take(.from)
        let cursor = try query.take(.cursor)
        if from != nil, cursor != nil { throw .invalidParameter("cursor") }
        let window: RankWindow
        do throws(RankWindow.Invalid) {
            window = try RankWindow(first: cursor?.first ?? from ?? 1, count: count)
        } catch {
            throw .invalidParameter("from")
        }
        return .entries(game, board, players, window, try reading(&query))
    }

    private static func events(_ query: inout QueryReader) throws(Refusal) -> Route {
        var names: [LeaderboardName] = []
        for text in try query.take(.leaderboards) ?? [] {
            guard let name = LeaderboardName(text) else { throw .invalidParameter("leaderboards") }
            names.append(name)
        }
        return .events(leaderboards: names, try query.take(.environment))
    }

    private static func reading(_ query: inout QueryReader) throws(Refusal) -> ReadingQuery {
        ReadingQuery(
            time: try query.take(.time) ?? .allTime, language: try query.take(.language),
            version: try query.take(.version), environment: try query.take(.environment))
    }

    // Both kinds of paths have the app third (`/v1/games/…`) or fourth (`/v1/connect/apps/…`), and the leaderboard two
    // places later.

    private static func place(_ path: [String]) -> Int { path[1] == "connect" ? 3 : 2 }

    private static func bundleID(_ path: [String]) throws(Refusal) -> BundleID {
        guard let id = Parameter.bundleID.parse(path[place(path)]) else { throw .invalidParameter("bundleID") }
        return id
    }

    private static func leaderboardID(_ path: [String]) throws(Refusal) -> LeaderboardID {
        guard let id = Parameter.leaderboardID.parse(path[place(path) + 2]) else {
            throw .invalidParameter("leaderboardID")
        }
        return id
    }
}
