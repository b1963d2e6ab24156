import LaurelArcade
import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelStorageSQLite
import LaurelWire
import LaurelTestSupport
import Testing

/// Runs that are what they say, and each way of cheating that a server can see.
@Suite("Replays over HTTP", .timeLimit(.minutes(15)))
struct ReplayRouteTests {
    private static let scores = World.runs + "/scores"

    /// Asserts that a score is refused so, and that nothing changed by it.
    private func expectRefusal(
        _ kind: String, _ status: Int, field: String = "replay", _ body: String, _ world: World,
        _ server: TestServer, token: String? = nil
    ) async throws {
        let before = server.keeper.version(of: server.app, .production)
        let answer = try await world.send("POST", Self.scores, token ?? world.game, body)
        #expect(answer.status == status && answer.kind == kind, "\(answer.text)")
        #expect(answer.json?["field"] == .string(field), "\(answer.text)")
        #expect(answer.json?["detail"] != nil)
        #expect(server.keeper.version(of: server.app, .production) == before)
    }

    @Test("a run is played again; its entry says so, and its log is with the page that shows it")
    func verified() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await world.makeRuns(requires: "replay")
            let run = RecordedRun(skill: 800, seed: 7)
            #expect(run.score > 0)
            let body = RecordedRun.body(run.score, run.log.encoded(), id: "one")
            let answer = try await world.expect(200, "POST", Self.scores, world.game, body)
            #expect(answer["score"]?["verification"] == .string("verified"))
            #expect(answer["entry"]?["verification"] == .string("verified"))
            #expect(answer["isNewBest"] == .boolean(true))
            // The same score again is the same score, though its run is known by now.
            let again = try await world.expect(200, "POST", Self.scores, world.game, body)
            #expect(again["isRepeat"] == .boolean(true) && again["version"] == answer["version"])
            let page = try await world.expect(200, "GET", World.runs + "/entries", world.game)
            #expect(page["entries"]?[0]?["verification"] == .string("verified"))
            let share = try await world.expect(
                201, "POST", "/v1/shares", world.player, #"{"bundleID":"com.ali.MonkeyJump","leaderboard":"Runs"}"#)
            let target = "/v1/shares/\(try share.string("id"))/replay"
            let log = try await world.send("GET", target)
            #expect(log.status == 200 && log.body == run.log.encoded())
            // Taken back, it is nobody's to see.
            _ = try await world.send("DELETE", "/v1/shares/\(try share.string("id"))", world.player)
            #expect(try await world.send("GET", target).status == 404)
            let export = try await world.send("GET", "/v1/players/me/export", world.player)
            #expect(export.json?["replays"]?[0]?["data"] == .string(Base64.encode(run.log.encoded())))
        }
    }

    @Test("what a log cannot prove is refused, each with its own problem, and changes nothing")
    func refused() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await world.makeRuns(requires: "replay")
            let run = RecordedRun(skill: 700, seed: 11)
            let bytes = run.log.encoded()
            func refuse(_ kind: String, _ log: [UInt8], _ status: Int = 422) async throws {
                try await expectRefusal(kind, status, RecordedRun.body(run.score, log), world, server)
            }
            try await expectRefusal("replay-required", 422, "{\"value\":\(run.score)}", world, server)
            // An edited score.
            try await expectRefusal(
                "replay-score-differs", 422, field: "value", RecordedRun.body(run.score + 1, bytes), world, server)
            try await refuse("replay-required", [])
            try await refuse("replay-unreadable", Array("not a log".utf8))
            try await refuse("replay-unreadable", bytes + [0])
            try await refuse("replay-unreadable", Array(bytes.dropLast()))
            try await refuse("replay-of-other-game", run.log(coreID: 1).encoded())
            try await refuse("replay-of-other-version", run.log(coreVersion: 999).encoded())
            // Inputs behind the end, and inputs left out before it.
            var longer = run.log
            longer.append(.jump)
            try await refuse("replay-past-end", longer.encoded())
            var shorter = InputLog(header: run.log.header)
            for span in run.log.spans.dropLast() { shorter.append(span.input, ticks: span.ticks) }
            try await refuse("replay-unfinished", shorter.encoded())
            var long = InputLog(header: run.log.header)
            long.append([], ticks: Int32(ReplayLimits.ticks) + 1)
            try await refuse("replay-too-long", long.encoded())
            // Nothing of all that is in the way of the run itself.
            _ = try await world.expect(200, "POST", Self.scores, world.game, run.body)
        }
    }

    @Test("edited inputs and another seed are other runs: they give their own score, or none")
    func edited() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await world.makeRuns(requires: "replay")
            let run = RecordedRun(skill: 900, seed: 3)
            var refusals = 0
            for edited in run.log.spans.indices.prefix(12) {
                var log = InputLog(header: run.log.header)
                for (index, span) in run.log.spans.enumerated() {
                    log.append(index == edited ? span.input.symmetricDifference(.jump) : span.input, ticks: span.ticks)
                }
                let answer = try await world.send(
                    "POST", Self.scores, world.game, RecordedRun.body(run.score + 1_000, log.encoded()))
                #expect(answer.status == 422, "\(answer.text)")
                if answer.status == 422 { refusals += 1 }
            }
            #expect(refusals == min(12, run.log.spans.count))
            let other = try await world.send(
                "POST", Self.scores, world.game, RecordedRun.body(run.score, run.log(seed: 4).encoded()))
            #expect(other.status == 422, "\(other.text)")
        }
    }

    @Test("a run counts once, no matter who submits it and what its header says")
    func reused() async throws {
        try await TestServer.run { server in
            var world = try await World(server)
            try await world.makeRuns(requires: "replay")
            try await world.prepareChallenges()
            let long = (21...40 as ClosedRange<UInt64>).lazy.map { RecordedRun(skill: 900, seed: $0) }
                .first { $0.log.spans.count >= ReplayLimits.tellingChanges }
            let run = try #require(long)
            _ = try await world.expect(200, "POST", Self.scores, world.game, run.body)
            try await expectRefusal("replay-reused", 409, run.body, world, server)
            // A friend who got the log with a challenge has not played it.
            let copied = try await world.send("POST", Self.scores, world.friend, run.body)
            #expect(copied.status == 409 && copied.kind == "replay-reused", "\(copied.text)")
            // Twice in one call is twice, too; all or none.
            let new = try #require(
                (90...120 as ClosedRange<UInt64>).lazy.map { RecordedRun(skill: 900, seed: $0) }
                    .first { $0.log.spans.count >= ReplayLimits.tellingChanges })
            let item = "{\"leaderboard\":\"Runs\"," + new.body.dropFirst()
            let both = try await world.send(
                "POST", "/v1/games/com.ali.MonkeyJump/scores", world.game, "{\"scores\":[\(item),\(item)]}")
            #expect(both.status == 409 && both.json?["field"] == .string("scores[1].replay"), "\(both.text)")
            _ = try await world.expect(
                200, "POST", "/v1/games/com.ali.MonkeyJump/scores", world.game, "{\"scores\":[\(item)]}")
        }
    }

    @Test("who does next to nothing on one seed has not copied, neither another's run nor his own of before")
    func nextToNothing() async throws {
        try await TestServer.run { server in
            var world = try await World(server)
            try await world.makeRuns(requires: "replay")
            try await world.makeFriend()
            let idle = RecordedRun(skill: 0, seed: 5)
            // As many presses as may be by chance, and one more.
            func pressed(_ presses: Int32) -> RecordedRun {
                RecordedRun(seed: 6) { (1...presses * 2).contains($0) && $0 % 2 == 0 ? .jump : [] }
            }
            let (few, many) = (pressed(7), pressed(8))
            try #require(few.log.spans.count == ReplayLimits.tellingChanges - 1)
            try #require(many.log.spans.count == ReplayLimits.tellingChanges + 1)
            for run in [idle, few] {
                for token in [world.game, world.friend] {
                    for _ in 1...2 { _ = try await world.expect(200, "POST", Self.scores, token, run.body) }
                }
            }
            _ = try await world.expect(200, "POST", Self.scores, world.game, many.body)
            try await expectRefusal("replay-reused", 409, many.body, world, server, token: world.friend)
        }
    }

    @Test("inputs that the game takes no notice of make no other run of a copied one")
    func idleInputs() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await world.makeRuns(requires: "replay")
            let run = RecordedRun(skill: 900, seed: 3)
            for idle in [Input.start, .pause, .menu, .quit, .tap(x: 1, y: 1)] {
                for all in [false, true] {
                    var log = InputLog(header: run.log.header)
                    for (index, span) in run.log.spans.enumerated() {
                        log.append(all || index == 0 ? span.input.union(idle) : span.input, ticks: span.ticks)
                    }
                    let body = RecordedRun.body(run.score, log.encoded())
                    try await expectRefusal("replay-unreadable", 422, body, world, server)
                }
            }
            _ = try await world.expect(200, "POST", Self.scores, world.game, run.body)
        }
    }

    @Test("the log of a shared score is kept however many runs follow, and let go of once it is not shared")
    func sharedLog() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await world.makeRuns(requires: "replay")
            // Best first: the shared run is the best, then one that is better, then more than are kept.
            let runs = (1...60 as ClosedRange<UInt64>).map { RecordedRun(skill: 900, seed: 700 + $0) }
                .filter { $0.log.spans.count >= ReplayLimits.tellingChanges }.sorted { $0.score > $1.score }
            try #require(runs.count > ReplayLimits.kept + 4)
            let (best, second, rest) = (runs[0], runs[1], runs[2...(ReplayLimits.kept + 3)])
            try #require(best.score > second.score && !rest.contains { $0.score == second.score })
            _ = try await world.expect(200, "POST", Self.scores, world.game, second.body)
            let thing = #"{"bundleID":"com.ali.MonkeyJump","leaderboard":"Runs"}"#
            let share = try await world.expect(201, "POST", "/v1/shares", world.player, thing).string("id")
            let log = "/v1/shares/\(share)/replay"
            _ = try await world.expect(200, "POST", Self.scores, world.game, best.body)
            for run in rest { _ = try await world.expect(200, "POST", Self.scores, world.game, run.body) }
            #expect(try await world.send("GET", log, "").status == 200)
            try await world.expect(204, "DELETE", "/v1/shares/\(share)", world.player)
            let app = try #require(server.accounts.catalogue.app(try BundleID("com.ali.MonkeyJump")))
            let player = try #require(server.accounts.ids.player(world.gamePlayerID, in: .game(app.number)))
            func kept() async throws -> Bool {
                try await SQLiteDirectory(server.store).replays(of: player).contains { $0.value == second.score }
            }
            #expect(try await kept())
            _ = try await world.expect(200, "POST", Self.scores, world.game, runs[ReplayLimits.kept + 4].body)
            #expect(try await !kept())
        }
    }

    @Test("what a run earns by itself is the player's with the score, as far as the app has it")
    func feats() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await world.makeRuns()
            _ = try await world.expect(
                201, "POST", World.app + "/achievements", world.administrator, World.achievement("FirstRun"))
            try await world.release()
            let first = RecordedRun(skill: 500, seed: 31)
            let answer = try await world.expect(200, "POST", Self.scores, world.game, first.body)
            #expect(answer["achievementsEarned"] == .array([.string("FirstRun")]))
            let own = try await world.expect(
                200, "GET", "/v1/games/com.ali.MonkeyJump/achievements", world.game)
            #expect("\(own)".contains("FirstRun"), "\(own)")
            let second = RecordedRun(skill: 500, seed: 32)
            let next = try await world.expect(200, "POST", Self.scores, world.game, second.body)
            #expect(next["achievementsEarned"] == .array([]))
        }
    }

    @Test("a leaderboard without a rule takes bytes as they are; one that requires none takes scores without")
    func unchecked() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await world.makeRuns()
            let plain = try await world.expect(
                200, "POST", World.board + "/scores", world.game, RecordedRun.body(5, [1, 2, 3]))
            #expect(plain["score"]?["verification"] == .null && plain["entry"]?["verification"] == .null)
            let without = try await world.expect(200, "POST", Self.scores, world.game, #"{"value":5}"#)
            #expect(without["score"]?["verification"] == .null)
            try await expectRefusal("replay-unreadable", 422, RecordedRun.body(5, [1, 2, 3]), world, server)
            let unknown = try await world.send(
                "PATCH", World.app + "/leaderboards/Runs", world.administrator,
                #"{"replays":{"simulator":"chess"}}"#)
            #expect(unknown.status == 400 && unknown.json?["field"] == .string("replays.simulator"), "\(unknown.text)")
            let off = try await world.expect(
                200, "PATCH", World.app + "/leaderboards/Runs", world.administrator, #"{"replays":null}"#)
            #expect(off["replays"] == .null)
            _ = try await world.expect(200, "POST", Self.scores, world.game, RecordedRun.body(6, [1, 2, 3]))
        }
    }

    @Test("any bytes get an answer, and the server goes on", arguments: Depth.seeds(3))
    func fuzz(seed: UInt64) async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await world.makeRuns(requires: "replay")
            var random = SeededRandom(seed: seed)
            let whole = RecordedRun(skill: 600, seed: seed).log.encoded()
            for round in 0..<60 {
                var bytes = round % 2 == 0 ? whole : []
                for _ in 0..<Int(random.below(40)) { bytes.append(UInt8(truncatingIfNeeded: random.next())) }
                for _ in 0..<Int(random.between(1, 6)) where !bytes.isEmpty {
                    bytes[Int(random.below(Int32(bytes.count)))] = UInt8(truncatingIfNeeded: random.next())
                }
                let answer = try await world.send(
                    "POST", Self.scores, world.game, RecordedRun.body(Int64(round), bytes))
                #expect(answer.status == 422, "round \(round): \(answer.text)")
            }
            #expect(try await world.send("GET", "/healthz").status == 200)
        }
    }
}
