import LaurelDomain

// Opening Game Center as if the player had touched the access point.
//
// A handler is called when the page is seen, or as soon as it is clear that it will not be: the player did not sign in.
extension GKAccessPoint {
    /// Opens the dashboard.
    @preconcurrency public func trigger(handler: @escaping @MainActor () -> Void) { open(.dashboard, handler) }

    @preconcurrency public func trigger(
        state: GKGameCenterViewControllerState, handler: @escaping @MainActor () -> Void
    ) {
        open(PageAddress(state), handler)
    }

    @preconcurrency public func trigger(achievementID: String, handler: (@MainActor () -> Void)? = nil) {
        open(.achievement(achievementID), handler)
    }

    @preconcurrency public func trigger(leaderboardSetID: String, handler: (@MainActor () -> Void)? = nil) {
        open(.leaderboardSet(leaderboardSetID), handler)
    }

    @preconcurrency public func trigger(
        leaderboardID: String, playerScope: GKLeaderboard.PlayerScope, timeScope: GKLeaderboard.TimeScope,
        handler: (@MainActor () -> Void)? = nil
    ) {
        open(.leaderboard(leaderboardID, playerScope, timeScope), handler)
    }

    @preconcurrency public func trigger(player: GKPlayer, handler: (@MainActor () -> Void)? = nil) {
        open(PageAddress(player), handler)
    }

    /// Opens the player's received challenges.
    @preconcurrency public func triggerForChallenges(handler: (@MainActor () -> Void)? = nil) {
        open(.challenges, handler)
    }

    public func triggerForChallenges() async { await open(.challenges) }

    /// Opens a friend request.
    @preconcurrency public func triggerForFriending(handler: (@MainActor () -> Void)? = nil) {
        open(.friendRequest(FriendRequestDraft()), handler)
    }

    public func triggerForFriending() async { await open(.friendRequest(FriendRequestDraft())) }

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
