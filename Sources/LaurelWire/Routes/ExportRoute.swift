public import LaurelDomain

/// Scores and progress in files.
public enum ExportRoute: FeatureRoute {
    /// - after: the last row of an export that broke off.
    case scores(BundleID, ExportFormat, leaderboard: LeaderboardID?, after: JournalSequence?, Environment?)
    case achievements(BundleID, ExportFormat, Environment?)

    public var route: Route { .exports(self) }

    public static let endpoints: [Endpoint] = [
        .exportScores, .exportAchievements,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .scores: .exportScores
        case .achievements: .exportAchievements
        }
    }
}

extension Endpoint {
    public static let exportScores = ExportRoute.endpoint(
        "exportScores", .get, "/v1/connect/apps/{bundleID}/scores/export", .app, .query(.exportFormat, default: .csv),
        .query(.exportedLeaderboard), .query(.afterRow), .query(.environment),
        access: .team(.export), origins: .never, budget: .expensive, proof: .none, tag: .connect,
        summary: "Export all scores of an app or one leaderboard, oldest first. To resume an interrupted "
            + "export, pass the last row's `sequence` as `after`.",
        body: .none, answer: .export, problems: Problems.configuredBoard + [.tooManyRequests],
        route: { .scores($0, $1, leaderboard: $2, after: $3, $4) },
        values: {
            if case .scores(let app, let format, let board, let after, let environment) = $0 {
                (app, format, board, after, environment)
            } else {
                nil
            }
        })

    public static let exportAchievements = ExportRoute.endpoint(
        "exportAchievements", .get, "/v1/connect/apps/{bundleID}/achievement-progress/export", .app,
        .query(.exportFormat, default: .csv), .query(.environment),
        access: .team(.export), origins: .never, budget: .expensive, proof: .none, tag: .connect,
        summary: "Export an app's achievement progress by player, as CSV or JSON Lines.",
        body: .none, answer: .export, problems: [.unknownGame],
        route: { .achievements($0, $1, $2) },
        values: {
            if case .achievements(let app, let format, let environment) = $0 { (app, format, environment) } else { nil }
        })
}
