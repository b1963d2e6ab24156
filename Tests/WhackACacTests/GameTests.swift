import LaurelArcade
import LaurelTestSupport
import Testing
import LaurelWhackACac

@Suite("Whack-a-Cac's screens")
struct GameTests {
    private static let view = View(width: 640, height: 400)

    /// A game of a mode, begun.
    private static func begun(_ button: Input = .start, seed: UInt64 = 3) -> Game {
        var game = Game(seed: seed)
        game.tick([])
        game.tick(button)
        game.tick([])
        return game
    }

    @Test("time stands still in a pause: nothing comes, nothing is missed, and a finger counts for nothing")
    func pause() {
        var game = Self.begun()
        for _ in 0..<100 { game.tick([]) }
        game.tick(.pause)
        #expect(game.screen == .paused)
        let trace = game.run.trace
        for _ in 0..<2_000 {
            if let target = game.target(view: Self.view) { game.tap(x: target.x, y: target.y, view: Self.view) }
            game.tick([])
        }
        #expect(game.run.trace == trace && game.run.lives == 5 && game.run.hits == 0)
        game.tick(.resume)
        // The countdown: the player finds his finger again before time goes on.
        for _ in 0..<100 { game.tick([]) }
        #expect(game.screen == .play && game.run.trace == trace)
        for _ in 0..<20 { game.tick([]) }
        #expect(game.run.trace != trace)
    }

    @Test(
        "Exit in the pause ends the game with its score, and the log has all of it",
        arguments: [Input.start, .startTimed])
    func exit(button: Input) throws {
        var game = Self.begun(button)
        while game.run.hits < 4 {
            if let target = game.target(view: Self.view) { game.tap(x: target.x, y: target.y, view: Self.view) }
            game.tick([])
        }
        game.tick(.pause)
        game.tick(.menu)
        #expect(game.screen == .over && game.run.isOver && game.run.wasQuit)
        let bytes = game.log.encoded()
        let log = try InputLog(decoding: bytes)
        let result = button == .start ? try simulate(log, as: ClassicRun.self) : try simulate(log, as: TimedRun.self)
        #expect(result.score == game.run.score && result.isOver && result.trace == game.run.trace.value)
    }

    @Test("after the last life comes the end, and from there home or another game")
    func end() {
        var game = Self.begun()
        for _ in 0..<4_000 where game.screen == .play { game.tick([]) }
        #expect(game.screen == .over && game.run.lives == 0)
        game.tick(.menu)
        #expect(game.screen == .menu)
        game.tick(.startTimed)
        #expect(game.screen == .play && game.run.mode == .timed && game.run.ticks == 0)
    }

    @Test("two fingers in one tick are two blows, one tick after the other")
    func twoFingers() {
        var game = Self.begun()
        for _ in 0..<30 { game.tick([]) }
        let before = game.log.tickCount
        game.tap(x: 90, y: 390, view: Self.view)
        game.tap(x: 100, y: 392, view: Self.view)
        for _ in 0..<3 { game.tick([]) }
        let taps = game.log.spans.filter { $0.input.tap != nil }
        #expect(taps.map(\.ticks) == [1, 1] && game.log.tickCount == before + 3)
        #expect(taps.map { $0.input.tap?.x } == [10, 20])
    }

    @Test("a letter hits the cactus that stands in its place", arguments: Depth.seeds(12))
    func letters(seed: UInt64) {
        var game = Self.begun(seed: seed)
        while game.run.cactus(0).age < 20 { game.tick([]) }
        let cactus = game.run.cactus(0)
        game.strike(row: cactus.row, column: (cactus.x + cactus.size.width / 2) / 48)
        game.tick([])
        #expect(game.run.hits == 1)
    }

    @Test("a blow beside the field or above it hits nothing, however near a cactus stands to the edge")
    func outside() {
        let view = View(width: 2000, height: 1100)
        for seed in 1...20 as ClosedRange<UInt64> {
            var game = Self.begun(seed: seed)
            for tick in 0..<600 where game.screen == .play {
                if tick % 10 == 0, let target = game.target(view: view) {
                    for (x, y) in [(3, target.y), (target.x, 3), (1_997, target.y), (-9, -9)] as [(Int32, Int32)] {
                        var other = game
                        other.tap(x: x, y: y, view: view)
                        other.tick([])
                        #expect(other.run.hits == game.run.hits, "seed \(seed), tick \(tick): \(x), \(y)")
                    }
                }
                if tick % 100 == 0, let target = game.target(view: view) {
                    game.tap(x: target.x, y: target.y, view: view)
                }
                game.tick([])
            }
        }
    }

    @Test(
        "draws within the list on every screen and in every window",
        arguments: [(320, 480), (390, 844), (640, 400), (1280, 400), (2000, 1100), (200, 200)] as [(Int32, Int32)])
    func drawing(size: (width: Int32, height: Int32)) {
        let view = View(width: size.width, height: size.height)
        var list = DrawList()
        for button in [Input.start, .startTimed] {
            var game = Self.begun(button, seed: 5)
            var most = 0
            for tick in 0..<6_000 where game.screen != .over {
                if tick % 3 == 0, let target = game.target(view: view) {
                    game.tap(x: target.x, y: target.y, view: view)
                }
                game.tick([])
                game.draw(into: &list, view: view, fraction: Int32(tick % 256))
                most = max(most, list.count)
            }
            #expect(most > 20 && most < DrawList.capacity)
        }
    }

    @Test(
        "how many were hit in a row stays in the window, and off who was passed meanwhile",
        arguments: [(320, 480), (480, 1039), (640, 400), (866, 400)] as [(Int32, Int32)])
    func comboSign(size: (width: Int32, height: Int32)) {
        let view = View(width: size.width, height: size.height)
        var list = DrawList()
        var (seen, both) = (0, 0)
        for seed in 1...4 as ClosedRange<UInt64> {
            var game = Game(seed: seed)
            game.rivals = Rivals(
                (1...20).map { Rival(number: $0, score: $0 * 4, isFriend: true, hasPassed: false) })
            game.tick(.start)
            for tick in 0..<2400 where game.screen == .play {
                if tick % 14 == 0, let target = game.target(view: view) {
                    game.tap(x: target.x, y: target.y, view: view)
                }
                game.tick([])
                game.draw(into: &list, view: view, fraction: 0)
                let signs = (0..<list.count).map { list[$0] }
                func sign(_ words: Words) -> Pose? {
                    signs.first { $0.kind == DrawList.textKind | words.rawValue }?.pose
                }
                guard let combo = sign(.combo) else { continue }
                seen += 1
                // "38 in a row" is six times as wide as it is high.
                let half = combo.scaleX * 3 * 256
                #expect(combo.x >= half && combo.x + half <= view.width * 256, "tick \(tick)")
                guard let passed = sign(.rivalPassed), abs(combo.x - passed.x) < 200 * 256 else { continue }
                both += 1
                let apart = (combo.scaleX + passed.scaleX) * 128
                #expect(abs(combo.y - passed.y) >= apart, "tick \(tick)")
            }
        }
        #expect(seen > 500 && both > 50, "\(seen), \(both)")
    }

    @Test("six hearts leave the score its room", arguments: [600, 640, 711, 866] as [Int32])
    func hearts(width: Int32) throws {
        var list = DrawList()
        var game = Self.begun(seed: 1)
        let view = View(width: width, height: 400)
        for tick in 0..<12_000 where game.run.lives < 6 {
            if tick % 3 == 0, let target = game.target(view: view) { game.tap(x: target.x, y: target.y, view: view) }
            game.tick([])
        }
        game.draw(into: &list, view: view, fraction: 0)
        let signs = (0..<list.count).map { list[$0] }
        let hearts = signs.filter { $0.kind == Sprite.heart.rawValue || $0.kind == Sprite.heartGold.rawValue }
        try #require(hearts.count == 6)
        let score = try #require(signs.first { $0.kind == DrawList.textKind | Words.score.rawValue }).pose
        // Six digits are not quite four times as wide as they are high; half a heart is 11 units.
        let first = try #require(hearts.map(\.pose.x).min()) - 11 * 256
        #expect(first > score.x + score.scaleX * 2 * 256 + 8 * 256)
        // The host's button and its margin take 60 units.
        #expect(try #require(hearts.map(\.pose.x).max()) + 11 * 256 <= (view.width - 60) * 256)
    }

    /// As hosts fit it to a phone upright, to a tablet upright, and to windows between that and a square.
    static let tallViews = [(480, 1039), (480, 960), (480, 640), (480, 450)] as [(Int32, Int32)]

    @Test("a tall window is filled: rows far apart, and all cacti within it", arguments: tallViews)
    func tall(size: (width: Int32, height: Int32)) {
        let view = View(width: size.width, height: size.height)
        var list = DrawList()
        let game = Self.begun()
        game.draw(into: &list, view: view, fraction: 0)
        let dunes = [Sprite.duneBack, .duneMiddle, .duneFront].map { dune in
            (0..<list.count).map { list[$0] }.first { $0.kind == dune.rawValue }?.pose ?? Pose(x: 0, y: 0)
        }
        // The band of a wide screen is 120 units from the first row to the last.
        let band = (dunes[2].y - dunes[0].y) / 256
        #expect(band >= 120 + (size.height - 400) / 2, "\(band)")
        #expect(dunes[2].y < view.height * 256 && dunes[0].y > view.height * 64)
        // No gap between one dune's picture and the next.
        for (row, dune) in [Sprite.farDunes, .duneBack, .duneMiddle].enumerated() {
            let pose = (0..<list.count).map { list[$0] }.first { $0.kind == dune.rawValue }?.pose ?? Pose(x: 0, y: 0)
            let bottom = pose.y + (dune.box.y + dune.box.height) * pose.scaleY / 4
            #expect(bottom >= dunes[row].y + 18 * 256, "\(dune)")
        }
    }

    @Test("a finger on a cactus that is seen hits it, in every shape, and the log replays so", arguments: tallViews)
    func fingers(size: (width: Int32, height: Int32)) throws {
        let view = View(width: size.width, height: size.height)
        for seed in Depth.seeds(3) {
            var game = Self.begun(seed: seed)
            var sent = 0
            for tick in 0..<3_000 where game.screen == .play && sent < 40 {
                if tick % 14 == 0, let target = game.target(view: view) {
                    let hits = game.run.hits
                    game.tap(x: target.x, y: target.y, view: view)
                    game.tick([])
                    #expect(game.run.hits == hits + 1, "seed \(seed), tick \(tick)")
                    sent += 1
                } else {
                    game.tick([])
                }
            }
            game.tick(.pause)
            game.tick(.menu)
            let result = try simulate(game.log, as: ClassicRun.self)
            #expect(result.score == game.run.score && result.trace == game.run.trace.value && result.score >= 20)
        }
    }

    @Test("a finger on sand hits nothing, whatever stands there on a wide screen", arguments: tallViews)
    func sand(size: (width: Int32, height: Int32)) {
        let view = View(width: size.width, height: size.height)
        var list = DrawList()
        var game = Self.begun(seed: 9)
        for tick in 0..<900 where game.screen == .play {
            if tick % 60 == 30 {
                game.draw(into: &list, view: view, fraction: 0)
                let cacti = (0..<list.count).map { list[$0] }.filter { Self.isCactus($0.kind) }
                for x in stride(from: Int32(2), to: view.width, by: 31) {
                    for y in stride(from: Int32(2), to: view.height, by: 23) {
                        let isNear = cacti.contains { Self.isNear($0, x: x, y: y) }
                        guard !isNear else { continue }
                        var other = game
                        other.tap(x: x, y: y, view: view)
                        other.tick([])
                        #expect(other.run.hits == game.run.hits, "tick \(tick): \(x), \(y)")
                    }
                }
            }
            if tick % 90 == 0, let target = game.target(view: view) { game.tap(x: target.x, y: target.y, view: view) }
            game.tick([])
        }
    }

    private static func isCactus(_ kind: Int32) -> Bool {
        Sprite.cactusSmall.rawValue...Sprite.cactusLargeLaugh.rawValue ~= kind
    }

    /// Within the picture of a cactus, or so near that a finger may mean it.
    private static func isNear(_ command: (kind: Int32, pose: Pose, extra: Int32), x: Int32, y: Int32) -> Bool {
        guard let box = Sprite(rawValue: command.kind)?.box else { return false }
        let pose = command.pose
        // Half again as large as it is.
        let (across, down) = (x * 256 - pose.x, y * 256 - pose.y)
        let half = box.width * pose.scaleX / 8 + 24 * 256
        return abs(across) < half && down < 24 * 256 && down > box.y * pose.scaleY / 4 - 40 * 256
    }

    @Test("a lost life is louder than a hit, and not clipped")
    func loudness() {
        func power(_ cue: Cue) -> Double {
            let samples = cue.rendered()
            return samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))
        }
        #expect(power(.miss) > power(.whack) * 1.5)
        #expect((Cue.miss.rendered().map { abs(Int32($0)) }.max() ?? 0) < 32_767)
    }

    @Test("every sound has samples, none is louder than can be")
    func sounds() {
        for cue in Cue.allCases {
            let samples = cue.rendered()
            #expect(samples.count > 500 && samples.contains { $0 != 0 }, "\(cue)")
            #expect(samples.allSatisfy { abs(Int($0)) < 32_767 }, "\(cue)")
        }
    }
}
