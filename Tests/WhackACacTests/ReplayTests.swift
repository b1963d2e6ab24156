import Foundation
import LaurelArcade
import LaurelWhackACac
import LaurelTestSupport
import Testing

@Suite("Replays of Whack-a-Cac")
struct ReplayTests {
    private static func recorded(_ name: String) throws -> InputLog {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try InputLog(decoding: [UInt8](Data(contentsOf: tests.appendingPathComponent("Logs/\(name).log"))))
    }

    private static func counted(_ log: InputLog) -> [[UInt32]] {
        log.spans.map { [Run.counted($0.input).rawValue, UInt32($0.ticks)] }
    }

    /// Where this fails, the same inputs lead to another run than before: raise `Run.coreVersion`, run
    /// `GameBenchmark record`, and put the new traces here.
    @Test("games that were recorded with this version are still the same to the bit")
    func golden() throws {
        let classic = try simulate(Self.recorded("whackacac-classic-2"), as: ClassicRun.self)
        #expect(classic.isOver && classic.trace == 6_479_987_338_631_302_940)
        let timed = try simulate(Self.recorded("whackacac-timed-2"), as: TimedRun.self)
        #expect(timed.isOver && timed.trace == 258_805_536_600_961_311)
    }

    @Test("games that were recorded with the first version are still the same to the bit")
    func firstVersion() throws {
        let classic = try simulate(Self.recorded("whackacac-classic"), as: ClassicRun.self)
        #expect(classic.isOver && classic.trace == 4_954_291_445_296_845_262)
        let timed = try simulate(Self.recorded("whackacac-timed"), as: TimedRun.self)
        #expect(timed.isOver && timed.trace == 4_965_133_974_234_703_666)
    }

    @Test("any inputs are a run or are refused, twice the same", arguments: Depth.seeds(16))
    func anyInputs(seed: UInt64) {
        func check<Core: Simulation>(_ core: Core.Type, _ random: inout SeededRandom) {
            var log = InputLog(of: core, seed: random.next())
            for _ in 0..<random.below(200) {
                let input: Input =
                    random.below(3) > 0
                    ? .tap(x: random.below(4096), y: random.below(2048)) : Input(rawValue: UInt32(random.below(256)))
                log.append(input, ticks: random.between(1, 1 << random.below(9)))
            }
            do throws(ReplayRefusal) {
                let result = try simulate(log, as: core)
                let again = try simulate(log, as: core)
                #expect(result.ticks == log.tickCount && again == result)
            } catch {
                switch error {
                case .inputAfterEnd(let tick): #expect(tick < log.tickCount)
                case .otherGame, .otherVersion: Issue.record(error)
                }
            }
        }
        var random = SeededRandom(seed: seed)
        for _ in 0..<10 {
            check(ClassicRun.self, &random)
            check(TimedRun.self, &random)
        }
    }

    @Test("a log that somebody changed is no log, no run, or another run", arguments: Depth.seeds(8))
    func changed(seed: UInt64) throws {
        let whole = try Self.recorded("whackacac-classic-2")
        var start = InputLog(header: whole.header)
        for span in whole.spans.prefix(200) { start.append(span.input, ticks: span.ticks) }
        let honest = try simulate(start, as: ClassicRun.self)
        let bytes = start.encoded()
        var random = SeededRandom(seed: seed)
        for _ in 0..<80 {
            var changed = bytes
            let index = Int(random.below(Int32(changed.count)))
            changed[index] ^= UInt8(truncatingIfNeeded: 1 << random.below(8))
            do {
                let log = try InputLog(decoding: changed)
                #expect(log.spans.count * 2 <= changed.count)
                let result = try simulate(log, as: ClassicRun.self)
                // Buttons that a run takes no notice of make no difference.
                let isSame = Self.counted(log) == Self.counted(start) && log.header == start.header
                #expect(isSame == (result.trace == honest.trace) || log.header.ticket != start.header.ticket)
            } catch {
                continue
            }
        }
    }

    @Test(
        "any buttons and fingers in any order leave a log of the game that was seen", arguments: Depth.seeds(4))
    func anyButtons(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var game = Game(seed: seed)
        let view = View(width: 640, height: 400)
        var list = DrawList()
        var ends = 0
        for tick in 0..<12_000 as Range<Int32> {
            // Mostly none, so that games come to their ends; now and then all of them.
            var input: Input = random.below(900) == 0 ? Input(rawValue: UInt32(random.below(256))) : []
            if game.screen != .play { input.insert(random.below(2) == 0 ? .start : .resume) }
            for _ in 0..<random.below(3) {
                game.tap(x: random.between(.min / 2, .max / 4), y: random.between(.min / 2, .max / 4), view: view)
                game.tap(x: random.below(640), y: random.below(400), view: view)
                game.strike(row: random.between(-9, 9), column: random.between(-9, 20))
            }
            let wasOver = game.run.isOver
            game.tick(input)
            if tick % 50 == 0 { game.draw(into: &list, view: view, fraction: tick % 256) }
            guard game.run.isOver, !wasOver, game.screen != .menu else { continue }
            ends += 1
            let trace =
                game.run.mode == .classic
                ? try simulate(game.log, as: ClassicRun.self).trace : try simulate(game.log, as: TimedRun.self).trace
            #expect(trace == game.run.trace.value)
        }
        #expect(ends > 5)
    }
}
