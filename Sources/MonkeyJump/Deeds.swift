import LaurelArcade

/// What in a run counts towards feats. It decides nothing, so no trace has it.
struct Deeds: Hashable, Sendable {
    private(set) var earned: Feats = []
    /// Obstacles that are wholly behind him: all with a lower ordinal.
    private(set) var passed: Int32 = 0
    private var passedAtTakeOff: Int32 = 0
    /// Where the last jump for nothing came down.
    private var cleanSince: Int64 = 0
    private var kinds: UInt32 = 0
    private var lastUnder: Int32 = -1
    private var underCount: Int32 = 0

    private static let cleanMetres: Int64 = 250
    private static let underWanted: Int32 = 5
    private static let allKinds: UInt32 = (1 << UInt32(Enemy.Kind.allCases.count)) - 1

    mutating func pass(_ enemy: Enemy) {
        passed = max(passed, enemy.ordinal &+ 1)
        kinds |= 1 << UInt32(enemy.kind.rawValue)
        if kinds == Self.allKinds { earned.insert(Feat.naturalist.mask) }
    }

    /// He runs and it is over him.
    mutating func under(_ enemy: Enemy) {
        guard enemy.ordinal > lastUnder else { return }
        lastUnder = enemy.ordinal
        underCount &+= 1
        if underCount >= Self.underWanted { earned.insert(Feat.limbo.mask) }
    }

    mutating func takeOff() { passedAtTakeOff = passed }

    mutating func land(at distance: Int64) {
        let cleared = passed &- passedAtTakeOff
        if cleared == 0 { cleanSince = distance }
        if cleared >= 2 { earned.insert(Feat.twoAtOnce.mask) }
    }

    mutating func run(to distance: Int64) {
        if distance - cleanSince >= Self.cleanMetres * Rules.metre { earned.insert(Feat.clean250.mask) }
    }
}
