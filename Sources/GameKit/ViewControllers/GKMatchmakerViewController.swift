/// Called when players were found for a real-time match, or won't be.
public protocol GKMatchmakerViewControllerDelegate: NSObjectProtocol {
    /// The player wants no match. Not called before there are real-time matches.
    @preconcurrency @MainActor func matchmakerViewControllerWasCancelled(
        _ viewController: GKMatchmakerViewController)
    /// Dismiss the controller here.
    @preconcurrency @MainActor func matchmakerViewController(
        _ viewController: GKMatchmakerViewController, didFailWithError error: any Error)
    /// Not called before there are real-time matches, as all that follow.
    @preconcurrency @MainActor func matchmakerViewController(
        _ viewController: GKMatchmakerViewController, didFindHostedPlayers players: [GKPlayer])
    @preconcurrency @MainActor func matchmakerViewController(
        _ viewController: GKMatchmakerViewController, hostedPlayerDidAccept player: GKPlayer)
    @available(iOS, deprecated: 8.0)
    @preconcurrency @MainActor func matchmakerViewController(
        _ viewController: GKMatchmakerViewController, didFindPlayers playerIDs: [String])
    @available(iOS, deprecated: 8.0)
    @preconcurrency @MainActor func matchmakerViewController(
        _ viewController: GKMatchmakerViewController, didReceiveAcceptFromHostedPlayer playerID: String)
    @preconcurrency @MainActor func matchmakerViewController(
        _ viewController: GKMatchmakerViewController, getMatchPropertiesForRecipient recipient: GKPlayer,
        withCompletionHandler completionHandler: @escaping @Sendable ([String: Any]) -> Void)
}

// All but the first two are optional.
extension GKMatchmakerViewControllerDelegate {
    @preconcurrency @MainActor public func matchmakerViewController(
        _ viewController: GKMatchmakerViewController, didFindHostedPlayers players: [GKPlayer]
    ) {}
    @preconcurrency @MainActor public func matchmakerViewController(
        _ viewController: GKMatchmakerViewController, hostedPlayerDidAccept player: GKPlayer
    ) {}
    @preconcurrency @MainActor public func matchmakerViewController(
        _ viewController: GKMatchmakerViewController, didFindPlayers playerIDs: [String]
    ) {}
    @preconcurrency @MainActor public func matchmakerViewController(
        _ viewController: GKMatchmakerViewController, didReceiveAcceptFromHostedPlayer playerID: String
    ) {}
    @preconcurrency @MainActor public func matchmakerViewController(
        _ viewController: GKMatchmakerViewController, getMatchPropertiesForRecipient recipient: GKPlayer,
        withCompletionHandler completionHandler: @escaping @Sendable ([String: Any]) -> Void
    ) { completionHandler([:]) }
}

/// Finds players for a real-time match with the player. There are no such matches yet: when it is presented, it shows
/// nothing and fails with `notSupported`, or `matchRequestInvalid` where the request is wrong.
/// ``GKTurnBasedMatchmakerViewController`` finds matches that are played by turns.
@preconcurrency @MainActor open class GKMatchmakerViewController: UINavigationController, GKViewController {
    open weak var matchmakerDelegate: (any GKMatchmakerViewControllerDelegate)?
    /// Players are for a server of the game's own.
    open var isHosted = false
    /// Who may be met.
    open var matchmakingMode = GKMatchmakingMode.default
    open var canStartWithMinimumPlayers = false

    private let request: GKMatchRequest
    private let center = Laurel.current
    private var presentation = 0

    /// Never nil: the delegate hears what is wrong with the request.
    public init?(matchRequest request: GKMatchRequest) {
        self.request = request
        super.init(nibName: nil, bundle: nil)
    }

    /// For an invitation that the player has accepted. None is made before there are real-time matches.
    public init?(invite: GKInvite) {
        request = GKMatchRequest()
        super.init(nibName: nil, bundle: nil)
        request.playerGroup = invite.playerGroup
        request.playerAttributes = invite.playerAttributes
        isHosted = invite.isHosted
    }

    /// Made with a request or an invitation alone.
    public required init?(coder: NSCoder) { nil }

    open var matchRequest: GKMatchRequest { request }

    /// Nothing shows it here.
    open func setHostedPlayer(_ player: GKPlayer, didConnect connected: Bool) {}

    /// As in iOS 5 to 7.
    @available(iOS, deprecated: 8.0)
    open func setHostedPlayer(_ playerID: String, connected: Bool) {}

    override func wasPresented() {
        presentation += 1
        let (own, wanted, presentation) = (MainThreadOnly(self), request.wanted, presentation)
        center.answer({ (_: GKMatchedPlayers?, error: (any Error)?) in
            MainActor.assumeIsolated { own.value.failed(error, in: presentation) }
        }) { (center) throws(GKError) in try center.hostedPlayers(wanted) }
    }

    override func wasDismissed() { presentation += 1 }

    /// - Parameter presentation: it may have been dismissed since.
    private func failed(_ error: (any Error)?, in presentation: Int) {
        guard presentation == self.presentation else { return }
        guard let matchmakerDelegate else { return dismiss(animated: true) }
        matchmakerDelegate.matchmakerViewController(self, didFailWithError: error ?? GKError(.unknown))
    }
}
