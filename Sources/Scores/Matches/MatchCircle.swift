package import LaurelDomain
import LaurelMatches

/// Who may sit with whom, as it was known when a player asked for a match: of that player, and of those they invite.
package struct MatchCircle: Acquaintance, Sendable {
    /// Of one player.
    package struct Relations: Sendable {
        let friends: Set<PlayerNumber>
        /// Whom they block, or who block them.
        let blocks: Set<PlayerNumber>

        package init(friends: Set<PlayerNumber>, blocks: Set<PlayerNumber>) {
            self.friends = friends
            self.blocks = blocks
        }
    }

    private let relations: [PlayerNumber: Relations]
    private let restricted: @Sendable (PlayerNumber) -> Bool

    /// - Parameters:
    ///   - relations: of at least one of any two who are asked about.
    ///   - isRestricted: from memory.
    package init(
        _ relations: [PlayerNumber: Relations], isRestricted: @escaping @Sendable (PlayerNumber) -> Bool
    ) {
        self.relations = relations
        restricted = isRestricted
    }

    package func isRestricted(_ player: PlayerNumber) -> Bool { restricted(player) }

    package func areFriends(_ one: PlayerNumber, _ other: PlayerNumber) -> Bool {
        relations[one]?.friends.contains(other) ?? relations[other]?.friends.contains(one) ?? false
    }

    package func isBlock(between one: PlayerNumber, and other: PlayerNumber) -> Bool {
        relations[one]?.blocks.contains(other) ?? relations[other]?.blocks.contains(one) ?? false
    }
}
