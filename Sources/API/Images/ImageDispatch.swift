import LaurelHTTPServer
import LaurelDomain
import LaurelWire

extension APIHandler {
    /// No `default`: a route without an operation does not compile.
    func perform(_ route: ImageRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .image(let id): image(request, id)
        case .list(let id): try images(id, caller)
        case .set(let id, let place): try setImage(request, id, place, caller)
        case .remove(let id, let place): try removeImage(request, id, place, caller)
        }
    }
}
