import LaurelDomain
import LaurelService
import LaurelWire
import Testing

@testable import LaurelAPI

/// No test here sends a body that it announces: whatever is answered was answered by the head alone.
@Suite("Bodies that are judged by their head", .timeLimit(.minutes(15))) struct BodyJudgingTests {
    private static func announce(
        _ world: World, _ method: String, _ target: String, _ token: String = "", bytes: Int = 1_000_000
    ) async throws -> Answer {
        var headers = [("Content-Length", "\(bytes)"), ("Content-Type", "application/json")]
        if !token.isEmpty { headers.append(("Authorization", "Bearer " + token)) }
        return try await world.server.client.send(method, target, headers)
    }

    @Test("nobody without a token is listened to where one is needed, on any route")
    func anonymous() async throws {
        try await TestServer.run { server in
            var world = try await World(server)
            try await world.prepareChallenges()
            try await world.prepareShares()
            let before = try server.export()
            for endpoint in Endpoint.allCases where endpoint.method != .get {
                let call = world.call(endpoint)
                let wrongToken = String(repeating: "x", count: 43)
                switch endpoint.access {
                case .player, .server, .person, .developer, .team, .operator:
                    for token in ["", wrongToken, "no token"] {
                        let answer = try await Self.announce(world, call.method, call.target, token)
                        #expect([401, 403].contains(answer.status), "\(endpoint): \(answer.status) \(answer.text)")
                        #expect(answer.headers["connection"] == "close" && answer.kind != nil, "\(endpoint)")
                    }
                case .anyone, .playerOrAnonymous:
                    let answer = try await Self.announce(world, call.method, call.target)
                    #expect(answer.status == 413 && answer.kind == "too-large", "\(endpoint): \(answer.text)")
                }
            }
            #expect(try server.export() == before)
        }
    }

    @Test("the route, the method and the rights are looked at first, and a page elsewhere may read what is wrong")
    func others() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            func status(_ method: String, _ target: String, _ token: String = "") async throws -> Int {
                try await Self.announce(world, method, target, token).status
            }
            #expect(try await status("POST", "/v1/nothing", world.player) == 404)
            #expect(try await status("PUT", World.board + "/scores", world.game) == 405)
            #expect(try await status("GET", World.board) == 200)
            #expect(try await status("POST", "/v1/connect/invitations", world.player) == 403)
            #expect(try await status("POST", World.app + "/leaderboards", world.player) == 404)
            let large = try await Self.announce(
                world, "POST", World.board + "/scores", world.game, bytes: 1_048_577)
            #expect(large.status == 413)
        }
    }

    @Test("what a request costs is paid by its head, once")
    func budget() async throws {
        var options = TestServer.Options()
        var plan = BudgetPlan()
        plan.player[.write] = Budget(burst: 40, everySeconds: 10)
        options.budgets = plan
        try await TestServer.run(options) { server in
            let world = try await World(server)
            // What it took to make the world is paid back.
            server.clock.advance(by: .hours(1))
            let scores = World.board + "/scores"
            // Longer than what the server takes from a socket at a time.
            let long = #"{"value":1,"context":1}"# + String(repeating: " ", count: 100_000)
            for _ in 0..<40 { #expect(try await world.send("POST", scores, world.game, long).status == 200) }
            let answer = try await Self.announce(world, "POST", scores, world.game)
            #expect(answer.status == 429 && answer.headers["ratelimit"]?.hasPrefix("\"player-write\"") == true)
        }
    }
}
