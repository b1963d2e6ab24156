import LaurelHTTPServer
import LaurelWire
import Testing

@Suite("Security headers", .timeLimit(.minutes(15))) struct SecurityHeaderTests {
    /// Every kind of answer: who makes it, and how it is asked for.
    private static let kinds: [(name: String, method: String, target: String, headers: [(String, String)])] = [
        ("text", "GET", "/healthz", []),
        ("JSON", "GET", "/v1/games", []),
        ("the document", "GET", "/openapi.json", []),
        ("metrics", "GET", "/metrics", []),
        ("a problem", "GET", "/v1/players/me", []),
        ("nothing", "GET", "/v1/nothing", []),
        ("a wrong method", "DELETE", "/v1/games", []),
        ("a page", "GET", "/", []),
        ("a page that is known", "GET", "/", [("If-None-Match", "*")]),
        ("the head of a page", "HEAD", "/", []),
        ("a page for what is not there", "GET", "/nowhere", [("Accept", "text/html")]),
        ("a redirect", "GET", "/games", []),
        ("the module for web games", "GET", "/sdk/laurel.js", []),
        ("a shared page that is gone", "GET", "/s/ABCDEFGHJKMNPQRSTVWXYZ0123", [("Accept", "text/html")]),
        (
            "a preflight", "OPTIONS", World.board + "/entries",
            [
                ("Origin", "https://jump.example"), ("Access-Control-Request-Method", "GET"),
            ]
        ),
        ("a refusal of an origin", "GET", World.board + "/entries", [("Origin", "https://evil.example")]),
        ("a refusal by the server itself", "GET", "/v1/games", [("Expect", "something else")]),
    ]

    private static let files = [
        "index.html": Array("<h1>Home</h1>".utf8), "404.html": Array("<h1>Nothing</h1>".utf8),
        "games/index.html": Array("<h1>Games</h1>".utf8), "sdk/laurel.js": Array("export {}".utf8),
    ]

    private func check(_ headers: [String: String], _ name: String) {
        #expect(headers["x-content-type-options"] == "nosniff", "\(name)")
        #expect(headers["strict-transport-security"] == "max-age=31536000", "\(name)")
        let policy = headers["content-security-policy"] ?? ""
        #expect(
            policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "\(name): \(policy)")
        #expect(policy.ranges(of: "default-src").count == 1, "\(name) has one policy: \(policy)")
        #expect(
            ["no-referrer", "strict-origin-when-cross-origin"].contains(headers["referrer-policy"] ?? ""), "\(name)")
        #expect(["same-origin", "cross-origin"].contains(headers["cross-origin-resource-policy"] ?? ""), "\(name)")
        #expect(headers["cache-control"]?.isEmpty == false, "\(name)")
    }

    @Test("are on every kind of answer, once: routes, problems, pages, images, streams, the server's own refusals")
    func everywhere() async throws {
        try await TestServer.run(pages: Self.files, publicURL: "https://games.example") { server in
            let world = try await World(server)
            for kind in Self.kinds {
                let answer = try await server.client.send(kind.method, kind.target, kind.headers)
                check(answer.headers, kind.name)
            }
            // What carries a token.
            for target in [
                "/v1/notices", World.board + "/scores", World.app + "/leaderboards/HighScores/scores.csv",
                "/v1/games/com.ali.MonkeyJump/saved-games", "/v1/games/com.ali.MonkeyJump/identity",
            ] {
                check(try await world.send("GET", target, world.game).headers, target)
            }
            let picture = try await server.client.send(
                "PUT", "/v1/players/me/photo",
                [("Authorization", "Bearer " + world.player), ("Content-Type", "image/png")],
                body: TestPicture.png(width: 30, height: 30))
            let photo = try #require(picture.json).string("small")
            check(try await server.client.send("GET", photo).headers, "a photo")
            let game = try #require(try await world.send("GET", "/v1/games/com.ali.MonkeyJump").json)
            let icon = try game["icon"].unwrapped().string("normal")
            check(try await server.client.send("GET", icon).headers, "an icon")
            let stream = try await server.client.begin(StreamRouteTests.target)
            let head = try await stream.read { $0.contains("\r\n\r\n") }
            stream.close()
            check(Self.fields(head), "an event stream")
        }
    }

    private static func fields(_ head: String) -> [String: String] {
        var fields: [String: String] = [:]
        for line in head.split(separator: "\r\n").dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon].lowercased()] = String(line[line.index(colon, offsetBy: 2)...])
        }
        return fields
    }
}
