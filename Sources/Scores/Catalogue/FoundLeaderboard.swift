public import LaurelDomain

/// What a leaderboard's ID stands for in an app, and that app, as they were configured when somebody looked.
///
/// A class: a reading hands both on several times, and their copies took as long as the look into the ranks.
public final class FoundLeaderboard: Sendable {
    public let app: App
    public let leaderboard: Leaderboard

    public init(_ leaderboard: Leaderboard, of app: App) {
        self.leaderboard = leaderboard
        self.app = app
    }
}
