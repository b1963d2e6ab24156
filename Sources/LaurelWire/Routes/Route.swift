public import LaurelDomain

/// Everything that can be asked of the server. A client prints it, the server parses it.
public enum Route: Hashable, Sendable {
    case health, readiness, metrics, openAPI
    case signUp, signIn, signOut, recover
    case currentPlayer(Environment?)
    /// - ids: 1 to 100, unknown ones are left out of the answer.
    case players(ids: [String], Environment?)
    case games(Environment?)
    case game(BundleID, Environment?)
    case leaderboards(BundleID, language: LanguageTag?, Environment?)
    case leaderboard(BundleID, LeaderboardID, language: LanguageTag?, Environment?)
    case submitScore(BundleID, LeaderboardID, Environment?)
    case submitScores(BundleID, Environment?)
    case entries(BundleID, LeaderboardID, PlayerScope, RankWindow, ReadingQuery)
    /// The entries of these players, with their ranks on the whole board.
    case entriesOfPlayers(BundleID, LeaderboardID, ids: [String], ReadingQuery)
    case entriesAround(BundleID, LeaderboardID, count: Int, ReadingQuery)
    /// - leaderboards: `BUNDLEID/LEADERBOARDID` each.
    case events(leaderboards: [LeaderboardName], Environment?)
    case claimAdministration
    case invite
    case resetPassword
    case renewAdministratorLink
    case apps, createApp
    case app(BundleID)
    case updateApp(BundleID)
    case appLeaderboards(BundleID)
    case createLeaderboard(BundleID)
    case appLeaderboard(BundleID, LeaderboardID)
    case updateLeaderboard(BundleID, LeaderboardID)
    case deleteLeaderboard(BundleID, LeaderboardID)
    case configuration(BundleID)
    /// - isPlan: only say what would change.
    case importConfiguration(BundleID, isPlan: Bool)

    /// Why a request belongs to no route.
    public enum Refusal: Error, Hashable, Sendable {
        case notFound
        case methodNotAllowed(allow: [Method])
        /// The name of the parameter, in the path or in the query.
        case invalidParameter(String)
    }

    public var endpoint: Endpoint {
        switch self {
        case .health: .health
        case .readiness: .readiness
        case .metrics: .metrics
        case .openAPI: .openAPI
        case .signUp: .signUp
        case .signIn: .signIn
        case .signOut: .signOut
        case .recover: .recover
        case .currentPlayer: .currentPlayer
        case .players: .players
        case .games: .games
        case .game: .game
        case .leaderboards: .leaderboards
        case .leaderboard: .leaderboard
        case .submitScore: .submitScore
        case .submitScores: .submitScores
        case .entries, .entriesOfPlayers: .entries
        case .entriesAround: .entriesAround
        case .events: .events
        case .claimAdministration: .claimAdministration
        case .invite: .invite
        case .resetPassword: .resetPassword
        case .renewAdministratorLink: .renewAdministratorLink
        case .apps: .apps
        case .createApp: .createApp
        case .app: .app
        case .updateApp: .updateApp
        case .appLeaderboards: .appLeaderboards
        case .createLeaderboard: .createLeaderboard
        case .appLeaderboard: .appLeaderboard
        case .updateLeaderboard: .updateLeaderboard
        case .deleteLeaderboard: .deleteLeaderboard
        case .configuration: .configuration
        case .importConfiguration: .importConfiguration
        }
    }

    public var method: Method { endpoint.method }
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
