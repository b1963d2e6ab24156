import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// "Play Now": a running game is told by its event stream; one that does not run is started with the challenge.
extension APIHandler {
    func playChallenge(_ request: Request, _ id: ChallengeID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let number = try challengeNumber(id)
        return later(request) { [self] () async throws(Problem) in
            let challenge: Challenge
            do throws(ChallengeError) {
                challenge = try await ReadChallenges(services.challenges)(number, as: session).challenge
            } catch {
                throw Problem(from: error)
            }
            guard challenge.receiver == session.player else {
                throw Problem(.forbidden, "Only the receiver can play a challenge.")
            }
            guard challenge.state == .pending else {
                throw Problem(.challengeSettled, "The challenge is \(challenge.state.name).")
            }
            let isRunning = tellGame(of: challenge, id)
            return answers.json { writer in
                writer.beginObject()
                writer.field("isRunning", isRunning)
                writer.field("launch", "laurel://challenges/" + id.text)
                writer.field("link", services.catalogue.app(challenge.app)?.link)
                writer.endObject()
            }
        }
    }

    /// - Returns: whether any game of the player's listens.
    private func tellGame(of challenge: Challenge, _ id: ChallengeID) -> Bool {
        let writers = playerStreams.writers(of: challenge.receiver, .game(challenge.app, challenge.environment))
        var json = JSONWriter(capacity: 64)
        json.beginObject()
        json.field("challenge", id.text)
        json.endObject()
        let event = ServerSentEvent(event: "play", data: String(decoding: json.finish(), as: UTF8.self)).encoded
        for writer in writers { writer.write(event) }
        return !writers.isEmpty
    }
}
