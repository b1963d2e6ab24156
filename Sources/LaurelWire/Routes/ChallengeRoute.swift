public import LaurelDomain

/// Challenges between friends.
public enum ChallengeRoute: FeatureRoute {
    case issue(BundleID, Environment?)
    case list(ChallengesQuery)
    case challenge(ChallengeID, language: LanguageTag?)
    case decline(ChallengeID)
    case replay(ChallengeID)
    /// The caller wants to play it now.
    case play(ChallengeID)
    case mutes(Environment?)
    case mute(Environment?)

    public var route: Route { .challenges(self) }

    public static let endpoints: [Endpoint] = [
        .issueChallenges, .challenges, .challenge, .declineChallenge, .challengeReplay, .challengeMutes,
        .muteChallenges, .playChallenge,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .issue: .issueChallenges
        case .list: .challenges
        case .challenge: .challenge
        case .decline: .declineChallenge
        case .replay: .challengeReplay
        case .play: .playChallenge
        case .mutes: .challengeMutes
        case .mute: .muteChallenges
        }
    }
}

extension Endpoint {
    public static let issueChallenges = ChallengeRoute.endpoint(
        "issueChallenges", .post, "/v1/games/{bundleID}/challenges", .app, .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .challenges,
        summary: "Challenge up to ten friends with a score or an achievement.",
        body: .json(ChallengeBody.schema), answer: .json(201, IssuedChallengeAnswer.listShape.schema),
        problems: [
            .unknownLeaderboard, .unknownAchievement, .combinedLeaderboard, .challengeInvalid, .tooManyChallenges,
            .textRefused, .keyReused,
        ]
            + Problems.game,
        route: { .issue($0, $1) },
        values: { if case .issue(let app, let environment) = $0 { (app, environment) } else { nil } })

    public static let challenges = ChallengeRoute.endpoint(
        "challenges", .get, "/v1/challenges", .challenges,
        access: .player, origins: .anyGame, budget: .read, proof: .none, tag: .challenges,
        summary: "List the caller's received or sent challenges, newest first.",
        body: .none, answer: .json(200, ChallengesAnswer.schema), problems: [.unknownChallenge],
        route: { .list($0) }, values: { if case .list(let challenges) = $0 { challenges } else { nil } })

    public static let challenge = ChallengeRoute.endpoint(
        "challenge", .get, "/v1/challenges/{challengeID}", .path(.challengeID), .query(.language),
        access: .player, origins: .anyGame, budget: .read, proof: .none, tag: .challenges,
        summary: "Get a challenge the caller sent or received.",
        body: .none, answer: .json(200, ChallengeAnswer.schema), problems: [.unknownChallenge],
        route: { .challenge($0, language: $1) },
        values: { if case .challenge(let challenge, let language) = $0 { (challenge, language) } else { nil } })

    public static let declineChallenge = ChallengeRoute.endpoint(
        "declineChallenge", .delete, "/v1/challenges/{challengeID}", .path(.challengeID),
        access: .player, origins: .anyGame, budget: .write, proof: .none, tag: .challenges,
        summary: "Decline a challenge.",
        body: .none, answer: .noContent, problems: [.unknownChallenge, .challengeSettled],
        route: { .decline($0) }, values: { if case .decline(let challenge) = $0 { challenge } else { nil } })

    public static let challengeReplay = ChallengeRoute.endpoint(
        "challengeReplay", .get, "/v1/challenges/{challengeID}/replay", .path(.challengeID),
        access: .player, origins: .anyGame, budget: .read, proof: .none, tag: .challenges,
        summary: "Download a challenge's replay.",
        body: .none, answer: .bytes("application/octet-stream"), problems: [.unknownChallenge, .notFound],
        route: { .replay($0) }, values: { if case .replay(let challenge) = $0 { challenge } else { nil } })

    public static let challengeMutes = ChallengeRoute.endpoint(
        "challengeMutes", .get, "/v1/challenge-mutes", .query(.environment),
        access: .player, origins: .anyGame, budget: .read, proof: .none, tag: .challenges,
        summary: "List the caller's challenge mutes.",
        body: .none, answer: .json(200, ChallengeMuteAnswer.listShape.schema), problems: [],
        route: { .mutes($0) }, values: { if case .mutes(let environment) = $0 { environment } else { nil } })

    public static let muteChallenges = ChallengeRoute.endpoint(
        "muteChallenges", .put, "/v1/challenge-mutes", .query(.environment),
        access: .player, origins: .anyGame, budget: .write, proof: .none, tag: .challenges,
        summary: "Mute or unmute challenges from one player or all, on one leaderboard or everywhere.",
        body: .json(ChallengeMuteBody.schema), answer: .json(200, ChallengeMuteAnswer.listShape.schema),
        problems: [.unknownGame, .unknownLeaderboard, .conflict],
        route: { .mute($0) }, values: { if case .mute(let environment) = $0 { environment } else { nil } })

    public static let playChallenge = ChallengeRoute.endpoint(
        "playChallenge", .post, "/v1/challenges/{challengeID}/play", .path(.challengeID),
        access: .player, origins: .anyGame, budget: .write, proof: .none, tag: .challenges,
        summary: "Play a received challenge now: notify the running game, or return how to launch it.",
        body: .none, answer: .json(200, PlayedAnswer.schema),
        problems: [.unknownChallenge, .challengeSettled, .forbidden],
        route: { .play($0) }, values: { if case .play(let challenge) = $0 { challenge } else { nil } })
}
