import LaurelArcade
import LaurelCryptography
import LaurelDomain
import LaurelMonkeyJump
import LaurelProcess
import LaurelReplays
import LaurelScores
import LaurelService
import LaurelSimulators
import LaurelStorage
@testable import LaurelWire
import Testing

/// A later release of MonkeyJump: scores are twice as high.
private struct LaterRun: Simulation {
    static let coreID = Run.coreID
    static let coreVersion = Run.coreVersion + 1
    private var run: Run

    init(seed: UInt64) { run = Run(seed: seed) }
    mutating func tick(_ input: Input) { run.tick(input) }
    var isOver: Bool { run.isOver }
    var score: Int64 { run.score * 2 }
    var trace: Trace { run.trace }
    var feats: Feats { run.feats }
}

/// Logs of released versions on a server whose own core is a later one.
@Suite("Released cores over HTTP", .timeLimit(.minutes(15)))
struct ReleasedCoreRouteTests {
    private static let scores = World.runs + "/scores"

    private func options() throws -> TestServer.Options {
        let modules = try ReleasedModules(of: "monkeyjump").all().mapValues { bytes in
            KeptCores.Module(digest: try #require(BlobDigest(Digest.sha256(bytes))), bytes: bytes)
        }
        let name = try SimulatorName("monkeyjump")
        var options = TestServer.Options()
        options.builtIn = { helpers in
            [
                name: CoreSimulator(
                    LaterRun.self, Feat.self, counted: { $0 }, kept: KeptCores(modules, helpers))
            ]
        }
        return options
    }

    @Test("a run of the version before counts with its own score and achievements; edited ones do not")
    func old() async throws {
        try await TestServer.run(try options()) { server in
            let world = try await World(server)
            try await world.makeRuns(requires: "replay")
            _ = try await world.expect(
                201, "POST", World.app + "/achievements", world.administrator, World.achievement("FirstRun"))
            try await world.release()
            let long = (41...80 as ClosedRange<UInt64>).lazy.map { RecordedRun(skill: 900, seed: $0) }
                .first { $0.log.spans.count >= ReplayLimits.tellingChanges }
            let run = try #require(long)
            let edited = try await world.send(
                "POST", Self.scores, world.game, RecordedRun.body(run.score * 2, run.log.encoded()))
            #expect(edited.status == 422 && edited.kind == "replay-score-differs", "\(edited.text)")
            let answer = try await world.expect(200, "POST", Self.scores, world.game, run.body)
            #expect(answer["entry"]?["verification"] == .string("verified"))
            #expect(answer["achievementsEarned"] == .array([.string("FirstRun")]))
            let again = try await world.send("POST", Self.scores, world.game, run.body)
            #expect(again.status == 409 && again.kind == "replay-reused", "\(again.text)")
            // The present version, and one that never was.
            let new = RecordedRun(skill: 850, seed: 42)
            let log = new.log(coreVersion: LaterRun.coreVersion).encoded()
            _ = try await world.expect(200, "POST", Self.scores, world.game, RecordedRun.body(new.score * 2, log))
            let never = try await world.send(
                "POST", Self.scores, world.game, RecordedRun.body(new.score, new.log(coreVersion: 999).encoded()))
            #expect(never.status == 422 && never.kind == "replay-of-other-version", "\(never.text)")
        }
    }

    @Test("a ticket counts on an old log as on any: live, once, and not faster than the clock")
    func ticket() async throws {
        try await TestServer.run(try options()) { server in
            let world = try await World(server)
            try await world.makeRuns(requires: "ticket")
            let ticket = try await world.expect(201, "POST", "/v1/games/com.ali.MonkeyJump/tickets", world.game)
            guard case .integer(let seed)? = ticket["seed"] else {
                Issue.record("no seed")
                return
            }
            let bytes = try #require(Base64.decode(try ticket.string("ticket")))
            let run = RecordedRun(skill: 1_000, seed: UInt64(seed), ticket: bytes, ticks: 600)
            try #require(run.length > .seconds(4))
            let early = try await world.send("POST", Self.scores, world.game, run.body)
            #expect(early.status == 422 && early.kind == "run-too-fast", "\(early.text)")
            server.clock.advance(by: run.length)
            let answer = try await world.expect(200, "POST", Self.scores, world.game, run.body)
            #expect(answer["entry"]?["verification"] == .string("live"))
        }
    }

    @Test("without wasmtime an old run is neither taken nor refused for good, and the log says what is missing")
    func noLibrary() async throws {
        var options = try options()
        options.wasmtime = nil
        try await TestServer.run(options) { server in
            let world = try await World(server)
            try await world.makeRuns(requires: "replay")
            let before = server.keeper.version(of: server.app, .production)
            let answer = try await world.send("POST", Self.scores, world.game, RecordedRun(skill: 850, seed: 41).body)
            #expect(answer.status == 503 && answer.kind == "unavailable", "\(answer.text)")
            #expect(server.faults.list.contains { $0.cause.contains("--wasmtime") })
            #expect(server.keeper.version(of: server.app, .production) == before)
        }
    }
}
