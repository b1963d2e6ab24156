public import LaurelDomain

/// Games on pages of other origins.
public enum WebGameRoute: FeatureRoute {
    case origins(BundleID)
    case setOrigins(BundleID)
    case describeAuthorization(BundleID, origin: WebOrigin, redirect: String?, Environment?)
    case authorize
    case redeemAuthorization

    public var route: Route { .webGames(self) }

    public static let endpoints: [Endpoint] = [
        .webOrigins, .setWebOrigins, .describeAuthorization, .authorizeGame, .redeemAuthorization,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .origins: .webOrigins
        case .setOrigins: .setWebOrigins
        case .describeAuthorization: .describeAuthorization
        case .authorize: .authorizeGame
        case .redeemAuthorization: .redeemAuthorization
        }
    }
}

extension Endpoint {
    public static let webOrigins = WebGameRoute.endpoint(
        "webOrigins", .get, "/v1/connect/apps/{bundleID}/web-origins", .app,
        access: .team(.view), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "List the web origins that can call the game's routes, and the pages that sign-ins return to.",
        body: .none, answer: .json(200, WebOriginsBody.schema), problems: [.unknownGame],
        route: { .origins($0) }, values: { if case .origins(let app) = $0 { app } else { nil } })

    public static let setWebOrigins = WebGameRoute.endpoint(
        "setWebOrigins", .put, "/v1/connect/apps/{bundleID}/web-origins", .app,
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Set the web origins that can call the game's routes, and the pages of theirs that a sign-in by "
            + "redirect can return to, effective at once.",
        body: .json(WebOriginsBody.schema), answer: .json(200, WebOriginsBody.schema), problems: [.unknownGame],
        route: { .setOrigins($0) }, values: { if case .setOrigins(let app) = $0 { app } else { nil } })

    public static let describeAuthorization = WebGameRoute.endpoint(
        "describeAuthorization", .get, "/v1/games/{bundleID}/authorization", .app, .required(.webOrigin),
        .query(.redirect), .query(.environment),
        access: .anyone, origins: .never, budget: .read, proof: .none, tag: .accounts,
        summary: "Get the game that's asking for a session, for the consent page. "
            + "redirect must be registered exactly.",
        body: .none, answer: .json(200, AuthorizationRequestAnswer.schema),
        problems: [.originNotAllowed] + Problems.game,
        route: { .describeAuthorization($0, origin: $1, redirect: $2, $3) },
        values: {
            if case .describeAuthorization(let app, let origin, let redirect, let environment) = $0 {
                (app, origin, redirect, environment)
            } else {
                nil
            }
        })

    public static let authorizeGame = WebGameRoute.endpoint(
        "authorizeGame", .post, "/v1/authorizations",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Authorize a game's page to get a session. Requires the player's own session, not a game's. "
            + "The code works once, for a minute; challenge is the SHA-256 of the page's verifier.",
        body: .json(AuthorizationBody.schema), answer: .json(201, AuthorizationAnswer.schema),
        problems: [.originNotAllowed, .tooManyRequests, .guestRestricted] + Problems.game,
        route: .authorize)

    public static let redeemAuthorization = WebGameRoute.endpoint(
        "redeemAuthorization", .post, "/v1/authorizations/session",
        access: .anyone, origins: .anyGame, budget: .write, proof: .none, tag: .accounts,
        summary: "Exchange the code and verifier for the session. Using a code again ends the session that it gave.",
        body: .json(RedemptionBody.schema), answer: .json(201, SessionAnswer.schema),
        problems: [.authorizationRefused, .originNotAllowed] + Problems.game,
        route: .redeemAuthorization)
}
