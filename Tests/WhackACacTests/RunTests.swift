import LaurelArcade
import LaurelTestSupport
import Testing
import LaurelWhackACac

@Suite("Whack-a-Cac's run")
struct RunTests {
    /// A tap on the middle of what shows of a cactus.
    private static func tap(_ cactus: Cactus) -> Input {
        .tap(
            x: cactus.x + cactus.size.width / 2,
            y: Rules.crest(row: cactus.row) - max(cactus.size.height * cactus.shown / 512, 4))
    }

    private static func cacti(_ run: Run) -> [Cactus] { (0..<Int(run.slotCount)).map { run.cactus($0) } }

    @Test("begins with one cactus, and the second comes after a second", arguments: Mode.allCases)
    func beginning(mode: Mode) {
        var run = Run(seed: 1, mode: mode)
        for tick in 1...60 as ClosedRange<Int32> {
            run.tick([])
            #expect(run.slotCount == (tick < 60 ? 1 : 2), "tick \(tick)")
        }
        #expect(run.lives == 5)
    }

    @Test(
        "a cactus that is not hit within two seconds costs a life, and five of them the game",
        arguments: Depth.seeds(20))
    func misses(seed: UInt64) {
        var run = Run(seed: seed, mode: .classic)
        var since: Int32 = 0
        while run.lives == Rules.lives {
            run.tick([])
            since += 1
        }
        #expect(since == 1 + Rules.patienceTicks)
        #expect(run.events.contains(.missed))
        var lost: Int32 = 1
        while !run.isOver {
            run.tick([])
            if run.events.contains(.missed) { lost += 1 }
            #expect(run.lives >= 0)
        }
        #expect(run.lives == 0 && lost >= 4 && !run.wasQuit)
        // No life is lost and nothing is won after the end.
        let trace = run.trace
        for _ in 0..<300 { run.tick(Self.tap(run.cactus(0))) }
        #expect(run.lives == 0 && run.score == 0 && run.trace == trace)
    }

    @Test("a cactus that went unhit cannot be hit any more", arguments: Depth.seeds(20))
    func tooLate(seed: UInt64) throws {
        var run = Run(seed: seed, mode: .classic)
        while !run.events.contains(.missed) { run.tick([]) }
        let index = try #require(Self.cacti(run).firstIndex { $0.state == .missed })
        for _ in 0..<Rules.slideTicks - 1 {
            #expect(run.cactus(index).state == .missed)
            let hits = run.hits
            run.tick(Self.tap(run.cactus(index)))
            // A neighbour that stands as near may be hit instead.
            #expect(run.hits == hits || Self.cacti(run).contains { $0.state == .hit })
        }
        #expect(run.cactus(index).state != .hit)
    }

    @Test("who strikes in the last moment is in time, and a tick later is late")
    func lastMoment() {
        func lives(strikingAt tick: Int32) -> (Int32, Int32) {
            var run = Run(seed: 7, mode: .classic)
            run.tick([])
            while run.ticks < tick - 1 { run.tick([]) }
            run.tick(Self.tap(run.cactus(0)))
            while run.ticks < 140 { run.tick([]) }
            return (run.hits, run.lives)
        }
        #expect(lives(strikingAt: Rules.patienceTicks + 1) == (1, 5))
        #expect(lives(strikingAt: Rules.patienceTicks + 2) == (0, 4))
    }

    @Test(
        "one finger hits one cactus, the nearest, and the next comes half a second to two and a half later",
        arguments: Depth.seeds(30))
    func replacement(seed: UInt64) {
        var run = Run(seed: seed, mode: .classic)
        let bot = Bot(reaction: 20, rest: 3)
        var leftAt: [Int: Int32] = [:]
        while !run.isOver, run.ticks < 5300 {
            let before = Self.cacti(run)
            run.tick(bot.input(for: run))
            for (index, cactus) in Self.cacti(run).enumerated() where index < before.count {
                switch (before[index].state, cactus.state) {
                case (.standing, .hit), (.standing, .missed): leftAt[index] = run.ticks
                case (.absent, .standing):
                    let span = run.ticks - (leftAt[index] ?? 0)
                    #expect((30...150).contains(span), "\(span)")
                default: continue
                }
            }
        }
        #expect(leftAt.count >= 2)
    }

    @Test("each tenth hit up to the fiftieth brings one more at once")
    func growth() {
        var run = Run(seed: 3, mode: .classic)
        let bot = Bot(reaction: 16, rest: 1)
        var counts: [Int32: Int32] = [:]
        while !run.isOver, run.hits < 70, run.ticks < 60_000 {
            run.tick(bot.input(for: run))
            if run.ticks > 60 { counts[run.hits] = run.slotCount }
        }
        for (hits, count) in counts { #expect(count == 2 + min(hits, 50) / 10, "\(hits) hits") }
        #expect(counts.keys.contains(50) && run.slotCount == 7)
    }

    @Test("cacti of three sizes stand on three rows, anywhere within the field", arguments: Mode.allCases)
    func cells(mode: Mode) {
        var rows: Set<Int32> = []
        var sizes: Set<Cactus.Size> = []
        var (least, most) = (Int32.max, Int32.min)
        for seed in 0..<60 as Range<UInt64> {
            var run = Run(seed: seed, mode: mode)
            while !run.isOver, run.ticks < 1500 {
                run.tick(Bot(reaction: 30, rest: 7).input(for: run))
                for cactus in Self.cacti(run) where cactus.state != .absent {
                    rows.insert(cactus.row)
                    sizes.insert(cactus.size)
                    least = min(least, cactus.x)
                    most = max(most, cactus.x + cactus.size.width)
                    #expect(cactus.x >= 0 && cactus.x + cactus.size.width <= Rules.width)
                }
            }
        }
        #expect(rows == [0, 1, 2] && sizes.count == 3)
        #expect(least < 12 && most > Rules.width - 12)
    }

    @Test("never grows easier in the course of a game", arguments: Mode.allCases)
    func difficulty(mode: Mode) {
        var run = Run(seed: 5, mode: mode)
        let bot = Bot(reaction: 10, rest: 1)
        var (patience, slots) = (Int32.max, Int32(0))
        while !run.isOver, run.ticks < 40_000 {
            run.tick(bot.input(for: run))
            for cactus in Self.cacti(run) where cactus.state == .standing && cactus.age == 0 {
                guard cactus.kind == .green else { continue }
                #expect(cactus.patience <= patience)
                patience = cactus.patience
            }
            #expect(run.slotCount >= slots)
            slots = run.slotCount
        }
        #expect(slots == 7 && patience <= 60)
    }

    @Test("the timed mode scores hundredths of a second, and ends with the fifth life too")
    func timed() {
        var run = Run(seed: 9, mode: .timed)
        while !run.isOver { run.tick([]) }
        #expect(run.score == Int64(run.ticks) * 100 / 60)
        #expect(run.hits == 0 && run.lives == 0)
    }

    @Test("leaving ends the game with the score so far", arguments: Mode.allCases)
    func leaving(mode: Mode) {
        var run = Run(seed: 2, mode: mode)
        let bot = Bot(reaction: 20, rest: 5)
        while run.hits < 3 { run.tick(bot.input(for: run)) }
        run.tick(.quit)
        #expect(run.isOver && run.wasQuit && run.lives == 5)
        #expect(run.score == (mode == .classic ? 3 : Int64(run.ticks) * 100 / 60))
    }

    @Test("is the same to the bit when its log is played again", arguments: Depth.seeds(16))
    func replay(seed: UInt64) throws {
        func record<Core: Simulation>(_ core: Core.Type, _ mode: Mode) throws {
            var run = Run(seed: seed, mode: mode)
            var log = InputLog(of: core, seed: seed)
            let bot = Bot(reaction: 18, rest: 9)
            var random = SeededRandom(seed: seed)
            while !run.isOver, run.ticks < 4000 {
                let stray = Input.tap(x: random.below(480), y: random.below(400))
                let input = random.below(50) == 0 ? stray : bot.input(for: run)
                run.tick(input)
                log.append(input)
            }
            let result = try simulate(InputLog(decoding: log.encoded()), as: core)
            #expect(result.trace == run.trace.value && result.score == run.score)
            #expect(result.ticks == run.ticks && result.isOver == run.isOver)
        }
        try record(ClassicRun.self, .classic)
        try record(TimedRun.self, .timed)
    }

    @Test("buttons that steer the screens leave no trace in a run")
    func buttons() {
        var (plain, steered) = (Run(seed: 4, mode: .classic), Run(seed: 4, mode: .classic))
        for tick in 0..<200 {
            plain.tick(tick == 50 ? .tap(x: 1, y: 1) : [])
            steered.tick(tick == 50 ? [.tap(x: 1, y: 1), .pause] : [.start, .jump, .menu])
        }
        #expect(plain.trace == steered.trace)
    }

    @Test("an hour of play by a bot that never fails passes without a trap", arguments: Mode.allCases)
    func hour(mode: Mode) {
        let bot = Bot(reaction: 1, rest: 1)
        var run = Run(seed: 11, mode: mode)
        while !run.isOver, run.ticks < 216_000 { run.tick(bot.input(for: run)) }
        #expect(run.ticks == 216_000 && run.lives > 0)
    }
}
