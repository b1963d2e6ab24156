import LaurelArcade

/// Something to eat on the track. Never in the plain line of the run: who takes it jumps higher, or once more.
public struct Banana: Hashable, Sendable {
    /// Its middle on the ground, and its middle above it.
    public let x: Int64
    public let height: Int32

    /// Half of its box each way: it is taken a little before it is touched.
    static let reach: Int32 = 13 * 256
}

/// Where bananas hang. As ``Course`` it knows nothing of the player; it has random numbers of its own, so the enemies
/// of a seed are those that it had before there were bananas.
struct Orchard: Hashable, Sendable {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: SeededRandom.mix(seed ^ 0xBA2A_2A00)) }

    /// Over an enemy only the top of a jump that is held to its end reaches it.
    private static let high: Int32 = 166 * 256
    /// Over a pit.
    private static let middle: Int32 = 150 * 256
    /// Where a second jump is needed.
    private static let low: Int32 = 66 * 256
    /// How far behind an enemy a second jump takes off, and how far before one that is run under.
    private static let behind: Int64 = 210 * 256
    private static let before: Int64 = 96 * 256

    /// The one that belongs to an enemy that is set down, if it has one.
    ///
    /// - Parameters:
    ///   - distance: where the monkey is.
    ///   - speed: how far he runs in this tick.
    mutating func banana(beside enemy: Enemy, distance: Int64, speed: Int32) -> Banana? {
        let dice = random.below(1000)
        let isBehind = random.below(1000) < 340
        guard enemy.ordinal == 0 || dice < 620 else { return nil }
        if enemy.kind == .pit { return Banana(x: enemy.x + Int64(enemy.width / 2), height: Self.middle) }
        // Both move: where they meet is a part of the way between them.
        let own = Int64(Enemy.ownSpeed(enemy.kind, enemy.variant))
        let meeting = distance + (enemy.x - distance) * Int64(speed) / max(Int64(speed) + own, 1)
        if enemy.kind == .parrot, enemy.variant > 0 { return Banana(x: meeting - Self.before, height: Self.low) }
        return isBehind && enemy.ordinal > 0
            ? Banana(x: meeting + Self.behind, height: Self.low) : Banana(x: meeting, height: Self.high)
    }
}
