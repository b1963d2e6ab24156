public import LaurelDomain

extension NodeState {
    /// A look was answered. Call it in the order of the answers.
    ///
    /// - Parameters:
    ///   - sent: the steady clock before the look was sent.
    ///   - answered: the steady clock after its answer came.
    ///   - wallClock: the node's own, at ``answered``.
    public mutating func looked(
        _ look: ClusterLook, sent: Timestamp, answered: Timestamp, wallClock: Timestamp
    ) -> Decision {
        storeLevel = look.level
        others.looked(look, sent: sent, answered: answered)
        clock.looked(look, sent: sent, answered: answered, wallClock: wallClock)
        if !clock.differs { isLastResort = false }
        if let lease, lease.value != look.lease { leaseMoved = answered }
        if lease == nil { lease = Stillness(look.lease, answered: answered) }
        lease?.show(look.lease, sent: sent, answered: answered)
        return switch role {
        case .claiming: .nothing
        case .owning(let own): decide(owning: own, look.lease)
        case .following: decide(following: look.lease)
        case .leaving(let held): decide(leaving: held, look.lease)
        }
    }

    /// A look failed. What stood still before it starts anew: after an outage of the store, the owner gets the time to
    /// beat before others claim.
    public mutating func lookFailed() {
        lease?.interrupt()
        others.lookFailed()
    }

    private mutating func decide(owning own: Lease, _ seen: Lease) -> Decision {
        // An earlier epoch: the look was sent before the claim, or answered by a former primary; or a promoted standby
        // doesn't have the claim. The next beat tells.
        guard seen.epoch >= own.epoch else { return .nothing }
        guard seen.epoch == own.epoch, seen.claim == own.claim, seen.node == node.id else { return resign() }
        // The level was raised while this node claimed.
        guard storeLevel <= node.level else {
            _ = resign()
            return .release(own)
        }
        guard clock.differs, clock.span >= times.patience, !isLastResort, peers.contains(where: \.isLive) else {
            return .nothing
        }
        offered = own
        _ = resign()
        return .release(own)
    }

    private mutating func decide(following seen: Lease) -> Decision {
        if seen.node == node.id {
            // A claim whose answer was lost, or a lease that was let go of while the store didn't hear it.
            if seen.epoch > finishedEpoch && mayOwn { return own(seen) }
            finishedEpoch = max(finishedEpoch, seen.epoch)
            return .release(seen)
        }
        // Another node's clock was right.
        if seen.holder != .nobody { isLastResort = false }
        if isUnwanted(seen) { isLastResort = true }
        guard mayOwn, let span = lease?.span, span >= wait(for: seen) else { return .nothing }
        role = .claiming
        return .claim(seen)
    }

    private mutating func decide(leaving held: Lease?, _ seen: Lease) -> Decision {
        // An earlier epoch: the look was sent before the claim, or answered by a former primary.
        if let held, seen.epoch < held.epoch { return .nothing }
        if let held, seen.epoch == held.epoch, seen.claim == held.claim, seen.node == node.id { return .nothing }
        role = .leaving(nil)
        // A claim that came about after all, or a release that the store didn't hear.
        return seen.node == node.id ? .release(seen) : .nothing
    }

    /// Whether this node offered the lease and no other node claimed it.
    private func isUnwanted(_ seen: Lease) -> Bool {
        guard let offered, isStill, seen.holder == .nobody else { return false }
        return seen.epoch == offered.epoch && seen.claim == offered.claim
    }

    /// For how long it must have stood still before this node claims it.
    private func wait(for seen: Lease) -> Timestamp.Span {
        let patience = seen.holder == .nobody ? 0 : times.patience.milliseconds
        return Timestamp.Span(milliseconds: patience + (leavesToWarm ? times.coldDelay.milliseconds : 0))
    }

    /// Another node can take over without reading the journal first, and this one can't.
    private var leavesToWarm: Bool {
        guard !node.following.isWarm else { return false }
        return peers.contains { peer in
            peer.isLive && peer.announcement.following.isWarm && peer.announcement.level >= storeLevel
        }
    }

    var isStill: Bool { (lease?.span).map { $0 >= times.patience } ?? false }

    private var mayOwn: Bool { storeLevel <= node.level && (!clock.differs || isLastResort) }

    /// Without trust: that comes from an answer.
    mutating func own(_ lease: Lease) -> Decision {
        role = .owning(lease)
        finishedEpoch = max(finishedEpoch, lease.epoch)
        offered = nil
        return .own(lease)
    }

    mutating func resign() -> Decision {
        role = .following
        trustedUntil = nil
        return .resign
    }
}
