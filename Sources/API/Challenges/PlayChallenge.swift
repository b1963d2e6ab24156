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
                PlayedAnswer(
                    isRunning: streams.tell(
                        PlayEvent(challenge: id.text), to: challenge.receiver,
                        in: .game(challenge.app, challenge.environment)),
                    launch: LaunchAddress.challenge(id).text, link: catalogue.app(challenge.app)?.link))
        }
    }
}
