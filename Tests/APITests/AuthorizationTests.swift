import LaurelDomain
import LaurelScores
import LaurelService
import LaurelWire
import Testing

/// The way in for pages of other origins.
@Suite("Signing in to a web game", .timeLimit(.minutes(15)))
struct AuthorizationTests {
    private static let home = "https://jump.example"
    /// RFC 7636, appendix B.
    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    private func allow(
        _ world: World, token: String? = nil, bundleID: String = "com.ali.MonkeyJump", origin: String = home,
        environment: String = "production", redirect: String? = nil
    ) async throws -> Answer {
        let redirect = redirect.map { #""redirect":"\#($0)","# } ?? ""
        return try await world.send(
            "POST", "/v1/authorizations", token ?? world.player,
            #"{"bundleID":"\#(bundleID)","environment":"\#(environment)","origin":"\#(origin)",\#(redirect)"#
                + #""challenge":"\#(Self.challenge)"}"#)
    }

    private func redeem(
        _ world: World, _ code: String, verifier: String = verifier, origin: String? = home
    ) async throws -> Answer {
        try await world.send(
            "POST", "/v1/authorizations/session", "", #"{"code":"\#(code)","verifier":"\#(verifier)"}"#,
            (origin.map { [("Origin", $0)] } ?? []) + [("Content-Type", "application/json")])
    }

    private func code(_ world: World) async throws -> String {
        try await allow(world).json.unwrapped().string("code")
    }

    @Test("what the player allows becomes one session, of that game and environment, readable by its page")
    func grant() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            for environment in ["production", "sandbox"] {
                let allowed = try await allow(world, environment: environment)
                #expect(allowed.status == 201, "\(allowed.text)")
                let session = try await redeem(world, try allowed.json.unwrapped().string("code"))
                #expect(session.status == 201, "\(session.text)")
                #expect(session.headers["access-control-allow-origin"] == Self.home)
                #expect(session.headers["set-cookie"] == nil)
                let token = try session.json.unwrapped().string("token")
                let me = try #require(try await world.send("GET", "/v1/players/me", token).json)
                #expect(try me.string("bundleID") == "com.ali.MonkeyJump")
                #expect(try me.string("environment") == environment)
                #expect(try me["player"].unwrapped().string("id") == world.gamePlayerID)
                // Nothing more than a game's session: it cannot open the door to other games.
                #expect(try await allow(world, token: token).status == 403)
            }
        }
    }

    @Test("a code is good once, for a minute, for its page and its secret; shown again, it ends what it gave")
    func onlyOnce() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            func token(_ code: String) async throws -> String {
                try await redeem(world, code).json.unwrapped().string("token")
            }
            func status(_ token: String) async throws -> Int {
                try await world.send("GET", "/v1/players/me", token).status
            }
            let used = try await code(world)
            let session = try await token(used)
            let bystander = try await token(try await code(world))
            #expect(try await status(session) == 200)
            // Without the secret: somebody else has seen the code.
            let wrong = String(repeating: "x", count: 43)
            #expect(try await redeem(world, used, verifier: wrong).kind == "authorization-refused")
            #expect(try await status(session) == 401)
            #expect(try await redeem(world, used).kind == "authorization-refused")
            #expect(try await status(bystander) == 200)
            // A code is remembered for ten minutes.
            let remembered = try await code(world)
            let ended = try await token(remembered)
            server.clock.advance(by: .seconds(599))
            #expect(try await redeem(world, remembered).status == 401)
            #expect(try await status(ended) == 401)
            let forgotten = try await code(world)
            let kept = try await token(forgotten)
            server.clock.advance(by: .seconds(600))
            #expect(try await redeem(world, forgotten).status == 401)
            #expect(try await status(kept) == 200)
            // A wrong secret spends the code: nobody gets a second guess.
            let guessed = try await code(world)
            #expect(
                try await redeem(world, guessed, verifier: String(repeating: "x", count: 43)).kind
                    == "authorization-refused")
            #expect(try await redeem(world, guessed).kind == "authorization-refused")
            let old = try await code(world)
            server.clock.advance(by: .seconds(60))
            #expect(try await redeem(world, old).kind == "authorization-refused")
            #expect(try await redeem(world, "x").kind == "authorization-refused")
            // Another page of this server's games, and another server's page.
            _ = try await world.send(
                "PUT", "/v1/connect/apps/com.example.Other/web-origins", world.administrator,
                #"{"webOrigins":["https://other.example"]}"#)
            let stolen = try await code(world)
            #expect(try await redeem(world, stolen, origin: "https://evil.example").kind == "origin-not-allowed")
            #expect(try await redeem(world, stolen, origin: "https://other.example").kind == "authorization-refused")
            #expect(try await redeem(world, stolen).kind == "authorization-refused")
        }
    }

    @Test("of many who redeem one code at once, one gets a session at most, and it does not last")
    func race() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let code = try await code(world)
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for _ in 0..<8 { group.addTask { try await redeem(world, code) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let signedIn = answers.filter { $0.status == 201 }
            #expect(signedIn.count <= 1)
            #expect(answers.count { $0.status == 401 } == 8 - signedIn.count)
            for answer in signedIn {
                let token = try answer.json.unwrapped().string("token")
                #expect(try await world.send("GET", "/v1/players/me", token).status == 401)
            }
        }
    }

    @Test("a redirect goes to exactly the page that is registered, which the server compares each time")
    func redirects() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let page = Self.home + "/play/?level=3"
            func set(_ addresses: String...) async throws {
                let list = addresses.map { "\"\($0)\"" }.joined(separator: ",")
                try await world.expect(
                    200, "PUT", World.app + "/web-origins", world.administrator, #"{"webOrigins":[\#(list)]}"#)
            }
            func describe(_ redirect: String) async throws -> Answer {
                let encoded = redirect.replacing("?", with: "%3F").replacing("=", with: "%3D")
                    .replacing("&", with: "%26")
                return try await world.send(
                    "GET", "/v1/games/com.ali.MonkeyJump/authorization?origin=\(Self.home)&redirect=\(encoded)")
            }
            try await set(Self.home, page)
            for registered in [page, Self.home + "/"] {
                #expect(try await describe(registered).status == 200)
                #expect(try await allow(world, redirect: registered).status == 201)
            }
            for other in [
                Self.home, Self.home + "/play/", Self.home + "/play/?level=4", page + "&next=//evil.example",
                Self.home + "/other", "https://evil.example/play/?level=3", "javascript:alert(1)",
            ] {
                let described = try await describe(other)
                #expect(described.kind == "origin-not-allowed", "\(other): \(described.text)")
                #expect(try await allow(world, redirect: other).kind == "origin-not-allowed", "\(other)")
            }
            // A page brings its origin: pop-ups and calls go on.
            try await set(page)
            #expect(try await allow(world).status == 201)
            let listed = try await world.send(
                "GET", World.board + "/entries", "", nil, [("Origin", Self.home)])
            #expect(listed.status == 200 && listed.headers["access-control-allow-origin"] == Self.home)
            #expect(try await describe(Self.home + "/").kind == "origin-not-allowed")
            // A page that is taken away takes the code with it.
            let late = try await allow(world, redirect: page).json.unwrapped().string("code")
            try await set(Self.home)
            #expect(try await redeem(world, late).kind == "origin-not-allowed")
        }
    }

    @Test("an origin of before takes redirects to any page until a page of it is registered")
    func oldOrigins() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let page = Self.home + "/anywhere"
            let bundleID = try BundleID("com.ali.MonkeyJump")
            let app = try #require(server.accounts.catalogue.app(bundleID))
            server.accounts.catalogue.webOrigins.set(
                [WebAddress(stored: Self.home, takesAnyPage: true)], of: app.number)
            func set(_ list: String) async throws {
                try await world.expect(
                    200, "PUT", World.app + "/web-origins", world.administrator, #"{"webOrigins":[\#(list)]}"#)
            }
            #expect(try await allow(world, redirect: page).status == 201)
            // Other origins do not change that, nor the same list again.
            try await set(#""\#(Self.home)","https://other.example""#)
            #expect(try await allow(world, redirect: page).status == 201)
            try await set(#""\#(Self.home)","\#(Self.home)/play/""#)
            #expect(try await allow(world, redirect: page).kind == "origin-not-allowed")
            // For good.
            try await set(#""\#(Self.home)""#)
            #expect(try await allow(world, redirect: page).kind == "origin-not-allowed")
        }
    }

    @Test("a password that was changed meanwhile, and an origin that was taken away, end what was allowed")
    func changed() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let first = try await code(world)
            let second = try await code(world)
            _ = try await world.send("PUT", World.app + "/web-origins", world.administrator, #"{"webOrigins":[]}"#)
            #expect(try await redeem(world, first, origin: nil).kind == "origin-not-allowed")
            _ = try await world.send(
                "PUT", World.app + "/web-origins", world.administrator, #"{"webOrigins":["\#(Self.home)"]}"#)
            let reset = try await world.send(
                "POST", "/v1/connect/password-resets", world.administrator, #"{"alias":"jungle-jim"}"#)
            #expect(reset.status == 201)
            #expect(try await redeem(world, second).kind == "authorization-refused")
        }
    }

    @Test("what was allowed ends with the session that it was allowed in: signed out there, or everywhere")
    func signedOut() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            func signIn() async throws -> String {
                try await world.expect(
                    201, "POST", "/v1/sessions", "", #"{"alias":"jungle-jim","password":"\#(World.password)"}"#
                ).string("token")
            }
            for (target, status) in [("/v1/sessions/current", 204), ("/v1/sessions", 204)] {
                let token = try await signIn()
                let kept = try await allow(world, token: token)
                let code = try kept.json.unwrapped().string("code")
                try await world.expect(status, "DELETE", target, token)
                let refused = try await redeem(world, code)
                #expect(refused.status == 401 && refused.kind == "authorization-refused", "\(target): \(refused.text)")
            }
            let token = try await signIn()
            let code = try await allow(world, token: token).json.unwrapped().string("code")
            let changed = #"{"currentPassword":"\#(World.password)","newPassword":"another long road home"}"#
            try await world.expect(204, "PUT", "/v1/players/me/password", token, changed)
            #expect(try await redeem(world, code).kind == "authorization-refused")
        }
    }

    @Test("nobody is asked for a game that cannot be played there, nor for a page that is not its own")
    func refusals() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            func describe(_ bundleID: String, _ query: String) async throws -> Answer {
                try await world.send("GET", "/v1/games/\(bundleID)/authorization?\(query)")
            }
            let good = try await describe("com.ali.MonkeyJump", "origin=\(Self.home)")
            #expect(try good.json.unwrapped().string("name") == "MonkeyJump")
            #expect(
                try await describe("com.ali.MonkeyJump", "origin=https://evil.example").kind == "origin-not-allowed")
            #expect(try await describe("com.nobody.Nothing", "origin=\(Self.home)").kind == "unknown-game")
            // Its own page is told why; others are told that they are others.
            let other = "https://other.example"
            _ = try await world.send(
                "PUT", "/v1/connect/apps/com.example.Other/web-origins", world.administrator,
                #"{"webOrigins":["\#(other)"]}"#)
            #expect(try await describe("com.example.Other", "origin=\(other)").kind == "not-released")
            #expect(try await describe("com.example.Other", "environment=sandbox&origin=\(other)").status == 200)
            #expect(
                try await describe("com.example.Other", "environment=sandbox&origin=\(Self.home)").kind
                    == "origin-not-allowed")
            #expect(try await allow(world, origin: "https://evil.example").kind == "origin-not-allowed")
            #expect(try await allow(world, token: world.game).status == 403)
            #expect(try await allow(world, bundleID: "com.example.Other").kind == "origin-not-allowed")
            #expect(
                try await allow(world, bundleID: "com.example.Other", origin: other).kind == "not-released")
            for _ in 0..<16 { #expect(try await allow(world).status == 201) }
            let more = try await allow(world)
            #expect(more.status == 429 && more.headers["retry-after"] == "60")
            server.clock.advance(by: .seconds(60))
            #expect(try await allow(world).status == 201)
        }
    }
}
