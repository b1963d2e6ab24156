import LaurelHTTPServer
import LaurelDomain
import LaurelWire

extension APIHandler {
    /// No `default`: a route without an operation does not compile.
    func perform(_ route: AppLeaderboardRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .list(let id): try appLeaderboards(id, caller)
        case .create(let id): try createLeaderboard(request, id, caller)
        case .leaderboard(let id, let board): try appLeaderboard(id, board, caller)
        case .update(let id, let board): try updateLeaderboard(request, id, board, caller)
        case .delete(let id, let board): try deleteLeaderboard(request, id, board, caller)
        case .move(let id, let board): try moveLeaderboard(request, id, board, caller)
        case .distribution(let id, let board, let environment):
            try distribution(request, id, board, environment, caller)
        }
    }
}
