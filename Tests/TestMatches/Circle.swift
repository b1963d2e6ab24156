import LaurelDomain
import LaurelMatches

/// Who may meet whom, in a test.
struct Circle: Acquaintance {
    var blocks: Set<Set<Int>> = []
    var friends: Set<Set<Int>> = []
    var restricted: Set<Int> = []

    func isRestricted(_ player: PlayerNumber) -> Bool { restricted.contains(Int(player.rawValue)) }
    func areFriends(_ one: PlayerNumber, _ other: PlayerNumber) -> Bool {
        friends.contains([Int(one.rawValue), Int(other.rawValue)])
    }
    func isBlock(between one: PlayerNumber, and other: PlayerNumber) -> Bool {
        blocks.contains([Int(one.rawValue), Int(other.rawValue)])
    }

    /// The rule once more, for the model.
    func meet(_ one: Int, _ other: Int) -> Bool {
        if blocks.contains([one, other]) { return false }
        if friends.contains([one, other]) { return true }
        return !restricted.contains(one) && !restricted.contains(other)
    }
}
