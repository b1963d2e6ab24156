import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// "Play Now": a running game is told by its event stream; one that does not run is started with the challenge.
extension ChallengeFeature {
    func playChallenge(_ request: Request, _ id: ChallengeID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let number = try challenges.ids.number(id)
        return replies.later(request) { () async throws(Problem) in
            let challenge: Challenge
            do throws(ChallengeError) {
                challenge = try await ReadChallenges(challenges)(number, as: session).challenge
            } catch {
                throw Problem(from: error)
            }
            guard challenge.receiver == session.player else {
                throw Problem(.forbidden, "Only the receiver can play a challenge.")
            }
            guard challenge.state == .pending else {
                throw Problem(.challengeSettled, "The challenge is \(challenge.state.name).")
            }
            return answers.json(
                .ok,
                PlayedChallengeAnswer(
                    isRunning: tellGame(of: challenge, id), launch: "laurel://challenges/" + id.text,
                    link: catalogue.app(challenge.app)?.link))
        }
    }

    /// - Returns: whether any game of the player's listens.
    private func tellGame(of challenge: Challenge, _ id: ChallengeID) -> Bool {
        let writers = streams.writers(of: challenge.receiver, .game(challenge.app, challenge.environment))
        let json = PlayEvent(challenge: id.text).json
        let event = ServerSentEvent(event: "play", data: String(decoding: json, as: UTF8.self)).encoded
        for writer in writers { writer.write(event) }
        return !writers.isEmpty
    }
}
