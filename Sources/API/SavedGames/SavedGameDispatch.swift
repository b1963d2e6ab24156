import LaurelHTTPServer
import LaurelDomain
import LaurelWire

extension APIHandler {
    /// No `default`: a route without an operation does not compile.
    func perform(_ route: SavedGameRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .list(let id, let environment): try savedGames(request, id, environment, caller)
        case .save(let id, let save, let query, let environment):
            try saveGame(request, id, save, query, environment, caller)
        case .load(let id, let save, let environment): try loadSavedGame(request, id, save, environment, caller)
        case .delete(let id, let name, let environment): try deleteSavedGames(request, id, name, environment, caller)
        }
    }
}
