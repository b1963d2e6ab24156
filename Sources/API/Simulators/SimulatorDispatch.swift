import LaurelHTTPServer
import LaurelDomain
import LaurelWire

extension APIHandler {
    /// No `default`: a route without an operation does not compile.
    func perform(_ route: SimulatorRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .list(let id): try simulators(id, caller)
        case .simulator(let id, let name): try simulator(request, id, name, caller)
        case .set(let id, let name): try setSimulator(request, id, name, caller)
        case .remove(let id, let name): try removeSimulator(request, id, name, caller)
        }
    }
}
