public import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

// A body is read once its head has passed all that a head can: the route, what it costs, who sends it, their rights.
extension APIHandler {
    public func judge(_ head: Request) -> Judgement {
        let route: RouteMatch
        do throws(Route.Refusal) { route = try RouteMatch(head) } catch {
            // The form of another site, which a browser brings.
            let form = error == .notFound ? providerCallback.judge(head) : nil
            switch form {
            case nil: return .answer(handle(head))
            case .success(let limit)?: return .read(limit: limit)
            case .failure(let problem)?: return .answer(counted(.page, .now(answers.problem(problem, head.id))))
            }
        }
        // What reads needs no body.
        guard route.endpoint.method != .get else { return .answer(handle(head)) }
        switch crossOrigin.verdict(route.endpoint, route.bundleID, head) {
        case .own: return judge(route, head, takesCookies: true) { $0 }
        case .refused, .closed: return .answer(handle(head))
        case .allowed(let origin): return judge(route, head, takesCookies: false) { $0.readable(by: origin) }
        }
    }

    /// - Parameter dress: what the response gets for this caller.
    private func judge(
        _ route: RouteMatch, _ head: Request, takesCookies: Bool, _ dress: @escaping @Sendable (Response) -> Response
    ) -> Judgement {
        let refuse: @Sendable (Problem) -> Judgement = { [self] problem in
            let response = dress(answers.problem(shared.replies.named(problem, isWrite: false), head.id))
            return .answer(counted(.endpoint(route.endpointIndex), .now(response)))
        }
        do throws(Problem) {
            try takeUp(route, head)
            switch try callers.identify(route, head, takesCookies: takesCookies) {
            case .known(let caller): return .read(limit: try admit(route, head, caller))
            case .later(let find):
                return .later { [self] in
                    do throws(Problem) {
                        return .read(limit: try admit(route, head, try await find()))
                    } catch {
                        return refuse(error)
                    }
                }
            }
        } catch {
            return refuse(error)
        }
    }

    /// - Returns: how many bytes the body may have; nil: as many as most.
    private func admit(_ route: RouteMatch, _ head: Request, _ caller: Caller) throws(Problem) -> Int? {
        try spend(route, head, caller)
        _ = try shared.access.authorized(route, head, caller)
        switch route.endpoint.access {
        case .player: _ = try caller.signedIn()
        case .operator: try caller.operating()
        case .anyone, .playerOrAnonymous, .server, .person, .developer, .team: break
        }
        if route.endpoint == .saveGame { return services.savedGames.limits.bytes }
        return caller == .anonymous ? min(configuration.limits.anonymousBodyBytes, configuration.limits.bodyBytes) : nil
    }
}
