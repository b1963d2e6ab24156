import LaurelHTTPServer
import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelWire
import LaurelService

/// Turn-based matches, as their players see them.
struct MatchFeature: Sendable {
    let matches: Matches
    let catalogue: Catalogue
    let players: PlayerAnswers
    let words: WordChecks
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: MatchRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .all(let state, let environment): try all(request, state, environment, caller)
        case .find(let app, let environment): try find(request, app, environment, caller)
        case .list(let app, let state, let environment): try list(request, app, state, environment, caller)
        case .match(let app, let id, let environment): try match(request, id, try table(app, environment, caller))
        case .saveData(let app, let id, let environment): try saveData(request, id, try table(app, environment, caller))
        case .endTurn(let app, let id, let environment): try endTurn(request, id, try table(app, environment, caller))
        case .move(let app, let id, let environment): try move(request, id, try table(app, environment, caller))
        case .end(let app, let id, let environment): try end(request, id, try table(app, environment, caller))
        case .accept(let app, let id, let environment):
            try plain(.accept, request, id, try table(app, environment, caller))
        case .decline(let app, let id, let environment):
            try plain(.decline, request, id, try table(app, environment, caller))
        case .quit(let app, let id, let environment): try quit(request, id, try table(app, environment, caller))
        case .claim(let app, let id, let environment):
            try plain(.claim, request, id, try table(app, environment, caller))
        case .remind(let app, let id, let environment): try remind(request, id, try table(app, environment, caller))
        case .rematch(let app, let id, let environment): try rematch(request, id, try table(app, environment, caller))
        case .sendExchange(let app, let id, let environment):
            try sendExchange(request, id, try table(app, environment, caller))
        case .reply(let app, let id, let exchange, let environment):
            try reply(request, id, exchange, try table(app, environment, caller))
        case .cancelExchange(let app, let id, let exchange, let environment):
            try plain(.cancel(number(exchange), .empty), request, id, try table(app, environment, caller))
        case .remove(let app, let id, let environment): try remove(request, id, try table(app, environment, caller))
        }
    }
}
