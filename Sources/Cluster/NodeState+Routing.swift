public import LaurelDomain

extension NodeState {
    /// Whether no other node can own the store at this moment. Ask when a request arrives and after everything that it
    /// waited for: what memory says then is true of that moment, however late the answer leaves.
    ///
    /// - Parameter now: of the steady clock.
    public func trusts(at now: Timestamp) -> Bool { trustedUntil.map { now < $0 } ?? false }

    /// - Parameter now: of the steady clock.
    public func route(at now: Timestamp) -> Route {
        if trusts(at: now) { return .here }
        guard let lease, !isStill, let owner = lease.value.node, owner != node.id,
            let announcement = others.announcement(of: owner)
        else { return .nowhere }
        return .to(announcement)
    }

    /// The other nodes, in order of their IDs.
    public var peers: [Peer] { others.all }

    /// Where nobody answers any more. A node that was started again has the address of the one that died, whose row
    /// stays for a while.
    public var deadAddresses: Set<String> {
        let live = peers.filter(\.isLive).map(\.announcement.address)
        return Set(peers.filter { !$0.isLive }.map(\.announcement.address)).subtracting(live + [node.address])
    }

    /// This node and the others that live: 1 or more.
    public var liveNodes: Int { 1 + peers.count(where: \.isLive) }

    /// What this node may write: nothing that isn't in the store yet, and nothing that it doesn't understand.
    public var writtenLevel: Int64 { min(node.level, storeLevel) }

    /// By the last look, this node's wall clock differs from the store's by more than ``LeaseTimes/clockDifference``.
    public var clockDiffers: Bool { clock.differs }
}
