public import LaurelDomain

/// Tickets of runs, and the logs behind entries and shared scores.
public enum ReplayRoute: FeatureRoute {
    case issueTicket(BundleID, Environment?)
    case shared(ShareID)
    /// Of the entries of these players, those that have a run.
    case runs(BundleID, LeaderboardID, ids: [String], ReadingQuery)
    case run(BundleID, LeaderboardID, playerID: String, ReadingQuery)

    public var route: Route { .replays(self) }

    public static let endpoints: [Endpoint] = [
        .issueTicket, .sharedReplay, .entryRuns, .entryReplay,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .issueTicket: .issueTicket
        case .shared: .sharedReplay
        case .runs: .entryRuns
        case .run: .entryReplay
        }
    }
}

extension Endpoint {
    public static let issueTicket = ReplayRoute.endpoint(
        "issueTicket", .post, "/v1/games/{bundleID}/tickets", .app, .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .leaderboards,
        summary: "Create a ticket for the player's next run, with its seed and the data for the log's header. "
            + "Valid for one score, within 24 hours.",
        body: .none, answer: .json(201, TicketAnswer.schema), problems: Problems.game,
        route: { .issueTicket($0, $1) },
        values: { if case .issueTicket(let app, let environment) = $0 { (app, environment) } else { nil } })

    public static let sharedReplay = ReplayRoute.endpoint(
        "sharedReplay", .get, "/v1/shares/{shareID}/replay", .path(.shareID),
        access: .anyone, origins: .never, budget: .read, proof: .none, tag: .sharing,
        summary: "Download the log of the run behind a shared score. Open to anyone with the link.",
        body: .none, answer: .bytes("application/octet-stream"), problems: [.notFound],
        route: { .shared($0) }, values: { if case .shared(let share) = $0 { share } else { nil } })

    public static let entryRuns = ReplayRoute.endpoint(
        "entryRuns", .get, "/v1/games/{bundleID}/leaderboards/{leaderboardID}/runs", .app, .path(.leaderboardID),
        .required(.ids), .reading,
        access: .playerOrAnonymous, origins: .game, budget: .read, proof: .none, tag: .leaderboards,
        summary: "List the runs behind these players' entries: of verified ones whose log is kept.",
        body: .none, answer: .json(200, EntryRunAnswer.listShape.schema),
        problems: [.unknownOccurrence] + Problems.board,
        route: { .runs($0, $1, ids: $2, $3) },
        values: { route in
            if case .runs(let app, let board, let ids, let reading) = route { (app, board, ids, reading) } else { nil }
        })

    public static let entryReplay = ReplayRoute.endpoint(
        "entryReplay", .get, "/v1/games/{bundleID}/leaderboards/{leaderboardID}/runs/{playerID}/replay", .app,
        .path(.leaderboardID), .path(.playerID), .reading,
        access: .playerOrAnonymous, origins: .game, budget: .read, proof: .none, tag: .leaderboards,
        summary: "Download the log of the run behind a verified entry.",
        body: .none, answer: .bytes("application/octet-stream"),
        problems: [.unknownOccurrence, .notFound] + Problems.board,
        route: { .run($0, $1, playerID: $2, $3) },
        values: { route in
            if case .run(let app, let board, let player, let reading) = route {
                (app, board, player, reading)
            } else {
                nil
            }
        })
}
