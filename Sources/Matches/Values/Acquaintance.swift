public import LaurelDomain

/// What the service knows of two players. A match asks it before they meet (rule 11.4).
public protocol Acquaintance {
    /// Meets nobody but friends (rule 1.1).
    func isRestricted(_ player: PlayerNumber) -> Bool
    func areFriends(_ one: PlayerNumber, _ other: PlayerNumber) -> Bool
    /// Whether either one blocks the other.
    func isBlock(between one: PlayerNumber, and other: PlayerNumber) -> Bool
}

extension Acquaintance {
    /// Whether two players may sit in one match (rule 11.4).
    func mayMeet(_ one: PlayerNumber, _ other: PlayerNumber) -> Bool {
        if isBlock(between: one, and: other) { return false }
        return areFriends(one, other) || !(isRestricted(one) || isRestricted(other))
    }
}
