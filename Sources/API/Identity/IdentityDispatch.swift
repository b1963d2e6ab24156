import LaurelHTTPServer
import LaurelDomain
import LaurelWire

extension APIHandler {
    /// No `default`: a route without an operation does not compile.
    func perform(_ route: IdentityRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .sign(let id, let environment): try identity(request, id, environment, caller)
        case .certificate(let id): try identityCertificate(id)
        case .rotateKey: try rotateIdentityKey(request, caller)
        }
    }
}
