import LaurelArcade
import LaurelMonkeyJump
import LaurelTestSupport
import Testing

/// What version 2 of the core has more than version 1.
@Suite("Bananas")
struct BananaTests {
    /// Runs of the bot, and what was seen in each tick: the run before it and after it.
    private static func follow(_ seeds: Range<UInt64>, skill: Int32, _ see: (Run, Run) -> Void) {
        let bot = Bot(skill: skill)
        for seed in seeds {
            var run = Run(seed: seed)
            while !run.isOver, run.ticks < 9_000 {
                let before = run
                run.tick(bot.input(for: run))
                see(before, run)
            }
        }
    }

    @Test("the enemies of a seed are those that it had before there were bananas", arguments: Depth.seeds(6))
    func sameCourse(seed: UInt64) {
        var old = Run(seed: seed, version: 1)
        var new = Run(seed: seed)
        let bot = Bot(skill: 1000)
        while !old.isOver, old.ticks < 3_000 {
            let input = bot.input(for: old)
            old.tick(input)
            new.tick(input)
            #expect(new.distance == old.distance && new.height == old.height && !new.isOver)
            #expect((0..<old.enemyCount).map { old.enemy($0) } == (0..<new.enemyCount).map { new.enemy($0) })
            #expect(old.bananaCount == 0 && old.bananas == 0)
        }
        #expect(old.ticks == 3_000 && old.trace != new.trace)
    }

    @Test("hang on the track, and never where he runs by himself")
    func positions() {
        var seen = 0
        Self.follow(0..<4, skill: 1000) { _, run in
            for index in 0..<run.bananaCount {
                seen += 1
                #expect(run.banana(index).height - 13 * 256 > Rules.top)
            }
        }
        #expect(seen > 1_000)
    }

    @Test("are counted one by one; enough of them are spent on what would end the run, and the next time cost more")
    func spared() {
        var (taken, spared) = (0, 0)
        Self.follow(0..<40, skill: 930) { before, run in
            if run.events.contains(.collected) {
                taken += 1
                #expect(run.bananas <= run.bananasWanted)
                #expect(run.bananas == before.bananas + 1 || before.bananas == before.bananasWanted)
                #expect(
                    run.events.contains(.protected)
                        == (run.bananas > before.bananas && run.bananas == run.bananasWanted))
            } else if run.events.contains(.spared) {
                spared += 1
                #expect(before.bananas == before.bananasWanted && run.bananas == 0)
                #expect(run.bananasWanted == before.bananasWanted + 5)
                #expect(!run.isOver && run.mercy > 80 && run.rise > 0)
            } else {
                #expect(run.bananas == before.bananas)
            }
            if run.mercy > 0 { #expect(!run.isOver) }
            if run.isOver { #expect(before.bananas < before.bananasWanted) }
        }
        #expect(taken > 100 && spared > 10)
    }

    @Test("a near miss is one: a hair above, below or behind what would have ended the run")
    func nearMiss() {
        var found = 0
        Self.follow(0..<12, skill: 970) { _, run in
            guard run.events.contains(.nearMiss) else { return }
            found += 1
            let isNear = (0..<run.enemyCount).contains { index in
                let enemy = run.enemy(index)
                guard let box = enemy.box else {
                    let behind = run.distance - (enemy.x + Int64(enemy.width - Rules.pitEdge))
                    return run.isGrounded && behind >= 0 && behind < Int64(Rules.hair)
                }
                let gap = max(box.bottom - run.height - Rules.top, run.height + Rules.feet - box.top)
                return box.left < run.distance + Int64(Rules.halfWidth)
                    && box.right > run.distance - Int64(Rules.halfWidth) && gap >= 0 && gap < Rules.hair
            }
            #expect(isNear && !run.isOver)
        }
        #expect(found > 20)
    }

    /// Why both versions share a leaderboard (decision 0052).
    @Test("a player runs about as far as before", arguments: [800, 880] as [Int32])
    func comparable(skill: Int32) {
        func median(_ version: UInt16) -> Int64 {
            let bot = Bot(skill: skill)
            return (0..<61 as Range<UInt64>).map { seed in
                var run = Run(seed: seed, version: version)
                while !run.isOver, run.ticks < 9_000 { run.tick(bot.input(for: run)) }
                return run.score
            }.sorted()[30]
        }
        let (old, new) = (median(1), median(2))
        #expect(new >= old && new * 2 <= old * 3, "\(old) m and \(new) m")
    }

    @Test("an old log is raced by the rules of its time, and stays a log of them")
    func oldGhost() throws {
        var run = Run(seed: 7, version: 1)
        var log = InputLog(of: Run.self, seed: 7, version: 1)
        let bot = Bot(skill: 900)
        while !run.isOver {
            let input = bot.input(for: run)
            run.tick(input)
            log.append(input)
        }
        var game = Game(seed: 1)
        try game.begin(against: log)
        #expect(game.run.version == 1 && game.log.header.coreVersion == 1 && game.ghost?.end.trace == run.trace.value)
        while !game.run.isOver { game.tick([]) }
        #expect(try simulate(game.log, as: Run.self).trace == game.run.trace.value)
    }
}
