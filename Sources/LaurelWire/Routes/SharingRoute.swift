public import LaurelDomain

/// Pages and links that players share.
public enum SharingRoute: FeatureRoute {
    case list
    case make
    case withdraw(ShareID)
    case page(ShareID)
    case linkChallenge
    case acceptChallengeLink

    public var route: Route { .sharing(self) }

    public static let endpoints: [Endpoint] = [
        .sharedPage, .shares, .makeShare, .withdrawShare, .linkChallenge, .acceptChallengeLink,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .list: .shares
        case .make: .makeShare
        case .withdraw: .withdrawShare
        case .page: .sharedPage
        case .linkChallenge: .linkChallenge
        case .acceptChallengeLink: .acceptChallengeLink
        }
    }
}

extension Endpoint {
    public static let sharedPage = SharingRoute.endpoint(
        "sharedPage", .get, "/v1/shares/{shareID}", .path(.shareID),
        access: .anyone, origins: .never, budget: .read, proof: .none, tag: .sharing,
        summary: "Get a shared page. Open to anyone with the link. `watch` is the page that plays the run "
            + "behind a score.",
        body: .none, answer: .json(200, SharedPageAnswer.schema), problems: [.notFound],
        route: { .page($0) }, values: { if case .page(let share) = $0 { share } else { nil } })

    public static let shares = SharingRoute.endpoint(
        "shares", .get, "/v1/shares",
        access: .player, origins: .never, budget: .read, proof: .none, tag: .sharing,
        summary: "List the player's shared pages and challenge links, newest first.",
        body: .none, answer: .json(200, ShareAnswer.listShape.schema), problems: [],
        route: .list)

    public static let makeShare = SharingRoute.endpoint(
        "makeShare", .post, "/v1/shares",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .sharing,
        summary: "Create a public page for the player's own score or achievement, as it is now. Give exactly "
            + "one of leaderboard and achievement. Repeating it returns the existing page.",
        body: .json(ShareBody.schema), answer: .json(201, ShareAnswer.schema), problems: Problems.share,
        route: .make)

    public static let withdrawShare = SharingRoute.endpoint(
        "withdrawShare", .delete, "/v1/shares/{shareID}", .path(.shareID),
        access: .player, origins: .never, budget: .write, proof: .none, tag: .sharing,
        summary: "Remove a shared page or challenge link. Its URL stops working.",
        body: .none, answer: .noContent, problems: [.notFound],
        route: { .withdraw($0) }, values: { if case .withdraw(let share) = $0 { share } else { nil } })

    public static let linkChallenge = SharingRoute.endpoint(
        "linkChallenge", .post, "/v1/challenge-links",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .challenges,
        summary: "Create a link that challenges anyone who opens it to beat the player's score, or to earn the "
            + "same achievement. It's also a friend invitation. The code is shown only once.",
        body: .json(ChallengeLinkBody.schema), answer: .json(201, ChallengeLinkAnswer.schema),
        problems: Problems.share + [.combinedLeaderboard, .textRefused, .tooManyAttempts, .friendLimit],
        route: .linkChallenge)

    public static let acceptChallengeLink = SharingRoute.endpoint(
        "acceptChallengeLink", .post, "/v1/challenge-link-acceptances",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .challenges,
        summary: "Accept a challenge link. The player becomes friends with its creator and receives the "
            + "challenge. Repeating it returns the existing challenge.",
        body: .json(ChallengeLinkCodeBody.schema), answer: .json(201, AcceptedChallengeLinkAnswer.schema),
        problems: [
            .friendInvitationRefused, .challengeInvalid, .playerRestricted, .requestsNotTaken, .playerBlocked,
            .friendLimit, .tooManyAttempts, .tooManyChallenges, .unknownPlayer,
        ] + Problems.game + [.unknownLeaderboard, .unknownAchievement],
        route: .acceptChallengeLink)
}
