import LaurelHTTPServer
import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelWire
import LaurelService

// "Play": a running game is told by its event stream; one that does not run is started with the match (rule 12.18).
// What runs may be a web game's page that doesn't listen for it: also then, our pages open a game's link.
extension MatchFeature {
    func play(_ request: Request, _ id: MatchID, _ table: MatchTable) throws(Problem) -> Reply {
        let number = try number(id)
        return replies.later(request) { () async throws(Problem) in
            // Nobody is led to a match that they don't see.
            _ = try await Problem.translating { () async throws(MatchError) in
                try await ReadMatches(matches)(number, for: table.session.player, in: table.game)
            }
            return answers.json(
                .ok,
                PlayedAnswer(
                    isRunning: streams.tell(
                        PlayEvent(match: id), to: table.session.player, in: .game(table.app.number, table.environment)),
                    launch: LaunchAddress.match(id).text, link: table.app.link))
        }
    }
}
