/// What became of a request that was passed on to a peer.
public enum Attempt: Hashable, Sendable {
    /// The client has the peer's answer, or the beginning of it.
    case answered
    /// The peer doesn't own the store, or isn't ready. Nothing was done.
    case elsewhere
    /// The peer doesn't take us for a node. Nothing was done.
    case refused
    /// The peer can't read what we say of the request: it's of a release that doesn't know keys, and was sent one.
    /// Nothing was done.
    case unread
    /// There was no connection. Nothing was done.
    case unsent
    /// The connection broke after the request was sent, before there was an answer to pass on.
    case lost(mayHaveBeenDone: Bool)
}
