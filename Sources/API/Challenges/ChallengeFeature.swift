import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// Challenges, as their senders and receivers see them.
struct ChallengeFeature: Sendable {
    let challenges: Challenges
    let catalogue: Catalogue
    let players: PlayerAnswers
    let words: WordChecks
    let rendering: ChallengeAnswers
    let streams: PlayerStreams
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: ChallengeRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .issue(let id, let environment): try issueChallenges(request, id, environment, caller)
        case .list(let query): try challenges(request, query, caller)
        case .challenge(let id, let language): try challenge(request, id, language, caller)
        case .decline(let id): try declineChallenge(request, id, caller)
        case .replay(let id): try challengeReplay(request, id, caller)
        case .play(let id): try playChallenge(request, id, caller)
        case .mutes(let environment): try challengeMutes(request, environment, caller)
        case .mute(let environment): try muteChallenges(request, environment, caller)
        }
    }
}
