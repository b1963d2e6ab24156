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

    /// How far this node's boards are. Say it before each look and each beat: both go by it.
    ///
    /// A node whose wall clock differs announces that it's cold: it doesn't claim, so others would wait for it in vain.
    public mutating func follows(_ following: NodeAnnouncement.Following) {
        node.following = clock.differs ? .cold : following
    }

    /// The beat to send now, with a number that no beat of this lease ever had. Nil: the node owns nothing, and beats
    /// for itself alone.
    public mutating func beat() -> Lease? {
        switch role {
        case .owning(var lease):
            lease.beat &+= 1
            role = .owning(lease)
            return lease
        case .leaving(var lease?):
            lease.beat &+= 1
            role = .leaving(lease)
            return lease
        case .following, .claiming, .leaving(nil): return nil
        }
    }

    /// A beat was answered. One that failed says nothing, and needs no call.
    ///
    /// - Parameters:
    ///   - holds: as the store answered.
    ///   - lease: as ``beat()`` gave it. An answer for a lease that this node doesn't own any more is ignored.
    ///   - sent: the steady clock before the beat was sent.
    public mutating func beatAnswered(_ holds: Bool, of lease: Lease?, sent: Timestamp) -> Decision {
        guard let lease, owns(lease) else { return .nothing }
        if case .leaving = role {
            // No trust comes of it, and nothing is left to resign from.
            if !holds { role = .leaving(nil) }
            return .nothing
        }
        guard holds else { return resign() }
        trust(from: sent)
        return .nothing
    }

    /// The store refused a write, as the epoch has another owner.
    public mutating func writeRefused(under lease: Lease) -> Decision {
        guard owns(lease) else { return .nothing }
        if case .leaving = role {
            role = .leaving(nil)
            return .nothing
        }
        return resign()
    }

    /// The process ends (SIGTERM). The node stops trusting its lease before it returns; only then may others hear of
    /// it. It goes on beating, so that nobody claims the lease while what it began is finished and written: then call
    /// ``letGo()``, and release it.
    ///
    /// - Returns: the lease to release then; nil: it owns none.
    public mutating func leave() -> Lease? {
        trustedUntil = nil
        switch role {
        case .owning(let lease):
            role = .leaving(lease)
            return lease
        case .leaving(let lease): return lease
        case .following, .claiming:
            role = .leaving(nil)
            return nil
        }
    }

    /// All is written that a node had begun that leaves. It beats for the lease no more, and every look that shows the
    /// lease as its own decides to release it.
    public mutating func letGo() {
        if case .leaving = role { role = .leaving(nil) }
    }

    /// ``trustedUntil``, if this is the lease that it is about. What was made under a lease answers by this, and by no
    /// other one: the node can have lost that lease, and trust its next one already, before all has heard of it.
    public func trustedUntil(under lease: Lease) -> Timestamp? { owns(lease) ? trustedUntil : nil }

    private func owns(_ lease: Lease) -> Bool {
        let own: Lease
        switch role {
        case .owning(let lease), .leaving(let lease?): own = lease
        case .following, .claiming, .leaving(nil): return false
        }
        return own.epoch == lease.epoch && own.claim == lease.claim
    }

    /// Answers may come in another order than what they answer was sent in.
    private mutating func trust(from sent: Timestamp) {
        let end = sent.advanced(by: times.trust)
        trustedUntil = max(trustedUntil ?? end, end)
    }
}
