public import LaurelDomain
public import LaurelScores

/// How the leaderboards of an app are changed: through the journal, which is the business of scores.
public struct LeaderboardChanging: Sendable {
    /// Makes the leaderboard, or makes the one with this id so.
    public var configure:
        @Sendable (App, LeaderboardConfiguration, Administrator) async throws(LeaderboardChangeError) -> Void
    /// Releases every leaderboard of the app that is not, for ever (rule 3.3).
    public var release: @Sendable (App, Administrator) async throws(LeaderboardChangeError) -> Void

    /// Makes the achievement, or makes the one with this id so.
    public var achievements: @Sendable (App, AchievementConfiguration, Administrator) async throws(AppError) -> Void = {
        (_, _, _) throws(AppError) in throw .unavailable
    }

    /// The app was put away: what players still had to do in it is over (rule 6.3).
    public var appEnded: @Sendable (App) async throws(AppError) -> Void = { (_) throws(AppError) in }

    public init(
        configure:
            @escaping @Sendable (App, LeaderboardConfiguration, Administrator)
            async
            throws(LeaderboardChangeError) -> Void,
        release: @escaping @Sendable (App, Administrator) async throws(LeaderboardChangeError) -> Void
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
