import LaurelHTTPServer
import LaurelDomain
import LaurelWire

extension APIHandler {
    /// No `default`: a route without an operation does not compile.
    func perform(_ route: ExportRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .scores(let id, let format, let board, let after, let environment):
            try exportScores(request, id, format, board, after, environment, caller)
        case .achievements(let id, let format, let environment):
            try exportAchievements(request, id, format, environment, caller)
        }
    }
}
