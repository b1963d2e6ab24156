public import LaurelDomain

/// How the leaderboards of an app are changed: through the journal, which is the business of scores.
public struct LeaderboardChanging: Sendable {
    /// Makes the leaderboard, or makes the one with this id so.
    public var configure: @Sendable (App, LeaderboardConfiguration) async throws(LeaderboardChangeError) -> Void
    /// Releases every leaderboard of the app that is not, for ever (rule 3.3).
    public var release: @Sendable (App) async throws(LeaderboardChangeError) -> Void

    public init(
        configure: @escaping @Sendable (App, LeaderboardConfiguration) async throws(LeaderboardChangeError) -> Void,
        release: @escaping @Sendable (App) async throws(LeaderboardChangeError) -> Void
    ) {
        self.configure = configure
        self.release = release
    }
}

public enum LeaderboardChangeError: Error, Hashable, Sendable {
    /// Against a rule, in words for the developer.
    case refused(LeaderboardID, String)
    case unavailable
    case broken(reason: String)
}
