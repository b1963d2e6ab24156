public import LaurelDomain

/// Everything that can be asked of the server, by feature. A client prints it, the server parses it.
///
/// ```swift
/// let route = Route.challenges(.decline(id))
/// route.method  // DELETE
/// route.target  // /v1/challenges/C:_00112233445566778899aabbccddeeff
/// ```
public enum Route: Hashable, Sendable {
    /// What the paths of all routes begin with that need more than a browser.
    public static let pathPrefix = "/v1/"

    case system(SystemRoute)
    case accounts(AccountRoute)
    case mail(MailRoute)
    case providers(ProviderRoute)
    case players(PlayerRoute)
    case games(GameRoute)
    case achievements(AchievementRoute)
    case challenges(ChallengeRoute)
    case matches(MatchRoute)
    case savedGames(SavedGameRoute)
    case friends(FriendRoute)
    case notifications(NotificationRoute)
    case sharing(SharingRoute)
    case replays(ReplayRoute)
    case identity(IdentityRoute)
    case webGames(WebGameRoute)
    case sets(SetRoute)
    case activities(ActivityRoute)
    case challengeDefinitions(ChallengeDefinitionRoute)
    case groupChallenges(GroupChallengeRoute)
    case images(ImageRoute)
    case apps(AppRoute)
    case appLeaderboards(AppLeaderboardRoute)
    case simulators(SimulatorRoute)
    case exports(ExportRoute)
    case moderation(ModerationRoute)
    case teams(TeamRoute)
    case administration(AdministrationRoute)

    /// All features, in the order of the document.
    static let features: [any FeatureRoute.Type] = [
        SystemRoute.self, AccountRoute.self, MailRoute.self, ProviderRoute.self, PlayerRoute.self, GameRoute.self,
        AchievementRoute.self, ChallengeRoute.self, MatchRoute.self, SavedGameRoute.self, FriendRoute.self,
        NotificationRoute.self, SharingRoute.self, ReplayRoute.self, IdentityRoute.self, WebGameRoute.self,
        SetRoute.self, ActivityRoute.self, ChallengeDefinitionRoute.self, GroupChallengeRoute.self, ImageRoute.self,
        AppRoute.self,
        AppLeaderboardRoute.self,
        SimulatorRoute.self, ExportRoute.self, ModerationRoute.self, TeamRoute.self, AdministrationRoute.self,
    ]

    /// Why a request belongs to no route.
    public enum Refusal: Error, Hashable, Sendable {
        case notFound
        case methodNotAllowed(allow: [Method])
        /// The name of the parameter, in the path or in the query; and what it must be, if its schema says all.
        case invalidParameter(String, expected: String? = nil)
        /// Nobody takes it.
        case unknownParameter(String, because: Misfit = .notOfRoute)

        /// Nil: none is at fault.
        public var parameter: String? {
            switch self {
            case .notFound, .methodNotAllowed: nil
            case .invalidParameter(let name, _), .unknownParameter(let name, _): name
            }
        }
    }

    /// Why nobody takes a parameter.
    public enum Misfit: Hashable, Sendable {
        case notOfRoute
        case notBesideOthers
        case isThereTwice
    }

    /// The same, as a route of its feature.
    var feature: any FeatureRoute {
        switch self {
        case .system(let route): route
        case .accounts(let route): route
        case .mail(let route): route
        case .providers(let route): route
        case .players(let route): route
        case .games(let route): route
        case .achievements(let route): route
        case .challenges(let route): route
        case .matches(let route): route
        case .savedGames(let route): route
        case .friends(let route): route
        case .notifications(let route): route
        case .sharing(let route): route
        case .replays(let route): route
        case .identity(let route): route
        case .webGames(let route): route
        case .sets(let route): route
        case .activities(let route): route
        case .challengeDefinitions(let route): route
        case .groupChallenges(let route): route
        case .images(let route): route
        case .apps(let route): route
        case .appLeaderboards(let route): route
        case .simulators(let route): route
        case .exports(let route): route
        case .moderation(let route): route
        case .teams(let route): route
        case .administration(let route): route
        }
    }

    public var endpoint: Endpoint { feature.endpoint }

    public var method: Method { endpoint.method }

    /// See ``FeatureRoute/isJoined``.
    public var isJoined: Bool { feature.isJoined }

    /// The request's target, such as `/v1/players/me?environment=sandbox`.
    public var target: String {
        let endpoint = endpoint
        // A route always has values for the endpoint that its own switch names; RouteTests holds it.
        return endpoint.print(self) ?? endpoint.template
    }

    /// Parses a request's target, as ``RouteMatch`` does.
    public init(_ method: Method, path: [String], query: [(name: String, value: String)]) throws(Refusal) {
        self = try RouteMatch(method, path: path, query: query).route
    }
}

/// A leaderboard anywhere, as event streams name it: `com.ali.MonkeyJump/HighScores`.
public struct LeaderboardName: Hashable, Sendable {
    public let bundleID: BundleID
    public let leaderboard: LeaderboardID

    public init(_ bundleID: BundleID, _ leaderboard: LeaderboardID) {
        self.bundleID = bundleID
        self.leaderboard = leaderboard
    }

    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        do throws(InvalidIdentifier) {
            self.init(try BundleID(String(parts[0])), try LeaderboardID(String(parts[1])))
        } catch {
            return nil
        }
    }

    public var text: String { bundleID.text + "/" + leaderboard.text }
}
