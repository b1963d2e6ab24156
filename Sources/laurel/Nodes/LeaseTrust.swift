import LaurelCluster
import LaurelDomain
import Synchronization

/// Whether no other node can own the store now, by one lease of this node's.
///
/// What answers from memory keeps the one of the lease that it was made under. A node can lose a lease and have the
/// next one before what was made under the first has heard of it: that may lack what another node wrote meanwhile.
final class LeaseTrust: Sendable {
    let lease: Lease
    /// Of the steady clock, in milliseconds; exclusive.
    private let end = Atomic(Int64.min)

    init(_ lease: Lease) { self.lease = lease }

    /// Every request asks: it costs a clock and an atomic load.
    var isValid: Bool { Clock.steady.now().milliseconds < end.load(ordering: .acquiring) }

    /// - Parameter end: as ``NodeState/trustedUntil(under:)`` says.
    func lasts(until end: Timestamp?) { self.end.store(end?.milliseconds ?? .min, ordering: .releasing) }
}
