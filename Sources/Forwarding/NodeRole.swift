public import LaurelHTTPServer

/// Who answers requests, as far as this node knows.
public enum NodeRole: Sendable {
    /// This node owns the store, and this handler answers, as long as it's trusted: no other node can own the store,
    /// and this one does by the lease that the handler was made under. With the next lease comes another handler.
    ///
    /// That is asked for every request that this node answers itself, so it must cost no more than reading an atomic
    /// value.
    case here(any Handler, isTrusted: @Sendable () -> Bool)
    /// That node does.
    case peer(PeerAddress)
    /// Nobody, or nobody knows who.
    case nobody
}
