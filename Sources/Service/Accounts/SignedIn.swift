public import LaurelDomain

/// A player who has just signed in.
public struct SignedIn: Sendable {
    public let player: Player
    /// The bearer token. It is not stored: this is the only time anybody sees it.
    public let token: String
    public let session: Session
}
