import Foundation
import LaurelArcade
import LaurelMonkeyJump
import LaurelTestSupport
import Testing

/// An hour of the bot, as `GameBenchmark record` wrote it down.
enum RecordedHour {
    /// - Parameter suffix: of the file; the first version's has none.
    static func log(_ suffix: String = "-2") throws -> InputLog {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try InputLog(
            decoding: [UInt8](Data(contentsOf: tests.appendingPathComponent("Logs/monkeyjump-hour\(suffix).log"))))
    }
}

@Suite("Replays of MonkeyJump")
struct ReplayTests {
    /// Where this fails, the same inputs lead to another run than before: raise `Run.coreVersion`, run
    /// `GameBenchmark record`, and put the new trace here.
    @Test("an hour that was recorded with this version is still the same to the bit")
    func hour() throws {
        let result = try simulate(RecordedHour.log(), as: Run.self)
        #expect(result.ticks == 216_000 && !result.isOver)
        #expect(result.trace == 17_684_234_424_443_823_850)
    }

    @Test("an hour that was recorded with the first version is still the same to the bit")
    func firstVersion() throws {
        let log = try RecordedHour.log("")
        let result = try simulate(log, as: Run.self)
        #expect(log.header.coreVersion == 1 && result.ticks == 216_000 && !result.isOver)
        #expect(result.trace == 16_267_274_044_099_449_587)
    }

    @Test("any inputs are a run or are refused, twice the same", arguments: Depth.seeds(24))
    func anyInputs(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<12 {
            var log = InputLog(of: Run.self, seed: random.next())
            for _ in 0..<random.below(120) {
                let input: Input =
                    random.below(4) == 0
                    ? .tap(x: random.below(4096), y: random.below(2048)) : Input(rawValue: UInt32(random.below(256)))
                log.append(input, ticks: random.between(1, 1 << random.below(16)))
            }
            let first = Self.outcome(log)
            #expect(first == Self.outcome(log))
            switch first {
            case .success(let result): #expect(result.ticks == log.tickCount)
            // No more was played than the log has.
            case .failure(.inputAfterEnd(let tick)): #expect(tick < log.tickCount)
            case .failure(let other): Issue.record("\(other)")
            }
        }
    }

    private static func outcome(_ log: InputLog) -> Result<RunResult, ReplayRefusal> {
        do throws(ReplayRefusal) { return .success(try simulate(log, as: Run.self)) } catch { return .failure(error) }
    }

    @Test("a log that somebody changed is no log, no run, or another run", arguments: Depth.seeds(12))
    func changed(seed: UInt64) throws {
        var start = InputLog(header: try RecordedHour.log().header)
        for span in try RecordedHour.log().spans.prefix(60) { start.append(span.input, ticks: span.ticks) }
        let honest = try simulate(start, as: Run.self)
        let bytes = start.encoded()
        var random = SeededRandom(seed: seed)
        var others = 0
        for _ in 0..<60 {
            var changed = bytes
            for _ in 0...random.below(2) {
                changed[Int(random.below(Int32(changed.count)))] ^= UInt8(truncatingIfNeeded: 1 << random.below(8))
            }
            guard changed != bytes else { continue }
            do {
                let log = try InputLog(decoding: changed)
                // What a log takes of memory is bounded by what was sent.
                #expect(log.spans.count * 2 <= changed.count)
                let result = try simulate(log, as: Run.self)
                if log.header.ticket == start.header.ticket { #expect(result.trace != honest.trace) }
            } catch {
                others += 1
            }
        }
        #expect(others > 0)
    }

    @Test("any buttons in any order leave a log of the run that was seen", arguments: Depth.seeds(4))
    func anyButtons(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var game = Game(seed: seed)
        var list = DrawList()
        var ends = 0
        for tick in 0..<12_000 as Range<Int32> {
            // Mostly the button of the game, so that runs come to their ends; now and then all of them.
            var input: Input = random.below(200) == 0 ? Input(rawValue: UInt32(random.below(256))) : []
            if random.below(9) == 0 { input.insert(.jump) }
            if game.screen != .play { input.insert(random.below(2) == 0 ? .start : .resume) }
            let wasOver = game.run.isOver
            game.tick(input)
            if tick % 50 == 0 { game.draw(into: &list, view: View(width: 640, height: 400), fraction: tick % 256) }
            guard game.run.isOver, !wasOver, game.screen == .play else { continue }
            ends += 1
            #expect(try simulate(game.log, as: Run.self).trace == game.run.trace.value)
        }
        #expect(ends > 5)
    }
}
