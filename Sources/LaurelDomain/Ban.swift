/// Somebody who is kept out (rule 4.12): none of their entries is seen, and no score of theirs is taken.
public struct Ban: Hashable, Sendable {
    public enum Scope: Hashable, Sendable {
        /// Everywhere, sign-in included.
        case server
        /// In the apps of one team, in both environments.
        case team(TeamNumber)
    }

    /// At most so many characters of ``reason``.
    public static let reasonLimit = 500

    public let player: PlayerNumber
    public let scope: Scope
    /// For the moderators, in plain text; the player is not told.
    public let reason: String
    /// Nil: the operator.
    public let author: PlayerNumber?
    public let created: Timestamp

    public init(player: PlayerNumber, scope: Scope, reason: String, author: PlayerNumber?, created: Timestamp) {
        self.player = player
        self.scope = scope
        self.reason = reason
        self.author = author
        self.created = created
    }
}
