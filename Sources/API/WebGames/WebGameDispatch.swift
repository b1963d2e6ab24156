import LaurelHTTPServer
import LaurelDomain
import LaurelWire

extension APIHandler {
    /// No `default`: a route without an operation does not compile.
    func perform(_ route: WebGameRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .origins(let id): try webOrigins(id, caller)
        case .setOrigins(let id): try setWebOrigins(request, id, caller)
        case .describeAuthorization(let id, let origin, let redirect, let environment):
            try describeAuthorization(id, origin, redirect, environment)
        case .authorize: try authorizeGame(request, caller)
        case .redeemAuthorization: try redeemAuthorization(request)
        }
    }
}
