import LaurelHTTPServer
import LaurelDomain
import LaurelWire

extension GameFeature {
    /// No `default`: a route without an operation does not compile.
    func perform(_ route: GameRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .list(let environment): try games(request, environment, caller)
        case .game(let id, let environment): try game(request, id, environment, caller)
        case .leaderboards(let id, let language, let environment):
            try leaderboards(request, id, language, environment, caller)
        case .leaderboard(let id, let board, let language, let environment):
            try leaderboard(request, id, board, language, environment, caller)
        case .submitScore(let id, let board, let environment): try submitScore(request, id, board, environment, caller)
        case .submitScores(let id, let environment): try submitScores(request, id, environment, caller)
        case .entries(let id, let board, let players, let window, let reading):
            try entries(request, id, board, players, window, reading, caller)
        case .entriesOfPlayers(let id, let board, let ids, let reading):
            try entries(request, id, board, of: ids, reading, caller)
        case .entriesAround(let id, let board, let count, let reading):
            try entriesAround(request, id, board, count, reading, caller)
        case .entriesAroundFriends(let id, let board, let count, let reading):
            try friendEntries(request, id, board, around: count, reading, caller)
        }
    }
}
