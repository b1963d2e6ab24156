import Foundation
import LaurelArcade
import LaurelCryptography
import LaurelDomain
import LaurelMonkeyJump
import LaurelProcess
import LaurelReplays
import LaurelSimulators
import LaurelStorage
import LaurelWhackACac
import Testing

/// The present core with its version raised, and scores twice as high: what a later release is to the logs of this one.
struct Newer<Core: Simulation>: Simulation {
    static var coreID: UInt32 { Core.coreID }
    static var coreVersion: UInt16 { Core.coreVersion + 1 }
    private var core: Core

    init(seed: UInt64) { core = Core(seed: seed) }
    mutating func tick(_ input: Input) { core.tick(input) }
    var isOver: Bool { core.isOver }
    var score: Int64 { core.score * 2 }
    var trace: Trace { core.trace }
    var feats: Feats { core.feats }
}

/// A game that comes with the server, played by the core that is compiled in and by the module that was kept.
struct ReleasedGame: Sendable, CustomTestStringConvertible {
    let name: String
    /// The folder of its page.
    let folder: String
    let version: UInt16
    let native: any Simulator
    /// Plays logs of the present version as a server will that has a later one.
    let later: any Simulator
    /// Inputs that lead far, from a seed.
    let log: @Sendable (UInt64) -> InputLog
    /// The same, of an older version whose rules the core still has; and what the core makes of such a log.
    let old: @Sendable (UInt64, UInt16) -> InputLog
    let simulated: @Sendable (InputLog) throws -> RunResult
    let oldVersions: Range<UInt16>
    /// The recorded one of Tests/Logs, and the same to its end.
    let golden: @Sendable () throws -> (log: InputLog, whole: InputLog)

    var testDescription: String { name }

    static func all(_ helpers: SimulatorHelpers = helpers) throws -> [ReleasedGame] {
        let monkeyJump = try kept("monkeyjump", helpers)
        let whackACac = try kept("whackacac", helpers)
        return [
            make(
                "monkeyjump", "monkeyjump", monkeyJump, LaurelMonkeyJump.Run.self, LaurelMonkeyJump.Feat.self,
                "monkeyjump-hour-2"
            ) { run, random in
                random.below(400) == 0 ? .jump : LaurelMonkeyJump.Bot(skill: 970).input(for: run)
            },
            make("whackacac", "whackacac", whackACac, ClassicRun.self, LaurelWhackACac.Feat.self, "whackacac-classic-2")
            {
                strike($0.run, &$1)
            },
            make(
                "whackacac-timed", "whackacac", whackACac, TimedRun.self, LaurelWhackACac.Feat.self, "whackacac-timed-2"
            ) {
                strike($0.run, &$1)
            },
        ]
    }

    private static func strike(_ run: LaurelWhackACac.Run, _ random: inout SeededRandom) -> Input {
        switch random.below(100) {
        case 0: .tap(x: random.below(500), y: random.below(420))
        case 1 where random.below(100) == 0: .quit
        default: LaurelWhackACac.Bot(reaction: 30, rest: 12).input(for: run)
        }
    }

    private static func kept(_ folder: String, _ helpers: SimulatorHelpers) throws -> KeptCores {
        var modules: [UInt16: KeptCores.Module] = [:]
        for (version, bytes) in try ReleasedModules(of: folder).all() {
            modules[version] = KeptCores.Module(
                digest: try #require(BlobDigest(Digest.sha256(bytes))), bytes: bytes)
        }
        return KeptCores(modules, helpers)
    }

    static let helpers = SimulatorHelpers(
        executable: BuiltProducts.executable("SimulatorHost").path, library: ClangWasm.wasmtime)

    private static func make<Core: Simulation, Feat: FeatKind>(
        _ name: String, _ folder: String, _ kept: KeptCores, _ core: Core.Type, _ feats: Feat.Type, _ golden: String,
        _ input: @escaping @Sendable (Core, inout SeededRandom) -> Input
    ) -> ReleasedGame {
        ReleasedGame(
            name: name, folder: folder, version: Core.coreVersion,
            native: CoreSimulator(core, feats, counted: { $0 }, kept: .none),
            later: CoreSimulator(Newer<Core>.self, feats, counted: { $0 }, kept: kept),
            log: { seed in
                var random = SeededRandom(seed: seed)
                var log = InputLog(of: core, seed: seed)
                play(&log, as: core) { input($0, &random) }
                return log
            },
            old: { seed, version in
                var random = SeededRandom(seed: seed)
                var log = InputLog(of: core, seed: seed, version: version)
                play(&log, as: core) { input($0, &random) }
                return log
            },
            simulated: { try simulate($0, as: core) }, oldVersions: Core.oldestVersion..<Core.coreVersion,
            golden: {
                let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                let log = try InputLog(
                    decoding: Array(Data(contentsOf: tests.appendingPathComponent("Logs/\(golden).log"))))
                var whole = log
                play(&whole, as: core) { _ in [] }
                return (log, whole)
            })
    }

    /// Goes on from where a log ends until the run is over, or for ten minutes.
    private static func play<Core: Simulation>(
        _ log: inout InputLog, as core: Core.Type, _ input: (Core) -> Input
    ) {
        var run = Core(seed: log.header.seed, version: log.header.coreVersion)
        for span in log.spans { for _ in 0..<span.ticks { run.tick(span.input) } }
        for _ in 0..<36_000 where !run.isOver {
            let next = input(run)
            run.tick(next)
            log.append(next)
        }
    }
}
