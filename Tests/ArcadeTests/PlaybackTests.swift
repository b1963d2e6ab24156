import Foundation
import LaurelArcade
import LaurelMonkeyJump
import LaurelWhackACac
import Testing

/// What a playback is judged by: the whole log played again from its first tick for each look.
private struct SlowPlayback<Stage: PlaybackStage> {
    private let log: InputLog
    private let inputs: [Input]

    init(_ log: InputLog) {
        self.log = log
        inputs = log.spans.flatMap { Array(repeating: $0.input, count: Int($0.ticks)) }
    }

    /// The stage after so many ticks, or after all there are.
    func stage(at tick: Int32) throws -> (stage: Stage, tick: Int32) {
        var stage = try Stage(playing: log)
        var played: Int32 = 0
        for input in inputs where played < tick && !stage.run.isOver {
            stage.tick(input)
            played += 1
        }
        for _ in 0..<Playback<Stage>.codaTicks where stage.run.isOver && played < tick {
            stage.tick([])
            played += 1
        }
        return (stage, played)
    }
}

/// Logs of bots that play well for a while and then at random.
private enum Logs {
    static func monkeyJump(seed: UInt64, ticks: Int32) -> InputLog {
        var random = SeededRandom(seed: seed)
        var run = LaurelMonkeyJump.Run(seed: seed)
        var log = InputLog(of: LaurelMonkeyJump.Run.self, seed: seed)
        let bot = LaurelMonkeyJump.Bot(skill: 1000)
        while !run.isOver {
            let input = run.ticks < ticks ? bot.input(for: run) : random.below(9) == 0 ? .jump : []
            run.tick(input)
            log.append(input)
        }
        return log
    }

    /// An hour of the bot, as `GameBenchmark record` wrote it down.
    static func hour() throws -> InputLog {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try InputLog(
            decoding: [UInt8](Data(contentsOf: tests.appendingPathComponent("Logs/monkeyjump-hour.log"))))
    }

    static func whackACac(_ mode: Mode, seed: UInt64, ticks: Int32) -> InputLog {
        var run = LaurelWhackACac.Run(seed: seed, mode: mode)
        let header = InputLog.Header(
            coreID: mode.coreID, coreVersion: LaurelWhackACac.Run.coreVersion, seed: seed)
        var log = InputLog(header: header)
        let bot = LaurelWhackACac.Bot(reaction: 30, rest: 14)
        while !run.isOver {
            let input = run.ticks < ticks ? bot.input(for: run) : []
            run.tick(input)
            log.append(input)
        }
        return log
    }
}

private func commands(_ draw: (inout DrawList) -> Void) -> [[Int32]] {
    var list = DrawList()
    draw(&list)
    return (0..<list.count).map { index in
        let (kind, pose, extra) = list[index]
        return [kind, pose.x, pose.y, pose.rotation, pose.scaleX, pose.scaleY, pose.alpha, extra]
    }
}

@Suite("Playback of a log")
struct PlaybackTests {
    private static let view = View(width: 640, height: 400)

    /// Goes about as a reader does, in any order, and looks each time.
    private func wander<Stage: PlaybackStage>(_ log: InputLog, as stage: Stage.Type, seed: UInt64) throws {
        let slow = SlowPlayback<Stage>(log)
        var random = SeededRandom(seed: seed)
        var playback = try Playback<Stage>(log)
        if seed % 2 == 0 { playback.scan(.max) }
        for _ in 0..<40 {
            switch random.below(6) {
            case 0, 1: playback.seek(to: random.between(-50, log.tickCount + 200))
            case 2: playback.step(random.between(-40, 40))
            case 3: playback.step(random.below(2) == 0 ? 1 : -1)
            case 4: playback.scan(random.below(400))
            default:
                playback.speed = .allCases[Int(random.below(4))]
                playback.play()
                for _ in 0..<random.below(50) { playback.tick() }
                if random.below(2) == 0 { playback.pause() }
            }
            let (expected, tick) = try slow.stage(at: playback.position)
            #expect(playback.position == tick)
            #expect(playback.stage.run.trace == expected.run.trace)
            let isStill = !playback.isPlaying
            let seen = commands { playback.draw(into: &$0, view: Self.view, fraction: isStill ? 200 : 0) }
            // Between two half ticks it is drawn half a tick further on.
            let hasHalf = playback.isPlaying && playback.speed == .half
            let wanted = commands { expected.draw(into: &$0, view: Self.view, fraction: 0) }
            let further = commands { expected.draw(into: &$0, view: Self.view, fraction: 128) }
            #expect(seen == wanted || hasHalf && seen == further)
        }
        // The score of any tick is asked for without going there.
        let before = playback.position
        for _ in 0..<20 {
            let tick = random.between(0, log.tickCount + 100)
            #expect(playback.score(at: tick) == (try slow.stage(at: tick)).stage.run.score)
        }
        #expect(playback.position == before)
    }

    @Test(
        "MonkeyJump: wherever one goes, and by whichever way, the picture is the one of playing there", arguments: 1..<7
    )
    func monkeyJump(seed: Int) throws {
        let seed = UInt64(seed)
        let log = Logs.monkeyJump(seed: seed, ticks: Int32(seed) * 500)
        try wander(log, as: LaurelMonkeyJump.Stage.self, seed: seed)
    }

    @Test("Whack-a-Cac: the same, in both modes", arguments: Mode.allCases, 1..<4)
    func whackACac(mode: Mode, seed: Int) throws {
        let log = Logs.whackACac(mode, seed: UInt64(seed), ticks: Int32(seed) * 900)
        try wander(log, as: LaurelWhackACac.Stage.self, seed: UInt64(seed))
    }

    @Test("plays to the end of the run, a moment beyond it, and then stands still; from there it begins anew")
    func toTheEnd() throws {
        let log = Logs.monkeyJump(seed: 5, ticks: 900)
        let result = try simulate(log, as: LaurelMonkeyJump.Run.self)
        var playback = try Playback<LaurelMonkeyJump.Stage>(log)
        playback.play()
        var ticks: Int32 = 0
        while playback.isPlaying {
            playback.tick()
            ticks += 1
        }
        let end = log.tickCount + Playback<LaurelMonkeyJump.Stage>.codaTicks
        #expect(playback.position == end && playback.length == end && playback.isAtEnd && ticks == end + 1)
        #expect(playback.stage.run.score == result.score && playback.stage.run.trace.value == result.trace)
        #expect(playback.curve.last == result.score)
        playback.play()
        #expect(playback.isPlaying && playback.position == 0)
    }

    @Test(
        "its speeds are half, once, twice and four times the host's",
        arguments: Playback<LaurelMonkeyJump.Stage>.Speed.allCases)
    func speeds(speed: Playback<LaurelMonkeyJump.Stage>.Speed) throws {
        var playback = try Playback<LaurelMonkeyJump.Stage>(Logs.monkeyJump(seed: 6, ticks: 1200))
        playback.speed = speed
        playback.play()
        for _ in 0..<101 { playback.tick() }
        #expect(playback.position == 101 * speed.rawValue / 2)
    }

    @Test("sounds are those of what is played, and none of what is passed over")
    func sounds() throws {
        let log = Logs.monkeyJump(seed: 3, ticks: 1500)
        var playback = try Playback<LaurelMonkeyJump.Stage>(log)
        var stage = try LaurelMonkeyJump.Stage(playing: log)
        playback.play()
        for span in log.spans.prefix(40) {
            for _ in 0..<span.ticks {
                stage.tick(span.input)
                playback.tick()
                #expect(playback.takeCues() == stage.cues)
            }
        }
        playback.seek(to: log.tickCount)
        #expect(playback.takeCues() == 0)
    }

    @Test("marks say what happened, when, and with which score", arguments: 1..<4)
    func marksOfMonkeyJump(seed: Int) throws {
        let log = Logs.monkeyJump(seed: UInt64(seed), ticks: 5400)
        var playback = try Playback<LaurelMonkeyJump.Stage>(log)
        playback.scan(.max)
        var run = LaurelMonkeyJump.Run(seed: UInt64(seed))
        var expected: [Mark] = []
        for span in log.spans {
            for _ in 0..<span.ticks {
                let (land, feats) = (Land(at: run.distance), run.feats)
                run.tick(span.input)
                let moments =
                    (Land(at: run.distance) == land ? [] : [Mark.Moment(.land, Land(at: run.distance).rawValue)])
                    + run.feats.subtracting(feats).of(LaurelMonkeyJump.Feat.self).map {
                        Mark.Moment(.feat, $0.rawValue)
                    }
                    + (run.nemesis.map { [Mark.Moment(.end, 0x110 + Int32($0.rawValue))] } ?? [])
                expected += moments.map { Mark(tick: run.ticks, moment: $0, score: run.score) }
            }
        }
        #expect(playback.marks == expected)
        #expect(expected.contains { $0.moment.kind == .land } && expected.last?.moment.kind == .end)
        #expect(expected.count { $0.moment.kind == .feat } >= 4)
    }

    @Test("of Whack-a-Cac: each hit, each life, and the end", arguments: Mode.allCases)
    func marksOfWhackACac(mode: Mode) throws {
        let log = Logs.whackACac(mode, seed: 9, ticks: 2400)
        var playback = try Playback<LaurelWhackACac.Stage>(log)
        playback.scan(.max)
        func details(_ kind: Mark.Kind) -> [Int32] {
            playback.marks.filter { $0.moment.kind == kind }.map(\.moment.detail)
        }
        let run =
            playback.stage.run.isOver ? nil : try SlowPlayback<LaurelWhackACac.Stage>(log).stage(at: .max).stage.run
        let hits = try #require(run?.hits)
        #expect(hits > 10 && details(.hit) == Array(1...hits))
        // A golden cactus may have given one back.
        var stage = try LaurelWhackACac.Stage(playing: log)
        var cursor = LogCursor()
        var lives: [Int32] = []
        while !stage.run.isOver {
            let before = stage.run.lives
            stage.tick(cursor.next(in: log.spans) ?? [])
            lives += stride(from: before - 1, through: stage.run.lives, by: -1)
        }
        #expect(details(.heart) == lives && lives.count >= 5 && details(.end).count == 1)
        #expect(playback.marks.map(\.tick) == playback.marks.map(\.tick).sorted())
    }

    @Test("the curve has the score of every snapshot, and there are never many")
    func curve() throws {
        let log = try Logs.hour()
        var playback = try Playback<LaurelMonkeyJump.Stage>(log)
        playback.scan(20_000)
        #expect(playback.spacing == 216_000 / 240 + 1 && !playback.isScanned && playback.scanned == 20_000)
        var run = LaurelMonkeyJump.Run(seed: log.header.seed)
        var expected: [Int64] = []
        var cursor = LogCursor()
        while run.ticks < 20_000 {
            if run.ticks % playback.spacing == 0 { expected.append(run.score) }
            run.tick(cursor.next(in: log.spans) ?? [])
        }
        #expect(playback.curve == expected + [run.score])
        // Back is as quick as forth: from the snapshot before it.
        playback.seek(to: 19_000)
        playback.seek(to: 12_345)
        #expect(playback.position == 12_345)
    }

    @Test("a log without an end is shown as far as it goes; one that goes on after its end, to its end")
    func strangeLogs() throws {
        let whole = Logs.monkeyJump(seed: 4, ticks: 700)
        var short = InputLog(header: whole.header)
        for span in whole.spans.dropLast(3) { short.append(span.input, ticks: span.ticks) }
        var playback = try Playback<LaurelMonkeyJump.Stage>(short)
        playback.seek(to: .max)
        #expect(playback.position == short.tickCount && playback.length == short.tickCount && playback.isAtEnd)
        #expect(!playback.marks.contains { $0.moment.kind == .end })

        var long = whole
        long.append([], ticks: 5_000)
        playback = try Playback(long)
        playback.scan(.max)
        #expect(playback.length == whole.tickCount + Playback<LaurelMonkeyJump.Stage>.codaTicks)

        playback = try Playback(InputLog(of: LaurelMonkeyJump.Run.self, seed: 1))
        playback.play()
        playback.scan(.max)
        playback.tick()
        #expect(playback.length == 0 && playback.isAtEnd && !playback.isPlaying && playback.score(at: 7) == 0)
    }

    @Test("a log of another game or another version is refused")
    func refusals() {
        let version = LaurelMonkeyJump.Run.coreVersion + 1
        let newer = InputLog(header: .init(coreID: LaurelMonkeyJump.Run.coreID, coreVersion: version, seed: 1))
        #expect(throws: ReplayRefusal.otherVersion(version)) { try Playback<LaurelMonkeyJump.Stage>(newer) }
        let cacti = Logs.whackACac(.timed, seed: 1, ticks: 0)
        #expect(throws: ReplayRefusal.otherGame(Mode.timed.coreID)) { try Playback<LaurelMonkeyJump.Stage>(cacti) }
        #expect(throws: ReplayRefusal.otherGame(7)) {
            try Playback<LaurelWhackACac.Stage>(InputLog(header: .init(coreID: 7, coreVersion: 1, seed: 1)))
        }
    }
}
