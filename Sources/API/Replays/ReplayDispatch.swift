import LaurelHTTPServer
import LaurelDomain
import LaurelWire

extension APIHandler {
    /// No `default`: a route without an operation does not compile.
    func perform(_ route: ReplayRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .issueTicket(let id, let environment): try issueTicket(id, environment, caller)
        case .shared(let id): sharedReplay(request, id)
        }
    }
}
