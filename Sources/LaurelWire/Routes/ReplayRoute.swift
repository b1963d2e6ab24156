public import LaurelDomain

/// Tickets of runs, and the logs behind shared scores.
public enum ReplayRoute: FeatureRoute {
    case issueTicket(BundleID, Environment?)
    case shared(ShareID)

    public var route: Route { .replays(self) }

    public static let endpoints: [Endpoint] = [
        .issueTicket, .sharedReplay,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .issueTicket: .issueTicket
        case .shared: .sharedReplay
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
}
