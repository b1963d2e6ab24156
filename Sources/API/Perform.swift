import LaurelHTTPServer
import LaurelWire

extension APIHandler {
    /// Each feature's routes go to its own dispatch: of a value handed what it needs, or of the handler.
    func perform(_ match: RouteMatch, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        try spend(match, request, caller)
        let caller = try authorized(match, request, caller)
        return switch match.route {
        case .system(let route): try perform(route, request, caller)
        case .accounts(let route): try perform(route, request, caller)
        case .players(let route): try perform(route, request, caller)
        case .games(let route): try perform(route, request, caller)
        case .achievements(let route): try perform(route, request, caller)
        case .challenges(let route): try perform(route, request, caller)
        case .savedGames(let route): try savedGames.perform(route, request, caller)
        case .friends(let route): try perform(route, request, caller)
        case .notifications(let route): try perform(route, request, caller)
        case .sharing(let route): try perform(route, request, caller)
        case .replays(let route): try perform(route, request, caller)
        case .identity(let route): try identity.perform(route, request, caller)
        case .webGames(let route): try perform(route, request, caller)
        case .sets(let route): try perform(route, request, caller)
        case .images(let route): try perform(route, request, caller)
        case .apps(let route): try perform(route, request, caller)
        case .appLeaderboards(let route): try perform(route, request, caller)
        case .simulators(let route): try simulators.perform(route, request, caller)
        case .exports(let route): try perform(route, request, caller)
        case .moderation(let route): try perform(route, request, caller)
        case .teams(let route): try perform(route, request, caller)
        case .administration(let route): try perform(route, request, caller)
        }
    }
}
