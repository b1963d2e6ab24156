import LaurelHTTPServer
import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelWire
import LaurelService

/// Turn-based matches, as their players see them.
struct MatchFeature: Sendable {
    let matches: Matches
    let refusedWrites: RefusedMatchWrites
    let catalogue: Catalogue
    let players: PlayerAnswers
    let words: WordChecks
    let streams: PlayerStreams
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: MatchRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .all(let state, let before, let count, let environment):
            try all(request, state, Page(before, count), environment, caller)
        case .find(let app, let environment): try find(request, app, environment, caller)
        case .list(let app, let state, let before, let count, let environment):
            try list(request, app, state, Page(before, count), environment, caller)
        case .activity(let app, let group, let environment): try activity(app, group, environment, caller)
        case .one(let action, let app, let id, let environment):
            try perform(action, request, id, try table(app, environment, caller))
        case .exchange(let action, let app, let id, let exchange, let environment):
            try perform(action, request, id, exchange, try table(app, environment, caller))
        }
    }

    private func perform(
        _ action: MatchAction, _ request: Request, _ id: MatchID, _ table: MatchTable
    ) throws(Problem) -> Reply {
        switch action {
        case .read: try match(request, id, table)
        case .saveData: try saveData(request, id, table)
        case .endTurn: try endTurn(request, id, table)
        case .move: try move(request, id, table)
        case .end: try end(request, id, table)
        case .accept: try plain(.accept, request, id, table)
        case .decline: try plain(.decline, request, id, table)
        case .quit: try quit(request, id, table)
        case .claim: try plain(.claim, request, id, table)
        case .remind: try remind(request, id, table)
        case .rematch: try rematch(request, id, table)
        case .remove: try remove(request, id, table)
        case .sendExchange: try sendExchange(request, id, table)
        case .play: try play(request, id, table)
        }
    }

    private func perform(
        _ action: ExchangeAction, _ request: Request, _ id: MatchID, _ exchange: Int, _ table: MatchTable
    ) throws(Problem) -> Reply {
        switch action {
        case .reply: try reply(request, id, exchange, table)
        case .cancel: try cancel(request, id, exchange, table)
        }
    }

    /// Of a list that has the newest first.
    struct Page {
        let before: MatchCursor?
        let count: Int

        init(_ before: MatchCursor?, _ count: Int) {
            self.before = before
            self.count = count
        }
    }
}
