import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

extension Problem {
    init(from error: GroupChallengeError) {
        func player(_ item: Int) -> String { "players[\(item)]" }
        switch error {
        case .unknownChallenge: self.init(.unknownChallenge)
        case .unknownDefinition: self.init(.unknownChallengeDefinition, field: "definition")
        case .gameCenterDisabled: self.init(.gameCenterDisabled)
        case .notReleased: self.init(.notReleased)
        case .noPlayers: self.init(.invalidParameter, "players must have at least one player.", field: "players")
        case .tooManyPlayers(let limit):
            self.init(.invalidParameter, "players must have at most \(limit) players.", field: "players")
        case .playerTwice(let item):
            self.init(.invalidParameter, "This player appears more than once.", field: player(item))
        case .oneself(let item): self.init(.challengeInvalid, "You take part anyway.", field: player(item))
        case .notFriend(let item):
            self.init(.challengeInvalid, "This player isn't one of your friends.", field: player(item))
        case .cannotMeet(let item):
            self.init(
                .challengeInvalid, "This player can't be in a challenge with one of the others.", field: player(item))
        case .duration:
            self.init(.invalidParameter, "This challenge definition doesn't offer this duration.", field: "duration")
        case .tries:
            self.init(.invalidParameter, "In this challenge, everyone has one try.", field: "tries")
        case .betweenOccurrences: self.init(.betweenOccurrences)
        case .refused(let refusal): self.init(from: refusal)
        case .tooManyRunning(let limit):
            self.init(.tooManyChallenges, "You can be in at most \(limit) running group challenges of a game.")
        case .tooManyInvited(let item, let limit):
            self.init(
                .tooManyChallenges, "A player can have at most \(limit) unanswered invitations.",
                field: item.map(player) ?? "players")
        case .sentEnough(let span):
            let wait = Problem.tryAgain(span)
            self.init(
                .tooManyChallenges, "You've reached today's limit.", retryAfterSeconds: wait.retryAfterSeconds)
        case .full: self.init(.tooManyChallenges, "This server can't take more group challenges now.")
        case .banned: self.init(.banned)
        case .noGhost: self.init(.notFound, "This challenge has no ghost.")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from refusal: GroupChallenge.Refusal) {
        switch refusal {
        case .notInvited: self.init(.challengeInvalid, "You aren't invited to this challenge, or you declined it.")
        case .over: self.init(.challengeSettled, "This challenge is over.")
        case .running: self.init(.challengeInvalid, "This challenge is still running.")
        case .tooLate: self.init(.challengeSettled, "A rematch can be asked for within a week after the end.")
        case .canceled: self.init(.challengeSettled, "This challenge was canceled.")
        case .cannotMeet: self.init(.challengeInvalid, "You can't be in a challenge with one of the others.")
        case .alone: self.init(.challengeInvalid, "None of the others can be invited.")
        }
    }
}
