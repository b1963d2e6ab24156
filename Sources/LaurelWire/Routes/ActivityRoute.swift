public import LaurelDomain

/// Activities of games, and players who meet by codes.
public enum ActivityRoute: FeatureRoute {
    case list(BundleID, language: LanguageTag?, Environment?)
    case makeParty(BundleID, Environment?)
    case party(BundleID, PartyCode, Environment?)
    case joinParty(BundleID, PartyCode, Environment?)
    case leaveParty(BundleID, PartyCode, Environment?)
    case configured(BundleID)
    case create(BundleID)
    case update(BundleID, ActivityID)
    case delete(BundleID, ActivityID)

    public var route: Route { .activities(self) }

    public static let endpoints: [Endpoint] = [
        .activities, .makeParty, .party, .joinParty, .leaveParty, .appActivities, .createActivity, .updateActivity,
        .deleteActivity,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .list: .activities
        case .makeParty: .makeParty
        case .party: .party
        case .joinParty: .joinParty
        case .leaveParty: .leaveParty
        case .configured: .appActivities
        case .create: .createActivity
        case .update: .updateActivity
        case .delete: .deleteActivity
        }
    }
}

extension Parameter where Value == ActivityID {
    static let activityID = Parameter(
        name: "activityID", schema: Shape<ActivityID>.activityID.schema,
        parse: { text in
            do throws(InvalidIdentifier) { return try ActivityID(text) } catch { return nil }
        }, print: { $0.text })
}

extension Parameter where Value == PartyCode {
    static let partyCode = Parameter(
        name: "partyCode", schema: Shape<PartyCode>.partyCode.schema, parse: { PartyCode(typed: $0) },
        print: { $0.text })
}

extension Endpoint {
    private static let partyProblems: [Problem.Kind] =
        [.unknownParty, .unknownActivity, .conflict, .playerRestricted, .banned, .tooManyAttempts] + Problems.game

    public static let activities = ActivityRoute.endpoint(
        "activities", .get, "/v1/games/{bundleID}/activities", .app, .query(.language), .query(.environment),
        access: .playerOrAnonymous, origins: .game, budget: .read, proof: .none, tag: .activities,
        summary: "List a game's activities.",
        body: .none, answer: .json(200, ActivityDefinitionAnswer.list.schema), problems: Problems.game,
        route: { .list($0, language: $1, $2) },
        values: {
            if case .list(let app, let language, let environment) = $0 { (app, language, environment) } else { nil }
        })

    public static let makeParty = ActivityRoute.endpoint(
        "makeParty", .post, "/v1/games/{bundleID}/parties", .app, .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .activities,
        summary: "Begin a party of an activity and enter it. Without a code, one is drawn. A code that is in use for "
            + "the same activity is entered.",
        body: .json(PartyBody.schema), answer: .json(201, PartyAnswer.schema), problems: partyProblems,
        route: { .makeParty($0, $1) },
        values: { if case .makeParty(let app, let environment) = $0 { (app, environment) } else { nil } })

    public static let party = ActivityRoute.endpoint(
        "party", .get, "/v1/games/{bundleID}/parties/{partyCode}", .app, .path(.partyCode), .query(.environment),
        access: .player, origins: .game, budget: .read, proof: .none, tag: .activities,
        summary: "Get a party: its activity and who is in it. A wrong code, an ended one, and one of a player who "
            + "can't be met are answered alike.",
        body: .none, answer: .json(200, PartyAnswer.schema), problems: partyProblems,
        route: { .party($0, $1, $2) },
        values: { if case .party(let app, let code, let environment) = $0 { (app, code, environment) } else { nil } })

    public static let joinParty = ActivityRoute.endpoint(
        "joinParty", .post, "/v1/games/{bundleID}/parties/{partyCode}", .app, .path(.partyCode),
        .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .activities,
        summary: "Enter a party for ten minutes, or stay in it for ten more. Players are in one party of a game at a "
            + "time.",
        body: .none, answer: .json(200, PartyAnswer.schema), problems: partyProblems,
        route: { .joinParty($0, $1, $2) },
        values: {
            if case .joinParty(let app, let code, let environment) = $0 { (app, code, environment) } else { nil }
        })

    public static let leaveParty = ActivityRoute.endpoint(
        "leaveParty", .delete, "/v1/games/{bundleID}/parties/{partyCode}", .app, .path(.partyCode),
        .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .activities,
        summary: "Leave a party.",
        body: .none, answer: .noContent, problems: Problems.game,
        route: { .leaveParty($0, $1, $2) },
        values: {
            if case .leaveParty(let app, let code, let environment) = $0 { (app, code, environment) } else { nil }
        })

    public static let appActivities = ActivityRoute.endpoint(
        "appActivities", .get, "/v1/connect/apps/{bundleID}/activities", .app,
        access: .team(.view), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "List an app's activities with all fields.",
        body: .none, answer: .json(200, AppActivityAnswer.list.schema), problems: [.unknownGame],
        route: { .configured($0) }, values: { if case .configured(let app) = $0 { app } else { nil } })

    public static let createActivity = ActivityRoute.endpoint(
        "createActivity", .post, "/v1/connect/apps/{bundleID}/activities", .app,
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Create an activity.",
        body: .json(ActivityBody.schema), answer: .json(201, AppActivityAnswer.schema),
        problems: [.unknownGame, .unknownLeaderboard, .unknownAchievement, .conflict, .textRefused],
        route: { .create($0) }, values: { if case .create(let app) = $0 { app } else { nil } })

    public static let updateActivity = ActivityRoute.endpoint(
        "updateActivity", .patch, "/v1/connect/apps/{bundleID}/activities/{activityID}", .app, .path(.activityID),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Update an activity, effective at once.",
        body: .json(ActivityChangeBody.schema), answer: .json(200, AppActivityAnswer.schema),
        problems: [
            .unknownGame, .unknownActivity, .unknownLeaderboard, .unknownAchievement, .conflict, .textRefused,
        ],
        route: { .update($0, $1) },
        values: { if case .update(let app, let activity) = $0 { (app, activity) } else { nil } })

    public static let deleteActivity = ActivityRoute.endpoint(
        "deleteActivity", .delete, "/v1/connect/apps/{bundleID}/activities/{activityID}", .app, .path(.activityID),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Delete an unreleased activity.",
        body: .none, answer: .noContent, problems: [.unknownGame, .unknownActivity, .conflict],
        route: { .delete($0, $1) },
        values: { if case .delete(let app, let activity) = $0 { (app, activity) } else { nil } })
}
