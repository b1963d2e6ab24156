public import LaurelDomain

/// Apps as their teams configure them.
public enum AppRoute: FeatureRoute {
    case list
    case create
    case app(BundleID)
    case update(BundleID)
    case configuration(BundleID)
    /// - isPlan: only say what would change.
    case importConfiguration(BundleID, isPlan: Bool)
    /// - isPlan: only say what would change.
    case importFromAppStoreConnect(BundleID, isPlan: Bool)
    case setDisplayOrder(BundleID)
    case activity(BundleID, days: Int, Environment?)
    case matches(BundleID, before: MatchID?, count: Int, Environment?)
    /// - isPlan: only say what would go.
    case wipeTestData(BundleID, isPlan: Bool)
    /// - isPlan: only say what would become of them.
    case importScores(BundleID, isPlan: Bool, Environment?)
    case claims(BundleID, Environment?)
    case renewClaim(BundleID)

    public var route: Route { .apps(self) }

    public static let endpoints: [Endpoint] = [
        .apps, .createApp, .app, .updateApp, .configuration, .importConfiguration, .wipeTestData, .activity,
        .appMatches, .setDisplayOrder, .importFromAppStoreConnect, .importScores, .claims, .renewClaim,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .list: .apps
        case .create: .createApp
        case .app: .app
        case .update: .updateApp
        case .configuration: .configuration
        case .importConfiguration: .importConfiguration
        case .importFromAppStoreConnect: .importFromAppStoreConnect
        case .setDisplayOrder: .setDisplayOrder
        case .activity: .activity
        case .matches: .appMatches
        case .wipeTestData: .wipeTestData
        case .importScores: .importScores
        case .claims: .claims
        case .renewClaim: .renewClaim
        }
    }
}

extension Endpoint {
    public static let apps = AppRoute.endpoint(
        "apps", .get, "/v1/connect/apps",
        access: .developer, origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "List apps.",
        body: .none, answer: .json(200, AppAnswer.list.schema), problems: [],
        route: .list)

    public static let createApp = AppRoute.endpoint(
        "createApp", .post, "/v1/connect/apps",
        access: .developer, origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Create an app, with Game Center off and only a Sandbox.",
        body: .json(AppBody.schema), answer: .json(201, AppAnswer.schema),
        problems: [.conflict, .notFound, .twoFactorRequired, .textRefused],
        route: .create)

    public static let app = AppRoute.endpoint(
        "app", .get, "/v1/connect/apps/{bundleID}", .app,
        access: .team(.view), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "Get an app.",
        body: .none, answer: .json(200, AppAnswer.schema), problems: [.unknownGame],
        route: { .app($0) }, values: { if case .app(let app) = $0 { app } else { nil } })

    public static let updateApp = AppRoute.endpoint(
        "updateApp", .patch, "/v1/connect/apps/{bundleID}", .app,
        access: .team(.configure), origins: .never, budget: .write, proof: .ofRelease, tag: .connect,
        summary: "Update an app, effective at once. A release can't be undone.",
        body: .json(AppChangeBody.schema), answer: .json(200, AppAnswer.schema),
        problems: [.unknownGame, .conflict, .textRefused],
        route: { .update($0) }, values: { if case .update(let app) = $0 { app } else { nil } })

    public static let configuration = AppRoute.endpoint(
        "configuration", .get, "/v1/connect/apps/{bundleID}/configuration", .app,
        access: .team(.view), origins: .never, budget: .expensive, proof: .none, tag: .connect,
        summary: "Get an app's whole configuration in one document.",
        body: .none, answer: .json(200, ConfigurationBody.schema), problems: [.unknownGame],
        route: { .configuration($0) }, values: { if case .configuration(let app) = $0 { app } else { nil } })

    public static let importConfiguration = AppRoute.endpoint(
        "importConfiguration", .put, "/v1/connect/apps/{bundleID}/configuration", .app, .plan,
        access: .team(.configure), origins: .never, budget: .expensive, proof: .ofRelease, tag: .connect,
        summary: "Apply a configuration to an app. With plan=true, only show what would change.",
        body: .json(ConfigurationBody.schema), answer: .json(200, ConfigurationPlanAnswer.schema),
        problems: [.unknownGame, .conflict, .notFound, .textRefused],
        route: { .importConfiguration($0, isPlan: $1) },
        values: { if case .importConfiguration(let app, let plan) = $0 { (app, plan) } else { nil } })

    public static let wipeTestData = AppRoute.endpoint(
        "wipeTestData", .post, "/v1/connect/apps/{bundleID}/wipes", .app, .plan,
        access: .team(.wipe), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Wipe Sandbox data: a leaderboard, a player or everything. This can't be undone. With plan=true, "
            + "only show what would be wiped.",
        body: .json(WipeBody.schema), answer: .json(200, WipeAnswer.schema),
        problems: [.unknownGame, .unknownLeaderboard, .notFound],
        route: { .wipeTestData($0, isPlan: $1) },
        values: { if case .wipeTestData(let app, let plan) = $0 { (app, plan) } else { nil } })

    public static let activity = AppRoute.endpoint(
        "activity", .get, "/v1/connect/apps/{bundleID}/activity", .app, .query(.days, default: 30),
        .query(.environment),
        access: .team(.view), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "Get a game's daily activity (UTC, today last) and its achievements' rarity.",
        body: .none, answer: .json(200, ActivityAnswer.schema), problems: [.unknownGame],
        route: { .activity($0, days: $1, $2) },
        values: { if case .activity(let app, let days, let environment) = $0 { (app, days, environment) } else { nil } }
    )

    public static let appMatches = AppRoute.endpoint(
        "appMatches", .get, "/v1/connect/apps/{bundleID}/matches", .app, .query(Parameter<MatchID>.before),
        .query(.count, default: 50), .query(.environment),
        access: .team(.view), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "List a game's turn-based matches, newest first, without their data: state, turn, timers, and the "
            + "last write that was refused.",
        body: .none, answer: .json(200, AppMatchesAnswer.schema), problems: [.unknownGame, .unknownMatch],
        route: { .matches($0, before: $1, count: $2, $3) },
        values: {
            if case .matches(let app, let before, let count, let environment) = $0 {
                (app, before, count, environment)
            } else {
                nil
            }
        })

    public static let setDisplayOrder = AppRoute.endpoint(
        "setDisplayOrder", .put, "/v1/connect/apps/{bundleID}/order", .app,
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Set the display order of an app's leaderboards and achievements. Omitted ones come last.",
        body: .json(DisplayOrderBody.schema), answer: .json(200, DisplayOrderAnswer.schema),
        problems: [.unknownGame, .unknownLeaderboard, .unknownAchievement],
        route: { .setDisplayOrder($0) }, values: { if case .setDisplayOrder(let app) = $0 { app } else { nil } })

    public static let importFromAppStoreConnect = AppRoute.endpoint(
        "importFromAppStoreConnect", .post, "/v1/connect/apps/{bundleID}/app-store-connect-imports", .app, .plan,
        access: .team(.configure), origins: .never, budget: .expensive, proof: .none, tag: .connect,
        summary: "Import leaderboards, sets and achievements from App Store Connect API responses. With "
            + "plan=true, only show what would change. notMapped lists what couldn't be imported as is.",
        body: .json(AppStoreConnectBody.schema), answer: .json(200, AppStoreConnectPlanAnswer.schema),
        problems: [.unknownGame, .unknownLeaderboard, .conflict, .textRefused],
        route: { .importFromAppStoreConnect($0, isPlan: $1) },
        values: { if case .importFromAppStoreConnect(let app, let plan) = $0 { (app, plan) } else { nil } })

    public static let importScores = AppRoute.endpoint(
        "importScores", .post, "/v1/connect/apps/{bundleID}/score-imports", .app, .plan, .query(.environment),
        access: .team(.importScores), origins: .never, budget: .bulk, proof: .none, tag: .connect,
        summary: "Import scores made elsewhere, at most \(ImportedScoreBody.countLimit) in a request, with their "
            + "dates: all or none. A player unknown here becomes a guest whom a link claims. The same scores again "
            + "change nothing. With plan=true, only show what would happen, and every row that can't be imported.",
        body: .json(ScoreImportBody.schema), answer: .json(200, ScoreImportAnswer.schema),
        problems: [.unknownGame, .gameCenterDisabled, .notReleased],
        route: { .importScores($0, isPlan: $1, $2) },
        values: {
            if case .importScores(let app, let plan, let environment) = $0 { (app, plan, environment) } else { nil }
        })

    public static let claims = AppRoute.endpoint(
        "claims", .post, "/v1/connect/apps/{bundleID}/claims", .app, .query(.environment),
        access: .team(.importScores), origins: .never, budget: .expensive, proof: .none, tag: .connect,
        summary: "Get the links by which players claim their imported scores, of those who have scores in the "
            + "environment and that nobody has claimed. To get more, pass `next` as `after`, also after a short page. "
            + "Each request is in the audit log.",
        body: .json(ClaimsBody.schema), answer: .json(200, ClaimPageAnswer.schema), problems: [.unknownGame],
        route: { .claims($0, $1) },
        values: { if case .claims(let app, let environment) = $0 { (app, environment) } else { nil } })

    public static let renewClaim = AppRoute.endpoint(
        "renewClaim", .post, "/v1/connect/apps/{bundleID}/claims/renewals", .app,
        access: .team(.importScores), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Get a new link for a player's imported scores. The old one stops working.",
        body: .json(ClaimRenewalBody.schema), answer: .json(200, ClaimAnswer.schema),
        problems: [.unknownGame, .notFound, .conflict],
        route: { .renewClaim($0) }, values: { if case .renewClaim(let app) = $0 { app } else { nil } })
}
