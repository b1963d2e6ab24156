/// Called when the player closes a ``GKLeaderboardViewController``.
public protocol GKLeaderboardViewControllerDelegate: NSObjectProtocol {
    @preconcurrency @MainActor func leaderboardViewControllerDidFinish(_ viewController: GKLeaderboardViewController)
}

/// Only leaderboards, as in iOS 4: a ``GKGameCenterViewController`` with its own delegate.
@available(iOS, deprecated: 7.0)
@preconcurrency @MainActor open class GKLeaderboardViewController: GKGameCenterViewController {
    // As Apple's: it may be nil, and code of its time does not unwrap it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open weak var leaderboardDelegate: (any GKLeaderboardViewControllerDelegate)!

    /// The time scope shown first; the player can choose another.
    open var timeScope: GKLeaderboard.TimeScope {
        get { leaderboardTimeScope }
        set { leaderboardTimeScope = newValue }
    }

    /// The leaderboard's ID. Nil for the game's list of leaderboards.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var category: String! {
        get { leaderboardIdentifier }
        set { leaderboardIdentifier = newValue }
    }

    override var standardState: GKGameCenterViewControllerState { .leaderboards }

    override func tellDelegate() -> Bool {
        guard let delegate = leaderboardDelegate else { return super.tellDelegate() }
        delegate.leaderboardViewControllerDidFinish(self)
        return true
    }
}
