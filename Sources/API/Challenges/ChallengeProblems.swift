import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

extension Problem {
    /// It has no scores of its own to challenge with.
    static var challengeOnCombined: Problem {
        Problem(
            .combinedLeaderboard, "A combined leaderboard has no challenges. Challenge on one of its parts.",
            field: "leaderboard")
    }

    init(from error: ChallengeError) {
        switch error {
        case .unknownChallenge: self.init(.unknownChallenge)
        case .notReceiver: self.init(.forbidden, "Only the receiver can decline a challenge.")
        case .settled(let state): self.init(.challengeSettled, "The challenge is \(state.name).")
        case .noReplay: self.init(.notFound, "This challenge has no replay, or its replay was deleted.")
        case .tooManyMutes(let limit): self.init(.conflict, "At most \(limit) mutes are allowed.")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: IssueChallengesError) {
        func player(_ item: Int) -> String { "players[\(item)]" }
        switch error {
        case .noReceivers: self.init(.invalidParameter, "players must have at least one player.", field: "players")
        case .tooManyReceivers(let limit):
            self.init(.invalidParameter, "players must have at most \(limit) players.", field: "players")
        case .receiverTwice(let item):
            self.init(.invalidParameter, "This player appears more than once.", field: player(item))
        case .oneself(let item): self.init(.challengeInvalid, "You can't challenge yourself.", field: player(item))
        case .notFriend(let item):
            self.init(.challengeInvalid, "This player isn't one of your friends.", field: player(item))
        case .message(let limit):
            self.init(
                .invalidParameter, "message must be one line of plain text of at most \(limit) characters.",
                field: "message")
        case .replayTooLarge(let limit):
            self.init(.invalidParameter, "replay must have at most \(limit) bytes.", field: "replay")
        case .replayOfAchievement:
            self.init(.invalidParameter, "Only score challenges can have a replay.", field: "replay")
        case .gameCenterDisabled: self.init(.gameCenterDisabled)
        case .notReleased: self.init(.notReleased)
        case .unknownLeaderboard: self.init(.unknownLeaderboard, field: "leaderboard")
        case .leaderboardArchived:
            self.init(.challengeInvalid, "The leaderboard is archived.", field: "leaderboard")
        case .combinedLeaderboard: self = .challengeOnCombined
        case .noSuchScore:
            self.init(.challengeInvalid, "You have no score there that's at least this good.", field: "value")
        case .unknownAchievement: self.init(.unknownAchievement, field: "achievement")
        case .achievementArchived:
            self.init(.challengeInvalid, "The achievement is archived.", field: "achievement")
        case .achievementHidden: self.init(.challengeInvalid, "The achievement is hidden.", field: "achievement")
        case .achievementNotEarned:
            self.init(.challengeInvalid, "You haven't earned this achievement.", field: "achievement")
        case .achievementEarned(let item):
            self.init(.challengeInvalid, "This player has already earned this achievement.", field: player(item))
        case .tooManyPending(let item, let limit):
            self.init(.tooManyChallenges, "At most \(limit) challenges can be pending.", field: player(item))
        case .tooManyToday(let item, let limit):
            self.init(
                .tooManyChallenges, "You can send at most \(limit) challenges a day.", field: player(item),
                retryAfterSeconds: 86_400)
        case .sentEnough(let span):
            let wait = Problem.tryAgain(span)
            self.init(
                .tooManyChallenges, "You've reached today's limit.",
                retryAfterSeconds: wait.retryAfterSeconds)
        case .keyUsed: self.init(.keyReused)
        case .banned: self.init(.banned)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
