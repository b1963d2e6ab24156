import Foundation
import LaurelArcade
import LaurelCryptography
import LaurelDomain
import LaurelHelperProcess
import LaurelProcess
import LaurelReplays
import LaurelSimulators
import LaurelStorage
import LaurelWebPages
import Testing

/// Each released version's module plays its logs for ever: docs/internals/cores.md.
@Suite("Released cores", .timeLimit(.minutes(15)))
struct ReleasedCoreTests {
    typealias Played = Result<PlayedRun, LaurelDomain.ReplayRefusal>

    private func play(_ bytes: [UInt8], by simulator: any Simulator) async throws -> Played {
        try await onThread {
            try simulator.play(bytes, ticksLimit: ReplayLimits.ticks, overtime: Overtime(after: 0) { true })
        }
    }

    /// Asserts that the module gives what the core gives that is compiled in.
    private func expectSame(_ bytes: [UInt8], _ game: ReleasedGame) async throws {
        let native = try await play(bytes, by: game.native)
        let released = try await play(bytes, by: game.later)
        #expect(
            released == native,
            """
            Version \(game.version) of \(game.name) does not run as it did when it was released. Raise its coreVersion \
            and type scripts/release-core \(game.folder), or take the change back: docs/internals/cores.md.
            """)
    }

    @Test("the present version is released", arguments: try ReleasedGame.all())
    func present(_ game: ReleasedGame) throws {
        #expect(
            try ReleasedModules(of: game.folder).all()[game.version] != nil,
            "Version \(game.version) of \(game.name) is not released: type scripts/release-core \(game.folder).")
    }

    @Test(
        "the recorded logs are the same runs, up to where they were recorded and to their ends",
        arguments: try ReleasedGame.all())
    func golden(_ game: ReleasedGame) async throws {
        let (log, whole) = try game.golden()
        try await expectSame(log.encoded(), game)
        try await expectSame(whole.encoded(), game)
        guard case .success(let run) = try await play(whole.encoded(), by: game.later) else {
            Issue.record("the log was not played")
            return
        }
        #expect(run.score > 100 && !run.feats.isEmpty)
    }

    @Test("any runs are the same: score, length, trace, achievements", arguments: try ReleasedGame.all())
    func random(_ game: ReleasedGame) async throws {
        for seed in 1...16 as ClosedRange<UInt64> { try await expectSame(game.log(seed).encoded(), game) }
    }

    @Test("the core still has the rules of the versions before it, to the bit", arguments: try ReleasedGame.all())
    func old(_ game: ReleasedGame) async throws {
        #expect(!game.oldVersions.isEmpty)
        for version in game.oldVersions {
            for seed in 1...6 as ClosedRange<UInt64> {
                let log = game.old(seed, version)
                let result = try game.simulated(log)
                guard case .success(let run) = try await play(log.encoded(), by: game.later) else {
                    Issue.record("the module of version \(version) played nothing")
                    continue
                }
                #expect(result.isOver && run.score == result.score && run.trace == result.trace)
                #expect(run.ticks == Int64(result.ticks))
            }
        }
    }

    @Test("what is no whole run is refused likewise", arguments: try ReleasedGame.all())
    func refusals(_ game: ReleasedGame) async throws {
        let log = game.log(3)
        var longer = log
        longer.append(.start, ticks: 5)
        var shorter = InputLog(header: log.header)
        for span in log.spans.dropLast() { shorter.append(span.input, ticks: span.ticks) }
        let bytes = log.encoded()
        for changed in [longer.encoded(), shorter.encoded(), bytes + [0], Array(bytes.dropLast()), [], [1, 2, 3]] {
            try await expectSame(changed, game)
        }
    }

    @Test(
        "a server with a later core plays old logs by the module and new ones itself; others it refuses",
        arguments: try ReleasedGame.all())
    func later(_ game: ReleasedGame) async throws {
        let replayer = Replayer([try SimulatorName("game"): game.later], quick: 1)
        func played(_ log: InputLog) async throws -> PlayedRuns {
            let job = ReplayJob(app: AppNumber(1), simulator: try SimulatorName("game"), log: log.encoded())
            return await withCheckedContinuation { continuation in
                replayer.play([job], by: PlayerNumber(1)) { continuation.resume(returning: $0) }
            }
        }
        func moved(_ log: InputLog, to version: UInt16) -> InputLog {
            var moved = InputLog(
                header: InputLog.Header(coreID: log.header.coreID, coreVersion: version, seed: log.header.seed))
            for span in log.spans { moved.append(span.input, ticks: span.ticks) }
            return moved
        }
        let log = game.log(5)
        guard case .success(let old) = try await play(log.encoded(), by: game.native) else {
            Issue.record("the log is no run")
            return
        }
        #expect(try await played(log) == .success([.success(old)]))
        var new = old
        new.score *= 2
        #expect(try await played(moved(log, to: game.version + 1)) == .success([.success(new)]))
        #expect(try await played(moved(log, to: 999)) == .success([.failure(.otherVersion(999))]))
    }

    @Test("without wasmtime an old log is neither taken nor refused, and the present version is played")
    func noLibrary() async throws {
        let helpers = SimulatorHelpers(executable: BuiltProducts.executable("SimulatorHost").path, library: nil)
        let game = try #require(try ReleasedGame.all(helpers).first)
        let log = game.log(1).encoded()
        await #expect {
            _ = try await play(log, by: game.later)
        } throws: { error in
            guard case .broken(let reason)? = error as? ReplayFailure else { return false }
            return reason.contains("--wasmtime")
        }
        guard case .success = try await play(log, by: game.native) else {
            Issue.record("the present version was not played")
            return
        }
    }

    @Test("a released module never changes, has no imports, and is small", arguments: ["monkeyjump", "whackacac"])
    func modules(folder: String) async throws {
        let released = ReleasedModules(of: folder)
        let all = try released.all()
        let sums = try released.sums()
        #expect(Set(all.keys) == Set(sums.keys), "SHA256SUMS names each of the modules, and no other")
        #expect(Set(try WebPages.find().cores(of: folder).keys) == Set(all.keys), "each is served")
        for (version, bytes) in all {
            let sum = Digest.sha256(bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            #expect(
                sum == sums[version],
                "cores/\(version).wasm of \(folder) is not what was released: take it back from the history")
            guard case .fine = await ReleasedGame.helpers.compile(bytes) else {
                Issue.record("cores/\(version).wasm of \(folder) is no simulator")
                continue
            }
            let file = released.folder.appending(path: "\(version).wasm")
            let size = try await onThread { try WasmKit(module: file).compressedBytes() }
            #expect(size < 72_000)
        }
    }
}

/// Blocking work where it holds up nobody.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
        BlockingThread.start { continuation.resume(returning: Result { try body() }) }
    }
    return try result.get()
}
