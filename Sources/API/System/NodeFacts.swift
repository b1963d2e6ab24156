/// What `/metrics` says of a server that is one of several over a store.
public struct NodeFacts: Hashable, Sendable {
    public var owns = false
    /// Whether the owner lives and this server can't reach it.
    public var isCutOff = false
    /// This one included.
    public var liveNodes = 1
    public var waitingRequests = 0
    /// Rows of the journal whose leaderboards this server has in memory while another one owns the store; nil: it
    /// owns it, or has only begun.
    public var followedRows: Int64?
    /// The store lacks rows that a snapshot of this server has, so that it won't own the store.
    public var storeHasLoss = false
    /// Since the store was last read; nil: never.
    public var lookAgeMilliseconds: Int64?
    /// How long no commit of this server's part in the cluster has succeeded; 0: the last one did.
    public var commitWaitMilliseconds: Int64 = 0

    public init() {}
}
