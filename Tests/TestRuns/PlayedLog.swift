import Foundation
import LaurelArcade
import LaurelMonkeyJump
import LaurelWhackACac

/// A run that a bot has played, as a game would hand it in.
public struct PlayedLog: Sendable {
    public let score: Int64
    public let ticks: Int32
    public let bytes: [UInt8]

    public var base64: String { Data(bytes).base64EncodedString() }
    public var body: String { #"{"value":\#(score),"replay":"\#(base64)"}"# }

    /// - Parameter ticks: so long it plays well; then it stands still until the run is over.
    public static func monkeyJump(seed: UInt64, ticks: Int32) -> PlayedLog {
        play(LaurelMonkeyJump.Run(seed: seed), seed: seed) { run, tick in
            tick < ticks ? LaurelMonkeyJump.Bot(skill: 1_000).input(for: run) : []
        }
    }

    public static func whackACac(seed: UInt64, ticks: Int32) -> PlayedLog {
        play(ClassicRun(seed: seed), seed: seed) { run, tick in
            tick < ticks ? LaurelWhackACac.Bot(reaction: 24, rest: 14).input(for: run.run) : []
        }
    }

    private static func play<Core: Simulation>(
        _ start: Core, seed: UInt64, input: (Core, Int32) -> Input
    ) -> PlayedLog {
        var run = start
        var log = InputLog(of: Core.self, seed: seed)
        while !run.isOver {
            let next = input(run, log.tickCount)
            run.tick(next)
            log.append(next)
        }
        return PlayedLog(score: run.score, ticks: log.tickCount, bytes: log.encoded())
    }
}
