/// A route without its parameters: one method on one path template.
///
/// What hangs on a route (documentation, metrics, the table of bad input) is keyed by this, and switches over it
/// without a `default`, so that a new route cannot be forgotten.
public enum Endpoint: String, CaseIterable, Hashable, Sendable {
    case health, readiness, metrics, openAPI
    case signUp, signIn, signOut, recover
    case currentPlayer, players
    case games, game, leaderboards, leaderboard
    case submitScore, submitScores
    case entries, entriesAround
    case events
    case claimAdministration, invite, resetPassword, renewAdministratorLink
    case apps, createApp, app, updateApp
    case appLeaderboards, createLeaderboard, appLeaderboard, updateLeaderboard, deleteLeaderboard
    case configuration, importConfiguration

    public var method: Method {
        switch self {
        case .health, .readiness, .metrics, .openAPI, .currentPlayer, .players, .games, .game, .leaderboards,
            .leaderboard, .entries, .entriesAround, .events, .apps, .app, .appLeaderboards, .appLeaderboard,
            .configuration:
            .get
        case .signUp, .signIn, .recover, .submitScore, .submitScores, .claimAdministration, .invite,
            .resetPassword, .renewAdministratorLink, .createApp, .createLeaderboard:
            .post
        case .importConfiguration: .put
        case .updateApp, .updateLeaderboard: .patch
        case .signOut, .deleteLeaderboard: .delete
        }
    }

    /// As in an OpenAPI document.
    public var template: String {
        switch self {
        case .health: "/healthz"
        case .readiness: "/readyz"
        case .metrics: "/metrics"
        case .openAPI: "/openapi.json"
        case .signUp, .players: "/v1/players"
        case .signIn: "/v1/sessions"
        case .signOut: "/v1/sessions/current"
        case .recover: "/v1/recovery"
        case .currentPlayer: "/v1/players/me"
        case .games: "/v1/games"
        case .game: "/v1/games/{bundleID}"
        case .submitScores: "/v1/games/{bundleID}/scores"
        case .leaderboards: "/v1/games/{bundleID}/leaderboards"
        case .leaderboard: "/v1/games/{bundleID}/leaderboards/{leaderboardID}"
        case .submitScore: "/v1/games/{bundleID}/leaderboards/{leaderboardID}/scores"
        case .entries: "/v1/games/{bundleID}/leaderboards/{leaderboardID}/entries"
        case .entriesAround: "/v1/games/{bundleID}/leaderboards/{leaderboardID}/entries/around"
        case .events: "/v1/events"
        case .claimAdministration: "/v1/connect/administrators"
        case .invite: "/v1/connect/invitations"
        case .resetPassword: "/v1/connect/password-resets"
        case .renewAdministratorLink: "/v1/connect/administrator-links"
        case .apps, .createApp: "/v1/connect/apps"
        case .app, .updateApp: "/v1/connect/apps/{bundleID}"
        case .appLeaderboards, .createLeaderboard: "/v1/connect/apps/{bundleID}/leaderboards"
        case .appLeaderboard, .updateLeaderboard, .deleteLeaderboard:
            "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}"
        case .configuration, .importConfiguration: "/v1/connect/apps/{bundleID}/configuration"
        }
    }

    /// Answered even while ranks are not right yet.
    public var isAnsweredBeforeReady: Bool {
        switch self {
        case .health, .readiness, .metrics, .openAPI: true
        default: false
        }
    }

    /// The parameters of its path, in order.
    public var pathParameters: [Schema.Property] {
        template.split(separator: "/").compactMap { segment in
            switch segment {
            case "{bundleID}": Parameter.bundleID.described(isRequired: true)
            case "{leaderboardID}": Parameter.leaderboardID.described(isRequired: true)
            default: nil
            }
        }
    }
}

/// The templates, split once, for matching.
struct PathTable: Sendable {
    enum Segment: Hashable, Sendable {
        case literal(String)
        case parameter
    }

    struct Row: Sendable {
        let segments: [Segment]
        var endpoints: [Endpoint]

        /// In the order of ``Method``'s cases.
        var methods: [Method] { Method.allCases.filter { method in endpoints.contains { $0.method == method } } }
    }

    static let shared = PathTable()
    /// By the number of segments.
    private let rows: [[Row]]

    private init() {
        var rows: [[Row]] = Array(repeating: [], count: 9)
        for endpoint in Endpoint.allCases {
            let segments = endpoint.template.split(separator: "/").map { segment -> Segment in
                segment.utf8.first == UInt8(ascii: "{") ? .parameter : .literal(String(segment))
            }
            let count = segments.count
            if let index = rows[count].firstIndex(where: { $0.segments == segments }) {
                rows[count][index].endpoints.append(endpoint)
            } else {
                rows[count].append(Row(segments: segments, endpoints: [endpoint]))
            }
        }
        self.rows = rows
    }

    /// The row that a path belongs to. Literals win over parameters by standing first where both are possible; no two
    /// of ours are.
    func row(of path: [String]) -> Row? {
        guard path.count < rows.count else { return nil }
        return rows[path.count].first { row in
            zip(row.segments, path).allSatisfy { segment, text in
                switch segment {
                case .literal(let literal): literal == text
                case .parameter: true
                }
            }
        }
    }
}
