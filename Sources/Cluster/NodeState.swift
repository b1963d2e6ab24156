public import LaurelDomain

/// What one node of a cluster knows and does about who owns the store: a value without I/O. The caller looks at the
/// store, beats, claims and releases as it is told, and says what came of it.
///
/// ```swift
/// var state = NodeState(announcement)
/// let sent = steady.now()
/// let look = try store.look()
/// switch state.looked(look, sent: sent, answered: steady.now(), wallClock: clock.now()) { … }
/// ```
///
/// **The lease.** An owner beats every 500 ms. It trusts its lease for 2 s, counted from *before* it sent the last beat
/// that succeeded. Another node claims after the lease stood still for 2.5 s, counted from *after* it first saw that
/// beat; and the claim fails if the owner has beaten since. The beat reached the store between those two moments, so
/// the trust of one ends before the claim of the other: at no moment do two nodes answer from memory.
///
/// **Times** are of the node's own steady clock, which goes on while the process is stopped, and on Linux also while
/// the machine is suspended (`CLOCK_BOOTTIME`). Two clocks are never compared, but for the wall clock below.
///
/// **What is lost.** A beat without an answer gives no trust. A claim without an answer is adopted when a look shows
/// the lease with this node's ID; but a look can show what a promoted standby doesn't have, and the former owner would
/// go on there. So a look gives no trust: the first beat that succeeds does, as its commit is on the standby, and the
/// claim before it.
///
/// **Boards.** A node that has just started has no boards, and would read the whole journal before it answers as the
/// owner. So it claims at once only while no other node lives that has its boards (``follows(_:)``); otherwise it
/// leaves the lease to that one, and claims after ``LeaseTimes/coldDelay`` more. That only ever makes a claim later, so
/// nothing above depends on it.
///
/// **Writes** are safe without trust: each transaction checks the epoch itself (docs/decisions/0034-epoch.md).
///
/// **Wall clocks** don't matter for the lease, but scores are dated by the owner's. A node whose wall clock differs
/// from the store's by more than 60 s doesn't claim. An owner whose clock has differed for as long as
/// ``LeaseTimes/patience`` lets go of the store, if another node lives. It can't know whether that node's clock is
/// right. If nobody has claimed the store after ``LeaseTimes/patience``, then all clocks differ, and the store's is
/// the one that is wrong: the node takes the store back, and keeps it until its clock was right once. A cluster that
/// works isn't ended by a clock; one that starts waits for it.
public struct NodeState: Sendable {
    /// What to announce with each beat.
    public internal(set) var node: NodeAnnouncement
    public let times: LeaseTimes
    public internal(set) var role = Role.following
    /// The end of the trust, exclusive: what ``trusts(at:)`` compares with. Nil: no trust. A request path may read it
    /// from one atomic number for each lease, as ``trustedUntil(under:)`` gives it. Store that after each call here,
    /// before you act on its decision: ``leave()`` must have ended all trust before the lease is released.
    public internal(set) var trustedUntil: Timestamp?
    /// Nil: no look has succeeded yet.
    var lease: Stillness<Lease>?
    /// When a look was answered that showed another lease or beat than the one before: somebody who owned the store
    /// lived not long before. Nil: that was never seen.
    public internal(set) var leaseMoved: Timestamp?
    /// By the last look: see ``ClusterLook/level``.
    public internal(set) var storeLevel: Int64 = 1
    var others: Peers
    var clock: ClockComparison
    /// The highest epoch that this node has owned or asked to release. It adopts no lease of this epoch or an earlier
    /// one: a request to release it that was lost can still arrive, and others may claim it then without a wait.
    var finishedEpoch: Int64 = 0
    /// The lease that was let go of because of the wall clock.
    var offered: Lease?
    /// The store was taken back as nobody else claimed it. Until the wall clock was right once.
    var isLastResort = false

    /// - Parameter node: of this process alone. A process that starts draws a new ID.
    public init(_ node: NodeAnnouncement, times: LeaseTimes = .usual) {
        self.node = node
        self.times = times
        others = Peers(of: node.id, patience: times.patience)
        clock = ClockComparison(limit: times.clockDifference)
    }

    public enum Role: Hashable, Sendable {
        /// Another node owns the store, or nobody does.
        case following
        /// A claim was decided and has neither been answered nor failed.
        case claiming
        /// The beat is the last one that was sent or seen. Without trust, it isn't known whether the lease still holds.
        case owning(Lease)
        /// The process ends. It never claims again. With a lease: what it began is being finished and written, and
        /// nobody else is to have the store before ``letGo()``.
        case leaving(Lease?)
    }

    /// What the caller does now.
    public enum Decision: Hashable, Sendable {
        case nothing
        /// Claim this lease, as it was seen: it stood still for long enough, or nobody has it. Then call
        /// ``claimAnswered(_:sent:)`` or ``claimFailed()``, once.
        case claim(Lease)
        /// The node owns the store from now on. Beat at once. Read everything anew, in a transaction that also shows
        /// this epoch and claim: a former primary that lives on answers from its past. Answer when that is done.
        case own(Lease)
        /// Ownership is lost: forget what is in memory, and write nothing. What waits for the store is in doubt.
        case resign
        /// Release this lease: the process ends, its wall clock is wrong, or a claim came about that nobody waited for.
        /// If the node owned it, the decision is ``resign``, too. Nobody needs to know whether the release succeeded:
        /// the next look decides it again, and if there is none, others wait for ``LeaseTimes/patience``.
        case release(Lease)
    }

    /// Where a request goes.
    public enum Route: Hashable, Sendable {
        /// This node answers.
        case here
        /// The owner, as far as is known. It checks its own trust before it answers.
        case to(NodeAnnouncement)
        /// The owner is unknown or dead, or this node owns the store without trust: hold the request or answer 503.
        case nowhere
    }

    /// Another node.
    public struct Peer: Hashable, Sendable {
        public let announcement: NodeAnnouncement
        /// Its beat moved within ``LeaseTimes/patience``, or it is too early to say that it didn't.
        public let isLive: Bool

        public init(announcement: NodeAnnouncement, isLive: Bool) {
            self.announcement = announcement
            self.isLive = isLive
        }
    }
}
