import Synchronization

/// What of Game Center is on the screen of one device.
final class Screens: Sendable {
    struct State: Sendable {
        /// Visits to pages that have begun and not ended.
        var openVisits = 0
        var isPresentingFriendRequest = false
        /// The player whom this run of the game asked to see friends: nobody is asked twice.
        var askedForFriends: String?
        var accessPoint: GKAccessPoint?
        /// How the presenter was last asked to draw the access point; nil: not at all.
        var drawn: GameCenterAccessPoint?
        var sharedController: GKGameCenterViewController?
        var dialogs: GKDialogController?
    }

    let state = Mutex(State())
    let banners = BannerLine()
}

extension Laurel {
    /// Another presenter: it draws what the one before has drawn.
    func install(_ presenter: (any GameCenterPresenter)?) {
        let before = state.set(\.presenter, presenter) ?? BrowserPresenter(log: world.log)
        tell { [self] in
            let wasDrawn = screens.state.withLock { state in
                defer { state.drawn = nil }
                return state.drawn != nil
            }
            if wasDrawn { before.hideAccessPoint() }
            refreshAccessPoint()
        }
    }
}
