public import LaurelDomain

extension Route {
    /// The request's target, such as `/v1/players/me?environment=sandbox`.
    public var target: String { path + query }

    private var path: String {
        var path = ""
        for segment in endpoint.template.split(separator: "/") {
            switch segment {
            case "{bundleID}": path += "/" + (bundleID?.text ?? "")
            case "{leaderboardID}": path += "/" + (leaderboardID?.text ?? "")
            default: path += "/" + segment
            }
        }
        return path
    }

    private var query: String {
        var query = QueryPrinter()
        switch self {
        case .health, .readiness, .metrics, .openAPI, .signUp, .signIn, .signOut, .recover, .claimAdministration,
            .invite, .resetPassword, .renewAdministratorLink, .apps, .createApp, .app, .updateApp, .appLeaderboards,
            .createLeaderboard, .appLeaderboard, .updateLeaderboard, .deleteLeaderboard, .configuration:
            break
        case .currentPlayer(let environment), .games(let environment), .game(_, let environment),
            .submitScore(_, _, let environment), .submitScores(_, let environment):
            query.put(.environment, environment)
        case .players(let ids, let environment):
            query.put(.ids, ids)
            query.put(.environment, environment)
        case .leaderboards(_, let language, let environment), .leaderboard(_, _, let language, let environment):
            query.put(.language, language)
            query.put(.environment, environment)
        case .entries(_, _, let players, let window, let reading):
            query.put(.players, players)
            query.put(.from, window.first)
            query.put(.count, window.count)
            reading.print(to: &query)
        case .entriesOfPlayers(_, _, let ids, let reading):
            query.put(.ids, ids)
            reading.print(to: &query)
        case .entriesAround(_, _, let count, let reading):
            query.put(.count, count)
            reading.print(to: &query)
        case .events(let leaderboards, let environment):
            query.put(.leaderboards, leaderboards.isEmpty ? nil : leaderboards.map(\.text))
            query.put(.environment, environment)
        case .importConfiguration(_, let isPlan):
            query.put(.plan, isPlan ? true : nil)
        }
        return query.text
    }

    /// The app in the path.
    public var bundleID: BundleID? {
        switch self {
        case .health, .readiness, .metrics, .openAPI, .signUp, .signIn, .signOut, .recover, .currentPlayer, .players,
            .games, .events, .claimAdministration, .invite, .resetPassword, .renewAdministratorLink, .apps, .createApp:
            nil
        case .game(let id, _), .leaderboards(let id, _, _), .leaderboard(let id, _, _, _),
            .submitScore(let id, _, _), .submitScores(let id, _), .entries(let id, _, _, _, _),
            .entriesOfPlayers(let id, _, _, _), .entriesAround(let id, _, _, _), .app(let id), .updateApp(let id),
            .appLeaderboards(let id), .createLeaderboard(let id), .appLeaderboard(let id, _),
            .updateLeaderboard(let id, _), .deleteLeaderboard(let id, _), .configuration(let id),
            .importConfiguration(let id, _):
            id
        }
    }

    /// The leaderboard in the path.
    public var leaderboardID: LeaderboardID? {
        switch self {
        case .leaderboard(_, let id, _, _), .submitScore(_, let id, _), .entries(_, let id, _, _, _),
            .entriesOfPlayers(_, let id, _, _), .entriesAround(_, let id, _, _), .appLeaderboard(_, let id),
            .updateLeaderboard(_, let id), .deleteLeaderboard(_, let id):
            id
        default: nil
        }
    }
}

extension ReadingQuery {
    fileprivate func print(to query: inout QueryPrinter) {
        query.put(.time, time)
        query.put(.language, language)
        query.put(.version, version)
        query.put(.environment, environment)
    }
}
