import LaurelArcade

/// What comes, and when. Knows nothing of the player: a course is the same however it is run.
///
/// Enemies are planned by the tick in which they meet the monkey, at least ``Rules/gapTicks(at:)`` apart, and set
/// down far ahead so that each keeps its tick. So none overtakes another before it is met.
struct Course: Hashable, Sendable {
    private var random: SeededRandom
    private var next: Enemy.Plan
    private(set) var count: Int32 = 0

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        // The first one is met after three seconds, and it is the plainest.
        next = Enemy.Plan(kind: .snake, variant: 0, arrival: 190)
    }

    /// The enemy that has to be set down in this tick, if there is one.
    ///
    /// - Parameter speed: that at this distance.
    mutating func enemy(tick: Int32, distance: Int64, speed: Int32) -> Enemy? {
        let meeting = Int64(speed + Enemy.ownSpeed(next.kind, next.variant))
        let ahead = Int64(next.arrival - tick) * meeting
        guard ahead <= Rules.spawnAhead else { return nil }
        let enemy = Enemy(next, ordinal: count, x: distance + max(ahead, Rules.spawnAhead / 2))
        count += 1
        plan(after: next, distance: distance)
        return enemy
    }

    private mutating func plan(after last: Enemy.Plan, distance: Int64) {
        var gap = Rules.gapTicks(at: distance) + random.below(Rules.slackTicks(at: distance))
        // A pit is as long as it is met; every eighth gap lets the player breathe.
        gap += last.width / Rules.speed(at: distance)
        if count % 8 == 0 { gap += 36 }
        var plan = choose(metres: Int32(truncatingIfNeeded: distance / Rules.metre))
        // A second one close behind the first, both under one jump.
        if last.phase == Self.pairMark, last.kind == .snake || last.kind == .coconut {
            plan = Enemy.Plan(kind: last.kind, variant: 0)
            gap = last.kind == .snake ? 7 : 5
        }
        plan.arrival = last.arrival + gap
        next = plan
    }

    /// A plan's phase that announces a second of the same kind.
    private static let pairMark: Int32 = -1

    /// How many metres before a kind first comes.
    static func unlock(_ kind: Enemy.Kind) -> Int32 {
        switch kind {
        case .snake: 0
        case .coconut: 30
        case .pit: 60
        case .parrot: 110
        case .porcupine: 170
        case .frog: 240
        }
    }

    private mutating func choose(metres: Int32) -> Enemy.Plan {
        let kinds: [6 of Enemy.Kind] = [.snake, .coconut, .pit, .parrot, .porcupine, .frog]
        var known: Int32 = 0
        for index in kinds.indices where metres >= Self.unlock(kinds[index]) { known += 1 }
        let kind = kinds[Int(random.below(known))]
        let chance = random.below(1000)
        switch kind {
        case .snake:
            return Enemy.Plan(kind: kind, variant: 0, phase: metres > 200 && chance < 300 ? Self.pairMark : 0)
        case .coconut:
            if metres > 320, chance < 250 { return Enemy.Plan(kind: kind, variant: 0, phase: Self.pairMark) }
            return Enemy.Plan(kind: kind, variant: metres > 140 && chance < 600 ? 1 : 0)
        case .porcupine: return Enemy.Plan(kind: kind, variant: 0)
        case .parrot:
            let variant: Int32 = chance < 350 ? 0 : chance < 700 || metres < 300 ? 1 : 2
            return Enemy.Plan(kind: kind, variant: variant)
        case .frog: return Enemy.Plan(kind: kind, variant: 0, phase: random.below(Enemy.frogCycle))
        case .pit:
            let ticks = 15 + chance % 5 + min(metres / 300, 3)
            let speed = Rules.speed(at: Int64(metres) * Rules.metre)
            return Enemy.Plan(kind: kind, variant: 0, width: ticks * speed)
        }
    }
}
