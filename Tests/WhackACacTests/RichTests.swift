import LaurelArcade
import LaurelTestSupport
import LaurelWhackACac
import Testing

/// What version 2 of the core has more than version 1: combos, gold, owls and evenings.
@Suite("Whack-a-Cac's second version")
struct RichTests {
    private static func tap(_ cactus: Cactus) -> Input {
        .tap(x: cactus.x + cactus.size.width / 2, y: Rules.crest(row: cactus.row) - max(cactus.size.height / 2, 4))
    }

    private static func cacti(_ run: Run) -> [Cactus] { (0..<Int(run.slotCount)).map { run.cactus($0) } }

    /// Games of the bot, and what was seen in each tick: the game before it and after it.
    private static func follow(
        _ mode: Mode, seeds: Range<UInt64>, reaction: Int32, _ input: (Run, Input) -> Input = { $1 },
        _ see: (Run, Run) -> Void
    ) {
        let bot = Bot(reaction: reaction, rest: 5)
        for seed in seeds {
            var run = Run(seed: seed, mode: mode)
            while !run.isOver, run.ticks < 12_000 {
                let before = run
                run.tick(input(run, bot.input(for: run)))
                see(before, run)
            }
        }
    }

    @Test(
        "enough in a row give a life back, up to five, at a growing price; a golden one gives a sixth",
        arguments: Mode.allCases)
    func lives(mode: Mode) {
        var (combos, golden, sixth) = (0, 0, 0)
        Self.follow(mode, seeds: 0..<24, reaction: 40) { before, run in
            guard run.events.contains(.hit), !run.events.contains(.missed), !run.events.contains(.evening) else {
                return
            }
            let isGold = before.cactus(run.lastHit).kind == .golden
            #expect(run.combo == before.combo + 1 && run.events.contains(.gold) == isGold)
            let isPaid = run.combo == before.comboGoal
            #expect(run.events.contains(.combo) == isPaid && (run.comboGoal > before.comboGoal) == isPaid)
            var lives = before.lives
            if isGold { lives = min(lives + 1, 6) }
            if isPaid { lives = max(lives, min(lives + 1, 5)) }
            #expect(run.lives == lives)
            if isPaid, before.lives < 5 { combos += 1 }
            if isGold { golden += 1 }
            if run.lives == 6 { sixth += 1 }
        }
        #expect(combos > 0)
        #expect(golden > 0)
        #expect(sixth > 0)
    }

    @Test("a blow into the sand, a life lost and an owl end a combo")
    func comboEnds() {
        Self.follow(
            .classic, seeds: 0..<6, reaction: 30,
            { run, input in run.ticks % 300 == 0 ? .tap(x: 4095, y: 2047) : input }
        ) { _, run in
            if run.events.contains(.swung) || (run.events.contains(.missed) && !run.events.contains(.hit)) {
                #expect(run.combo == 0)
            }
        }
    }

    @Test("an owl that is hit costs a life and no point, and one that is let be costs nothing")
    func owls() {
        var (hit, spared) = (0, 0)
        let strikes: (Run, Input) -> Input = { run, input in
            guard run.ticks % 1_200 < 600 else { return input }
            return Self.cacti(run).first { $0.kind == .owl && $0.state == .standing && $0.age > 30 }.map(Self.tap)
                ?? input
        }
        Self.follow(.classic, seeds: 0..<16, reaction: 20, strikes) { before, run in
            let standing = Self.cacti(run).filter { $0.kind == .owl && $0.state == .standing }
            #expect(standing.count <= 1)
            if run.events.contains(.owl) {
                hit += 1
                #expect(run.hits == before.hits && run.lives < before.lives && run.combo == 0)
            }
            for (index, cactus) in Self.cacti(before).enumerated() where cactus.kind == .owl {
                guard cactus.state == .standing, run.cactus(index).state == .missed else { continue }
                spared += 1
                if !run.events.contains(.missed) { #expect(run.lives >= before.lives) }
            }
        }
        #expect(hit > 5 && spared > 5)
    }

    @Test("a day ends after a minute and a half: all goes, at no cost, and it is quiet", arguments: Mode.allCases)
    func evening(mode: Mode) {
        let bot = Bot(reaction: 5, rest: 1)
        var run = Run(seed: 3, mode: mode)
        while run.ticks < 5_399 { run.tick(bot.input(for: run)) }
        let lives = run.lives
        run.tick(.tap(x: 4095, y: 2047))
        #expect(run.events.contains(.evening) && !Self.cacti(run).contains { $0.state == .standing })
        #expect(run.lives == max(lives, min(lives + 1, 5)))
        for _ in 0..<139 {
            run.tick([])
            #expect(!run.events.contains(.came) && run.lives >= lives)
        }
    }

    /// Why both versions share a leaderboard (decision 0052).
    @Test("a player scores about as much as before", arguments: Mode.allCases, [30, 44] as [Int32])
    func comparable(mode: Mode, reaction: Int32) {
        func median(_ version: UInt16) -> Int64 {
            let bot = Bot(reaction: reaction, rest: 16)
            return (0..<41 as Range<UInt64>).map { seed in
                var run = Run(seed: seed, mode: mode, version: version)
                var random = SeededRandom(seed: seed)
                while !run.isOver, run.ticks < 20_000 {
                    let input = bot.input(for: run)
                    run.tick(input.tap != nil && random.below(25) == 0 ? .tap(x: 4095, y: 2047) : input)
                }
                return run.score
            }.sorted()[20]
        }
        let (old, new) = (median(1), median(2))
        #expect(new * 4 >= old * 3 && new * 3 <= old * 4, "\(old) and \(new)")
    }

    @Test("an old log is raced by the rules of its time, and stays a log of them", arguments: Mode.allCases)
    func oldGhost(mode: Mode) throws {
        var run = Run(seed: 7, mode: mode, version: 1)
        var log =
            mode == .classic
            ? InputLog(of: ClassicRun.self, seed: 7, version: 1) : InputLog(of: TimedRun.self, seed: 7, version: 1)
        let bot = Bot(reaction: 40, rest: 16)
        while !run.isOver {
            let input = bot.input(for: run)
            run.tick(input)
            log.append(input)
        }
        var game = Game(seed: 1)
        try game.begin(against: log)
        #expect(game.run.version == 1 && game.log.header.coreVersion == 1 && game.ghost?.end.trace == run.trace.value)
        while !game.run.isOver { game.tick([]) }
        #expect(try Game.replay(game.log).trace == game.run.trace.value)
    }
}
