import LaurelHTTPServer
import LaurelDomain
import LaurelWire

extension APIHandler {
    /// No `default`: a route without an operation does not compile.
    func perform(_ route: SetRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .list(let id, let language, let environment): try sets(request, id, language, environment, caller)
        case .defaultLeaderboard(let id): try defaultLeaderboard(id, caller)
        case .chooseDefaultLeaderboard(let id): try chooseDefaultLeaderboard(request, id, caller)
        case .configured(let id): try appSets(id, caller)
        case .create(let id): try createSet(request, id, caller)
        case .update(let id, let set): try updateSet(request, id, set, caller)
        case .delete(let id, let set): try deleteSet(request, id, set, caller)
        }
    }
}
