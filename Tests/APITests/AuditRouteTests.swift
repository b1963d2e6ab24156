@testable import LaurelAPI
import LaurelWire
import Testing

@Suite("Audit log", .timeLimit(.minutes(15)))
struct AuditRouteTests {
    private func entries(_ world: World, _ target: String = "/v1/connect/audit") async throws -> [JSONValue] {
        let answer = try await world.send("GET", target, world.administrator)
        guard case .array(let entries)? = answer.json?["entries"] else {
            Issue.record("\(answer.text)")
            return []
        }
        return entries
    }

    private func send(_ call: Call, _ world: World) async throws -> Answer {
        guard let bytes = call.bytes, let type = call.type else {
            return try await world.send(call.method, call.target, call.token, call.body)
        }
        let headers = [("Authorization", "Bearer " + call.token), ("Content-Type", type)]
        return try await world.server.client.send(call.method, call.target, headers, body: bytes)
    }

    @Test("every endpoint that changes something on the developers' side leaves an entry")
    func each() async throws {
        try await TestServer.run { server in
            var world = try await World(server)
            try await world.prepareChallenges()
            try await world.makeGroup()
            // The last is decided already: the same decision again changes nothing.
            let silent: [Endpoint] = [.events, .signOut, .recover, .eraseSelf, .decideServerReview]
            var before = try await entries(world).first
            for endpoint in World.inOrder where !silent.contains(endpoint) {
                var call = world.call(endpoint)
                // The good call of an import changes nothing.
                if endpoint == .importConfiguration {
                    call.body = call.body?.replacing(#""name":"MonkeyJump""#, with: #""name":"Jump""#)
                }
                // Nor does that of an order, where there is but one leaderboard.
                if endpoint == .setDisplayOrder {
                    call.body = call.body?.replacing("[]", with: #"["Disposable","FirstRun"]"#)
                }
                let answer = try await send(call, world)
                guard endpoint.method != .get, endpoint.access.isDevelopers else {
                    // What players do may be told to their moderators; it is no act of a developer.
                    before = try await entries(world).first
                    continue
                }
                #expect((200...299).contains(answer.status), "\(endpoint): \(answer.text)")
                let latest = try #require(try await entries(world).first)
                #expect(latest != before, "\(endpoint) left no entry")
                #expect(latest["by"] == .string("player"), "\(endpoint)")
                let actor = try #require(latest["actor"], "\(endpoint)").string("alias")
                #expect(actor == (endpoint == .joinTeam ? "joiner" : "chief"), "\(endpoint)")
                #expect(try !latest.string("requestID").isEmpty, "\(endpoint)")
                before = latest
            }
        }
    }

    @Test("an act that is refused leaves none")
    func refused() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let before = try await entries(world).first
            for (method, target, body) in [
                ("POST", "/v1/connect/apps", #"{"bundleID":"com.ali.MonkeyJump","name":"x"}"#),
                ("PATCH", World.app + "/leaderboards/HighScores", #"{"sortOrder":"lowToHigh"}"#),
                ("PATCH", World.app, #"{"isReleased":false}"#),
                ("POST", "/v1/connect/password-resets", #"{"alias":"nobody-here"}"#),
            ] {
                let answer = try await world.send(method, target, world.administrator, body)
                #expect((400...499).contains(answer.status), "\(target): \(answer.text)")
            }
            #expect(try await entries(world).first == before)
        }
    }

    @Test("says what changed, in a team's log alone, page by page")
    func pages() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let change = #"{"isHidden":true,"range":null}"#
            let answer = try await world.send(
                "PATCH", World.app + "/leaderboards/HighScores", world.administrator, change)
            #expect(answer.status == 200)
            let log = "/v1/connect/teams/\(world.developers.firstTeam)/audit"
            let latest = try #require(try await entries(world, log + "?count=1").first)
            #expect(try latest.string("action") == "leaderboard.update")
            #expect(try latest.string("subject") == "HighScores")
            #expect(try latest.string("bundleID") == "com.ali.MonkeyJump")
            #expect(try latest.string("changes") == "range -1000000…1000000 → none; isHidden false → true")
            let other = try await entries(world, "/v1/connect/teams/\(world.developers.team)/audit")
            #expect(!other.contains { $0["bundleID"] != .null })
            var read: [JSONValue] = []
            var target: String? = log + "?count=3"
            while let next = target {
                let page = try #require(try await world.send("GET", next, world.administrator).json)
                guard case .array(let entries)? = page["entries"] else { break }
                read += entries
                if case .string(let position)? = page["next"] {
                    target = log + "?count=3&before=" + position
                } else {
                    target = nil
                }
            }
            #expect(read == (try await entries(world, log)))
            #expect(read.count > 6)
        }
    }

    @Test("no route changes or deletes an entry")
    func readOnly() {
        let routes = Endpoint.allCases.filter { $0.template.contains("audit") }
        #expect(routes.count == 2)
        #expect(routes.allSatisfy { $0.method == .get })
    }
}
