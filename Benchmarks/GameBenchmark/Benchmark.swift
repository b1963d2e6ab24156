import Foundation
import Glibc
import LaurelArcade
import LaurelMonkeyJump
import LaurelWhackACac

/// An hour of each game by a bot, and what a step, a picture, a replay and a log cost. Run it built for release.
///
/// ```
/// GameBenchmark            # tab-separated: what, figure, unit
/// GameBenchmark record     # writes the logs that the tests play again to Tests/Logs
/// ```
@main
struct Benchmark {
    static let hour: Int32 = 216_000

    static func main() throws {
        if CommandLine.arguments.dropFirst().first == "record" { return try record() }
        monkeyJump()
        whackACac()
    }

    // MARK: MonkeyJump

    static func monkeyLog(seed: UInt64, skill: Int32, ticks: Int32) -> (log: InputLog, isOver: Bool) {
        var run = LaurelMonkeyJump.Run(seed: seed)
        var log = InputLog(of: LaurelMonkeyJump.Run.self, seed: seed)
        let bot = LaurelMonkeyJump.Bot(skill: skill)
        while !run.isOver, run.ticks < ticks {
            let input = bot.input(for: run)
            run.tick(input)
            log.append(input)
        }
        return (log, run.isOver)
    }

    static func monkeyJump() {
        let (log, isOver) = monkeyLog(seed: 1, skill: 1000, ticks: hour)
        precondition(!isOver && log.tickCount == hour, "the bot failed within the hour")
        report("MonkeyJump: log of a bot that never fails", bytesPerMinute(log), "bytes a minute")
        let human = (1...9 as ClosedRange<UInt64>).map {
            bytesPerMinute(monkeyLog(seed: $0, skill: 985, ticks: hour).log)
        }
        report("MonkeyJump: log of a bot that fails as a good player does", human.sorted()[4], "bytes a minute")
        var mashing = InputLog(of: LaurelMonkeyJump.Run.self, seed: 1)
        for tick in 0..<3600 { mashing.append(tick % 6 < 3 ? .jump : []) }
        report("MonkeyJump: log of ten presses a second", bytesPerMinute(mashing), "bytes a minute")
        replay("MonkeyJump", log, as: LaurelMonkeyJump.Run.self)
        var game = LaurelMonkeyJump.Game(seed: 1)
        game.prepare(seed: 1, ticket: [])
        game.tick(.start)
        step("MonkeyJump", &game, log)
        var haunted = LaurelMonkeyJump.Game(seed: 1)
        do { try haunted.begin(against: log) } catch { preconditionFailure("\(error)") }
        step("MonkeyJump with a ghost", &haunted, log)
    }

    // MARK: Whack-a-Cac

    static func cactusLog(mode: Mode, reaction: Int32, rest: Int32, ticks: Int32) -> (log: InputLog, isOver: Bool) {
        var run = LaurelWhackACac.Run(seed: 1, mode: mode)
        var log = mode == .classic ? InputLog(of: ClassicRun.self, seed: 1) : InputLog(of: TimedRun.self, seed: 1)
        let bot = LaurelWhackACac.Bot(reaction: reaction, rest: rest)
        while !run.isOver, run.ticks < ticks {
            let input = bot.input(for: run)
            run.tick(input)
            log.append(input)
        }
        return (log, run.isOver)
    }

    static func whackACac() {
        for mode in Mode.allCases {
            let (log, isOver) = cactusLog(mode: mode, reaction: 1, rest: 1, ticks: hour)
            precondition(!isOver && log.tickCount == hour, "the bot failed within the hour")
            report("Whack-a-Cac, \(mode): log of a bot that never fails", bytesPerMinute(log), "bytes a minute")
            if mode == .classic { replay("Whack-a-Cac", log, as: ClassicRun.self) }
        }
        let human = cactusLog(mode: .classic, reaction: 30, rest: 13, ticks: hour).log
        report("Whack-a-Cac: log of a bot that is as quick as a good player", bytesPerMinute(human), "bytes a minute")
    }

    // MARK: Figures

    static func bytesPerMinute(_ log: InputLog) -> Double {
        let head = InputLog(header: log.header).encoded().count
        return Double(log.encoded().count - head) * 3600 / Double(max(log.tickCount, 1))
    }

    static func replay<Core: Simulation>(_ name: String, _ log: InputLog, as core: Core.Type) {
        let figures = (0..<5).map { _ in
            microseconds {
                do {
                    let result = try simulate(log, as: core)
                    precondition(result.ticks == log.tickCount)
                } catch {
                    preconditionFailure("\(error)")
                }
            } / Double(log.tickCount)
        }
        report("\(name): a tick of a replay", figures.sorted()[2], "µs")
    }

    static func step<Game: Playable>(_ name: String, _ game: inout Game, _ log: InputLog) {
        let inputs = log.spans.flatMap { Array(repeating: $0.input, count: Int($0.ticks)) }.prefix(36_000)
        var steps: [Double] = []
        steps.reserveCapacity(inputs.count)
        for input in inputs { steps.append(microseconds { game.tick(input) }) }
        steps.sort()
        report("\(name): a step, p50", steps[steps.count / 2], "µs")
        report("\(name): a step, p99.9", steps[steps.count * 999 / 1000], "µs")
        var list = DrawList()
        let view = View(width: 866, height: 400)
        let picture = microseconds {
            for fraction in 0..<1000 as Range<Int32> { game.draw(into: &list, view: view, fraction: fraction % 256) }
        }
        report("\(name): a picture of \(list.count) commands", picture / 1000, "µs")
    }

    /// Of this thread's own work, so that neighbours count little.
    static func microseconds(_ body: () -> Void) -> Double {
        let begun = processorNanoseconds()
        body()
        return Double(processorNanoseconds() - begun) / 1000
    }

    static func processorNanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    static func report(_ what: String, _ figure: Double, _ unit: String) {
        print("\(what)\t\((figure * 100).rounded() / 100)\t\(unit)")
    }

    // MARK: Logs for the tests

    static func record() throws {
        let folder = URL(fileURLWithPath: "Tests/Logs")
        let logs = [
            ("monkeyjump-hour-\(LaurelMonkeyJump.Run.coreVersion)", monkeyLog(seed: 1, skill: 1000, ticks: hour).log),
            (
                "whackacac-classic-\(LaurelWhackACac.Run.coreVersion)",
                cactusLog(mode: .classic, reaction: 30, rest: 13, ticks: 36_000).log
            ),
            (
                "whackacac-timed-\(LaurelWhackACac.Run.coreVersion)",
                cactusLog(mode: .timed, reaction: 30, rest: 13, ticks: 36_000).log
            ),
        ]
        for (name, log) in logs {
            try Data(log.encoded()).write(to: folder.appendingPathComponent("\(name).log"))
            print("\(name)\t\(log.tickCount)\tticks")
        }
    }
}
