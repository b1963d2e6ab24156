import Glibc
import LaurelDomain
import LaurelProcess
import LaurelScores
import LaurelService
import LaurelSimulators
@testable import LaurelWire
import Testing

/// A game that is not ours: its developer uploads what plays its runs again.
@Suite("Simulators over HTTP", .timeLimit(.minutes(15)))
struct SimulatorRouteTests {
    private func gems() async throws -> [UInt8] { try await onThread { try ClangWasm.example() } }

    private func submit(_ body: String, _ world: World) async throws -> Answer {
        try await world.send("POST", World.gemsScores, world.game, body)
    }

    @Test("the example in C: its runs are played again, and edited ones refused")
    func example() async throws {
        let module = try await gems()
        try await TestServer.run { server in
            let world = try await World(server)
            let early = try await world.makeGems()
            #expect(early.status == 400, "no leaderboard names a simulator that is not there: \(early.text)")
            #expect(try await world.upload(module).status == 200)
            #expect(try await world.makeGems().status == 201)
            let run = GemsRun(seed: 7)
            try #require(run.score > 0)
            let answer = try await submit(run.body(), world)
            #expect(answer.json?["entry"]?["verification"] == .string("verified"), "\(answer.text)")

            let other = GemsRun(seed: 8, dodges: 5)
            func refusal(_ body: String) async throws -> String? {
                let answer = try await submit(body, world)
                #expect(answer.status == 422 || answer.status == 409, "\(answer.text)")
                return answer.kind
            }
            #expect(try await refusal(run.body()) == "replay-reused")
            #expect(try await refusal(other.body(other.score + 10)) == "replay-score-differs")
            var edited = other
            edited.envelope.payload.removeLast()
            #expect(try await refusal(edited.body()) == "replay-unfinished")
            edited.envelope.payload = other.envelope.payload + [1]
            #expect(try await refusal(edited.body()) == "replay-past-end")
            edited.envelope.payload = [2] + other.envelope.payload.dropFirst()
            #expect(try await refusal(edited.body()) == "replay-of-other-version")
            edited.envelope.payload = [1, 3]
            #expect(try await refusal(edited.body()) == "replay-unreadable")
            #expect(try await refusal(RecordedRun.body(1, [1, 2, 3])) == "replay-unreadable")
            #expect(try await refusal("{\"value\":1}") == "replay-required")
            #expect(try await submit(other.body(), world).status == 200)
        }
    }

    @Test("the same run said in other bytes is the same run")
    func saidOtherwise() async throws {
        let module = try await gems()
        try await TestServer.run { server in
            let world = try await World(server)
            _ = try await world.upload(module)
            #expect(try await world.makeGems().status == 201)
            let run = GemsRun(seed: 7, dodges: 40)
            let other = try #require(run.pushingTheWall())
            try #require(other != run.envelope)
            #expect(try await submit(run.body(), world).status == 200)
            let again = try await submit(RecordedRun.body(run.score, other.encoded()), world)
            #expect(again.status == 409 && again.kind == "replay-reused", "\(again.text)")
        }
    }

    @Test("what a run earned by its simulator is the player's with the score, as far as the app has it")
    func achievements() async throws {
        let module = try await gems()
        let misnaming = try await onThread { try ClangWasm.compile(SimulatorSources.misnaming) }
        try await TestServer.run { server in
            let world = try await World(server)
            _ = try await world.upload(module)
            #expect(try await world.makeGems().status == 201)
            _ = try await world.expect(
                201, "POST", World.app + "/achievements", world.administrator, World.achievement("TenGems"))
            try await world.release()
            let poor = GemsRun(seed: 7, dodges: 0)
            let rich = GemsRun(seed: 8, dodges: 300)
            try #require(poor.score < 100 && rich.score >= 100 && rich.steps >= 600)
            let first = try await submit(poor.body(), world)
            #expect(first.json?["achievementsEarned"] == .array([]), "\(first.text)")
            let second = try await submit(rich.body(), world)
            #expect(second.json?["achievementsEarned"] == .array([.string("TenGems")]), "\(second.text)")
            let own = try await world.expect(200, "GET", "/v1/games/com.ali.MonkeyJump/achievements", world.game)
            #expect("\(own)".contains("TenGems"), "\(own)")
            // Ids that are none: the score is not taken, and the problem says why.
            #expect(try await world.upload(misnaming).status == 200)
            let before = server.keeper.version(of: server.app, .production)
            let body = RecordedRun.body(1, RunEnvelope(seed: 1, payload: [1]).encoded())
            let refused = try await submit(body, world)
            #expect(refused.status == 422 && refused.kind == "replay-stopped", "\(refused.text)")
            #expect(refused.text.contains("laurel_achievement(0)"), "\(refused.text)")
            #expect(server.keeper.version(of: server.app, .production) == before)
        }
    }

    @Test("a run with its ticket is live, and not faster than the clock")
    func tickets() async throws {
        let module = try await gems()
        try await TestServer.run { server in
            let world = try await World(server)
            _ = try await world.upload(module)
            #expect(try await world.makeGems(requires: "ticket").status == 201)
            let ticket = try await world.expect(
                201, "POST", "/v1/games/com.ali.MonkeyJump/tickets", world.game)
            guard case .integer(let seed)? = ticket["seed"] else {
                Issue.record("no seed")
                return
            }
            let bytes = try #require(Base64.decode(try ticket.string("ticket")))
            // Long enough for a clock to tell.
            let run = GemsRun(seed: UInt64(seed), dodges: 40, ticket: bytes)
            try #require(run.steps > 60)
            let early = try await submit(run.body(), world)
            #expect(early.kind == "run-too-fast", "\(early.text)")
            server.clock.advance(by: Timestamp.Span(milliseconds: Int64(run.steps) * 100))
            #expect(try await submit(run.body(), world).json?["entry"]?["verification"] == .string("live"))
        }
    }

    @Test(
        "a simulator that never ends, eats memory, calls itself without end or traps: refused, and the next run counts",
        arguments: [
            SimulatorSources.endless, SimulatorSources.eater, SimulatorSources.deep, SimulatorSources.trapping,
        ])
    func hostile(source: String) async throws {
        let module = try await onThread { try ClangWasm.compile(source) }
        var options = TestServer.Options()
        options.simulators.fuel = 100_000_000
        try await TestServer.run(options) { server in
            let world = try await World(server)
            let uploaded = try await world.upload(module)
            #expect(uploaded.status == 200, "\(uploaded.text)")
            #expect(try await world.makeGems().status == 201)
            let stopped = try await submit(
                RecordedRun.body(1, RunEnvelope(seed: 1, payload: Array("x".utf8)).encoded()), world)
            #expect(stopped.status == 422 && stopped.kind == "replay-stopped", "\(stopped.text)")
            let next = try await submit(
                RecordedRun.body(36, RunEnvelope(seed: 30, payload: [1, 2, 3]).encoded()), world)
            #expect(next.json?["entry"]?["verification"] == .string("verified"), "\(next.text)")
        }
    }

    @Test("uploads: listed, read, replaced at once, deleted when nobody uses them; each change is in the audit log")
    func life() async throws {
        let module = try await gems()
        let other = try await onThread { try ClangWasm.compile(SimulatorSources.counting) }
        try await TestServer.run { server in
            let world = try await World(server)
            #expect(try await world.upload(module).status == 200)
            let before = try server.export()
            #expect(try await world.upload(module).status == 200)
            #expect(try server.export() == before, "the same again changes nothing")
            let list = try await world.expect(200, "GET", World.app + "/simulators", world.administrator)
            #expect(list["simulators"]?[0]?["name"] == .string("gems"))
            #expect(list["simulators"]?[0]?["size"] == .integer(Int64(module.count)))
            let read = try await world.send("GET", World.gems, world.administrator)
            #expect(Array(read.body) == module)
            _ = try await world.makeGems()
            let inUse = try await world.send("DELETE", World.gems, world.administrator)
            #expect(inUse.status == 409 && inUse.text.contains("Gems"), "\(inUse.text)")
            // Another module under the name plays from now on: any log gives one point.
            #expect(try await world.upload(other).status == 200)
            let run = RecordedRun.body(1, RunEnvelope(seed: 1, payload: [9]).encoded())
            #expect(try await submit(run, world).status == 200)
            _ = try await world.expect(
                200, "PATCH", World.app + "/leaderboards/Gems", world.administrator, #"{"replays":null}"#)
            #expect(try await world.send("DELETE", World.gems, world.administrator).status == 204)
            let gone = try await world.send("DELETE", World.gems, world.administrator)
            #expect(gone.status == 404 && gone.kind == "unknown-simulator")
            let audit = try await world.send(
                "GET", "/v1/connect/teams/\(world.developers.firstTeam)/audit", world.administrator)
            #expect(audit.text.components(of: "simulator.set") == 2)
            #expect(audit.text.components(of: "simulator.remove") == 1)
        }
    }

    @Test("what is no simulator, has a built-in name or comes from somebody else is refused, and changes nothing")
    func refused() async throws {
        let module = try await gems()
        let importing = try await onThread { try ClangWasm.compile(SimulatorSources.importing) }
        try await TestServer.run { server in
            let world = try await World(server)
            let before = try server.export()
            for bytes in [[], Array(module.dropLast(20)), importing, [UInt8](repeating: 7, count: 1_000)] {
                let answer = try await world.upload(bytes)
                #expect(answer.status == 422 && answer.kind == "invalid-simulator", "\(answer.text)")
                #expect(answer.json?["detail"] != nil)
            }
            #expect(try await world.upload([UInt8](repeating: 0, count: 1_048_577)).status == 413)
            let simulators = World.app + "/simulators/"
            #expect(try await world.upload(module, simulators + "monkeyjump").status == 409)
            #expect(try await world.upload(module, simulators + "Gems!").status == 400)
            #expect(try await world.upload(module, World.gems, world.player).status == 404)
            let typed = try await world.send("PUT", World.gems, world.administrator, "{}")
            #expect(typed.status == 422 && typed.text.contains("application/wasm"), "\(typed.text)")
            #expect(try server.export() == before)
        }
    }

    @Test("an app has a bounded number of them")
    func count() async throws {
        let module = try await gems()
        try await TestServer.run { server in
            let world = try await World(server)
            for number in 1...SimulatorModule.countLimit {
                #expect(try await world.upload(module, World.app + "/simulators/g\(number)").status == 200)
            }
            let last = try await world.upload(module, World.app + "/simulators/more")
            #expect(last.status == 409 && last.text.contains("\(SimulatorModule.countLimit)"), "\(last.text)")
        }
    }

    @Test("a server without wasmtime says so, and its log says what is missing")
    func noLibrary() async throws {
        let module = try await gems()
        var options = TestServer.Options()
        options.wasmtime = nil
        try await TestServer.run(options) { server in
            let world = try await World(server)
            let answer = try await world.upload(module)
            #expect(answer.status == 503 && answer.text.contains("wasmtime"), "\(answer.text)")
            #expect(server.faults.list.contains { $0.cause.contains("--wasmtime") })
        }
    }

    @Test("a score whose simulator cannot be run is neither taken nor refused for good")
    func brokenLibrary() async throws {
        let module = try await gems()
        let library = "/tmp/laurel-wasmtime-\(UInt64.random(in: 0...UInt64.max)).so"
        try #require(symlink(ClangWasm.wasmtime, library) == 0)
        defer { unlink(library) }
        var options = TestServer.Options()
        options.wasmtime = library
        try await TestServer.run(options) { server in
            let world = try await World(server)
            #expect(try await world.upload(module).status == 200)
            #expect(try await world.makeGems().status == 201)
            unlink(library)
            let run = GemsRun(seed: 7)
            let answer = try await submit(run.body(), world)
            #expect(answer.status == 503 && answer.kind == "unavailable", "\(answer.text)")
            #expect(server.faults.list.contains { $0.cause.contains(library) })
            try #require(symlink(ClangWasm.wasmtime, library) == 0)
            #expect(try await submit(run.body(), world).json?["entry"]?["verification"] == .string("verified"))
        }
    }
}

extension String {
    /// How often a word is in it.
    fileprivate func components(of word: String) -> Int { ranges(of: word).count }
}
