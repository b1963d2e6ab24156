@testable import LaurelAPI
import LaurelComposition
import LaurelHTTPServer
import LaurelScores
import LaurelWire
import LaurelService
import Testing

@Suite("The server's manners over HTTP", .timeLimit(.minutes(15)))
struct ServerRouteTests {
    static let files = ["index.html": Array("<h1>Home</h1>".utf8), "404.html": Array("<h1>Nothing</h1>".utf8)]

    @Test("rule 4.2: a hidden leaderboard is not listed for players, and can be read by who knows it")
    func hidden() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let list = "/v1/games/com.ali.MonkeyJump/leaderboards"
            let change = try await world.send(
                "PATCH", World.app + "/leaderboards/HighScores", world.administrator, #"{"isHidden":true}"#)
            #expect(change.status == 200)
            for token in ["", world.player, world.game] {
                #expect(try await world.send("GET", list, token).json?["leaderboards"] == .array([]))
            }
            let all = try await world.send("GET", list, world.administrator)
            #expect(all.json?["leaderboards"]?[0]?["isHidden"] == .boolean(true))
            #expect(try await world.send("GET", World.board + "/entries").status == 200)
        }
    }

    @Test("rule 3.3: an archived leaderboard takes no scores and can still be read")
    func archived() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            _ = try await world.send("POST", World.board + "/scores", world.game, #"{"value":41}"#)
            _ = try await world.send(
                "PATCH", World.app + "/leaderboards/HighScores", world.administrator, #"{"isArchived":true}"#)
            let before = try server.export()
            for (target, body) in [
                (World.board + "/scores", #"{"value":42}"#),
                ("/v1/games/com.ali.MonkeyJump/scores", #"{"scores":[{"leaderboard":"HighScores","value":42}]}"#),
            ] {
                let refused = try await world.send("POST", target, world.game, body)
                #expect(refused.status == 409 && refused.kind == "leaderboard-archived", "\(refused.text)")
            }
            #expect(try server.export() == before)
            let page = try await world.send("GET", World.board + "/entries")
            #expect(page.json?["total"] == .integer(1))
        }
    }

    @Test("from the first moment pages are served, and routes are 503 until ranks are right")
    func starting() async throws {
        var options = TestServer.Options()
        options.pages = Self.files
        options.starts = false
        try await TestServer.run(options) { server in
            #expect(try await server.client.send("GET", "/").status == 200)
            #expect(try await server.client.send("GET", "/healthz").status == 200)
            for target in ["/readyz", "/v1/games", "/v1/players/me", World.board + "/entries", "/v1/events"] {
                let answer = try await server.client.send("GET", target)
                #expect(answer.status == 503 && answer.kind == "unavailable" && answer.headers["retry-after"] == "1")
            }
            let operated = try await server.localClient.send("GET", "/v1/connect/apps")
            #expect(operated.status == 503)
            let post = try await server.client.send("POST", World.board + "/scores", body: Array("{}".utf8))
            #expect(post.status == 503)
            try await server.parts.start()
            #expect(try await server.client.send("GET", "/readyz").status == 200)
            #expect(try await server.client.send("GET", "/v1/games").status == 200)
        }
    }

    @Test(
        "no other origin may read what is answered, but that it isn't registered",
        arguments: ["GET", "POST", "OPTIONS", "HEAD"])
    func origins(method: String) async throws {
        try await TestServer.run(pages: Self.files) { server in
            for target in ["/", "/v1/games", "/v1/players", "/v1/sessions", "/openapi.json", World.board + "/scores"] {
                let answer = try await server.client.send(
                    method, target,
                    [
                        ("Origin", "https://evil.example"), ("Access-Control-Request-Method", "POST"),
                        ("Access-Control-Request-Headers", "authorization"),
                    ])
                let named = answer.headers.keys.filter { $0.hasPrefix("access-control") }
                let saysNothing = answer.kind == "origin-not-allowed" || answer.body.isEmpty
                #expect(named.isEmpty || saysNothing && answer.status != 200, "\(method) \(target): \(named)")
                #expect(answer.headers["cross-origin-resource-policy"] == "same-origin", "\(method) \(target)")
            }
        }
    }

    @Test("HEAD answers as GET does, without the body", arguments: ["/", "/nothing", "/openapi.json", "/v1/games"])
    func head(target: String) async throws {
        try await TestServer.run(pages: Self.files) { server in
            let html = [("Accept", "text/html")]
            let get = try await server.client.send("GET", target, html)
            let head = try await server.client.send("HEAD", target, html)
            #expect(head.status == get.status && head.body.isEmpty && !get.body.isEmpty)
            for name in ["content-length", "content-type", "etag", "cache-control", "content-security-policy"] {
                #expect(head.headers[name] == get.headers[name], "\(name)")
            }
        }
    }

    @Test("a page is only read: any other method is a problem that says so")
    func methods() async throws {
        try await TestServer.run(pages: Self.files) { server in
            for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
                let answer = try await server.client.send(method, "/")
                #expect(answer.status == 405 && answer.kind == "method-not-allowed", "\(method): \(answer.text)")
                #expect(answer.headers["allow"] == "GET, HEAD")
            }
        }
    }

    @Test("the type of every problem is the address of the page that explains it, and nothing else below it is a page")
    func problems() async throws {
        let page = "<h1>Problems</h1>"
        let files = Self.files.merging(["problems/index.html": Array(page.utf8)]) { $1 }
        try await TestServer.run(pages: files) { server in
            for kind in Problem.Kind.allCases {
                let answer = try await server.client.send("GET", "/problems/\(kind.rawValue)")
                #expect(answer.status == 200 && answer.text == page, "\(kind)")
            }
            let html = [("Accept", "text/html")]
            for path in ["/problems/of-nobody", "/problems/unknown-game/", "/problems/unknown-game/more"] {
                #expect(try await server.client.send("GET", path, html).status == 404, "\(path)")
            }
            #expect(try await server.client.send("POST", "/problems/unknown-game").status == 405)
        }
    }

    @Test(
        "what the HTTP server refuses by itself has the kinds and titles of all problems", arguments: Refusal.allCases)
    func refusals(refusal: Refusal) throws {
        let kind = try #require(Problem.Kind(rawValue: refusal.kind))
        #expect(refusal.title == kind.title)
    }

    @Test("a parameter is refused with what it must be, or as none of the route's")
    func parameters() async throws {
        try await TestServer.run { server in
            for (target, detail) in [
                (
                    "/v1/games/a.b/leaderboards/c/entries?occurrence=x",
                    "occurrence must be current, previous or the number"
                ),
                ("/v1/games/a.b/leaderboards/c/entries?time=month", "time must be"),
                ("/v1/games/a.b/parties/zz", "partyCode must be a party code such as"),
                ("/v1/games/a.b?language=en", "language isn't a parameter of this route."),
                ("/v1/games/a.b?environment=sandbox&environment=sandbox", "environment is there twice."),
                ("/v1/games/a.b/leaderboards/c/entries?ids=x&players=global", "players doesn't go with the other"),
            ] {
                let answer = try await server.client.send("GET", target)
                #expect(answer.status == 400 && answer.text.contains(detail), "\(target): \(answer.text)")
            }
        }
    }

    @Test("metrics are Prometheus text, with the journal, leaderboards and sessions")
    func metrics() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let scored = try await world.send("POST", World.board + "/scores", world.game, #"{"value":41}"#)
            let answer = try await server.client.send("GET", "/metrics")
            #expect(answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
            let samples = try PrometheusText.samples(answer.text)
            guard case .integer(let version)? = scored.json?["version"] else {
                Issue.record("no version")
                return
            }
            #expect(samples[#"laurel_journal_sequence{stream="1/production"}"#] == Double(version))
            #expect(samples["laurel_leaderboards_loaded"] ?? 0 >= 1)
            #expect(samples["laurel_sessions_in_memory"] ?? 0 >= 1)
            #expect(samples[#"laurel_requests_total{route="submitScore",status="200"}"#] == 1)
            let buckets = samples.filter { $0.key.hasPrefix("laurel_request_seconds_bucket") }
            #expect(buckets.values.max() == samples["laurel_request_seconds_count"])
        }
    }

    @Test(
        "what is no Prometheus text is seen",
        arguments: ["a 1\n", "# TYPE a gauge\na x\n", "# TYPE a gauge\na 1", "# TYPE a gauge\na 1\na 1\n", "\n"])
    func metricsCheck(text: String) {
        #expect(throws: PrometheusText.Wrong.self) { try PrometheusText.samples(text) }
    }

    @Test("why a server could not do its work goes to the log with the request's id, and not out")
    func faults() async throws {
        var options = TestServer.Options()
        options.passwords = PasswordHashing(hash: { _ in nil }, verify: { _, _ in .busy })
        try await TestServer.run(options) { server in
            let body = #"{"alias":"jungle-jim","password":"\#(World.password)"}"#
            let answer = try await server.client.send(
                "POST", "/v1/players", [("Content-Type", "application/json")], body: Array(body.utf8))
            #expect(answer.status == 503)
            let fault = try #require(server.faults.list.first)
            #expect(try answer.json.unwrapped().string("requestID") == fault.requestID)
            #expect(fault.kind == "unavailable" && !answer.text.contains(fault.cause))
        }
    }

    @Test("a broken store's reason is never sent")
    func broken() {
        let problem = Problem(from: SignInError.broken(reason: "/var/lib/laurel is full"))
        #expect(problem.kind == .internalError && problem.cause == "/var/lib/laurel is full")
        #expect(!String(decoding: problem.json(requestID: "r"), as: UTF8.self).contains("laurel is full"))
    }
}

/// The text format of Prometheus 0.0.4, as far as counters, gauges and histograms need it.
enum PrometheusText {
    struct Wrong: Error { let line: String }

    /// Values by name and labels.
    static func samples(_ text: String) throws(Wrong) -> [String: Double] {
        guard text.hasSuffix("\n") else { throw Wrong(line: "no line feed at the end") }
        var types: Set<String> = []
        var samples: [String: Double] = [:]
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.split(separator: " ")
            if line.hasPrefix("# ") {
                guard words.count >= 4, words[1] == "HELP" || words[1] == "TYPE" else {
                    throw Wrong(line: String(line))
                }
                if words[1] == "TYPE" {
                    guard ["counter", "gauge", "histogram"].contains(words[3]), types.insert(String(words[2])).inserted
                    else { throw Wrong(line: String(line)) }
                }
                continue
            }
            guard words.count == 2, let value = Double(words[1]), isKnown(words[0], types),
                samples.updateValue(value, forKey: String(words[0])) == nil
            else { throw Wrong(line: String(line)) }
        }
        return samples
    }

    /// A name that was announced, with labels in quotation marks or none.
    private static func isKnown(_ sample: Substring, _ types: Set<String>) -> Bool {
        let name = sample.prefix { $0 != "{" }
        let labels = sample.dropFirst(name.count)
        guard labels.isEmpty || labels.hasPrefix("{") && labels.hasSuffix("\"}") else { return false }
        let family = ["_bucket", "_sum", "_count"].first { name.hasSuffix($0) && !types.contains(String(name)) }
        return types.contains(String(name.dropLast(family?.count ?? 0)))
    }
}
