import LaurelArcade
import LaurelMonkeyJump
import LaurelTestSupport
import Testing

@Suite("Course")
struct CourseTests {
    /// Looks for inputs that reach the distance: from the ground, run on as long as it goes, and where it does not,
    /// try jumps before, the latest first.
    private struct Search {
        let metres: Int64
        var tries = 0

        mutating func reaches(_ start: Run) -> Bool {
            var run = start
            var path: [Run] = []
            while !run.isOver, run.score < metres {
                path.append(run)
                run.tick([])
            }
            if !run.isOver { return true }
            for back in 3..<min(46, path.count) where path[path.count - back].isGrounded {
                for hold in [22, 12, 6, 1] {
                    tries += 1
                    if tries > 60_000 { return false }
                    guard let landed = Self.jump(path[path.count - back], hold: hold) else { continue }
                    // Only a jump over what ended the run gets on.
                    if landed.distance > run.distance, reaches(landed) { return true }
                }
            }
            return false
        }

        private static func jump(_ start: Run, hold: Int) -> Run? {
            var run = start
            for tick in 0..<80 {
                run.tick(tick < hold ? .jump : [])
                if run.isOver { return nil }
                if tick > 2, run.isGrounded { return run }
            }
            return nil
        }
    }

    @Test(
        "can always be cleared: a jump that reaches the ground behind each enemy exists",
        arguments: Depth.seeds(48))
    func fair(seed: UInt64) {
        var search = Search(metres: 2500)
        let isCleared = search.reaches(Run(seed: seed))
        #expect(isCleared, "after \(search.tries) tries")
    }

    @Test("is for everybody the same, however it is run")
    func independent() {
        // The bot and one that dives into nothing see the same enemies at the same place.
        var first = Run(seed: 11)
        var second = Run(seed: 11)
        let bot = Bot(skill: 1000)
        for tick in 0..<165 {
            first.tick(tick % 50 < 12 ? .jump : [])
            second.tick(bot.input(for: second))
        }
        #expect(!first.isOver && !second.isOver)
        #expect((0..<first.enemyCount).map { first.enemy($0) } == (0..<second.enemyCount).map { second.enemy($0) })
    }

    @Test("grows harder and never easier")
    func monotone() {
        var speed: Int32 = 0
        var gap = Int32.max
        var slack = Int32.max
        for metres in stride(from: 0, to: 100_000, by: 7) as StrideTo<Int64> {
            let distance = metres * Rules.metre
            #expect(Rules.speed(at: distance) >= speed)
            #expect(Rules.gapTicks(at: distance) <= gap)
            #expect(Rules.slackTicks(at: distance) <= slack)
            speed = Rules.speed(at: distance)
            gap = Rules.gapTicks(at: distance)
            slack = Rules.slackTicks(at: distance)
        }
        #expect(Rules.speed(at: 0) == 1280)
        #expect(speed < 10 * Rules.unit)
        #expect(gap > 44, "more than a jump held to its end takes")
        #expect(Rules.speed(at: .max / 4096) < 10 * Rules.unit)
    }

    @Test("lets nobody through an enemy between two ticks", arguments: Depth.seeds(6))
    func tunnelling(seed: UInt64) {
        let bot = Bot(skill: 1000)
        var run = Run(seed: seed)
        // Which enemies stood before him, and which he was seen above or below.
        var before: Set<Int32> = []
        var met: Set<Int32> = []
        var passed = 0
        while !run.isOver, run.ticks < 2200 {
            run.tick(bot.input(for: run))
            for index in 0..<run.enemyCount {
                let enemy = run.enemy(index)
                guard let box = enemy.box else { continue }
                if box.left >= run.distance + Int64(Rules.halfWidth) {
                    before.insert(enemy.ordinal)
                } else if box.right > run.distance - Int64(Rules.halfWidth) {
                    met.insert(enemy.ordinal)
                } else if before.remove(enemy.ordinal) != nil {
                    passed += 1
                    #expect(met.contains(enemy.ordinal), "\(enemy.kind) \(enemy.ordinal)")
                }
            }
        }
        #expect(!run.isOver)
        #expect(passed > 10)
    }

    @Test("brings each kind of enemy, the plain ones first")
    func kinds() {
        var first: [Enemy.Kind: Int64] = [:]
        var variants: Set<Int32> = []
        let bot = Bot(skill: 1000)
        for seed in 0..<3 as Range<UInt64> {
            var run = Run(seed: seed)
            while !run.isOver, run.ticks < 4000 {
                run.tick(bot.input(for: run))
                for index in 0..<run.enemyCount {
                    let enemy = run.enemy(index)
                    first[enemy.kind] = min(first[enemy.kind] ?? .max, run.score)
                    if enemy.kind == .parrot { variants.insert(enemy.variant) }
                }
            }
        }
        #expect(first.count == Enemy.Kind.allCases.count)
        #expect(variants == [0, 1, 2])
        #expect(first[.snake] == 0)
        #expect((first[.frog] ?? 0) >= 240)
        #expect((first[.porcupine] ?? 0) >= 170)
    }

    @Test("never holds more enemies than there is room for", arguments: Depth.seeds(4))
    func room(seed: UInt64) {
        let bot = Bot(skill: 1000)
        var run = Run(seed: seed)
        var most = 0
        while !run.isOver, run.ticks < 2500 {
            run.tick(bot.input(for: run))
            most = max(most, run.enemyCount)
        }
        #expect(most < Run.enemiesLimit - 4)
    }
}

@Suite("Bot")
struct BotTests {
    private static func median(skill: Int32) -> Int64 {
        let scores = (0..<9 as Range<UInt64>).map { seed in
            var run = Run(seed: seed)
            let bot = Bot(skill: skill)
            while !run.isOver, run.ticks < 1500 { run.tick(bot.input(for: run)) }
            return run.score
        }
        return scores.sorted()[4]
    }

    @Test("runs farther the more it sees")
    func skill() {
        let blind = Self.median(skill: 500)
        let fair = Self.median(skill: 900)
        let keen = Self.median(skill: 1000)
        #expect(blind < fair && fair < keen)
    }

    @Test("is a function of the run alone")
    func pure() {
        let run = Run(seed: 4)
        #expect(Bot(skill: 700).input(for: run) == Bot(skill: 700).input(for: run))
        #expect(Bot(skill: -5) == Bot(skill: 0))
        #expect(Bot(skill: 5000) == Bot(skill: 1000))
    }
}
