import LaurelHTTPServer
import LaurelDomain
import LaurelWire

extension APIHandler {
    /// No `default`: a route without an operation does not compile.
    func perform(_ route: SystemRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        // Answered before the server is ready: `system(_:_:)`.
        case .health, .readiness, .metrics, .openAPI: throw Problem(.notFound)
        }
    }
}
