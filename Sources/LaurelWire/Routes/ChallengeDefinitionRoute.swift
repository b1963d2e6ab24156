public import LaurelDomain

/// What players challenge groups of friends to.
public enum ChallengeDefinitionRoute: FeatureRoute {
    case list(BundleID, language: LanguageTag?, Environment?)
    case configured(BundleID)
    case create(BundleID)
    case update(BundleID, ChallengeDefinitionID)
    case delete(BundleID, ChallengeDefinitionID)

    public var route: Route { .challengeDefinitions(self) }

    public static let endpoints: [Endpoint] = [
        .challengeDefinitions, .appChallengeDefinitions, .createChallengeDefinition, .updateChallengeDefinition,
        .deleteChallengeDefinition,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .list: .challengeDefinitions
        case .configured: .appChallengeDefinitions
        case .create: .createChallengeDefinition
        case .update: .updateChallengeDefinition
        case .delete: .deleteChallengeDefinition
        }
    }
}

extension Parameter where Value == ChallengeDefinitionID {
    static let challengeDefinitionID = Parameter(
        name: "definitionID", schema: Shape<ChallengeDefinitionID>.challengeDefinitionID.schema,
        parse: { text in
            do throws(InvalidIdentifier) { return try ChallengeDefinitionID(text) } catch { return nil }
        }, print: { $0.text })
}

extension Endpoint {
    public static let challengeDefinitions = ChallengeDefinitionRoute.endpoint(
        "challengeDefinitions", .get, "/v1/games/{bundleID}/challenge-definitions", .app, .query(.language),
        .query(.environment),
        access: .playerOrAnonymous, origins: .game, budget: .read, proof: .none, tag: .challenges,
        summary: "List a game's challenge definitions: what players can challenge groups of friends to.",
        body: .none, answer: .json(200, ChallengeDefinitionAnswer.list.schema), problems: Problems.game,
        route: { .list($0, language: $1, $2) },
        values: {
            if case .list(let app, let language, let environment) = $0 { (app, language, environment) } else { nil }
        })

    public static let appChallengeDefinitions = ChallengeDefinitionRoute.endpoint(
        "appChallengeDefinitions", .get, "/v1/connect/apps/{bundleID}/challenge-definitions", .app,
        access: .team(.view), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "List an app's challenge definitions with all fields.",
        body: .none, answer: .json(200, AppChallengeDefinitionAnswer.list.schema), problems: [.unknownGame],
        route: { .configured($0) }, values: { if case .configured(let app) = $0 { app } else { nil } })

    public static let createChallengeDefinition = ChallengeDefinitionRoute.endpoint(
        "createChallengeDefinition", .post, "/v1/connect/apps/{bundleID}/challenge-definitions", .app,
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Create a challenge definition.",
        body: .json(ChallengeDefinitionBody.schema), answer: .json(201, AppChallengeDefinitionAnswer.schema),
        problems: [.unknownGame, .unknownLeaderboard, .conflict, .textRefused],
        route: { .create($0) }, values: { if case .create(let app) = $0 { app } else { nil } })

    public static let updateChallengeDefinition = ChallengeDefinitionRoute.endpoint(
        "updateChallengeDefinition", .patch, "/v1/connect/apps/{bundleID}/challenge-definitions/{definitionID}", .app,
        .path(.challengeDefinitionID),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Update a challenge definition, effective at once.",
        body: .json(ChallengeDefinitionChangeBody.schema), answer: .json(200, AppChallengeDefinitionAnswer.schema),
        problems: [.unknownGame, .unknownChallengeDefinition, .unknownLeaderboard, .conflict, .textRefused],
        route: { .update($0, $1) },
        values: { if case .update(let app, let definition) = $0 { (app, definition) } else { nil } })

    public static let deleteChallengeDefinition = ChallengeDefinitionRoute.endpoint(
        "deleteChallengeDefinition", .delete, "/v1/connect/apps/{bundleID}/challenge-definitions/{definitionID}", .app,
        .path(.challengeDefinitionID),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Delete an unreleased challenge definition.",
        body: .none, answer: .noContent, problems: [.unknownGame, .unknownChallengeDefinition, .conflict],
        route: { .delete($0, $1) },
        values: { if case .delete(let app, let definition) = $0 { (app, definition) } else { nil } })
}
