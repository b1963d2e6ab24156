import LaurelWire
import Testing

@Suite("Pages of other origins", .timeLimit(.minutes(15)))
struct CrossOriginTests {
    private static let home = "https://jump.example"
    private static let scores = World.board + "/scores"

    private func preflight(
        _ world: World, _ target: String, _ method: String = "POST", origin: String = home
    ) async throws -> Answer {
        try await world.send(
            "OPTIONS", target, "", nil,
            [
                ("Origin", origin), ("Access-Control-Request-Method", method),
                ("Access-Control-Request-Headers", "authorization,content-type"),
            ])
    }

    @Test("a registered origin's page may call its game's routes with a token, and keeps the preflight")
    func allowed() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let asked = try await preflight(world, Self.scores)
            #expect(asked.status == 204)
            #expect(asked.headers["access-control-allow-origin"] == Self.home)
            #expect(asked.headers["access-control-allow-methods"] == "POST")
            #expect(asked.headers["access-control-allow-headers"]?.contains("Authorization") == true)
            #expect(asked.headers["access-control-max-age"] == "7200")
            #expect(asked.headers["access-control-allow-credentials"] == nil)
            #expect(asked.headers["vary"] == "Origin")
            let scored = try await world.send(
                "POST", Self.scores, world.game, #"{"value":1}"#,
                [("Origin", Self.home), ("Content-Type", "application/json")])
            #expect(scored.status == 200)
            #expect(scored.headers["access-control-allow-origin"] == Self.home)
            #expect(scored.headers["vary"] == "Origin")
            #expect(scored.headers["access-control-allow-credentials"] == nil)
            // A refusal can be read as well: the game must know what is wrong.
            let wrong = try await world.send(
                "GET", World.board + "/entries?from=0", world.game, nil, [("Origin", Self.home)])
            #expect(wrong.kind == "invalid-parameter")
            #expect(wrong.headers["access-control-allow-origin"] == Self.home)
            let who = try await world.send("GET", "/v1/players/me", world.game, nil, [("Origin", Self.home)])
            #expect(who.status == 200 && who.headers["access-control-allow-origin"] == Self.home)
        }
    }

    @Test(
        "an origin that the game has not registered is refused, with a reason that its page can read; nothing happens",
        arguments: ["https://evil.example", "null", "https://jump.example.evil.example", "http://jump.example"])
    func refused(origin: String) async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let before = try server.export()
            // The preflight says yes, so that the call itself can say why not.
            let asked = try await preflight(world, Self.scores, origin: origin)
            #expect(asked.status == 204)
            let scored = try await world.send(
                "POST", Self.scores, world.game, #"{"value":1}"#,
                [("Origin", origin), ("Content-Type", "application/json")])
            #expect(scored.status == 403 && scored.kind == "origin-not-allowed")
            // The option that leaves the other origins.
            #expect(scored.text.contains("--add-origin") && !scored.text.contains("--origin"), "\(scored.text)")
            for answer in [asked, scored] {
                #expect(answer.headers["access-control-allow-origin"] == origin)
                #expect(answer.headers["access-control-allow-credentials"] == nil)
                #expect(answer.headers["vary"] == "Origin")
            }
            #expect(try server.export() == before)
        }
    }

    @Test("what belongs to another game, to developers or to passwords stays closed to it")
    func scope() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let before = try server.export()
            let other = try await world.send(
                "POST", "/v1/games/com.example.Other/scores", world.game, #"{"scores":[]}"#, [("Origin", Self.home)])
            #expect(other.kind == "origin-not-allowed")
            for target in ["/v1/sessions", "/v1/players", "/v1/connect/apps", "/v1/authorizations", "/v1/recovery"] {
                // It can read that it may not. Nothing is looked at, or it would be told what is wrong with the body.
                let closed = try await world.send("POST", target, world.administrator, "{}", [("Origin", Self.home)])
                #expect(closed.kind == "forbidden", "\(target)")
                #expect(closed.headers["access-control-allow-origin"] == Self.home, "\(target)")
                // Other origins see nothing, not even that.
                let stranger = try await preflight(world, target, origin: "https://evil.example")
                #expect(stranger.headers["access-control-allow-origin"] == nil, "\(target)")
                #expect(stranger.status == 405, "\(target)")
            }
            let apps = try await world.send(
                "GET", "/v1/connect/apps", world.administrator, nil, [("Origin", Self.home)])
            #expect(apps.kind == "forbidden")
            #expect(try server.export() == before)
        }
    }

    @Test("a game's page can read that an address is no route, or has not this method")
    func noRoute() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            for (method, target, kind) in [
                ("GET", "/v1/gmaes/com.ali.MonkeyJump", "not-found"), ("POST", "/v1/nothing", "not-found"),
                ("PUT", Self.scores, "method-not-allowed"), ("DELETE", "/v1/players/me", "method-not-allowed"),
            ] {
                let asked = try await preflight(world, target, method)
                #expect(asked.status == 204, "\(target)")
                #expect(asked.headers["access-control-allow-methods"]?.contains(method) == true, "\(target)")
                let answer = try await world.send(method, target, world.game, nil, [("Origin", Self.home)])
                #expect(answer.kind == kind, "\(target): \(answer.text)")
                #expect(answer.headers["access-control-allow-origin"] == Self.home, "\(target)")
                let stranger = try await world.send(
                    method, "/v1/nothing", "", nil, [("Origin", "https://evil.example")])
                #expect(stranger.headers["access-control-allow-origin"] == nil)
            }
        }
    }

    @Test("a cookie counts for nothing from another origin, registered or not")
    func cookies() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let cookie = ("Cookie", "laurel_session=" + world.player)
            let me = try await world.send("GET", "/v1/players/me", "", nil, [cookie, ("Origin", Self.home)])
            #expect(me.status == 401)
            let board = try await world.send("GET", World.board + "/entries", "", nil, [cookie, ("Origin", Self.home)])
            #expect(board.status == 200 && board.json?["local"] == .null)
            let scored = try await world.send(
                "POST", Self.scores, "", #"{"value":1}"#,
                [cookie, ("Origin", Self.home), ("Content-Type", "application/json")])
            #expect(scored.status == 401)
        }
    }

    @Test("rule 3.7: origins are configuration: at once, exported, imported, and left alone by a file without them")
    func configuration() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let exported = try await world.send("GET", World.app + "/configuration", world.administrator)
            #expect(exported.text.contains(#""webOrigins":["https://jump.example"]"#))
            let other = exported.text.replacing("jump.example", with: "hop.example")
            let plan = try await world.send("PUT", World.app + "/configuration?plan=true", world.administrator, other)
            #expect(plan.json?["changes"]?[0] == .string("web origins: https://hop.example"))
            func isOpen(to origin: String) async throws -> Bool {
                try await world.send("GET", World.board, "", nil, [("Origin", origin)]).kind != "origin-not-allowed"
            }
            #expect(try await isOpen(to: Self.home))
            #expect(try await world.send("PUT", World.app + "/configuration", world.administrator, other).status == 200)
            #expect(try await isOpen(to: Self.home) == false)
            #expect(try await isOpen(to: "https://hop.example"))
            let silent = other.replacing(#","webOrigins":["https://hop.example"]"#, with: "")
            #expect(silent != other)
            #expect(
                try await world.send("PUT", World.app + "/configuration", world.administrator, silent).status == 200)
            #expect(try await isOpen(to: "https://hop.example"))
            let none = try await world.send(
                "PUT", World.app + "/web-origins", world.administrator, #"{"webOrigins":[]}"#)
            #expect(none.status == 200)
            #expect(try await isOpen(to: "https://hop.example") == false)
        }
    }
}
