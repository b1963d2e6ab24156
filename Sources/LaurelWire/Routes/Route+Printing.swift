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
            case "{score}", "{bannedPlayer}", "{review}": path += "/" + moderated.percentEncoded
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
        // Moderation
        case .bans, .banPlayer, .unbanPlayer, .review, .decideReview, .moderationPolicy, .setModerationPolicy,
            .leaderboardPolicy, .setLeaderboardPolicy, .dropLeaderboardPolicy, .words, .changeWord, .report:
            break
        case .inspectPlayers(_, let search): query.put(.search, search)
        case .inspectEntries(_, _, let window, let environment):
            query.put(.from, window.first)
            query.put(.count, window.count)
            query.put(.environment, environment)
        case .inspectScores(_, _, let player, let before, let environment):
            query.put(.player, player)
            query.put(.before, before)
            query.put(.environment, environment)
        case .moderateScore(_, _, _, let environment): query.put(.environment, environment)
        case .reviews(_, let state, let after):
            query.put(.reviewState, state)
            query.put(.afterReview, after)
        case .heldScores(_, _, let language, let environment):
            query.put(.language, language)
            query.put(.environment, environment)
        case .exportScores(_, let format, let leaderboard, let after, let environment):
            query.put(.exportFormat, format)
            query.put(.exportedLeaderboard, leaderboard)
            query.put(.afterRow, after)
            query.put(.environment, environment)
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
        // Moderation
        case .words, .changeWord, .report: nil
        case .bans(let id), .banPlayer(let id, _), .unbanPlayer(let id, _), .reviews(let id, _, _), .review(let id, _),
            .decideReview(let id, _):
            id
        case .inspectPlayers(let id, _), .inspectEntries(let id, _, _, _), .inspectScores(let id, _, _, _, _),
            .moderateScore(let id, _, _, _), .moderationPolicy(let id), .setModerationPolicy(let id),
            .leaderboardPolicy(let id, _), .setLeaderboardPolicy(let id, _), .dropLeaderboardPolicy(let id, _),
            .heldScores(let id, _, _, _), .exportScores(let id, _, _, _, _):
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
        // Moderation
        case .inspectEntries(_, let id, _, _), .inspectScores(_, let id, _, _, _), .moderateScore(_, let id, _, _),
            .leaderboardPolicy(_, let id), .setLeaderboardPolicy(_, let id), .dropLeaderboardPolicy(_, let id),
            .heldScores(_, let id, _, _):
            id
        default: nil
        }
    }

    /// What the last part of a path of moderation names.
    private var moderated: String {
        switch self {
        case .moderateScore(_, _, let score, _): String(score.rawValue)
        case .banPlayer(_, let player), .unbanPlayer(_, let player): player
        case .review(_, let review), .decideReview(_, let review): String(review.rawValue)
        default: ""
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
