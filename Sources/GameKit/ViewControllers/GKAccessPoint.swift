import LaurelDomain
import Synchronization

/// A button in a corner of the game that opens Game Center. It's visible while it's active, a player is signed in, no
/// Game Center screen is open, and the game's presenter draws it.
// SAFETY: everything that changes is in `state`, behind its lock.
open class GKAccessPoint: NSObject, @unchecked Sendable {
    /// A corner of the screen.
    // SAFETY: an enumeration of integers; Apple's has the same mark.
    public enum Location: Int, @unchecked Sendable {
        case topLeading = 0
        case topTrailing = 1
        case bottomLeading = 2
        case bottomTrailing = 3
    }

    private struct State: Sendable {
        var isActive = false
        var showHighlights = false
        var location = Location.topLeading
        var window = WeakWindow()
    }

    private struct WeakWindow: Sendable { weak var window: UIWindow? }

    private let state = Mutex(State())
    let center: Laurel

    init(in center: Laurel) { self.center = center }

    open class var shared: GKAccessPoint {
        let center = Laurel.current
        return center.screens.state.withLock { state in
            let point = state.accessPoint ?? GKAccessPoint(in: center)
            state.accessPoint = point
            return point
        }
    }

    // MARK: How it looks

    /// Whether the game wants it shown.
    open var isActive: Bool {
        get { state.withLock(\.isActive) }
        set { change { $0.isActive = newValue } }
    }

    /// Whether the player's achievements are shown next to it.
    @available(iOS, deprecated: 26.0)
    open var showHighlights: Bool {
        get { state.withLock(\.showHighlights) }
        set { change { $0.showHighlights = newValue } }
    }

    open var location: Location {
        get { state.withLock(\.location) }
        set { change { $0.location = newValue } }
    }

    /// The window it's in; nil lets the presenter choose.
    open weak var parentWindow: UIWindow? {
        get { state.withLock { $0.window.window } }
        set { change { $0.window.window = newValue } }
    }

    private func change(_ body: (inout sending State) -> Void) {
        state.withLock { body(&$0) }
        center.refreshAccessPoint()
    }

    /// How it is to be drawn.
    var look: GameCenterAccessPoint? {
        state.withLock { state in
            guard state.isActive else { return nil }
            return GameCenterAccessPoint(location: state.location, showsHighlights: state.showHighlights)
        }
    }

    // MARK: What is seen

    /// Whether it's visible to the player.
    open var isVisible: Bool { drawnFrame != nil }

    /// Whether any Game Center screen is open.
    open var isPresentingGameCenter: Bool { center.screens.state.withLock { $0.openVisits > 0 } }

    /// Its frame; `CGRect.zero` while it isn't visible.
    open var frameInScreenCoordinates: CGRect { drawnFrame ?? .zero }

    private var drawnFrame: CGRect? {
        guard center.screens.state.withLock({ $0.drawn != nil }) else { return nil }
        return center.currentPresenter.accessPointFrame
    }

    // MARK: Opening Game Center as if the player had touched the access point

    /// Opens the dashboard.
    @preconcurrency open func trigger(handler: @escaping @MainActor () -> Void) { open(.dashboard, handler) }

    @preconcurrency open func trigger(
        state: GKGameCenterViewControllerState, handler: @escaping @MainActor () -> Void
    ) {
        open(PageAddress(state), handler)
    }

    @preconcurrency open func trigger(achievementID: String, handler: (@MainActor () -> Void)? = nil) {
        open(.achievement(achievementID), handler)
    }

    @preconcurrency open func trigger(leaderboardSetID: String, handler: (@MainActor () -> Void)? = nil) {
        open(.leaderboardSet(leaderboardSetID), handler)
    }

    @preconcurrency open func trigger(
        leaderboardID: String, playerScope: GKLeaderboard.PlayerScope, timeScope: GKLeaderboard.TimeScope,
        handler: (@MainActor () -> Void)? = nil
    ) {
        open(.leaderboard(leaderboardID, playerScope, timeScope), handler)
    }

    @preconcurrency open func trigger(player: GKPlayer, handler: (@MainActor () -> Void)? = nil) {
        open(PageAddress(player), handler)
    }

    /// Opens the player's received challenges.
    @preconcurrency open func triggerForChallenges(handler: (@MainActor () -> Void)? = nil) {
        open(.challenges, handler)
    }

    open func triggerForChallenges() async { await open(.challenges) }

    /// Opens the page on which the player challenges friends with a definition.
    @preconcurrency open func trigger(challengeDefinitionID: String, handler: (@MainActor () -> Void)? = nil) {
        open(.challengeDefinition(challengeDefinitionID), handler)
    }

    open func trigger(challengeDefinitionID: String) async { await open(.challengeDefinition(challengeDefinitionID)) }

    /// Opens the game's page: activities have none of their own.
    @preconcurrency open func trigger(gameActivityDefinitionID: String, handler: (@MainActor () -> Void)? = nil) {
        open(.dashboard, handler)
    }

    open func trigger(gameActivityDefinitionID: String) async { await open(.dashboard) }

    /// Opens the page of its party code, which shows who waits; without a code, the game's page.
    @preconcurrency open func trigger(gameActivity: GKGameActivity, handler: (@MainActor () -> Void)? = nil) {
        open(PageAddress(gameActivity), handler)
    }

    open func trigger(gameActivity: GKGameActivity) async { await open(PageAddress(gameActivity)) }

    /// Opens a friend request.
    @preconcurrency open func triggerForFriending(handler: (@MainActor () -> Void)? = nil) {
        open(.friendRequest(FriendRequestDraft()), handler)
    }

    open func triggerForFriending() async { await open(.friendRequest(FriendRequestDraft())) }

    /// While a Game Center screen is open, no other opens.
    private func open(_ address: PageAddress, _ handler: (@MainActor () -> Void)?) {
        let settled = { @Sendable in MainActor.assumeIsolated { handler?() ?? () } }
        guard !isPresentingGameCenter else { return center.tell(settled) }
        PageVisit(in: center, PageVisit.Events(settled: settled)) { _ in address }.begin()
    }

    private func open(_ address: PageAddress) async {
        await withCheckedContinuation { continuation in open(address) { continuation.resume() } }
    }
}

extension Laurel {
    /// Has the presenter draw the access point, or take it away, when something has changed that counts.
    func refreshAccessPoint() {
        guard screens.state.withLock({ $0.accessPoint != nil }) else { return }
        present { [self] presenter in
            let isSignedIn = session != nil
            let (before, now) = screens.state.withLock { state in
                let before = state.drawn
                state.drawn = isSignedIn && state.openVisits == 0 ? state.accessPoint?.look : nil
                return (before, state.drawn)
            }
            guard before != now else { return }
            if let now { presenter.show(now) } else { presenter.hideAccessPoint() }
        }
    }
}
