public import LaurelDomain

/// What the service knows of two players. A match asks it before they meet (rule 11.4).
public protocol Acquaintance {
    /// Meets nobody but friends (rule 1.1).
    func isRestricted(_ player: PlayerNumber) -> Bool
    func areFriends(_ one: PlayerNumber, _ other: PlayerNumber) -> Bool
    /// Whether either one blocks the other.
    func isBlock(between one: PlayerNumber, and other: PlayerNumber) -> Bool
}

/// Why two players may not meet. A player learns of the last one alone: who blocks whom and who is restricted is
/// nobody else's business.
public enum MeetingObstacle: Hashable, Sendable {
    /// Either one blocks the other.
    case block
    /// The other one meets nobody but friends.
    case otherIsRestricted
    /// The player meets nobody but friends.
    case isRestricted
}

extension Acquaintance {
    /// Why a player may not meet another one: in a match, in a party, or in a challenge of a group (rule 11.4). All who
    /// invite, enter or accept ask here.
    ///
    /// - Returns: nil: they may meet.
    public func obstacle(between player: PlayerNumber, and other: PlayerNumber) -> MeetingObstacle? {
        if isBlock(between: player, and: other) { return .block }
        if areFriends(player, other) { return nil }
        if isRestricted(other) { return .otherIsRestricted }
        return isRestricted(player) ? .isRestricted : nil
    }

    /// Whether two players may meet (rule 11.4).
    public func mayMeet(_ one: PlayerNumber, _ other: PlayerNumber) -> Bool {
        obstacle(between: one, and: other) == nil
    }
}
