public import LaurelDomain

/// Achievements in play, and as developers configure them.
public enum AchievementRoute: FeatureRoute {
    /// - of: a friend of the caller, whose progress is shown in place of the caller's own.
    case list(BundleID, of: String? = nil, language: LanguageTag?, Environment?)
    case report(BundleID, Environment?)
    case reset(BundleID, waiting: Int?, Environment?)
    /// - ids: of them, those whom the caller may challenge with it.
    case challengeablePlayers(BundleID, AchievementID, ids: [String], Environment?)
    case configured(BundleID)
    case create(BundleID)
    case configuredOne(BundleID, AchievementID)
    case update(BundleID, AchievementID)
    case delete(BundleID, AchievementID)

    public var route: Route { .achievements(self) }

    public static let endpoints: [Endpoint] = [
        .achievements, .reportAchievements, .resetAchievements, .challengeablePlayers, .appAchievements,
        .createAchievement, .appAchievement, .updateAchievement, .deleteAchievement,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .list: .achievements
        case .report: .reportAchievements
        case .reset: .resetAchievements
        case .challengeablePlayers: .challengeablePlayers
        case .configured: .appAchievements
        case .create: .createAchievement
        case .configuredOne: .appAchievement
        case .update: .updateAchievement
        case .delete: .deleteAchievement
        }
    }
}

extension Endpoint {
    public static let achievements = AchievementRoute.endpoint(
        "achievements", .get, "/v1/games/{bundleID}/achievements", .app, .query(.friend), .query(.language),
        .query(.environment),
        access: .playerOrAnonymous, origins: .game, budget: .read, proof: .none, tag: .achievements,
        summary: "List a game's achievements, with the caller's or a friend's progress and each one's rarity.",
        body: .none, answer: .json(200, AchievementsAnswer.schema),
        problems: [.unknownPlayer, .forbidden] + Problems.game,
        route: { .list($0, of: $1, language: $2, $3) },
        values: {
            if case .list(let app, let friend, let language, let environment) = $0 {
                (app, friend, language, environment)
            } else {
                nil
            }
        })

    public static let reportAchievements = AchievementRoute.endpoint(
        "reportAchievements", .post, "/v1/games/{bundleID}/achievements", .app, .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .achievements,
        summary: "Report progress. Either all reports count or none. 100 percent earns the achievement.",
        body: .json(ReportsBody.schema), answer: .json(200, ReportedAchievementsAnswer.schema),
        problems: [.unknownAchievement, .achievementArchived, .scoreIDReused, .prereleased] + Problems.game,
        route: { .report($0, $1) },
        values: { if case .report(let app, let environment) = $0 { (app, environment) } else { nil } })

    public static let resetAchievements = AchievementRoute.endpoint(
        "resetAchievements", .delete, "/v1/games/{bundleID}/achievements", .app, .query(.waiting),
        .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .achievements,
        summary: "Reset the caller's progress in a game.",
        body: .none, answer: .noContent, problems: Problems.game,
        route: { .reset($0, waiting: $1, $2) },
        values: {
            if case .reset(let app, let waiting, let environment) = $0 { (app, waiting, environment) } else { nil }
        })

    public static let challengeablePlayers = AchievementRoute.endpoint(
        "challengeablePlayers", .get, "/v1/games/{bundleID}/achievements/{achievementID}/challengeable", .app,
        .path(.achievementID), .required(.ids), .query(.environment),
        access: .player, origins: .game, budget: .read, proof: .none, tag: .achievements,
        summary: "List which of these players the caller can challenge with an achievement.",
        body: .none, answer: .json(200, ChallengeablePlayersAnswer.shape.schema),
        problems: [.unknownAchievement] + Problems.game,
        route: { .challengeablePlayers($0, $1, ids: $2, $3) },
        values: {
            if case .challengeablePlayers(let app, let achievement, let ids, let environment) = $0 {
                (app, achievement, ids, environment)
            } else {
                nil
            }
        })

    public static let appAchievements = AchievementRoute.endpoint(
        "appAchievements", .get, "/v1/connect/apps/{bundleID}/achievements", .app,
        access: .team(.view), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "List an app's achievements with all fields.",
        body: .none, answer: .json(200, AppAchievementAnswer.listShape.schema), problems: [.unknownGame],
        route: { .configured($0) }, values: { if case .configured(let app) = $0 { app } else { nil } })

    public static let createAchievement = AchievementRoute.endpoint(
        "createAchievement", .post, "/v1/connect/apps/{bundleID}/achievements", .app,
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Create an achievement.",
        body: .json(AchievementBody.schema), answer: .json(201, AppAchievementAnswer.schema),
        problems: [.unknownGame, .conflict, .textRefused],
        route: { .create($0) }, values: { if case .create(let app) = $0 { app } else { nil } })

    public static let appAchievement = AchievementRoute.endpoint(
        "appAchievement", .get, "/v1/connect/apps/{bundleID}/achievements/{achievementID}", .app,
        .path(.achievementID),
        access: .team(.view), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "Get an achievement with all fields.",
        body: .none, answer: .json(200, AppAchievementAnswer.schema),
        problems: [.unknownGame, .unknownAchievement],
        route: { .configuredOne($0, $1) },
        values: { if case .configuredOne(let app, let achievement) = $0 { (app, achievement) } else { nil } })

    public static let updateAchievement = AchievementRoute.endpoint(
        "updateAchievement", .patch, "/v1/connect/apps/{bundleID}/achievements/{achievementID}", .app,
        .path(.achievementID),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Update an achievement, effective at once.",
        body: .json(AchievementChangeBody.schema), answer: .json(200, AppAchievementAnswer.schema),
        problems: [.unknownGame, .unknownAchievement, .conflict, .textRefused],
        route: { .update($0, $1) },
        values: { if case .update(let app, let achievement) = $0 { (app, achievement) } else { nil } })

    public static let deleteAchievement = AchievementRoute.endpoint(
        "deleteAchievement", .delete, "/v1/connect/apps/{bundleID}/achievements/{achievementID}", .app,
        .path(.achievementID),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Delete an unreleased achievement.",
        body: .none, answer: .noContent, problems: [.unknownGame, .unknownAchievement, .conflict],
        route: { .delete($0, $1) },
        values: { if case .delete(let app, let achievement) = $0 { (app, achievement) } else { nil } })
}
