import LaurelArcade
import LaurelMonkeyJump
import LaurelTestSupport
import Testing

@Suite("Feats of MonkeyJump")
struct FeatTests {
    /// The same rules once more, from what can be seen of a run.
    private struct Model {
        var behind: Set<Int32> = []
        var kinds: Set<Enemy.Kind> = []
        var behindAtTakeOff = 0
        var cleanSince: Int64 = 0
        var under: Set<Int32> = []
        var earned: Set<Feat> = []

        mutating func see(_ run: Run) {
            if run.score >= 500 { earned.insert(.metres500) }
            if run.score >= 1000 { earned.insert(.metres1000) }
            if run.score >= 1600 { earned.insert(.roundTheClock) }
            guard !run.isOver else {
                earned.insert(.firstRun)
                return
            }
            if run.events.contains(.jumped) { behindAtTakeOff = behind.count }
            let left = run.distance - Int64(Rules.halfWidth)
            let right = run.distance + Int64(Rules.halfWidth)
            for enemy in (0..<run.enemyCount).map({ run.enemy($0) }) {
                if let box = enemy.box {
                    if box.right <= left { note(enemy) }
                    let isOver = box.left < right && box.right > left && box.bottom >= Rules.top
                    if isOver, run.isGrounded { under.insert(enemy.ordinal) }
                } else if enemy.x + Int64(enemy.width) - Int64(Rules.pitEdge) <= run.distance {
                    note(enemy)
                }
            }
            if run.events.contains(.landed) {
                if behind.count == behindAtTakeOff { cleanSince = run.distance }
                if behind.count >= behindAtTakeOff + 2 { earned.insert(.twoAtOnce) }
            }
            if run.distance - cleanSince >= 250 * Rules.metre { earned.insert(.clean250) }
            if kinds.count == Enemy.Kind.allCases.count { earned.insert(.naturalist) }
            if under.count >= 5 { earned.insert(.limbo) }
        }

        private mutating func note(_ enemy: Enemy) {
            behind.insert(enemy.ordinal)
            kinds.insert(enemy.kind)
        }
    }

    @Test("are those of the rules at every tick, and the log has them too", arguments: Depth.seeds(4))
    func model(seed: UInt64) throws {
        var run = Run(seed: seed)
        var log = InputLog(of: Run.self, seed: seed)
        var model = Model()
        var random = SeededRandom(seed: seed)
        let bot = Bot(skill: 1000)
        // Some jump for nothing now and then, some never.
        let idleness: Int32 = seed % 2 == 0 ? 400 : 100_000
        while !run.isOver, run.ticks < 3500 {
            let isIdle = run.isGrounded && random.below(idleness) == 0
            let input = isIdle ? Input.jump : bot.input(for: run)
            run.tick(input)
            log.append(input)
            model.see(run)
            #expect(Set(run.feats.of(Feat.self)) == model.earned, "tick \(run.ticks)")
        }
        #expect(try simulate(log, as: Run.self).feats == run.feats)
    }

    @Test("all but a friend's defeat can be earned by running")
    func reachable() {
        var earned: Feats = []
        for seed in 0..<6 as Range<UInt64> {
            var run = Run(seed: seed)
            let bot = Bot(skill: 1000)
            // To the end of a day, and then until something ends it.
            while !run.isOver { run.tick(run.score > 1600 ? [] : bot.input(for: run)) }
            earned.formUnion(run.feats)
        }
        #expect(Set(earned.of(Feat.self)) == Set(Feat.allCases.filter(\.isOfRun)))
    }

    @Test("jumps for nothing keep a run from being clean")
    func unclean() {
        var run = Run(seed: 1)
        let bot = Bot(skill: 1000)
        var jumps = 0
        while !run.isOver, run.score < 700 {
            // A hop wherever there is time for one.
            var ahead = run
            ahead.tick(.jump)
            for _ in 0..<60 { ahead.tick([]) }
            let isFree = run.isGrounded && !ahead.isOver && run.ticks % 90 == 0
            if isFree { jumps += 1 }
            run.tick(isFree ? .jump : bot.input(for: run))
        }
        #expect(run.score >= 250 && jumps > 3)
        #expect(!run.feats.contains(Feat.clean250.mask))
    }

    @Test("have identifiers and bits of their own")
    func identifiers() {
        #expect(Set(Feat.allCases.map { "\($0.identifier)" }).count == Feat.allCases.count)
        #expect(Feat.allCases.allSatisfy { (0..<32).contains($0.rawValue) })
        #expect(Feat.allCases.filter { !$0.isOfRun } == [.beatAFriend])
        #expect(Feats(rawValue: .max).of(Feat.self) == Feat.allCases)
    }
}
