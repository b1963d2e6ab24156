import LaurelAPI
import Glibc
import LaurelScores
import LaurelWire
import LaurelService
import Testing

@Suite("Sessions and pages over HTTP", .timeLimit(.minutes(15)))
struct SessionRouteTests {
    @Test("our pages sign in with a cookie that scripts cannot read, and other origins cannot use")
    func cookies() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let origin = ("Origin", "http://127.0.0.1:\(server.client.port)")
            let body = #"{"alias":"jungle-jim","password":"\#(World.password)","cookie":true}"#
            let refused = try await world.send("POST", "/v1/sessions", "", body)
            #expect(refused.status == 403 && refused.headers["set-cookie"] == nil)
            let signedIn = try await world.send("POST", "/v1/sessions", "", body, [origin])
            #expect(signedIn.json?["token"] == .null)
            let cookie = try #require(signedIn.headers["set-cookie"])
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && !cookie.contains("Secure"))
            let pair = ("Cookie", String(cookie.prefix { $0 != ";" }))
            let me = try await world.send("GET", "/v1/players/me", "", nil, [pair])
            #expect(me.json?["player"]?["alias"] == .string("jungle-jim"))
            for headers in [
                [pair], [pair, ("Origin", "https://evil.example")], [pair, ("Sec-Fetch-Site", "cross-site")],
            ] {
                let foreign = try await world.send("DELETE", "/v1/sessions/current", "", nil, headers)
                #expect(foreign.status == 403 && ["forbidden", "origin-not-allowed"].contains(foreign.kind))
            }
            let out = try await world.send(
                "DELETE", "/v1/sessions/current", "", nil, [pair, ("Sec-Fetch-Site", "same-origin")])
            #expect(out.status == 204 && out.headers["set-cookie"]?.contains("Max-Age=0") == true)
            // Not "storage": games keep there what was scored without a network.
            #expect(out.headers["clear-site-data"] == #""cache""#)
            let gone = try await world.send("GET", "/v1/players/me", "", nil, [pair])
            #expect(gone.status == 401)
            // An old cookie does not keep anybody from reading.
            let games = try await world.send("GET", "/v1/games", "", nil, [pair])
            #expect(games.status == 200)
        }
    }

    @Test("a sign-in in a browser ends the session that its cookie had, and no other")
    func former() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let origin = ("Origin", "http://127.0.0.1:\(server.client.port)")
            func signIn(_ alias: String, _ headers: [(String, String)]) async throws -> (String, String) {
                let body = #"{"alias":"\#(alias)","password":"\#(World.password)","cookie":true}"#
                let answer = try await world.send("POST", "/v1/sessions", "", body, headers + [origin])
                #expect(answer.status == 201, "\(answer.text)")
                return ("Cookie", String(try #require(answer.headers["set-cookie"]).prefix { $0 != ";" }))
            }
            func status(_ cookie: (String, String)) async throws -> Int {
                try await world.send("GET", "/v1/players/me", "", nil, [cookie]).status
            }
            let first = try await signIn("jungle-jim", [])
            let other = try await signIn("jungle-jim", [])
            #expect(try await status(first) == 200)
            let second = try await signIn("chief", [first])
            #expect(try await status(first) == 401)
            #expect(try await status(second) == 200)
            #expect(try await status(other) == 200)
            // One that is wrong leaves everything as it was, and so does one without a cookie of its own.
            let wrong = #"{"alias":"chief","password":"wrong horse","cookie":true}"#
            #expect(try await world.send("POST", "/v1/sessions", "", wrong, [second, origin]).status == 401)
            let token = #"{"alias":"chief","password":"\#(World.password)"}"#
            #expect(try await world.send("POST", "/v1/sessions", "", token, [second, origin]).status == 201)
            #expect(try await status(second) == 200)
        }
    }

    @Test("behind https cookies are secure and browsers stay with https")
    func secure() async throws {
        try await TestServer.run(publicURL: "https://games.example") { server in
            let world = try await World(server)
            let body = #"{"alias":"jungle-jim","password":"\#(World.password)","cookie":true}"#
            let answer = try await world.send(
                "POST", "/v1/sessions", "", body, [("Origin", "https://games.example")])
            #expect(answer.headers["set-cookie"]?.contains("; Secure") == true)
            #expect(answer.headers["strict-transport-security"] != nil)
        }
    }

    @Test("rule 1.9: a recovery code works once and ends all sessions")
    func recovery() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let call = world.call(.recover)
            let done = try await world.send(call.method, call.target, "", call.body)
            #expect(done.status == 204)
            let me = try await world.send("GET", "/v1/players/me", world.player)
            #expect(me.status == 401 && me.headers["www-authenticate"]?.hasPrefix("Bearer") == true)
            let again = try await world.send(call.method, call.target, "", call.body)
            #expect(again.kind == "wrong-credentials")
        }
    }

    @Test("guessing is slowed down, and the answer says for how long")
    func guessing() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            var last = Answer()
            for _ in 0..<12 {
                last = try await world.send("POST", "/v1/sessions", "", #"{"alias":"jungle-jim","password":"wrong"}"#)
            }
            #expect(last.status == 429 && last.kind == "too-many-attempts")
            #expect(last.headers["retry-after"].flatMap { Int($0) } ?? 0 > 0)
        }
    }

    @Test("rule 3.7: what is exported can be imported as it is, and then changes nothing")
    func configuration() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let target = World.app + "/configuration"
            let exported = try await world.send("GET", target, world.administrator)
            let before = try server.export()
            for query in ["?plan=true", ""] {
                let plan = try await world.send("PUT", target + query, world.administrator, exported.text)
                #expect(plan.status == 200, "\(plan.text)")
                #expect(plan.json?["changes"] == .array([]))
            }
            #expect(try server.export() == before)
        }
    }

    @Test("pages come with a strict policy, clean URLs and a page for what is not there")
    func pages() async throws {
        let files = [
            "index.html": Array("<h1>Home</h1>".utf8), "games/index.html": Array("<h1>Games</h1>".utf8),
            "404.html": Array("<h1>Nothing</h1>".utf8), "game.wasm": [0, 97, 115, 109] as [UInt8],
        ]
        try await TestServer.run(pages: files) { server in
            let home = try await server.client.send("GET", "/")
            #expect(home.status == 200 && home.text == "<h1>Home</h1>")
            #expect(home.headers["content-security-policy"]?.contains("default-src 'none'") == true)
            #expect(home.headers["x-content-type-options"] == "nosniff")
            #expect(home.headers["cross-origin-opener-policy"] == "same-origin")
            let games = try await server.client.send("GET", "/games/?id=com.ali.MonkeyJump")
            #expect(games.text == "<h1>Games</h1>")
            let moved = try await server.client.send("GET", "/games?id=1")
            #expect(moved.status == 308 && moved.headers["location"] == "/games/?id=1")
            let elsewhere = try await server.client.send("GET", "//evil.example/games")
            #expect(elsewhere.headers["location"]?.hasPrefix("//") != true)
            let wasm = try await server.client.send("GET", "/game.wasm")
            #expect(wasm.headers["content-type"] == "application/wasm")
            let nothing = try await server.client.send("GET", "/nothing", [("Accept", "text/html")])
            #expect(nothing.status == 404 && nothing.text == "<h1>Nothing</h1>")
            let problem = try await server.client.send("GET", "/v1/nothing", [("Accept", "text/html")])
            #expect(problem.status == 404 && problem.kind == "not-found")
            let head = try await server.client.send("HEAD", "/v1/games")
            #expect(head.status == 200 && head.body.isEmpty)
            let options = try await server.client.send("OPTIONS", "/v1/players")
            #expect(options.status == 405 && options.headers["allow"] == "GET, POST")
        }
    }

    @Test("metrics count answers by route and status")
    func metrics() async throws {
        try await TestServer.run { server in
            _ = try await server.client.send("GET", "/healthz")
            _ = try await server.client.send("GET", "/v1/games/com.nobody.Nothing")
            let text = try await server.client.send("GET", "/metrics").text
            #expect(text.contains("laurel_requests_total{route=\"health\",status=\"200\"} 1\n"))
            #expect(text.contains("laurel_requests_total{route=\"game\",status=\"404\"} 1\n"))
            #expect(text.contains("laurel_ready 1\n") && text.contains("laurel_request_seconds_bucket{le=\"+Inf\"}"))
        }
    }

    @Test("while ranks are not right, all but health, readiness, metrics and the document is 503 with Retry-After")
    func readiness() async throws {
        try await TestServer.run { server in
            let keeper = server.keeper
            try await onThread { keeper.stop() }
            for target in ["/healthz", "/metrics", "/openapi.json"] {
                #expect(try await server.client.send("GET", target).status == 200)
            }
            for target in ["/readyz", "/v1/games", World.board + "/entries"] {
                let answer = try await server.client.send("GET", target)
                #expect(answer.status == 503 && answer.kind == "unavailable" && answer.headers["retry-after"] == "1")
            }
        }
    }

    @Test("an event stream tells the present version at once and then at most one event a tick")
    func events() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let api = server.api
            let ticks = Ticks()
            let running = Task { await api.runEvents(sleep: { _ in try await ticks.next() }) }
            let target = "/v1/events?leaderboards=com.ali.MonkeyJump/HighScores"
            let text = try await withThrowingTaskGroup(of: String.self) { group in
                group.addTask {
                    try await server.client.stream(target) { text in
                        let count = text.split(separator: "event: leaderboard", omittingEmptySubsequences: false).count
                        if count == 2 { ticks.opened() }
                        return count == 3
                    }
                }
                await ticks.untilOpened()
                for value in 1...5 {
                    _ = try await world.send("POST", World.board + "/scores", world.game, "{\"value\":\(value)}")
                }
                guard
                    case .integer(let version)? = try await world.send("GET", World.board + "/entries").json?["version"]
                else { throw TestClient.Failure(call: "no version", code: 0) }
                ticks.tick()
                let text = try #require(try await group.next())
                #expect(text.contains("\"version\":\(version)}"))
                return text
            }
            #expect(text.contains("text/event-stream"))
            running.cancel()
            ticks.end()
            await running.value
        }
    }

    @Test("one address has only so many streams")
    func streamLimit() async throws {
        var limits = APILimits()
        limits.eventStreamsPerAddress = 0
        try await TestServer.run(limits: limits) { server in
            let refused = try await server.client.send("GET", "/v1/events")
            #expect(refused.status == 429 && refused.kind == "too-many-requests")
        }
    }
}

/// Lets the test say when a quarter of a second is over.
final class Ticks: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let open: AsyncStream<Void>
    private let openContinuation: AsyncStream<Void>.Continuation

    /// - Parameter waitingLimit: how many ticks may wait for the loop. A test that beats without end sets one: each 80
    ///   ticks write a comment to every stream, and a stream that is read slowly is closed when too much waits in it.
    init(waitingLimit: Int = .max) {
        (stream, continuation) = AsyncStream.makeStream(
            bufferingPolicy: waitingLimit == .max ? .unbounded : .bufferingNewest(waitingLimit))
        (open, openContinuation) = AsyncStream.makeStream()
    }

    func tick() { continuation.yield() }
    func end() { continuation.finish() }
    func opened() { openContinuation.yield() }
    func untilOpened() async { for await _ in open { return } }

    func next() async throws {
        for await _ in stream { return }
        throw CancellationError()
    }
}
