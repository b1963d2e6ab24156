public import LaurelDomain

/// Challenges of groups of friends.
public enum GroupChallengeRoute: FeatureRoute {
    case make(BundleID, Environment?)
    case list(before: GroupChallengeID?, count: Int?, language: LanguageTag?, Environment?)
    case challenge(GroupChallengeID, language: LanguageTag?)
    case join(GroupChallengeID)
    case leave(GroupChallengeID)
    case rematch(GroupChallengeID)
    case ghost(GroupChallengeID)

    public var route: Route { .groupChallenges(self) }

    public static let endpoints: [Endpoint] = [
        .makeGroupChallenge, .groupChallenges, .groupChallenge, .joinGroupChallenge, .leaveGroupChallenge,
        .rematchGroupChallenge, .groupChallengeGhost,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .make: .makeGroupChallenge
        case .list: .groupChallenges
        case .challenge: .groupChallenge
        case .join: .joinGroupChallenge
        case .leave: .leaveGroupChallenge
        case .rematch: .rematchGroupChallenge
        case .ghost: .groupChallengeGhost
        }
    }
}

extension Parameter where Value == GroupChallengeID {
    static let groupChallengeID = challenge("groupChallengeID")
    /// The last one of the page before.
    static let before = challenge("before")

    private static func challenge(_ name: StaticString) -> Parameter {
        Parameter(
            name: name, schema: Shape<GroupChallengeID>.groupChallengeID.schema, parse: { GroupChallengeID($0) },
            print: { $0.text })
    }
}

extension Endpoint {
    public static let makeGroupChallenge = GroupChallengeRoute.endpoint(
        "makeGroupChallenge", .post, "/v1/games/{bundleID}/group-challenges", .app, .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .challenges,
        summary: "Challenge up to 15 friends to the best score on a definition's leaderboard within a time.",
        body: .json(GroupChallengeBody.schema), answer: .json(201, GroupChallengeAnswer.schema),
        problems: [
            .unknownChallengeDefinition, .challengeInvalid, .tooManyChallenges, .betweenOccurrences, .banned,
        ] + Problems.game,
        route: { .make($0, $1) },
        values: { if case .make(let app, let environment) = $0 { (app, environment) } else { nil } })

    public static let groupChallenges = GroupChallengeRoute.endpoint(
        "groupChallenges", .get, "/v1/group-challenges", .query(.before), .query(.count), .query(.language),
        .query(.environment),
        access: .player, origins: .anyGame, budget: .read, proof: .none, tag: .challenges,
        summary: "List the group challenges that the caller made, joined or is invited to, newest first.",
        body: .none, answer: .json(200, GroupChallengesAnswer.schema), problems: [.unknownChallenge],
        route: { .list(before: $0, count: $1, language: $2, $3) },
        values: {
            if case .list(let before, let count, let language, let environment) = $0 {
                (before, count, language, environment)
            } else {
                nil
            }
        })

    public static let groupChallenge = GroupChallengeRoute.endpoint(
        "groupChallenge", .get, "/v1/group-challenges/{groupChallengeID}", .path(.groupChallengeID),
        .query(.language),
        access: .player, origins: .anyGame, budget: .read, proof: .none, tag: .challenges,
        summary: "Get a group challenge with its standings. Until an hour after its end they are provisional.",
        body: .none, answer: .json(200, GroupChallengeAnswer.schema), problems: [.unknownChallenge],
        route: { .challenge($0, language: $1) },
        values: { if case .challenge(let challenge, let language) = $0 { (challenge, language) } else { nil } })

    public static let joinGroupChallenge = GroupChallengeRoute.endpoint(
        "joinGroupChallenge", .post, "/v1/group-challenges/{groupChallengeID}/join", .path(.groupChallengeID),
        access: .player, origins: .anyGame, budget: .write, proof: .none, tag: .challenges,
        summary: "Join a group challenge that one is invited to. Scores dated from then on are tries.",
        body: .none, answer: .json(200, GroupChallengeAnswer.schema),
        problems: [.unknownChallenge, .challengeSettled, .challengeInvalid, .tooManyChallenges, .banned],
        route: { .join($0) }, values: { if case .join(let challenge) = $0 { challenge } else { nil } })

    public static let leaveGroupChallenge = GroupChallengeRoute.endpoint(
        "leaveGroupChallenge", .delete, "/v1/group-challenges/{groupChallengeID}", .path(.groupChallengeID),
        access: .player, origins: .anyGame, budget: .write, proof: .none, tag: .challenges,
        summary: "Decline a group challenge, or leave it for good.",
        body: .none, answer: .noContent, problems: [.unknownChallenge],
        route: { .leave($0) }, values: { if case .leave(let challenge) = $0 { challenge } else { nil } })

    public static let rematchGroupChallenge = GroupChallengeRoute.endpoint(
        "rematchGroupChallenge", .post, "/v1/group-challenges/{groupChallengeID}/rematch", .path(.groupChallengeID),
        access: .player, origins: .anyGame, budget: .write, proof: .none, tag: .challenges,
        summary: "Challenge the same players again, within a week after the end. Who asks second joins the first "
            + "one's.",
        body: .none, answer: .json(200, GroupChallengeAnswer.schema),
        problems: [
            .unknownChallenge, .unknownChallengeDefinition, .challengeSettled, .challengeInvalid,
            .tooManyChallenges, .betweenOccurrences, .banned, .gameCenterDisabled,
        ],
        route: { .rematch($0) }, values: { if case .rematch(let challenge) = $0 { challenge } else { nil } })

    public static let groupChallengeGhost = GroupChallengeRoute.endpoint(
        "groupChallengeGhost", .get, "/v1/group-challenges/{groupChallengeID}/ghost", .path(.groupChallengeID),
        access: .player, origins: .anyGame, budget: .read, proof: .none, tag: .challenges,
        summary: "Download the replay of the winner of the challenge that this is a rematch of.",
        body: .none, answer: .bytes("application/octet-stream"), problems: [.unknownChallenge, .notFound],
        route: { .ghost($0) }, values: { if case .ghost(let challenge) = $0 { challenge } else { nil } })
}
