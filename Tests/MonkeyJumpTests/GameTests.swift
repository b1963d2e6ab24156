import LaurelArcade
import Foundation
import LaurelMonkeyJump
import LaurelTestSupport
import Testing
import LaurelWebPages

@Suite("Game")
struct GameTests {
    private static func playing(seed: UInt64 = 1) -> Game {
        var game = Game(seed: seed)
        game.tick(.start)
        return game
    }

    /// Plays by the bot until the run is over and the screen says so.
    private static func finish(_ game: inout Game, skill: Int32) {
        for _ in 0..<20_000 where game.screen != .over { game.tick(Bot(skill: skill).input(for: game.run)) }
    }

    @Test("goes from menu to play to game over, and again")
    func scenes() {
        var game = Game(seed: 1)
        #expect(game.screen == .menu)
        game.tick([])
        game.tick(.start)
        #expect(game.screen == .play)
        Self.finish(&game, skill: 300)
        #expect(game.screen == .over)
        #expect(game.run.isOver)
        let first = game.run.seed
        game.tick(.start)
        #expect(game.screen == .play)
        #expect(game.run.score == 0)
        #expect(game.run.seed != first)
        game.tick(.menu)
        #expect(game.screen == .menu)
    }

    @Test("records what gives the same score again", arguments: Depth.seeds(6))
    func log(seed: UInt64) throws {
        var game = Self.playing(seed: seed)
        Self.finish(&game, skill: 850)
        let result = try simulate(game.log, as: Run.self)
        #expect(result.score == game.run.score)
        #expect(result.trace == game.run.trace.value)
        #expect(result.isOver)
    }

    @Test("stops its time in a pause, and counts down before it goes on")
    func pause() {
        var game = Self.playing()
        for _ in 0..<100 { game.tick([]) }
        game.tick(.pause)
        #expect(game.screen == .paused)
        let trace = game.run.trace
        let log = game.log
        var before = DrawList()
        game.draw(into: &before, view: View(width: 640, height: 400), fraction: 0)
        for tick in 0..<500 { game.tick(tick % 7 == 0 ? .jump : []) }
        #expect(game.run.trace == trace)
        #expect(game.log == log)
        var after = DrawList()
        game.draw(into: &after, view: View(width: 640, height: 400), fraction: 200)
        #expect((0..<before.count).allSatisfy { before[$0] == after[$0] }, "the picture stands still")
        game.tick(.resume)
        #expect(game.screen == .play)
        for _ in 0..<100 { game.tick([]) }
        #expect(game.run.trace == trace, "the countdown is on")
        for _ in 0..<20 { game.tick([]) }
        #expect(game.run.trace != trace)
    }

    @Test("does not jump for the press that began the run")
    func beginning() {
        var game = Game(seed: 2)
        game.tick([])
        game.tick([.start, .jump])
        for _ in 0..<20 { game.tick(.jump) }
        #expect(game.run.isGrounded)
        game.tick([])
        game.tick(.jump)
        #expect(!game.run.isGrounded)
    }

    @Test("ignores a pause after the end, and every other wrong button")
    func wrongButtons() {
        var game = Self.playing()
        while !game.run.isOver { game.tick([]) }
        game.tick(.pause)
        #expect(game.screen == .play)
        for raw in 0...255 as ClosedRange<UInt32> { game.tick(Input(rawValue: raw)) }
    }

    @Test("sounds once for what happens once")
    func cues() {
        var game = Self.playing()
        _ = game.takeCues()
        game.tick(.jump)
        let first = game.takeCues()
        #expect(first & Cue.jump.mask != 0)
        let second = game.takeCues()
        #expect(second == 0)
        for _ in 0..<5 { game.tick(.jump) }
        let third = game.takeCues()
        #expect(third & Cue.jump.mask == 0)
    }

    @Test("makes every sound audible, and none too loud", arguments: Cue.allCases)
    func sounds(cue: Cue) {
        let samples = cue.rendered()
        let loudest = samples.map { abs(Int32($0)) }.max() ?? 0
        #expect(loudest > 1_000)
        #expect(loudest < 32_767, "\(cue) is clipped")
    }

    @Test("the end of a run is louder than what happens in it", arguments: [Cue.hit, .splash])
    func loudness(end: Cue) {
        for other in [Cue.jump, .land, .step, .lunge, .croak] {
            #expect(Self.power(end) > Self.power(other) * 1.5, "\(end) and \(other)")
        }
    }

    /// The mean square of a sound's samples: twice as much is 3 dB.
    private static func power(_ cue: Cue) -> Double {
        let samples = cue.rendered()
        return samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))
    }
}

@Suite("Picture")
struct PictureTests {
    static let views = [(320, 480), (480, 1040), (640, 400), (866, 400), (960, 400), (600, 600), (-5, Int.max >> 40)]

    @Test("draws within reach of the window, and all of it fits the list", arguments: views, [1000, 700])
    func bounds(size: (Int, Int), skill: Int32) {
        let view = View(width: Int32(size.0), height: Int32(size.1))
        var list = DrawList()
        var game = Game(seed: 8)
        game.isFirstRun = true
        game.best = 999
        game.tick(.start)
        for tick in 0..<1400 as Range<Int32> {
            game.tick(game.screen == .over ? .start : Bot(skill: skill).input(for: game.run))
            guard tick % 9 == 0 else { continue }
            game.draw(into: &list, view: view, fraction: tick % 256)
            #expect(list.count < DrawList.capacity && list.count > 20)
            let strays = (0..<list.count).map { list[$0] }.filter { !Self.isInReach($0, view) }
            #expect(strays.isEmpty, "\(strays)")
        }
    }

    @Test("tells who plays for the first time how to jump, unless something else is said there")
    func hints() {
        var list = DrawList()
        var game = Game(seed: 8)
        game.isFirstRun = true
        game.rivals = Rivals([Rival(number: 1, score: 10, isFriend: true, hasPassed: false)])
        game.tick(.start)
        let hints: Set = [Words.hint.rawValue, Words.hintHold.rawValue]
        let others: Set = [Words.nearMiss.rawValue, Words.rivalPassed.rawValue]
        var (hinted, passed) = (0, 0)
        for _ in 0..<480 where !game.run.isOver {
            game.tick(Bot(skill: 1000).input(for: game.run))
            game.draw(into: &list, view: View(width: 866, height: 400), fraction: 0)
            let words = Set((0..<list.count).map { list[$0].kind - DrawList.textKind })
            #expect(words.isDisjoint(with: hints) || words.isDisjoint(with: others))
            if !words.isDisjoint(with: hints) { hinted += 1 }
            if words.contains(Words.rivalPassed.rawValue) { passed += 1 }
        }
        #expect(hinted > 100 && passed > 100, "\(hinted), \(passed)")
    }

    private static func isInReach(_ command: (kind: Int32, pose: Pose, extra: Int32), _ view: View) -> Bool {
        let pose = command.pose
        let reach: Int32 = 1500 * 256
        // A layer's first picture begins left of the window, and reaches into it.
        let across = (Sprite(rawValue: command.kind)?.box.width ?? 0) * max(pose.scaleX, 0) / 4
        guard pose.x + across > -reach, pose.x < view.width * 256 + reach, (1...255).contains(pose.alpha)
        else { return false }
        guard pose.y > -reach, pose.y < view.height * 256 + reach else { return false }
        switch command.kind {
        case ..<DrawList.textKind: return Sprite(rawValue: command.kind) != nil
        case ..<DrawList.rectangleKind: return Words(rawValue: command.kind - DrawList.textKind) != nil
        default: return command.kind == DrawList.rectangleKind
        }
    }

    /// Windows by width and height: phones, tablets and screens, upright and on their side.
    static let windows = [
        (390.0, 844.0), (360, 780), (412, 915), (768, 1024), (1024, 768), (844, 390), (1280, 720), (1920, 1080),
        (2560, 1080), (1000, 1000),
    ]

    /// The view that a host fits to a window: renderer.js and Painter do.
    private static func view(_ width: Double, _ height: Double) -> View {
        let (across, down) = (Double(Game.leastView.width), Double(Game.leastView.height))
        let units = max(down, across * height / width).rounded()
        return View(width: Int32((width * units / height).rounded(.up)), height: Int32(units))
    }

    @Test("every window shows ten metres ahead of the monkey, and what comes is seen in the same tick in all")
    func ahead() throws {
        let enemies = [Sprite.snakeCoil, .coconut, .frogSit, .frogLeap, .parrotBody, .porcupineBody].map(\.rawValue)
        var list = DrawList()
        var seen: [[Int]] = []
        for window in Self.windows {
            let view = Self.view(window.0, window.1)
            var game = Game(seed: 5)
            game.tick(.start)
            var counts: [Int] = []
            for tick in 0..<900 as Range<Int32> {
                game.tick(Bot(skill: 1000).input(for: game.run))
                guard !game.run.isOver else { break }
                game.draw(into: &list, view: view, fraction: 0)
                let commands = (0..<list.count).map { list[$0] }
                let monkey = try #require(commands.first { $0.kind == Sprite.monkeyBody.rawValue }).pose
                // The body leans a little from where he stands.
                #expect(abs(view.width * 256 - monkey.x - 400 * 256) < 24 * 256, "\(window), tick \(tick)")
                #expect(monkey.y > 0 && monkey.y < view.height * 256 * 9 / 10, "\(window), tick \(tick)")
                let ahead = monkey.x..<view.width * 256
                counts.append(commands.filter { enemies.contains($0.kind) && ahead.contains($0.pose.x) }.count)
            }
            seen.append(counts)
        }
        #expect(seen[0].count > 300 && seen[0].contains(0) && seen[0].contains { $0 > 0 })
        #expect(seen.allSatisfy { $0 == seen[0] })
    }

    @Test("a tall window is no fifth part earth", arguments: [(390.0, 844.0), (768.0, 1024.0)])
    func earth(window: (Double, Double)) throws {
        let view = Self.view(window.0, window.1)
        var list = DrawList()
        var game = Game(seed: 1)
        game.tick(.start)
        game.draw(into: &list, view: view, fraction: 0)
        let ground = try #require((0..<list.count).map { list[$0] }.first { $0.kind == Sprite.ground.rawValue })
        #expect(ground.pose.y > view.height * 256 * 4 / 5)
    }

    @Test("the best is readable: as large as a third of the score, and apart from it", arguments: windows)
    func best(window: (Double, Double)) throws {
        let view = Self.view(window.0, window.1)
        var list = DrawList()
        var game = Game(seed: 1)
        game.best = 122
        game.tick(.start)
        game.draw(into: &list, view: view, fraction: 0)
        func sign(_ words: Words) -> Pose? {
            (0..<list.count).map { list[$0] }.first { $0.kind == DrawList.textKind | words.rawValue }?.pose
        }
        let (distance, best) = (try #require(sign(.distance)), try #require(sign(.best)))
        #expect(best.scaleX * 3 >= distance.scaleX)
        #expect(best.y - distance.y > (best.scaleX + distance.scaleX) * 128)
    }

    @Test("covers the window from edge to edge with sky and ground", arguments: views)
    func covered(size: (Int, Int)) {
        let view = View(width: Int32(size.0), height: Int32(size.1))
        var list = DrawList()
        var game = Game(seed: 1)
        for _ in 0..<50 { game.tick([]) }
        game.draw(into: &list, view: view, fraction: 0)
        let ground = (0..<list.count).map { list[$0] }.filter { $0.kind == Sprite.ground.rawValue }
        #expect((ground.map(\.pose.x).min() ?? 1) <= 0)
        #expect((ground.map(\.pose.x).max() ?? 0) + Sprite.ground.box.width * 256 >= view.width * 256)
        #expect((ground.first?.pose.y ?? 0) + 400 * 256 >= view.height * 256)
    }

    @Test("has a file for every sprite, with the same box", arguments: Sprite.allCases)
    func art(sprite: Sprite) throws {
        let file = try WebPages.find().site.appendingPathComponent("play/monkeyjump/art/\(sprite.name).svg")
        let text = try String(contentsOf: file, encoding: .utf8)
        let box = sprite.box
        #expect(text.contains("viewBox=\"\(box.x) \(box.y) \(box.width) \(box.height)\""))
        #expect(text.contains("width=\"\(box.width)\" height=\"\(box.height)\""))
        // What SDL's reader of SVG does not know.
        for unknown in ["<use", "<filter", "<mask", "<style", "<text", "clip-path", "<script"] {
            #expect(!text.contains(unknown))
        }
    }

    @Test("moves the far land little and never shakes for who asked for calm")
    func calm() {
        var game = Game(seed: 1)
        game.tick(.start)
        while !game.run.isOver { game.tick([]) }
        var list = DrawList()
        let view = View(width: 640, height: 400, isCalm: true)
        var heights: Set<Int32> = []
        for _ in 0..<10 {
            game.tick([])
            game.draw(into: &list, view: view, fraction: 0)
            let ground = (0..<list.count).map { list[$0] }.first { $0.kind == Sprite.ground.rawValue }
            heights.insert(ground?.pose.y ?? 0)
        }
        #expect(heights.count == 1)
    }
}
