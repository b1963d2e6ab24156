import LaurelArcade
import LaurelMonkeyJump
import LaurelTestSupport
import Testing

@Suite("Run")
struct RunTests {
    /// Runs with the button up until the ground ends or the limit is reached.
    private static func idle(_ run: inout Run, ticks: Int) {
        for _ in 0..<ticks { run.tick([]) }
    }

    @Test("is the same to the bit when its log is played again", arguments: Depth.seeds(16))
    func replay(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let bot = Bot(skill: 960)
        var run = Run(seed: seed)
        var log = InputLog(of: Run.self, seed: seed)
        while !run.isOver, run.ticks < 1500 {
            let input = random.below(40) == 0 ? Input.jump : bot.input(for: run)
            run.tick(input)
            log.append(input)
        }
        let result = try simulate(InputLog(decoding: log.encoded()), as: Run.self)
        #expect(result.trace == run.trace.value)
        #expect(result.score == run.score)
        #expect(result.ticks == run.ticks)
        #expect(result.isOver == run.isOver)
    }

    @Test("tells two roads to the same end apart")
    func roads() {
        // A press in the air that comes to nothing changes no position, and yet the trace.
        var first = Run(seed: 5)
        var second = Run(seed: 5)
        for tick in 0..<100 {
            first.tick(tick == 50 ? .jump : [])
            second.tick(tick == 50 || tick == 62 ? .jump : [])
        }
        #expect(first.height == second.height)
        #expect(first.distance == second.distance)
        #expect(first.trace != second.trace)
    }

    @Test("refuses a log of another game, of another version, and with inputs after the end")
    func refusals() {
        let other = InputLog(header: .init(coreID: 7, coreVersion: Run.coreVersion, seed: 1))
        #expect(throws: ReplayRefusal.otherGame(7)) { try simulate(other, as: Run.self) }
        let old = InputLog(header: .init(coreID: Run.coreID, coreVersion: 0, seed: 1))
        #expect(throws: ReplayRefusal.otherVersion(0)) { try simulate(old, as: Run.self) }
        var late = InputLog(of: Run.self, seed: 1)
        late.append([], ticks: 5000)
        #expect(throws: ReplayRefusal.inputAfterEnd(tick: 177)) { try simulate(late, as: Run.self) }
    }

    @Test("scores whole metres, and nothing after the end")
    func score() {
        var run = Run(seed: 3)
        while !run.isOver { run.tick([]) }
        let score = run.score
        let trace = run.trace
        #expect(score == run.distance / Rules.metre)
        #expect(score > 15)
        for _ in 0..<100 { run.tick(.jump) }
        #expect(run.score == score)
        #expect(run.trace == trace)
    }

    @Test("jumps higher the longer the button is held", arguments: [(1, 5), (5, 9), (9, 14), (14, 22)])
    func hold(short: Int, long: Int) {
        func top(_ ticks: Int) -> Int32 {
            var run = Run(seed: 1)
            var top: Int32 = 0
            for tick in 0..<60 {
                run.tick(tick < ticks ? .jump : [])
                top = max(top, run.height)
            }
            #expect(run.isGrounded)
            return top
        }
        #expect(top(short) < top(long))
        #expect(top(60) <= Rules.jumpHeight)
        #expect(top(60) > Rules.jumpHeight - 2 * Rules.unit)
    }

    @Test("jumps once for one press, however long")
    func oncePerPress() {
        var run = Run(seed: 1)
        var jumps = 0
        for _ in 0..<150 {
            run.tick(.jump)
            if run.events.contains(.jumped) { jumps += 1 }
        }
        #expect(jumps == 1)
    }

    @Test("keeps a press made shortly before landing, and forgets an older one")
    func buffer() {
        func jumps(pressed before: Int) -> Bool {
            var run = Run(seed: 1)
            var landing = 0
            for tick in 0..<60 {
                run.tick(tick == 0 ? .jump : [])
                if run.events.contains(.landed) { landing = tick }
            }
            run = Run(seed: 1)
            for tick in 0...(landing + 2) { run.tick(tick == 0 || tick == landing - before ? .jump : []) }
            return !run.isGrounded
        }
        #expect(jumps(pressed: 1))
        #expect(jumps(pressed: Int(Rules.bufferTicks) - 2))
        #expect(!jumps(pressed: Int(Rules.bufferTicks) + 2))
    }

    /// A run that has just stepped over the edge of a pit, by the bot.
    private static func overEdge() throws -> Run {
        let bot = Bot(skill: 1000)
        for seed in 0..<40 as Range<UInt64> {
            var run = Run(seed: seed)
            while !run.isOver, run.ticks < 2400 {
                var ahead = run
                ahead.tick([])
                if run.isGrounded, ahead.isOverPit, !ahead.isGrounded { return run }
                let isPitNext = (0..<run.enemyCount).contains {
                    run.enemy($0).kind == .pit && run.enemy($0).x > run.distance
                        && run.enemy($0).x - run.distance < 300 * 256
                }
                run.tick(isPitNext && run.isGrounded ? [] : bot.input(for: run))
            }
        }
        throw NoPit()
    }
    private struct NoPit: Error {}

    @Test("still jumps a moment after it ran off an edge, and no later", arguments: 0..<10)
    func coyote(late: Int) throws {
        var run = try Self.overEdge()
        for _ in 0...late { run.tick([]) }
        run.tick(.jump)
        #expect(run.events.contains(.jumped) == (late + 1 < Int(Rules.coyoteTicks)), "\(late)")
    }

    @Test("ends in the water when nobody jumps")
    func water() throws {
        var run = try Self.overEdge()
        for _ in 0..<60 { run.tick([]) }
        #expect(run.isOver)
        #expect(run.nemesis == .pit)
    }
}
