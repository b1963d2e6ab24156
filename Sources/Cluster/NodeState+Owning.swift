public import LaurelDomain

extension NodeState {
    /// A claim was answered.
    ///
    /// - Parameters:
    ///   - lease: nil: another node was quicker, or the owner lives.
    ///   - sent: the steady clock before the claim was sent.
    public mutating func claimAnswered(_ lease: Lease?, sent: Timestamp) -> Decision {
        switch (role, lease) {
        case (.claiming, let lease?):
            trust(from: sent)
            return own(lease)
        case (.claiming, nil):
            role = .following
            // A former primary that lives on may show the same lease for ever: ask no more often than patience says.
            self.lease?.interrupt()
            return .nothing
        case (.leaving, let lease?): return .release(lease)
        case (.following, _), (.owning, _), (.leaving, nil): return .nothing
        }
    }

    /// Nobody knows what came of a claim: it was committed, will be, or never. The next look tells.
    public mutating func claimFailed() {
        if role == .claiming { role = .following }
    }

    /// The beat to send now, with a number that no beat of this lease ever had. Nil: the node owns nothing, and beats
    /// for itself alone.
    public mutating func beat() -> Lease? {
        guard case .owning(var lease) = role else { return nil }
        lease.beat &+= 1
        role = .owning(lease)
        return lease
    }

    /// A beat was answered. One that failed says nothing, and needs no call.
    ///
    /// - Parameters:
    ///   - holds: as the store answered.
    ///   - lease: as ``beat()`` gave it. An answer for a lease that this node doesn't own any more is ignored.
    ///   - sent: the steady clock before the beat was sent.
    public mutating func beatAnswered(_ holds: Bool, of lease: Lease?, sent: Timestamp) -> Decision {
        guard let lease, owns(lease) else { return .nothing }
        guard holds else { return resign() }
        trust(from: sent)
        return .nothing
    }

    /// The store refused a write, as the epoch has another owner.
    public mutating func writeRefused(under lease: Lease) -> Decision { owns(lease) ? resign() : .nothing }

    /// The process ends (SIGTERM). The node stops trusting its lease before it returns; only then may others hear of
    /// it.
    ///
    /// - Returns: the lease to release; nil: it owns none.
    public mutating func leave() -> Lease? {
        defer {
            role = .leaving
            trustedUntil = nil
        }
        guard case .owning(let lease) = role else { return nil }
        return lease
    }

    private func owns(_ lease: Lease) -> Bool {
        guard case .owning(let own) = role else { return false }
        return own.epoch == lease.epoch && own.claim == lease.claim
    }

    /// Answers may come in another order than what they answer was sent in.
    private mutating func trust(from sent: Timestamp) {
        let end = sent.advanced(by: times.trust)
        trustedUntil = max(trustedUntil ?? end, end)
    }
}
