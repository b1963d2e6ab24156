import HTTPServer
import LaurelDomain
import LaurelWire

extension APIHandler {
    /// Each route's operation. No `default`: a new route is a compile error here.
    func perform(_ route: Route, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .health, .readiness, .metrics, .openAPI: throw Problem(.notFound)
        case .signUp: try signUp(request)
        case .signIn: try signIn(request)
        case .signOut: try signOut(request, caller)
        case .recover: try recover(request)
        case .currentPlayer(let environment): try currentPlayer(request, environment, caller)
        case .players(let ids, let environment): try players(request, ids, environment, caller)
        case .games(let environment): try games(environment, caller)
        case .game(let id, let environment): try game(id, environment, caller)
        case .leaderboards(let id, let language, let environment):
            try leaderboards(request, id, language, environment, caller)
        case .leaderboard(let id, let board, let language, let environment):
            try leaderboard(request, id, board, language, environment, caller)
        case .submitScore(let id, let board, let environment):
            try submitScore(request, id, board, environment, caller)
        case .submitScores(let id, let environment): try submitScores(request, id, environment, caller)
        case .entries(let id, let board, let players, let window, let reading):
            try entries(request, id, board, players, window, reading, caller)
        case .entriesOfPlayers(let id, let board, let ids, let reading):
            try entries(request, id, board, of: ids, reading, caller)
        case .entriesAround(let id, let board, let count, let reading):
            try entriesAround(request, id, board, count, reading, caller)
        case .events(let leaderboards, let environment): try events(request, leaderboards, environment, caller)
        case .claimAdministration: try claimAdministration(request)
        case .invite: try invite(request, caller)
        case .resetPassword: try resetPassword(request, caller)
        case .renewAdministratorLink: try renewAdministratorLink(request, caller)
        case .apps: try apps(caller)
        case .createApp: try createApp(request, caller)
        case .app(let id): try app(id, caller)
        case .updateApp(let id): try updateApp(request, id, caller)
        case .appLeaderboards(let id): try appLeaderboards(id, caller)
        case .createLeaderboard(let id): try createLeaderboard(request, id, caller)
        case .appLeaderboard(let id, let board): try appLeaderboard(id, board, caller)
        case .updateLeaderboard(let id, let board): try updateLeaderboard(request, id, board, caller)
        case .deleteLeaderboard(let id, let board): try deleteLeaderboard(request, id, board, caller)
        case .configuration(let id): try configuration(id, caller)
        case .importConfiguration(let id, let isPlan):
            try importConfiguration(request, id, isPlan: isPlan, caller)
        }
    }
}
