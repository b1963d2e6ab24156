import LaurelArcade
import LaurelWhackACac
import Testing

@Suite("Whack-a-Cac's ghost")
struct GhostTests {
    private static func emptyLog(_ mode: Mode, seed: UInt64) -> InputLog {
        mode == .classic ? InputLog(of: ClassicRun.self, seed: seed) : InputLog(of: TimedRun.self, seed: seed)
    }

    private static func record(_ mode: Mode, seed: UInt64) -> (log: InputLog, run: Run) {
        var run = Run(seed: seed, mode: mode)
        var log = emptyLog(mode, seed: seed)
        let bot = Bot(reaction: 60, rest: 30)
        while !run.isOver, run.ticks < 3000 {
            let input = run.ticks > 2500 ? [] : bot.input(for: run)
            run.tick(input)
            log.append(input)
        }
        return (log, run)
    }

    @Test(
        "plays its log beside the player's game, blow for blow, and its score grows as it did", arguments: Mode.allCases
    )
    func sameRun(mode: Mode) throws {
        let (log, end) = Self.record(mode, seed: 8)
        var game = Game(seed: 1)
        try game.begin(against: log)
        #expect(game.screen == .play && game.run.mode == mode && game.log.header.coreID == mode.coreID)
        var alone = Run(seed: 8, mode: mode)
        var list = DrawList()
        let words: Words = mode == .classic ? .ghostScore : .ghostTime
        let view = View(width: 640, height: 400)
        var marks = 0
        for span in log.spans {
            for _ in 0..<span.ticks where !game.run.isOver {
                alone.tick(span.input)
                if let target = game.target(view: view), alone.ticks % 20 == 0 {
                    game.tap(x: target.x, y: target.y, view: view)
                }
                game.tick([])
                #expect(game.ghost?.run.trace == alone.trace)
                game.draw(into: &list, view: view, fraction: 0)
                let commands = (0..<list.count).map { list[$0] }
                #expect(commands.first { $0.kind == DrawList.textKind | words.rawValue }?.extra == Int32(alone.score))
                if commands.contains(where: { $0.kind == Sprite.ghostBlow.rawValue }) { marks += 1 }
            }
        }
        #expect(marks > 100)
        #expect(game.ghost?.end.score == end.score)
    }

    @Test("strikes once in the tick that ends its game, while the player's goes on", arguments: Mode.allCases)
    func lastBlow(mode: Mode) throws {
        var run = Run(seed: 8, mode: mode)
        var log = Self.emptyLog(mode, seed: 8)
        // Into the sand, and only as the last life is lost.
        let blow = Input.tap(x: 4095, y: 2047)
        while !run.isOver {
            var struck = run
            struck.tick(blow)
            let input = struck.isOver ? blow : []
            run.tick(input)
            log.append(input)
        }
        #expect(log.spans.last?.input == blow)

        var game = Game(seed: 1)
        try game.begin(against: log)
        let view = View(width: 640, height: 400)
        var list = DrawList()
        func play() {
            if game.run.ticks % 20 == 0, let target = game.target(view: view) {
                game.tap(x: target.x, y: target.y, view: view)
            }
            game.tick([])
        }
        func marks() -> Int {
            game.draw(into: &list, view: view, fraction: 0)
            return (0..<list.count).count { list[$0].kind == Sprite.ghostBlow.rawValue }
        }
        for _ in 0..<3000 where game.ghost?.isOver == false { play() }
        #expect(marks() == 1)
        // A mark is seen for less than half a second.
        for _ in 0..<40 { play() }
        #expect(marks() == 0 && !game.run.isOver)
        #expect(game.ghost?.run.trace == run.trace)
    }

    @Test("is refused when its log is another game's or another version's")
    func refusals() {
        var game = Game(seed: 1)
        let other = InputLog(header: .init(coreID: 7, coreVersion: Run.coreVersion, seed: 1))
        #expect(throws: ReplayRefusal.otherGame(7)) { try game.begin(against: other) }
        let old = InputLog(header: .init(coreID: Mode.timed.coreID, coreVersion: 0, seed: 1))
        #expect(throws: ReplayRefusal.otherVersion(0)) { try game.begin(against: old) }
        #expect(game.screen == .menu && game.ghost == nil)
    }

    @Test("a game that was prepared has the server's seed and ticket, and the next one has its own")
    func prepared() {
        var game = Game(seed: 1)
        game.prepare(seed: 77, ticket: [1, 2, 3])
        game.tick(.startTimed)
        #expect(game.log.header.seed == 77 && game.log.header.ticket == [1, 2, 3])
        game.tick(.pause)
        game.tick(.start)
        #expect(game.log.header.seed != 77 && game.log.header.ticket.isEmpty)
    }
}
