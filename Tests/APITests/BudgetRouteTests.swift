import LaurelDomain
import LaurelHTTPServer
import LaurelWire
import LaurelService
import LaurelStorage
import Testing

@testable import LaurelAPI
import LaurelScores

@Suite("Budgets of requests", .timeLimit(.minutes(15))) struct BudgetRouteTests {
    private static func options(_ change: (inout BudgetPlan) -> Void) -> TestServer.Options {
        var options = TestServer.Options()
        var plan = BudgetPlan()
        change(&plan)
        options.budgets = plan
        return options
    }

    @Test("a player who asks too much is refused with 429, says how long, and others are not")
    func player() async throws {
        let options = Self.options { $0.player[.read] = Budget(burst: 2, everySeconds: 10) }
        try await TestServer.run(options) { server in
            let world = try await World(server)
            let me = "/v1/players/me"
            for _ in 0..<2 { #expect(try await world.send("GET", me, world.game).status == 200) }
            let refused = try await world.send("GET", me, world.game)
            #expect(refused.status == 429 && refused.kind == "too-many-requests", "\(refused.text)")
            #expect(refused.headers["retry-after"] == "10")
            #expect(refused.headers["ratelimit-policy"] == "\"player-read\";q=2;w=20")
            #expect(refused.headers["ratelimit"] == "\"player-read\";r=0;t=10")
            // Another session of the same player pays from the same purse; writes have their own.
            #expect(try await world.send("GET", me, world.player).status == 429)
            #expect(try await world.send("POST", World.board + "/scores", world.game, #"{"value":1}"#).status == 200)
            #expect(try await world.send("GET", me, world.stranger).status == 200)
            // The operator's socket and what monitors ask for cost nothing.
            for _ in 0..<5 {
                #expect(try await server.localClient.send("GET", "/v1/connect/apps").status == 200)
                #expect(try await server.client.send("GET", "/readyz").status == 200)
            }
            server.clock.advance(by: .seconds(10))
            #expect(try await world.send("GET", me, world.game).status == 200)
            #expect(try await world.send("GET", me, world.game).status == 429)
        }
    }

    @Test("an address pays before anything is looked up for it, an app for all of its players")
    func addressAndApp() async throws {
        let options = Self.options {
            $0.app[.read] = Budget(burst: 3, everySeconds: 10)
            $0.address[.expensive] = Budget(burst: 1, everySeconds: 10)
        }
        try await TestServer.run(options) { server in
            let world = try await World(server)
            for token in [world.game, world.player, ""] {
                #expect(try await world.send("GET", World.board, token).status == 200)
            }
            let app = try await world.send("GET", World.board, world.game)
            #expect(app.status == 429 && app.headers["ratelimit"]?.hasPrefix("\"app-read\"") == true)
            // An address is counted whatever its token is worth.
            let export = World.app + "/scores/export"
            #expect(try await world.send("GET", export, "x").status == 401)
            let address = try await world.send("GET", export, world.administrator)
            #expect(address.status == 429 && address.headers["ratelimit"]?.hasPrefix("\"address-expensive\"") == true)
        }
    }

    @Test(
        "a read that nodes pass on together is paid once, however often it couldn't be answered at once",
        arguments: BudgetPayer.allCases)
    func joined(_ payer: BudgetPayer) async throws {
        let budget = Budget(burst: 20, everySeconds: 1_000)
        let options = Self.options { plan in
            switch payer {
            case .address: plan.address[.read] = budget
            case .player: plan.player[.read] = budget
            case .app: plan.app[.read] = budget
            }
        }
        try await TestServer.run(options) { server in
            let world = try await World(server)
            let entries = World.board + "/entries"
            let made = try await world.send(
                "POST", "/v1/players", "",
                #"{"alias":"reader","password":"\#(World.password)","bundleID":"com.ali.MonkeyJump","#
                    + #""environment":"production"}"#)
            let token = try made.json.unwrapped().string("token")
            // Nobody else's, as the other requests come from this machine.
            let address = try #require(IPAddress("192.0.2.7"))
            func atOnce(_ target: String) throws -> LaurelHTTPServer.Response? {
                let fields = [("Authorization", "Bearer \(token)")]
                return server.api.answerAtOnce(
                    try #require(Request(.get, target, headers: fields, peer: .inet(address))))
            }
            // The session is known then; the names of friends, of whom one has a real one, aren't yet.
            try await world.expect(
                200, "PATCH", "/v1/players/me/profile", world.administrator, #"{"realName":"The Chief"}"#)
            #expect(try await world.send("GET", "/v1/games/com.ali.MonkeyJump/leaderboards", token).status == 200)
            for _ in 0..<30 { #expect(try atOnce(entries) == nil) }
            #expect(try await world.send("GET", entries, token).status == 200)
            // Nothing else is answered so, and it costs nothing.
            for target in ["/v1/players/me", "/v1/nothing", entries + "?version=1", entries + "?players=friends"] {
                for _ in 0..<30 { #expect(try atOnce(target) == nil) }
            }
            // Two were paid by the player and the app.
            for _ in 0..<(payer == .address ? 20 : 18) { #expect(try atOnce(entries)?.status == .ok) }
            #expect(try atOnce(entries)?.status == 429)
        }
    }

    @Test("a player's own export is paid for as what it costs, and so is one that an administrator makes")
    func playerExports() async throws {
        let options = Self.options { $0.player[.expensive] = Budget(burst: 1, everySeconds: 10) }
        try await TestServer.run(options) { server in
            let world = try await World(server)
            let export = "/v1/players/me/export"
            #expect(try await world.send("GET", export, world.player).status == 200)
            let refused = try await world.send("GET", export, world.player)
            #expect(refused.status == 429, "\(refused.text)")
            #expect(refused.headers["ratelimit-policy"]?.hasPrefix("\"player-expensive\"") == true)
            #expect(try await world.send("GET", "/v1/players/me", world.player).status == 200)
            let named = "/v1/connect/players/exports"
            #expect(try await world.send("POST", named, world.administrator, #"{"alias":"nobody-here"}"#).status == 404)
            #expect(try await world.send("POST", named, world.administrator, #"{"alias":"nobody-here"}"#).status == 429)
        }
    }

    @Test("what is expensive takes its places and nobody else's: health and a top ten are answered meanwhile")
    func lanes() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            #expect(try await world.send("POST", World.board + "/scores", world.game, #"{"value":7}"#).status == 200)
            let export = World.app + "/scores/export"
            var exports = try (0..<ExportScores.countLimit).map { _ in
                try ExportScores(server.keeper)(of: server.app, leaderboard: nil, .production, after: nil)
            }
            let more = try await world.send("GET", export, world.administrator)
            #expect(more.status == 429 && more.headers["retry-after"] == "30")
            exports = []

            // Every thread for expensive work is busy until it is told.
            let release = [ThreadSignal(), ThreadSignal()]
            for signal in release { #expect(server.keeper.workers.start { signal.wait() }) }
            async let history = world.send(
                "GET", World.app + "/leaderboards/HighScores/scores?player=\(world.gamePlayerID)", world.administrator)
            #expect(try await server.client.send("GET", "/healthz").status == 200)
            #expect(try await world.send("GET", World.board + "/entries?count=10", world.game).status == 200)
            for signal in release { signal.set() }
            #expect(try await history.status == 200)
            #expect(try await world.send("GET", export, world.administrator).status == 200)
            #expect(exports.isEmpty)
        }
    }
}
