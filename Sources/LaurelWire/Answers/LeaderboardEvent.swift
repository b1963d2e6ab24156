public import LaurelDomain

/// What an open stream is told when the entries of a leaderboard may be others than before.
public struct LeaderboardEvent: Answer, Hashable {
    public var bundleID: BundleID
    public var leaderboard: LeaderboardID
    public var environment: Environment
    /// Those that changed; nil: nothing has, this is where the leaderboard stands.
    public var scopes: [TimeScope]?
    public var version: Int64

    public init(
        bundleID: BundleID, leaderboard: LeaderboardID, environment: Environment, scopes: [TimeScope]?, version: Int64
    ) {
        self.bundleID = bundleID
        self.leaderboard = leaderboard
        self.environment = environment
        self.scopes = scopes
        self.version = version
    }

    public static let name = "LeaderboardEvent"
    public static let fields = Fields(
        AnswerField("bundleID", .bundleID, \.bundleID), AnswerField("leaderboard", .leaderboardID, \.leaderboard),
        AnswerField("environment", .environment, \.environment),
        AnswerField(
            optional: "scopes", Shape.timeScope.list(countLimit: TimeScope.allCases.count), \.scopes),
        AnswerField("version", EntryAnswer.versionShape, \.version),
        make: Self.init(bundleID:leaderboard:environment:scopes:version:))
}
