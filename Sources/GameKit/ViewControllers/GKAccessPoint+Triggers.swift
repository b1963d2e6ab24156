import LaurelDomain

// Opening Game Center as if the player had touched the access point.
//
// A handler is called when the page is seen, or as soon as it is clear that it will not be: the player did not sign in.
extension GKAccessPoint {
    /// Opens the dashboard.
    public func trigger(handler: @escaping () -> Void) { open(.dashboard, handler) }

    public func trigger(state: GKGameCenterViewControllerState, handler: @escaping () -> Void) {
        open(PageAddress(state), handler)
    }

    public func trigger(achievementID: String, handler: (() -> Void)? = nil) {
        open(.achievement(achievementID), handler)
    }

    public func trigger(leaderboardSetID: String, handler: (() -> Void)? = nil) {
        open(.leaderboardSet(leaderboardSetID), handler)
    }

    public func trigger(
        leaderboardID: String, playerScope: GKLeaderboard.PlayerScope, timeScope: GKLeaderboard.TimeScope,
        handler: (() -> Void)? = nil
    ) {
        open(.leaderboard(leaderboardID, playerScope, timeScope), handler)
    }

    public func trigger(player: GKPlayer, handler: (() -> Void)? = nil) { open(PageAddress(player), handler) }

    /// Opens the player's received challenges.
    public func triggerForChallenges(handler: (() -> Void)? = nil) { open(.challenges, handler) }

    public func triggerForChallenges() async { await open(.challenges) }

    /// Opens a friend request.
    public func triggerForFriending(handler: (() -> Void)? = nil) {
        open(.friendRequest(FriendRequestDraft()), handler)
    }

    public func triggerForFriending() async { await open(.friendRequest(FriendRequestDraft())) }

    /// While a Game Center screen is open, no other opens.
    private func open(_ address: PageAddress, _ handler: (() -> Void)?) {
        let settled = MainThreadOnly(handler ?? {})
        guard !isPresentingGameCenter else { return center.tell { settled.value() } }
        PageVisit(in: center, PageVisit.Events(settled: settled.value)) { _ in address }.begin()
    }

    private func open(_ address: PageAddress) async {
        await withCheckedContinuation { continuation in open(address) { continuation.resume() } }
    }
}
