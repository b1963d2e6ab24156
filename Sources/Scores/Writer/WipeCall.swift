package import LaurelDomain
import LaurelStorage

/// Test data that goes, in the sandbox of one app.
package struct WipeCall: Sendable {
    package let app: App
    /// Nil: all of the app.
    package let leaderboard: LeaderboardNumber?
    /// Nil: everybody's.
    package let player: PlayerNumber?
    package let administrator: Administrator
    /// What the log says it was.
    package let subject: String
    /// How many leaderboards it concerned.
    package let completion: @Sendable (Result<Int, WipeError>) -> Void

    package init(
        app: App, leaderboard: LeaderboardNumber?, player: PlayerNumber?, administrator: Administrator, subject: String,
        completion: @escaping @Sendable (Result<Int, WipeError>) -> Void
    ) {
        self.app = app
        self.leaderboard = leaderboard
        self.player = player
        self.administrator = administrator
        self.subject = subject
        self.completion = completion
    }
}

public enum WipeError: Error, StoreFailure, Hashable, Sendable {
    case unavailable
    case broken(reason: String)
}
