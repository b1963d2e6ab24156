import Foundation
import LaurelAPI
import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorageSQLite
import LaurelWire
import Testing

@Suite("Event streams and waiting reads over HTTP", .timeLimit(.minutes(15)))
struct StreamRouteTests {
    static let target = "/v1/events?leaderboards=com.ali.MonkeyJump/HighScores"

    @Test("rule 4.8: an event names the windows that changed, also when time alone changed one")
    func scopes() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let ticks = Ticks()
            let running = Task { [api = server.api] in await api.runEvents(sleep: { _ in try await ticks.next() }) }
            let stream = try await server.client.begin(Self.target)
            let first = try await stream.read { $0.contains("\"version\":") }
            #expect(!first.contains("scopes"))
            let scored = try await world.send("POST", World.board + "/scores", world.game, #"{"value":41}"#)
            ticks.tick()
            let second = try await stream.read { $0.contains("\"version\":") }
            #expect(second.contains("\"scopes\":[\"today\",\"week\",\"allTime\"]"), "\(second)")
            server.clock.advance(by: .hours(25))
            let keeper = server.keeper
            try await onThread { _ = keeper.runTimerNow() }
            ticks.tick()
            let third = try await stream.read { $0.contains("\"version\":") }
            #expect(third.contains("\"scopes\":[\"today\"]"), "\(third)")
            guard case .integer(let version)? = scored.json?["version"] else {
                Issue.record("no version")
                return
            }
            #expect(third.contains("\"version\":\(version)}"))
            stream.close()
            running.cancel()
            ticks.end()
            await running.value
        }
    }

    @Test("rule 4.8: versions never go back for a listener, though the board's last change is older than the greeting")
    func order() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let ticks = Ticks()
            let running = Task { [api = server.api] in await api.runEvents(sleep: { _ in try await ticks.next() }) }
            let early = try await server.client.begin(Self.target)
            _ = try await early.read { $0.contains("\"version\":") }
            _ = try await world.expect(200, "POST", World.board + "/scores", world.game, #"{"value":41}"#)
            // The stream goes on elsewhere, and the next tick still has the score to tell.
            let made = world.call(.createLeaderboard)
            _ = try await world.expect(201, made.method, made.target, made.token, made.body)
            let late = try await server.client.begin(Self.target)
            let greeting = try Self.versions(try await late.read { $0.contains("\"version\":") })
            ticks.tick()
            let told = try Self.versions(try await late.read { $0.contains("scopes") && $0.contains("\"version\":") })
            let earlier = try Self.versions(
                try await early.read { $0.contains("scopes") && $0.contains("\"version\":") })
            #expect(try #require(earlier.last) < #require(greeting.last), "nothing came after the score")
            #expect(try #require(told.last) >= #require(greeting.last))
            for stream in [early, late] { stream.close() }
            running.cancel()
            ticks.end()
            await running.value
        }
    }

    private static func versions(_ text: String) throws -> [Int] {
        text.components(separatedBy: "\"version\":").dropFirst().compactMap { Int($0.prefix { $0.isNumber }) }
    }

    @Test("a write that the store refuses says that it may have been saved, and that a score's ID makes repeating safe")
    func perhapsSaved() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            server.store.close()
            for (method, target, body) in [
                ("POST", World.board + "/scores", #"{"value":41,"id":"a"}"#),
                (
                    "POST", "/v1/games/com.ali.MonkeyJump/scores",
                    #"{"scores":[{"leaderboard":"HighScores","value":1}]}"#
                ),
                ("PATCH", "/v1/players/me/profile", #"{"status":"hello"}"#),
            ] {
                let token = target.hasSuffix("profile") ? world.player : world.game
                let answer = try await world.send(method, target, token, body)
                #expect(answer.status == 503, "\(target): \(answer.text)")
                #expect(try answer.json.unwrapped().string("detail").contains("with the same ID"), "\(answer.text)")
            }
        }
    }

    @Test("those who aren't signed in have half of all streams, however many addresses they come from")
    func halfForPlayers() async throws {
        var limits = APILimits()
        limits.eventStreams = 4
        limits.eventStreamsPerAddress = 4
        try await TestServer.run(limits: limits) { server in
            let world = try await World(server)
            func open(_ token: String) async throws -> TestClient.OpenCall {
                let headers = token.isEmpty ? [] : [("Authorization", "Bearer " + token)]
                let stream = try await server.client.begin("/v1/events", headers)
                #expect(try await stream.read { $0.contains(": open") }.contains("200 OK"))
                return stream
            }
            let strangers = [try await open(""), try await open("")]
            #expect(try await server.client.send("GET", "/v1/events").status == 429)
            let player = try await open(world.player)
            for stream in strangers + [player] { stream.close() }
        }
    }

    @Test("each limit of streams is its own, and a place that was given back is taken by the next")
    func limits() async throws {
        var limits = APILimits()
        limits.eventStreams = 3
        limits.eventStreamsPerPlayer = 1
        limits.eventStreamsPerAddress = 1
        try await TestServer.run(limits: limits) { server in
            let world = try await World(server)
            func bearer(_ token: String) -> [(String, String)] {
                token.isEmpty ? [] : [("Authorization", "Bearer " + token)]
            }
            var open: [TestClient.OpenCall] = []
            for token in ["", world.player, world.administrator] {
                let stream = try await server.client.begin("/v1/events", bearer(token))
                #expect(try await stream.read { $0.contains(": open") }.contains("200 OK"))
                open.append(stream)
                // The same one again; the third time it is all of them together.
                let refused = try await server.client.send("GET", "/v1/events", bearer(token))
                #expect(refused.status == 429 && refused.kind == "too-many-requests")
                #expect(refused.headers["retry-after"] == "30")
            }
            let metrics = try await server.client.send("GET", "/metrics").text
            #expect(metrics.contains("laurel_event_streams 3\n"))
            open[1].close()
            while true {
                // The server finds out by itself; until then it refuses.
                let again = try await server.client.begin("/v1/events", bearer(world.player))
                let text = try await again.read { $0.contains(": open") || $0.contains("too-many-requests") }
                again.close()
                if text.contains(": open") { break }
            }
            open[0].close()
            open[2].close()
        }
    }

    @Test("a read that is ahead waits for its version, and holds up nobody")
    func version() async throws {
        var limits = APILimits()
        limits.versionWait = .seconds(60)
        try await TestServer.run(limits: limits) { server in
            let world = try await World(server)
            let first = try await world.send("POST", World.board + "/scores", world.game, #"{"value":41}"#)
            guard case .integer(let version)? = first.json?["version"] else {
                Issue.record("no version")
                return
            }
            // The server has one loop: were it blocked, nothing below would be answered.
            let ahead = try await server.client.begin(World.board + "/entries?version=\(version + 1)")
            #expect(try await server.client.send("GET", "/readyz").status == 200)
            let second = try await world.send("POST", World.board + "/scores", world.game, #"{"value":42}"#)
            #expect(second.json?["version"] == .integer(version + 1))
            let text = try await ahead.read()
            #expect(text.contains("200 OK") && text.contains("\"version\":\(version + 1)"), "\(text)")
            ahead.close()
        }
    }

    @Test("a version that does not come is a conflict that names the newest")
    func versionAhead() async throws {
        var limits = APILimits()
        limits.versionWait = .zero
        try await TestServer.run(limits: limits) { server in
            _ = try await World(server)
            for route in ["/entries?version=281474976710655", "/entries?ids=A:_0&version=99999"] {
                let answer = try await server.client.send("GET", World.board + route)
                #expect(
                    answer.status == 409 && answer.kind == "conflict" && answer.field == "version", "\(answer.text)")
            }
        }
    }
}
