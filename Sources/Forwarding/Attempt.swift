/// What became of a request that was passed on to a peer.
public enum Attempt: Hashable, Sendable {
    /// The client has the peer's answer, or the beginning of it.
    case answered
    /// The peer doesn't own the store, isn't ready, or doesn't take us for a node. Nothing was done.
    case elsewhere
    /// There was no connection. Nothing was done.
    case unsent
    /// The connection broke after the request was sent, before there was an answer to pass on.
    case lost(mayHaveBeenDone: Bool)
}
