import LaurelCluster
import LaurelDomain
import LaurelForwarding
import Synchronization

/// Asks the owner of the store all the time whether it's there, and knows whether this node is cut off from it.
final class OwnerWatch: Sendable {
    private let reach = Mutex(OwnerReach())
    private let membership: Membership
    private let forwarder: Forwarder

    init(_ membership: Membership, _ forwarder: Forwarder) {
        self.membership = membership
        self.forwarder = forwarder
    }

    /// The owner lives, and this node can't reach it.
    var isCutOff: Bool {
        let moved = membership.leaseMoved
        return reach.withLock { $0.isCutOff(leaseMoved: moved) }
    }

    /// To be called as often as ``OwnerReach/turn(_:at:)``.
    func turn(at now: Timestamp) {
        let owner: NodeAnnouncement? = if case .to(let node) = membership.route { node } else { nil }
        guard let question = reach.withLock({ $0.turn(owner?.id, at: now) }),
            let address = owner.flatMap({ PeerAddress($0.address) })
        else { return }
        forwarder.ask(address, within: Int(OwnerReach.answerLimit.milliseconds)) { [self] isThere in
            if isThere { reach.withLock { $0.answered(question) } }
        }
    }
}
