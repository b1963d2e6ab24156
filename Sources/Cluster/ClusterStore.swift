public import LaurelDomain

/// One process of a cluster, from its start to its end. Drawn by chance when it starts.
public struct NodeID: Hashable, Comparable, Sendable, RawRepresentable {
    /// 1 ... Int64.max.
    public let rawValue: Int64

    /// - Returns: nil outside the range.
    public init?(rawValue: Int64) {
        guard rawValue > 0 else { return nil }
        self.rawValue = rawValue
    }

    public static func < (left: NodeID, right: NodeID) -> Bool { left.rawValue < right.rawValue }
}

/// What a node tells the others of itself.
public struct NodeAnnouncement: Hashable, Sendable {
    public let id: NodeID
    /// For the operator.
    public var name: String
    /// Where other nodes reach it: `host:port`, an IPv6 address in brackets.
    public var address: String
    /// What it understands: see ``ClusterLook/level``.
    public var level: Int64
    /// How far it follows the owner.
    public var following: Following

    public init(id: NodeID, name: String, address: String, level: Int64, following: Following = .unknown) {
        self.id = id
        self.name = name
        self.address = address
        self.level = level
        self.following = following
    }

    /// Whether a node has all boards in memory, so that it needn't read the journal before it answers as the owner.
    public enum Following: Hashable, Sendable {
        /// It's of a release that doesn't say.
        case unknown
        /// It reads its boards, can't own the store now, or follows nobody: it owns the store, or ends.
        case cold
        /// It had all rows of the journal not long ago: so many, of all streams.
        case rows(Int64)

        /// A node that doesn't say counts as warm: others leave it the lease for ``LeaseTimes/coldDelay`` at most.
        public var isWarm: Bool { self != .cold }
    }
}

/// Who may write the store, and how the others know that it lives.
public struct Lease: Hashable, Sendable {
    /// Raised whenever the store changes hands. 0: nobody has owned it yet.
    public var epoch: Int64
    /// Drawn by chance with each epoch: a standby that is promoted without the last claim gives an epoch out again.
    public var claim: Int64
    public var holder: Holder
    /// Raised by the owner while it lives. The owner gives the numbers, and gives none twice in an epoch and claim: see
    /// ``ClusterStore/beat(_:holding:)``.
    public var beat: Int64

    public init(epoch: Int64, claim: Int64, holder: Holder, beat: Int64) {
        self.epoch = epoch
        self.claim = claim
        self.holder = holder
        self.beat = beat
    }

    public enum Holder: Hashable, Sendable {
        /// The last owner has let go of it, or there was none: it may be claimed at once.
        case nobody
        case node(NodeID)
        /// A server that is no node and has taken the store by force. It never beats, so it's an owner that others wait
        /// for as long as for one that has died.
        case server
    }

    /// Nil: no node has it.
    public var node: NodeID? {
        guard case .node(let node) = holder else { return nil }
        return node
    }
}

/// What one read of the store says of the cluster.
public struct ClusterLook: Hashable, Sendable {
    public struct Node: Hashable, Sendable {
        public var announcement: NodeAnnouncement
        /// Raised by the node while it lives.
        public var beat: Int64

        public init(_ announcement: NodeAnnouncement, beat: Int64) {
            self.announcement = announcement
            self.beat = beat
        }
    }

    public var lease: Lease
    /// In order of their IDs.
    public var nodes: [Node]
    /// The store's own clock.
    public var clock: Timestamp
    /// What may be in the store. A node of a lower level doesn't own it; what came with a higher one isn't written.
    public var level: Int64

    public init(lease: Lease, nodes: [Node], clock: Timestamp, level: Int64 = 1) {
        self.lease = lease
        self.nodes = nodes
        self.clock = clock
        self.level = level
    }
}

/// Where the nodes of a cluster meet. Calls block, each for a bounded time unless it says otherwise.
public protocol ClusterStore: Sendable {
    /// Reads, and writes nothing: it is answered even while commits wait for a standby.
    func look() throws(ClusterStoreError) -> ClusterLook

    /// Why the last look that was ``ClusterStoreError/unavailable`` wasn't answered, and by which server: for the
    /// operator, without a password.
    var lookTrouble: String { get }

    /// Tells the others that a node lives and, if it has the lease, that its owner does. One commit; blocks while the
    /// commit waits for a standby.
    ///
    /// The store writes the beat of `lease` as it is; it doesn't count by itself. A promoted standby that lost the last
    /// beat would give its number out again. A node that saw that number before would believe that the lease stood
    /// still since then, and claim it while the owner trusts it. A beat that arrives behind a later one changes
    /// nothing.
    ///
    /// - Parameter lease: whose epoch and claim the node holds, with the new beat; nil: it owns nothing.
    /// - Returns: whether it holds that lease still, by epoch, claim and node; true without one.
    func beat(_ node: NodeAnnouncement, holding lease: Lease?) throws(ClusterStoreError) -> Bool

    /// Makes a node the owner, if nothing about the lease has changed since it was looked at: epoch, claim, holder or
    /// beat. From then on no transaction of a former owner is committed. Blocks while one is being committed, and while
    /// its own commit waits for a standby.
    ///
    /// - Returns: the new lease; nil: somebody was quicker, the owner lives, or the store's level is above the node's.
    func claim(_ seen: Lease, by node: NodeAnnouncement) throws(ClusterStoreError) -> Lease?

    /// Lets go of the store, so that others need not wait; nothing happens if it's not this lease any more. Blocks
    /// while the commit waits for a standby.
    ///
    /// From the call on, whatever comes of it, this object's own store writes nothing under it. What else the process
    /// has opened under the lease, such as a node's tenure, isn't told. That is safe: each transaction checks the epoch
    /// itself, and a claim waits for those under way. So what it writes before somebody claims the store is there for
    /// the next owner, and what it writes later is refused.
    func release(_ lease: Lease) throws(ClusterStoreError)

    /// Removes a node that ends. It beats no more. Blocks while the commit waits for a standby.
    func remove(_ node: NodeID) throws(ClusterStoreError)

    /// Removes nodes that have died, by the caller's clock. Nothing happens to one that has beaten since it was seen
    /// so; one that lives after all is there again with its next beat. Blocks while the commit waits for a standby.
    func remove(_ still: [ClusterLook.Node]) throws(ClusterStoreError)
}

/// Nothing is known of what was asked for: it may have happened.
public enum ClusterStoreError: Error, Hashable, Sendable {
    case unavailable
    case broken(reason: String)
}

extension ClusterStoreError: CustomStringConvertible {
    /// For the log.
    public var description: String {
        switch self {
        case .unavailable: "the store can't be reached, or can't be written to now"
        case .broken(let reason): reason
        }
    }
}
