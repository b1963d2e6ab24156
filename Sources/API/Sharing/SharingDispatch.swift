import LaurelHTTPServer
import LaurelDomain
import LaurelWire

extension APIHandler {
    /// No `default`: a route without an operation does not compile.
    func perform(_ route: SharingRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .list: try shares(request, caller)
        case .make: try makeShare(request, caller)
        case .withdraw(let id): try withdrawShare(request, id, caller)
        case .page(let id): sharedPage(request, id)
        case .linkChallenge: try linkChallenge(request, caller)
        case .acceptChallengeLink: try acceptChallengeLink(request, caller)
        }
    }
}
