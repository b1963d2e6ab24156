import LaurelHTTPServer
import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelWire
import LaurelService

/// Where a request about a match belongs: the game, its environment, and who asks.
struct MatchTable: Sendable {
    let session: Session
    let app: App
    let environment: Environment
    var game: MatchGame { MatchGame(app: app.number, environment: environment) }
}

extension MatchFeature {
    func table(_ bundleID: BundleID, _ environment: Environment?, _ caller: Caller) throws(Problem) -> MatchTable {
        let session = try caller.signedIn()
        let (app, environment) = try catalogue.resolve(bundleID, environment, caller)
        return MatchTable(session: session, app: app, environment: environment)
    }

    /// - Throws: for an ID that this server never gave.
    func number(_ id: MatchID) throws(Problem) -> MatchNumber {
        guard let number = matches.ids.match(id.text) else { throw Problem.unknown(id) }
        return number
    }

    /// By which this request is known when it comes again; with other fields or to another path it is refused.
    ///
    /// - Parameter body: compared as this server would write it: neither the order of fields nor spaces make another
    ///   one, nor does a default value that is written out.
    func key(_ key: WriteKey, _ body: some RequestBody, _ request: Request) -> MatchKey {
        matches.key(
            high: key.high, low: key.low, body: Array(request.segments.joined(separator: "/").utf8) + [0] + body.json)
    }

    func answer(_ details: MatchDetails, at table: MatchTable) async throws(Problem) -> MatchAnswer {
        answer(details, at: table, friendNames: try await players.friendNames(of: table.session.player))
    }

    func answer(
        _ details: MatchDetails, at table: MatchTable, friendNames: [PlayerNumber: String]
    ) -> MatchAnswer {
        MatchAnswers(ids: matches.ids, players: players).answer(
            details, of: table.app.bundleID, to: table.session.player, table.session.binding,
            friendNames: friendNames)
    }
}
