import LaurelDomain

/// What monitors and programs ask of the server itself.
public enum SystemRoute: FeatureRoute {
    case health
    case readiness
    case metrics
    case openAPI

    public var route: Route { .system(self) }

    public static let endpoints: [Endpoint] = [
        .health, .readiness, .metrics, .openAPI,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .health: .health
        case .readiness: .readiness
        case .metrics: .metrics
        case .openAPI: .openAPI
        }
    }
}

extension Endpoint {
    public static let health = SystemRoute.endpoint(
        "health", .get, "/healthz",
        access: .anyone, origins: .never, budget: nil, proof: .none, tag: .system,
        summary: "Check whether the process responds.",
        body: .none, answer: .text, problems: [],
        route: .health)

    public static let readiness = SystemRoute.endpoint(
        "readiness", .get, "/readyz",
        access: .anyone, origins: .never, budget: nil, proof: .none, tag: .system,
        summary: "Check whether leaderboards are loaded and requests can be served.",
        body: .none, answer: .text, problems: [.unavailable],
        route: .readiness)

    public static let metrics = SystemRoute.endpoint(
        "metrics", .get, "/metrics",
        access: .anyone, origins: .never, budget: nil, proof: .none, tag: .system,
        summary: "Get metrics in Prometheus text format. Open to the networks that the operator names.",
        body: .none, answer: .text, problems: [.forbidden],
        route: .metrics)

    public static let openAPI = SystemRoute.endpoint(
        "openAPI", .get, "/openapi.json",
        access: .anyone, origins: .never, budget: nil, proof: .none, tag: .system,
        summary: "Get this document.",
        body: .none, answer: .anyJSON, problems: [.forbidden],
        route: .openAPI)
}
