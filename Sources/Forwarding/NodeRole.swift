public import LaurelHTTPServer

/// Who answers requests, as far as this node knows.
public enum NodeRole: Sendable {
    /// This node owns the store, and this handler answers.
    case here(any Handler)
    /// That node does.
    case peer(PeerAddress)
    /// Nobody, or nobody knows who.
    case nobody
}
