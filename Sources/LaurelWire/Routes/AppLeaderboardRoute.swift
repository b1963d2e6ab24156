public import LaurelDomain

/// Leaderboards as developers configure them.
public enum AppLeaderboardRoute: FeatureRoute {
    case list(BundleID)
    case create(BundleID)
    case leaderboard(BundleID, LeaderboardID)
    case update(BundleID, LeaderboardID)
    case delete(BundleID, LeaderboardID)
    case move(BundleID, LeaderboardID)
    case distribution(BundleID, LeaderboardID, Environment?)

    public var route: Route { .appLeaderboards(self) }

    public static let endpoints: [Endpoint] = [
        .appLeaderboards, .createLeaderboard, .appLeaderboard, .updateLeaderboard, .deleteLeaderboard,
        .moveLeaderboard, .distribution,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .list: .appLeaderboards
        case .create: .createLeaderboard
        case .leaderboard: .appLeaderboard
        case .update: .updateLeaderboard
        case .delete: .deleteLeaderboard
        case .move: .moveLeaderboard
        case .distribution: .distribution
        }
    }
}

extension Endpoint {
    public static let appLeaderboards = AppLeaderboardRoute.endpoint(
        "appLeaderboards", .get, "/v1/connect/apps/{bundleID}/leaderboards", .app,
        access: .team(.view), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "List an app's leaderboards with all fields.",
        body: .none, answer: .json(200, AppLeaderboardAnswer.list.schema), problems: [.unknownGame],
        route: { .list($0) }, values: { if case .list(let app) = $0 { app } else { nil } })

    public static let createLeaderboard = AppLeaderboardRoute.endpoint(
        "createLeaderboard", .post, "/v1/connect/apps/{bundleID}/leaderboards", .app,
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Create a leaderboard.",
        body: .json(LeaderboardBody.schema), answer: .json(201, AppLeaderboardAnswer.schema),
        problems: [.unknownGame, .conflict, .textRefused],
        route: { .create($0) }, values: { if case .create(let app) = $0 { app } else { nil } })

    public static let appLeaderboard = AppLeaderboardRoute.endpoint(
        "appLeaderboard", .get, "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}", .app,
        .path(.leaderboardID),
        access: .team(.view), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "Get a leaderboard with all fields.",
        body: .none, answer: .json(200, AppLeaderboardAnswer.schema), problems: [.unknownGame, .unknownLeaderboard],
        route: { .leaderboard($0, $1) },
        values: { if case .leaderboard(let app, let board) = $0 { (app, board) } else { nil } })

    public static let updateLeaderboard = AppLeaderboardRoute.endpoint(
        "updateLeaderboard", .patch, "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}", .app,
        .path(.leaderboardID),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Update a leaderboard, effective at once.",
        body: .json(LeaderboardChangeBody.schema), answer: .json(200, ChangedLeaderboardAnswer.schema),
        problems: [.unknownGame, .unknownLeaderboard, .conflict, .textRefused],
        route: { .update($0, $1) }, values: { if case .update(let app, let board) = $0 { (app, board) } else { nil } })

    public static let deleteLeaderboard = AppLeaderboardRoute.endpoint(
        "deleteLeaderboard", .delete, "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}", .app,
        .path(.leaderboardID),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Delete an unreleased leaderboard.",
        body: .none, answer: .noContent, problems: [.unknownGame, .unknownLeaderboard, .conflict],
        route: { .delete($0, $1) }, values: { if case .delete(let app, let board) = $0 { (app, board) } else { nil } })

    public static let moveLeaderboard = AppLeaderboardRoute.endpoint(
        "moveLeaderboard", .post, "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}/move", .app,
        .path(.leaderboardID),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Move a leaderboard and its scores into a group. Its old ID keeps working.",
        body: .json(MoveLeaderboardBody.schema), answer: .json(200, AppLeaderboardAnswer.schema),
        problems: [.unknownGame, .unknownLeaderboard, .conflict],
        route: { .move($0, $1) }, values: { if case .move(let app, let board) = $0 { (app, board) } else { nil } })

    public static let distribution = AppLeaderboardRoute.endpoint(
        "distribution", .get, "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}/distribution", .app,
        .path(.leaderboardID), .query(.environment),
        access: .team(.view), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "Get the distribution of a leaderboard's scores, worst first, with percentiles.",
        body: .none, answer: .json(200, DistributionAnswer.schema), problems: Problems.board,
        route: { .distribution($0, $1, $2) },
        values: {
            if case .distribution(let app, let board, let environment) = $0 { (app, board, environment) } else { nil }
        })
}
