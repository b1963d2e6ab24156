import LaurelHTTPServer
import LaurelDomain
import LaurelWire

extension APIHandler {
    /// No `default`: a route without an operation does not compile.
    func perform(_ route: PlayerRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .current(let environment): try currentPlayer(request, environment, caller)
        case .list(let ids, let environment): try players(request, ids, environment, caller)
        case .profile: try profile(request, caller)
        case .update: try updateProfile(request, caller)
        case .restrict: try restrict(request, caller)
        case .setPhoto: try setPhoto(request, caller)
        case .removePhoto: try removePhoto(request, caller)
        case .photo(let id): photo(request, id)
        case .export: try exportPlayer(request, caller)
        case .erase: try eraseSelf(request, caller)
        }
    }
}
