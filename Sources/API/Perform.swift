import LaurelHTTPServer
import LaurelWire

extension APIHandler {
    /// Each feature's routes go to its own dispatch: of a value handed what it needs, or of the handler.
    func perform(_ match: RouteMatch, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        try spend(match, request, caller)
        let caller = try access.authorized(match, request, caller)
        return switch match.route {
        case .system(let route): .now(system.perform(route, request))
        case .accounts(let route): try accounts.perform(route, request, caller)
        case .players(let route): try players.perform(route, request, caller)
        case .games(let route): try games.perform(route, request, caller)
        case .achievements(let route): try achievements.perform(route, request, caller)
        case .challenges(let route): try challenges.perform(route, request, caller)
        case .savedGames(let route): try savedGames.perform(route, request, caller)
        case .friends(let route): try friends.perform(route, request, caller)
        case .notifications(let route): try notifications.perform(route, request, caller)
        case .sharing(let route): try sharing.perform(route, request, caller)
        case .replays(let route): try replays.perform(route, request, caller)
        case .identity(let route): try identity.perform(route, request, caller)
        case .webGames(let route): try webGames.perform(route, request, caller)
        case .sets(let route): try sets.perform(route, request, caller)
        case .images(let route): try images.perform(route, request, caller)
        case .apps(let route): try apps.perform(route, request, caller)
        case .appLeaderboards(let route): try appLeaderboards.perform(route, request, caller)
        case .simulators(let route): try simulators.perform(route, request, caller)
        case .exports(let route): try exports.perform(route, request, caller)
        case .moderation(let route): try moderation.perform(route, request, caller)
        case .teams(let route): try teams.perform(route, request, caller)
        case .administration(let route): try administration.perform(route, request, caller)
        }
    }
}
