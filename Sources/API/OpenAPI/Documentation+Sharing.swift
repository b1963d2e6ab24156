import LaurelWire

extension Endpoint {
    /// Of the endpoints about sharing; of none else.
    var shareDocumentation: Documentation {
        switch self {
        case .shares:
            Documentation(
                summary: "What the player has made public, challenge links too, newest first.",
                answer: .json(200, ShareAnswer.listSchema))
        case .makeShare:
            Documentation(
                summary: "Gives the player's own score or achievement, as it stands now, a public page. Exactly one of "
                    + "leaderboard and achievement. The same once more answers with the page that is there.",
                body: ShareBody.schema, answer: .json(201, ShareAnswer.schema), problems: Self.shareProblems)
        case .withdrawShare:
            Documentation(
                summary: "Takes a page or a challenge link back: its address answers no more.", answer: .noContent,
                problems: [.notFound])
        case .linkChallenge:
            Documentation(
                summary: "Makes a link that challenges whoever opens it to beat the player's own score, or to earn "
                    + "what the player has. It is a friend invitation, too. The code is shown this once.",
                body: ChallengeLinkBody.schema, answer: .json(201, ShareAnswer.linkSchema),
                problems: Self.shareProblems + [.textRefused, .tooManyAttempts, .friendLimit])
        default:
            Documentation(
                summary: "Takes up the challenge of a link: its maker and the player are friends, and the challenge "
                    + "waits in the player's list. Again, it answers with the challenge that is there.",
                body: ChallengeLinkCodeBody.schema, answer: .json(201, ShareAnswer.acceptedSchema),
                problems: [
                    .friendInvitationRefused, .challengeInvalid, .playerRestricted, .requestsNotTaken, .playerBlocked,
                    .friendLimit, .tooManyAttempts, .tooManyChallenges, .unknownPlayer,
                ] + Self.gameProblems + [.unknownLeaderboard, .unknownAchievement])
        }
    }

    private static let shareProblems: [Problem.Kind] =
        gameProblems + [.unknownLeaderboard, .unknownAchievement, .conflict, .playerRestricted, .banned]
}
