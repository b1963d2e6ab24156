public import LaurelDomain

/// Sets of leaderboards, and each player's default leaderboard.
public enum SetRoute: FeatureRoute {
    case list(BundleID, language: LanguageTag?, Environment?)
    case defaultLeaderboard(BundleID)
    case chooseDefaultLeaderboard(BundleID)
    case configured(BundleID)
    case create(BundleID)
    case update(BundleID, LeaderboardSetID)
    case delete(BundleID, LeaderboardSetID)

    public var route: Route { .sets(self) }

    public static let endpoints: [Endpoint] = [
        .sets, .defaultLeaderboard, .chooseDefaultLeaderboard, .appSets, .createSet, .updateSet, .deleteSet,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .list: .sets
        case .defaultLeaderboard: .defaultLeaderboard
        case .chooseDefaultLeaderboard: .chooseDefaultLeaderboard
        case .configured: .appSets
        case .create: .createSet
        case .update: .updateSet
        case .delete: .deleteSet
        }
    }
}

extension Endpoint {
    public static let sets = SetRoute.endpoint(
        "sets", .get, "/v1/games/{bundleID}/sets", .app, .query(.language), .query(.environment),
        access: .playerOrAnonymous, origins: .game, budget: .read, proof: .none, tag: .leaderboards,
        summary: "List a game's leaderboard sets. If there are any, each leaderboard is in at least one.",
        body: .none, answer: .json(200, LeaderboardSetAnswer.list.schema), problems: Problems.game,
        route: { .list($0, language: $1, $2) },
        values: {
            if case .list(let app, let language, let environment) = $0 { (app, language, environment) } else { nil }
        })

    public static let defaultLeaderboard = SetRoute.endpoint(
        "defaultLeaderboard", .get, "/v1/games/{bundleID}/default-leaderboard", .app,
        access: .player, origins: .game, budget: .read, proof: .none, tag: .leaderboards,
        summary: "Get the player's default leaderboard, for scores without a leaderboard.",
        body: .none, answer: .json(200, DefaultLeaderboardAnswer.schema), problems: Problems.game,
        route: { .defaultLeaderboard($0) }, values: { if case .defaultLeaderboard(let app) = $0 { app } else { nil } })

    public static let chooseDefaultLeaderboard = SetRoute.endpoint(
        "chooseDefaultLeaderboard", .put, "/v1/games/{bundleID}/default-leaderboard", .app,
        access: .player, origins: .game, budget: .write, proof: .none, tag: .leaderboards,
        summary: "Set this player's default leaderboard. null restores the app's default.",
        body: .json(DefaultLeaderboardBody.schema), answer: .json(200, DefaultLeaderboardAnswer.schema),
        problems: [.leaderboardArchived] + Problems.board,
        route: { .chooseDefaultLeaderboard($0) },
        values: { if case .chooseDefaultLeaderboard(let app) = $0 { app } else { nil } })

    public static let appSets = SetRoute.endpoint(
        "appSets", .get, "/v1/connect/apps/{bundleID}/sets", .app,
        access: .team(.view), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "List an app's leaderboard sets with all fields.",
        body: .none, answer: .json(200, AppLeaderboardSetAnswer.list.schema), problems: [.unknownGame],
        route: { .configured($0) }, values: { if case .configured(let app) = $0 { app } else { nil } })

    public static let createSet = SetRoute.endpoint(
        "createSet", .post, "/v1/connect/apps/{bundleID}/sets", .app,
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Create a leaderboard set.",
        body: .json(LeaderboardSetBody.schema), answer: .json(201, AppLeaderboardSetAnswer.shape.schema),
        problems: [.unknownGame, .unknownLeaderboard, .conflict, .textRefused],
        route: { .create($0) }, values: { if case .create(let app) = $0 { app } else { nil } })

    public static let updateSet = SetRoute.endpoint(
        "updateSet", .patch, "/v1/connect/apps/{bundleID}/sets/{setID}", .app, .path(.setID),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Update a set, effective at once.",
        body: .json(LeaderboardSetChangeBody.schema), answer: .json(200, AppLeaderboardSetAnswer.shape.schema),
        problems: [.unknownGame, .unknownSet, .unknownLeaderboard, .conflict, .textRefused],
        route: { .update($0, $1) }, values: { if case .update(let app, let set) = $0 { (app, set) } else { nil } })

    public static let deleteSet = SetRoute.endpoint(
        "deleteSet", .delete, "/v1/connect/apps/{bundleID}/sets/{setID}", .app, .path(.setID),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Delete a set. Its leaderboards stay.",
        body: .none, answer: .noContent, problems: [.unknownGame, .unknownSet, .conflict],
        route: { .delete($0, $1) }, values: { if case .delete(let app, let set) = $0 { (app, set) } else { nil } })
}
