import LaurelArcade
import LaurelWhackACac
import Testing

@Suite("Feats of Whack-a-Cac")
struct FeatTests {
    /// The same rules once more, from what can be seen of a game.
    private struct Model {
        var inARow = 0
        var isFlawless = true
        var earned: Set<Feat> = []

        mutating func see(_ before: Run, _ run: Run) {
            if run.events.contains(.swung) { inARow = 0 }
            if run.events.contains(.hit) {
                let cactus = before.cactus(run.lastHit)
                inARow += 1
                earned.insert(.killOne)
                if run.hits >= 50 { earned.insert(.hits50) }
                if run.hits >= 100 { earned.insert(.hits100) }
                if run.hits >= 25, isFlawless { earned.insert(.flawless25) }
                if inARow >= 30 { earned.insert(.sharpshooter) }
                if cactus.age <= 24 { earned.insert(.quickDraw) }
                if cactus.patience - cactus.age <= 6 { earned.insert(.closeCall) }
            }
            if run.events.contains(.missed) { isFlawless = false }
            if run.events.contains(.owl) { inARow = 0 }
            if run.mode == .timed, run.ticks >= 3600 { earned.insert(.survive1) }
            if run.mode == .timed, run.ticks >= 10_800 { earned.insert(.survive3) }
        }
    }

    @Test(
        "are those of the rules at every tick, and the log has them too", arguments: Mode.allCases,
        0..<6 as Range<UInt64>)
    func model(mode: Mode, seed: UInt64) throws {
        var run = Run(seed: seed, mode: mode)
        var log = mode == .classic ? InputLog(of: ClassicRun.self, seed: seed) : InputLog(of: TimedRun.self, seed: seed)
        var model = Model()
        var random = SeededRandom(seed: seed)
        // From one who is quick to one who is all but late.
        let bot = Bot(reaction: seed == 5 ? 115 : 10 + Int32(seed) * 8, rest: 5)
        while !run.isOver, run.ticks < 12_000 {
            let isStray = seed % 2 == 0 && random.below(100) == 0
            let input = isStray ? Input.tap(x: 0, y: 0) : bot.input(for: run)
            let before = run
            run.tick(input)
            log.append(input)
            model.see(before, run)
            #expect(Set(run.feats.of(Feat.self)) == model.earned, "tick \(run.ticks)")
        }
        let result =
            mode == .classic ? try simulate(log, as: ClassicRun.self) : try simulate(log, as: TimedRun.self)
        #expect(result.feats == run.feats)
    }

    @Test("all but a friend's defeat can be earned by playing")
    func reachable() {
        var earned: Feats = []
        for (reaction, ticks) in [(5, 12_000), (115, 2_000)] as [(Int32, Int32)] {
            var run = Run(seed: 4, mode: .timed)
            let bot = Bot(reaction: reaction, rest: 1)
            while !run.isOver, run.ticks < ticks { run.tick(bot.input(for: run)) }
            earned.formUnion(run.feats)
        }
        #expect(Set(earned.of(Feat.self)) == Set(Feat.allCases.filter(\.isOfRun)))
    }

    @Test("have identifiers and bits of their own")
    func identifiers() {
        #expect(Set(Feat.allCases.map { "\($0.identifier)" }).count == Feat.allCases.count)
        #expect(Feat.allCases.allSatisfy { (0..<32).contains($0.rawValue) })
        #expect(Feat.allCases.filter { !$0.isOfRun } == [.beatAFriend])
    }
}
