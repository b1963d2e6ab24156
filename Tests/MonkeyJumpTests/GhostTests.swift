import LaurelArcade
import LaurelMonkeyJump
import LaurelTestSupport
import Testing

@Suite("MonkeyJump's ghost")
struct GhostTests {
    /// A log of the bot's run to its end, and that run.
    private static func record(seed: UInt64, skill: Int32) -> (log: InputLog, run: Run) {
        var run = Run(seed: seed)
        var log = InputLog(of: Run.self, seed: seed)
        let bot = Bot(skill: skill)
        while !run.isOver, run.ticks < 3000 {
            let input = bot.input(for: run)
            run.tick(input)
            log.append(input)
        }
        while !run.isOver {
            run.tick([])
            log.append([])
        }
        return (log, run)
    }

    @Test("is tick for tick the run of its log, in the same land", arguments: Depth.seeds(4))
    func sameRun(seed: UInt64) throws {
        let (log, end) = Self.record(seed: seed, skill: 800)
        var game = Game(seed: 99)
        try game.begin(against: log)
        #expect(game.screen == .play && game.run.seed == seed && game.log.header.seed == seed)
        var alone = Run(seed: seed)
        let bot = Bot(skill: 1000)
        for span in log.spans {
            for _ in 0..<span.ticks where !game.run.isOver {
                alone.tick(span.input)
                game.tick(bot.input(for: game.run))
                #expect(game.ghost?.run.trace == alone.trace)
                // Who runs by the same rules is never ahead in the same tick.
                #expect(game.run.distance == alone.distance || alone.isOver)
            }
        }
        #expect(game.ghost?.isOver == true)
        #expect(game.ghost?.end.score == end.score && game.ghost?.end.trace == end.trace.value)
        // It stays where it fell, and the player's own log knows nothing of it.
        let fell = game.ghost?.run.distance
        for _ in 0..<200 { game.tick(bot.input(for: game.run)) }
        #expect(game.ghost?.run.distance == fell)
        let result = try simulate(game.log, as: Run.self)
        #expect(result.trace == game.run.trace.value)
    }

    @Test("the way to where it ended is said, and then how far beyond it the player is")
    func distance() throws {
        let (log, end) = Self.record(seed: 3, skill: 700)
        var game = Game(seed: 1)
        try game.begin(against: log)
        var list = DrawList()
        func said(_ words: Words) -> Int32? {
            game.draw(into: &list, view: View(width: 640, height: 400), fraction: 0)
            return (0..<list.count).map { list[$0] }.first { $0.kind == DrawList.textKind | words.rawValue }?.extra
        }
        let bot = Bot(skill: 1000)
        var said2 = 0
        for _ in 0..<1500 where !game.run.isOver {
            game.tick(bot.input(for: game.run))
            let ahead = game.run.score - end.score
            if ahead > 0 {
                #expect(said(.ghostPassed) == Int32(ahead) && said(.ghostToGo) == nil)
                said2 += 1
            } else {
                #expect(said(.ghostToGo) == Int32(-ahead) && said(.ghostPassed) == nil)
            }
        }
        #expect(said2 > 100)
    }

    @Test("is drawn half transparent, beside a player who is not, and fits the list")
    func picture() throws {
        let (log, _) = Self.record(seed: 4, skill: 900)
        var game = Game(seed: 1)
        try game.begin(against: log)
        var list = DrawList()
        for tick in 0..<2600 as Range<Int32> where game.screen != .over {
            game.tick(Bot(skill: 1000).input(for: game.run))
            game.draw(into: &list, view: View(width: 960, height: 400), fraction: tick % 256)
            #expect(list.count < DrawList.capacity)
            let bodies = (0..<list.count).map { list[$0] }.filter { $0.kind == Sprite.monkeyBody.rawValue }
            if tick < 100 { #expect(bodies.map(\.pose.alpha) == [128, 255]) }
        }
    }

    @Test("stops with the game in a pause")
    func pause() throws {
        var game = Game(seed: 1)
        try game.begin(against: Self.record(seed: 4, skill: 900).log)
        for _ in 0..<60 { game.tick([]) }
        game.tick(.pause)
        let trace = game.ghost?.run.trace
        for _ in 0..<300 { game.tick([]) }
        #expect(game.ghost?.run.trace == trace)
    }

    @Test("is refused when its log is another game's, another version's, or goes on after its end")
    func refusals() {
        var game = Game(seed: 1)
        for _ in 0..<50 { game.tick([]) }
        let trace = game.run.trace
        let other = InputLog(header: .init(coreID: 7, coreVersion: Run.coreVersion, seed: 1))
        #expect(throws: ReplayRefusal.otherGame(7)) { try game.begin(against: other) }
        let version = Run.coreVersion + 1
        let newer = InputLog(header: .init(coreID: Run.coreID, coreVersion: version, seed: 1))
        #expect(throws: ReplayRefusal.otherVersion(version)) { try game.begin(against: newer) }
        var late = InputLog(of: Run.self, seed: 1)
        late.append([], ticks: 5000)
        #expect(throws: (any Error).self) { try game.begin(against: late) }
        #expect(game.screen == .menu && game.run.trace == trace && game.ghost == nil)
    }

    @Test("of a run that was broken off, or of none, stands still at once", arguments: [0, 40] as [Int32])
    func short(ticks: Int32) throws {
        var log = InputLog(of: Run.self, seed: 5)
        log.append([], ticks: ticks)
        var game = Game(seed: 1)
        try game.begin(against: log)
        var list = DrawList()
        for _ in 0..<120 {
            game.tick([])
            game.draw(into: &list, view: View(width: 640, height: 400), fraction: 128)
        }
        #expect(game.ghost?.isOver == true && game.ghost?.run.ticks == ticks)
    }

    @Test("a run that was prepared has the server's seed and ticket, and the next one has its own")
    func prepared() {
        var game = Game(seed: 1)
        game.prepare(seed: 77, ticket: [1, 2, 3])
        game.tick(.start)
        #expect(
            game.log.header == .init(coreID: Run.coreID, coreVersion: Run.coreVersion, seed: 77, ticket: [1, 2, 3]))
        while game.screen != .over { game.tick([]) }
        game.tick(.start)
        #expect(game.log.header.ticket.isEmpty && game.run.seed != 77)
    }
}
