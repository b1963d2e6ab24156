import LaurelHTTPServer
import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelService
import LaurelWire

// A game's turn-based matches, for those who may look at it.
extension AppFeature {
    func appMatches(
        _ bundleID: BundleID, before: MatchID?, _ count: Int, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        _ = try caller.administering()
        let app = try catalogue.find(bundleID)
        let number = try before.map { (id) throws(Problem) -> MatchNumber in
            guard let number = matches.ids.match(id.text) else { throw Problem.unknown(id) }
            return number
        }
        let game = MatchGame(app: app.number, environment: environment ?? .production)
        let page = ReadMatches(matches).all(in: game, before: number, limit: count)
        return .now(
            answers.json(
                AppMatchesAnswer(
                    matches: page.matches.compactMap { answer($0, in: game) },
                    next: page.next.flatMap { MatchID(matches.ids.id(of: $0)) })))
    }

    private func answer(_ match: Match, in game: MatchGame) -> AppMatchAnswer? {
        guard let id = MatchID(matches.ids.id(of: match.number)) else { return nil }
        let rendering = MatchAnswers(ids: matches.ids, players: players)
        let refusal = refusedWrites.last(of: match.number, in: game)
        return AppMatchAnswer(
            id: id, status: rendering.status(match.status), version: Int64(clamping: match.version.rawValue),
            created: match.created, ended: match.ended,
            participants: rendering.participants(of: match, to: .game(game.app, game.environment), friendNames: [:]),
            turn: match.turn.map(rendering.turn), byteCount: match.dataBytes,
            activeExchanges: match.exchanges.count(where: \.isActive),
            completedExchanges: match.completedExchanges.count, nextDeadline: match.nextDeadline,
            refused: refusal.map { refusal in
                RefusedMatchWriteAnswer(
                    time: refusal.time, seat: match.seat(of: refusal.player)?.index,
                    problem: refusal.problem.rawValue, detail: refusal.detail, field: refusal.field)
            })
    }
}
