import LaurelWire

extension Endpoint {
    /// Of the endpoints about sharing; of none else.
    var shareDocumentation: Documentation {
        switch self {
        case .shares:
            Documentation(
                summary: "List the player's shared pages and challenge links, newest first.",
                answer: .json(200, ShareAnswer.listSchema))
        case .makeShare:
            Documentation(
                summary: "Create a public page for the player's own score or achievement, as it is now. Give exactly "
                    + "one of leaderboard and achievement. Repeating it returns the existing page.",
                body: ShareBody.schema, answer: .json(201, ShareAnswer.schema), problems: Self.shareProblems)
        case .withdrawShare:
            Documentation(
                summary: "Remove a shared page or challenge link. Its URL stops working.", answer: .noContent,
                problems: [.notFound])
        case .linkChallenge:
            Documentation(
                summary: "Create a link that challenges whoever opens it to beat the player's score, or to earn the "
                    + "same achievement. It's also a friend invitation. The code is shown only once.",
                body: ChallengeLinkBody.schema, answer: .json(201, ShareAnswer.linkSchema),
                problems: Self.shareProblems + [.textRefused, .tooManyAttempts, .friendLimit])
        default:
            Documentation(
                summary: "Accept a challenge link. The player becomes friends with its creator and receives the "
                    + "challenge. Repeating it returns the existing challenge.",
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
