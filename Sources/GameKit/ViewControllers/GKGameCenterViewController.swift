import Synchronization

/// The page a ``GKGameCenterViewController`` shows.
// SAFETY: an enumeration of integers; Apple's has the same mark.
public enum GKGameCenterViewControllerState: Int, @unchecked Sendable {
    case `default` = -1
    case leaderboards = 0
    case achievements = 1
    case challenges = 2
    case localPlayerProfile = 3
    case dashboard = 4
    case localPlayerFriendsList = 5
}

/// Called when the player closes a ``GKGameCenterViewController``.
@available(iOS, deprecated: 26.0)
public protocol GKGameCenterControllerDelegate: NSObjectProtocol {
    /// Dismiss the controller here and resume the game.
    // Of the main thread by itself, so that neither a class of the main actor nor any other needs a word of its own.
    @preconcurrency @MainActor func gameCenterViewControllerDidFinish(
        _ gameCenterViewController: GKGameCenterViewController)
}

/// Shows the server's pages for this game in the game's presenter or in the browser. If nobody is signed in, sign-in
/// comes first.
///
/// The delegate is told when the player is done. A browser can't tell: there, the delegate is told at once.
@available(iOS, deprecated: 26.0)
@preconcurrency @MainActor open class GKGameCenterViewController: UINavigationController, GKViewController {
    open weak var gameCenterDelegate: (any GKGameCenterControllerDelegate)?
    @available(iOS, deprecated: 14.0)
    open var viewState: GKGameCenterViewControllerState {
        get { chosenState ?? standardState }
        set { chosenState = newValue }
    }
    /// Applies to the leaderboard in ``leaderboardIdentifier``.
    @available(iOS, deprecated: 14.0)
    open var leaderboardTimeScope = GKLeaderboard.TimeScope.allTime
    /// Nil for the game's list of leaderboards.
    @available(iOS, deprecated: 14.0)
    open var leaderboardIdentifier: String?

    private var chosenState: GKGameCenterViewControllerState?
    /// What it shows until the game says otherwise.
    var standardState: GKGameCenterViewControllerState { .default }
    private var playerScope = GKLeaderboard.PlayerScope.global
    /// What the initialiser named, where ``viewState`` has no word for it.
    private var target: PageAddress?
    private let center = Laurel.current
    private var visit: PageVisit?

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    public init(state: GKGameCenterViewControllerState) {
        super.init(nibName: nil, bundle: nil)
        viewState = state
    }

    public init(
        leaderboardID: String, playerScope: GKLeaderboard.PlayerScope, timeScope: GKLeaderboard.TimeScope
    ) {
        super.init(nibName: nil, bundle: nil)
        viewState = .leaderboards
        leaderboardIdentifier = leaderboardID
        leaderboardTimeScope = timeScope
        self.playerScope = playerScope
    }

    /// All time or, for a recurring leaderboard, the current occurrence.
    public init(leaderboard: GKLeaderboard, playerScope: GKLeaderboard.PlayerScope) {
        super.init(nibName: nil, bundle: nil)
        viewState = .leaderboards
        leaderboardIdentifier = leaderboard.baseLeaderboardID
        self.playerScope = playerScope
    }

    public init(leaderboardSetID: String) {
        super.init(nibName: nil, bundle: nil)
        target = .leaderboardSet(leaderboardSetID)
    }

    public init(achievementID: String) {
        super.init(nibName: nil, bundle: nil)
        target = .achievement(achievementID)
    }

    public init(player: GKPlayer) {
        super.init(nibName: nil, bundle: nil)
        target = PageAddress(player)
    }

    private var address: PageAddress {
        if let target { return target }
        let showsLeaderboards = [.leaderboards, .default].contains(viewState)
        guard showsLeaderboards, let leaderboardIdentifier else { return PageAddress(viewState) }
        return .leaderboard(leaderboardIdentifier, playerScope, leaderboardTimeScope)
    }

    override func wasPresented() {
        let address = address
        let events = PageVisit.Events(finished: { [weak self] in self?.pageWasClosed() })
        let visit = PageVisit(in: center, events) { _ in address }
        self.visit = visit
        visit.begin()
    }

    override func wasDismissed() {
        visit?.leave()
        visit = nil
    }

    private func pageWasClosed() {
        visit = nil
        // A delegate that did not ask to be told is not made to dismiss what nobody sees any more.
        if !tellDelegate() { dismiss(animated: true) }
    }

    /// - Returns: whether there is one.
    func tellDelegate() -> Bool {
        gameCenterDelegate?.gameCenterViewControllerDidFinish(self)
        return gameCenterDelegate != nil
    }

    // MARK: As of iOS 6

    /// The program's shared instance.
    @available(iOS, deprecated: 7.0)
    open class var shared: GKGameCenterViewController {
        let screens = Laurel.current.screens
        if let made = screens.state.withLock(\.sharedController) { return made }
        let made = GKGameCenterViewController()
        screens.state.withLock { $0.sharedController = made }
        return made
    }

    #if !canImport(Darwin)
        /// The name of ``gameCenterDelegate`` in early books. On Apple's platforms, a navigation controller has a
        /// different member of this name.
        open var delegate: (any GKGameCenterControllerDelegate)? {
            get { gameCenterDelegate }
            set { gameCenterDelegate = newValue }
        }
    #endif

    /// The name of ``leaderboardIdentifier`` before iOS 7.
    @available(iOS, deprecated: 7.0)
    open var leaderboardCategory: String? {
        get { leaderboardIdentifier }
        set { leaderboardIdentifier = newValue }
    }
}
