import LaurelHTTPServer
import LaurelDomain
import LaurelWire

extension APIHandler {
    /// No `default`: a route without an operation does not compile.
    func perform(_ route: AdministrationRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .claim: try claimAdministration(request)
        case .renewLink: try renewAdministratorLink(request, caller)
        case .invite: try invite(request, caller)
        case .resetPassword: try resetPassword(request, caller)
        case .resetTwoFactor: try resetTwoFactor(request, caller)
        case .endPlayerSessions: try endPlayerSessions(request, caller)
        case .findPlayers(let prefix, let after): try findPlayers(request, prefix, after, caller)
        case .exportPlayer: try exportNamedPlayer(request, caller)
        case .erasePlayer: try eraseNamedPlayer(request, caller)
        }
    }
}
