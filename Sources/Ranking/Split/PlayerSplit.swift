public import LaurelDomain

/// Which part of a split board a player belongs to: their number modulo K.
///
/// Numbers are given in order of signing up and say nothing of how well somebody plays, so the remainder spreads
/// players as evenly as any hash. Unlike a hash it leaves numbers without holes: inside its part a player goes by
/// their number divided by K. So the part's table stays paged (40 bytes a player, not 70 to 140), and ties keep their
/// order.
public struct PlayerSplit: Hashable, Sendable {
    public static let partsLimit = 256

    /// How many parts there are.
    public let parts: Int

    /// - Returns: nil outside 1 ... ``partsLimit``.
    public init?(parts: Int) {
        guard 1...Self.partsLimit ~= parts else { return nil }
        self.parts = parts
    }

    public func part(of player: PlayerNumber) -> Int { Int(player.rawValue) % parts }

    /// What the player is called inside their part.
    func inner(_ player: PlayerNumber) -> PlayerNumber { PlayerNumber(player.rawValue / UInt32(parts)) }

    /// What a player of a part is called outside.
    func outer(_ player: UInt32, in part: Int) -> PlayerNumber {
        PlayerNumber(player &* UInt32(parts) &+ UInt32(part))
    }

    /// The key for counting inside a part: those before it are those before `key` on the whole board.
    func inner(_ key: RankKey, in part: Int) -> RankKey {
        let (quotient, rest) = key.player.quotientAndRemainder(dividingBy: UInt32(parts))
        // Of K numbers with one quotient the part has one, with the remainder `part`.
        return RankKey(
            ordinal: key.ordinal, date: key.date, player: Int(rest) > part ? quotient &+ 1 : quotient)
    }
}
