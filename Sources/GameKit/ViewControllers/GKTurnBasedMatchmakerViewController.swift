import LaurelWire
import Synchronization

/// Called when a match was found, or won't be.
public protocol GKTurnBasedMatchmakerViewControllerDelegate: NSObjectProtocol {
    /// The player wants no match. Dismiss the controller here.
    @preconcurrency @MainActor func turnBasedMatchmakerViewControllerWasCancelled(
        _ viewController: GKTurnBasedMatchmakerViewController)
    @preconcurrency @MainActor func turnBasedMatchmakerViewController(
        _ viewController: GKTurnBasedMatchmakerViewController, didFailWithError error: any Error)
    /// The match that the player chose, or that was found. Listeners hear of it, too, with
    /// ``GKTurnBasedEventListener/player(_:receivedTurnEventFor:didBecomeActive:)``.
    @available(iOS, deprecated: 9.0)
    @preconcurrency @MainActor func turnBasedMatchmakerViewController(
        _ viewController: GKTurnBasedMatchmakerViewController, didFind match: GKTurnBasedMatch)
    /// Never called: ``GKTurnBasedEventListener/player(_:wantsToQuitMatch:)`` is.
    @available(iOS, deprecated: 9.0)
    @preconcurrency @MainActor func turnBasedMatchmakerViewController(
        _ viewController: GKTurnBasedMatchmakerViewController, playerQuitFor match: GKTurnBasedMatch)
}

// Two of them are optional.
extension GKTurnBasedMatchmakerViewControllerDelegate {
    @preconcurrency @MainActor public func turnBasedMatchmakerViewController(
        _ viewController: GKTurnBasedMatchmakerViewController, didFind match: GKTurnBasedMatch
    ) {}
    @preconcurrency @MainActor public func turnBasedMatchmakerViewController(
        _ viewController: GKTurnBasedMatchmakerViewController, playerQuitFor match: GKTurnBasedMatch
    ) {}
}

/// Finds a turn-based match with the player. If the player has matches here that are not over, the server's page of
/// them is shown first (``GameCenterPresenter/chooseMatch(_:finished:)``). A match that the player entered there is the
/// one that is found; otherwise one is found as the request says.
///
/// A browser can't tell when its page is closed: there, the page opens, and a match is found at once.
@preconcurrency @MainActor open class GKTurnBasedMatchmakerViewController: UINavigationController, GKViewController {
    open weak var turnBasedMatchmakerDelegate: (any GKTurnBasedMatchmakerViewControllerDelegate)?
    /// Whether the player's matches are shown first.
    open var showExistingMatches = true
    /// Who may be met. `nearbyOnly` is for real-time matches alone.
    open var matchmakingMode = GKMatchmakingMode.default

    private let wanted: GKMatchRequest.Wanted
    private let center = Laurel.current
    private var visit: PageVisit?
    private var search = 0

    public init(matchRequest request: GKMatchRequest) {
        wanted = request.wanted
        super.init(nibName: nil, bundle: nil)
    }

    /// Made with a request alone.
    public required init?(coder: NSCoder) { nil }

    override func wasPresented() {
        let choosing = MatchChoosing(wanted, matchmakingMode)
        let shows = showExistingMatches && matchmakingMode != .automatchOnly
        let events = PageVisit.Events(finished: { [weak self] in self?.pageWasClosed(choosing) })
        let visit = PageVisit(in: center, events) { center in
            await choosing.begin(shows, in: center) ? .matches : nil
        } show: { presenter, page, finished in
            presenter.chooseMatch(page) { choice in
                choosing.choose(choice)
                finished()
            }
        }
        self.visit = visit
        visit.begin()
    }

    override func wasDismissed() {
        visit?.leave()
        visit = nil
        search += 1
    }

    private func pageWasClosed(_ choosing: MatchChoosing) {
        visit = nil
        guard choosing.wantsOne, center.session != nil else { return wasCancelled() }
        let (own, center, search) = (MainThreadOnly(self), center, search)
        center.answer({ (match: GKTurnBasedMatch?, error: (any Error)?) in
            MainActor.assumeIsolated { own.value.found(match, error, by: search) }
        }) { (center) throws(GKError) in try await choosing.match(in: center) }
    }

    private func wasCancelled() {
        if let turnBasedMatchmakerDelegate {
            turnBasedMatchmakerDelegate.turnBasedMatchmakerViewControllerWasCancelled(self)
        } else {
            dismiss(animated: true)
        }
    }

    /// - Parameter search: another one may have begun since.
    private func found(_ match: GKTurnBasedMatch?, _ error: (any Error)?, by search: Int) {
        guard search == self.search else { return }
        if let match {
            turnBasedMatchmakerDelegate?.turnBasedMatchmakerViewController(self, didFind: match)
            center.tellTurn(match, didBecomeActive: true)
        } else {
            turnBasedMatchmakerDelegate?.turnBasedMatchmakerViewController(
                self, didFailWithError: error ?? GKError(.unknown))
        }
        if turnBasedMatchmakerDelegate == nil { dismiss(animated: true) }
    }
}
