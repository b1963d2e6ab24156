import LaurelClient
import LaurelDomain

/// Called when the player sends a ``GKFriendRequestComposeViewController``'s request or cancels it.
@available(iOS, deprecated: 10.0)
public protocol GKFriendRequestComposeViewControllerDelegate: AnyObject {
    @preconcurrency @MainActor func friendRequestComposeViewControllerDidFinish(
        _ viewController: GKFriendRequestComposeViewController)
}

/// A friend request: the game fills in what it knows, and the player sends it on the server's page. A game can't make
/// friends on its own.
@available(iOS, deprecated: 10.0)
@preconcurrency @MainActor open class GKFriendRequestComposeViewController: UINavigationController, GKViewController {
    open weak var composeViewDelegate: (any GKFriendRequestComposeViewControllerDelegate)?

    private var draft = FriendRequestDraft()
    private var playerIDs: [String] = []
    private let center = Laurel.current
    private var visit: PageVisit?
    /// Called when it is no longer shown, for whatever reason.
    var closed: () -> Void = {}

    /// The most players that one request can go to.
    open class func maxNumberOfRecipients() -> Int { FriendRequestDraft.recipientsLimit }

    /// - Parameter message: cut to 200 characters. The player can edit it.
    open func setMessage(_ message: String?) { draft.message = message ?? "" }

    open func addRecipientPlayers(_ players: [GKPlayer]) {
        let others = players.filter { $0.guestIdentifier == nil && !$0.alias.isEmpty && $0 != center.localPlayer }
        draft.aliases += room(for: others.map(\.alias))
    }

    /// - Parameter playerIDs: as ``GKPlayer/gamePlayerID``.
    @available(iOS, deprecated: 8.0)
    open func addRecipients(withPlayerIDs playerIDs: [String]) { self.playerIDs += room(for: playerIDs) }

    /// The page offers to email them a friend link.
    open func addRecipients(withEmailAddresses emailAddresses: [String]) {
        draft.mailAddresses += room(for: emailAddresses.filter { $0.contains("@") && $0.utf8.count <= 254 })
    }

    /// Those that still fit.
    private func room(for recipients: [String]) -> [String] {
        let free = Self.maxNumberOfRecipients() - draft.count - playerIDs.count
        if recipients.count > free {
            center.world.log(
                "A friend request can have up to \(Self.maxNumberOfRecipients()) recipients: the rest are left out.")
        }
        return Array(recipients.prefix(max(free, 0)))
    }

    override func wasPresented() {
        let (draft, ids) = (draft, playerIDs)
        let events = PageVisit.Events(finished: { [weak self] in self?.pageWasClosed() })
        let visit = PageVisit(in: center, events) { await .friendRequest(draft.adding(ids, in: $0)) }
        self.visit = visit
        visit.begin()
    }

    override func wasDismissed() {
        visit?.leave()
        visit = nil
        closed()
    }

    private func pageWasClosed() {
        visit = nil
        if let composeViewDelegate {
            composeViewDelegate.friendRequestComposeViewControllerDidFinish(self)
        } else {
            dismiss(animated: true)
        }
    }
}

extension FriendRequestDraft {
    /// With the players of these ids. Those that cannot be found are left out.
    fileprivate func adding(_ ids: [String], in center: Laurel) async -> FriendRequestDraft {
        var draft = self
        do throws(GKError) {
            draft.aliases += try await center.loadPlayers(ids).map(\.alias)
        } catch {
            center.world.log("Couldn't find the players to invite: \(error.localizedDescription)")
        }
        return draft
    }
}
