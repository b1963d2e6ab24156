import LaurelAPI
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService
import Testing

@Suite("Notices on event streams", .timeLimit(.minutes(15)))
struct NoticeStreamTests {
    /// A server whose events run, with a clock in the test's hand.
    private func run(
        meets: Bool = false, _ body: (TestServer, World, Ticks) async throws -> Void
    ) async throws {
        try await TestServer.run { server in
            let world = try await World(server, meets: meets)
            let ticks = Ticks(waitingLimit: 1)
            let running = Task { [api = server.api] in await api.runEvents(sleep: { _ in try await ticks.next() }) }
            do { try await body(server, world, ticks) } catch {
                running.cancel()
                ticks.end()
                throw error
            }
            running.cancel()
            ticks.end()
            await running.value
        }
    }

    private func bearer(_ token: String) -> [(String, String)] { [("Authorization", "Bearer " + token)] }

    private func notice(
        _ world: World, _ subject: String, app: AppNumber? = nil, _ environment: Environment? = nil
    ) throws -> NewNotice {
        NewNotice(
            to: try world.jim, .challengeReceived, app: app, environment: environment, about: PlayerNumber(1),
            subject: subject, created: world.server.clock.port.now())
    }

    /// The ids of the events named `notice` in what a stream said.
    private func noticeIDs(_ text: String) -> [String] {
        text.split(separator: "event: notice\n", omittingEmptySubsequences: false).dropFirst().map { event in
            String(event.drop { $0 != ":" }.dropFirst(2).prefix { $0 != "\n" })
        }
    }

    @Test("rule 7.2: a notice is there at once, for its player alone, and for a game's session when it is its own")
    func live() async throws {
        try await run { server, world, _ in
            let own = try await server.client.begin("/v1/events", bearer(world.player))
            let game = try await server.client.begin("/v1/events", bearer(world.game))
            let other = try await server.client.begin("/v1/events", bearer(world.stranger))
            for (stream, unread) in [(own, 2), (game, 2), (other, 0)] {
                let text = try await stream.read { $0.contains("event: inbox\nid: 2\n") && $0.hasSuffix("\n\n\r\n") }
                #expect(text.contains("\"unread\":\(unread),\"last\":\"2\"}"), "\(text)")
                #expect(!text.contains("event: notice"))
            }
            try await server.tell([
                try notice(world, "a"), try notice(world, "b", app: try world.monkeyJump, .production),
            ])
            let heard = try await own.read { $0.contains("id: 4\n") && $0.hasSuffix("\n\n\r\n") }
            #expect(noticeIDs(heard) == ["3", "4"], "\(heard)")
            let ofGame = try await game.read { $0.contains("id: 4\n") && $0.hasSuffix("\n\n\r\n") }
            #expect(noticeIDs(ofGame) == ["4"], "\(ofGame)")
            #expect(ofGame.contains("\"id\":\"A:_"))
            try await server.tell([
                NewNotice(
                    to: PlayerNumber(3), .overtaken,
                    app: try #require(server.accounts.catalogue.app(try BundleID("com.example.Other"))).number,
                    environment: .sandbox, created: server.clock.port.now())
            ])
            let strangers = try await other.read { $0.contains("id: 5\n") && $0.hasSuffix("\n\n\r\n") }
            #expect(noticeIDs(strangers) == ["5"], "\(strangers)")
            for stream in [own, game, other] { stream.close() }
        }
    }

    @Test("rule 1.1: a stream names a friend by his real name")
    func realName() async throws {
        try await run(meets: true) { server, world, _ in
            _ = try await world.expect(
                200, "PATCH", "/v1/players/me/profile", world.administrator, #"{"realName":"The Chief"}"#)
            let stream = try await server.client.begin("/v1/events", bearer(world.player))
            _ = try await stream.read { $0.contains("event: inbox") && $0.hasSuffix("\n\n\r\n") }
            try await server.tell([try notice(world, "a")])
            let heard = try await stream.read { $0.contains("event: notice") && $0.hasSuffix("\n\n\r\n") }
            #expect(heard.contains(#""displayName":"The Chief""#), "\(heard)")
            stream.close()
        }
    }

    @Test("rule 7.2: a stream resumes after the last event, with nothing lost and nothing twice")
    func resume() async throws {
        try await run { server, world, ticks in
            // More than are told at a time, and than a stream may have queued.
            let many = 400
            for _ in 0..<4 { try await server.tell(try (0..<many / 4).map { try notice(world, "m\($0)") }) }
            let last = many + 2
            for (target, headers) in [
                ("/v1/events", [("Last-Event-ID", "1")]), ("/v1/events?lastEventID=1", []),
                // Both: the browser's own is the newer one.
                ("/v1/events?lastEventID=77", [("Last-Event-ID", "1")]),
            ] {
                let stream = try await server.client.begin(target, bearer(world.player) + headers)
                // Again and again: the loop may find room only after the last of what it sent was read.
                let beat = Task {
                    while !Task.isCancelled {
                        ticks.tick()
                        await Task.yield()
                    }
                }
                defer { beat.cancel() }
                // Where the inbox stands comes once. Some of the last may follow it: the feed began before they came.
                var text = ""
                while !text.contains("event: inbox") || !text.contains("id: \(last)\n") {
                    let more = try await stream.read { $0.hasSuffix("\n\n\r\n") }
                    try #require(!more.isEmpty, "the server closed the stream after \(text.count) characters")
                    text += more
                }
                #expect(noticeIDs(text) == (2...last).map { String($0) })
                stream.close()
            }
            // Live goes on where the past ends.
            let stream = try await server.client.begin("/v1/events?lastEventID=\(last - 1)", bearer(world.player))
            var text = try await stream.read { $0.contains("event: inbox\nid: \(last)\n") && $0.hasSuffix("\n\n\r\n") }
            try await server.tell([try notice(world, "new")])
            text += try await stream.read { $0.contains("id: \(last + 1)\n") && $0.hasSuffix("\n\n\r\n") }
            #expect(noticeIDs(text) == ["\(last)", "\(last + 1)"])
            stream.close()
            for id in ["x", "-1", "01", "99999999999999999999"] {
                let bad = try await server.client.send(
                    "GET", "/v1/events", bearer(world.player) + [("Last-Event-ID", id)])
                #expect(bad.status == 400 && bad.field == "Last-Event-ID", "\(bad.text)")
            }
        }
    }

    @Test("rule 7.1: what one device reads or deletes, the others hear")
    func devices() async throws {
        try await run { server, world, _ in
            let own = try await server.client.begin("/v1/events", bearer(world.player))
            let game = try await server.client.begin("/v1/events", bearer(world.game))
            for stream in [own, game] { _ = try await stream.read { $0.contains("\"last\":\"2\"}\n\n\r\n") } }
            _ = try await world.send("PATCH", "/v1/notices", world.player, #"{"id":"1"}"#)
            for stream in [own, game] {
                let text = try await stream.read { $0.hasSuffix("\n\n\r\n") }
                #expect(text.contains("{\"unread\":1,\"last\":\"2\",\"readID\":\"1\"}"), "\(text)")
            }
            // All of a game's is not all that the player's own pages see.
            _ = try await world.send("PATCH", "/v1/notices", world.game, #"{"upTo":"2"}"#)
            #expect(try await own.read { $0.hasSuffix("\n\n\r\n") }.contains("{\"unread\":0,\"last\":\"2\"}"))
            #expect(try await game.read { $0.hasSuffix("\n\n\r\n") }.contains("\"readUpTo\":\"2\"}"))
            _ = try await world.send("DELETE", "/v1/notices/2", world.game)
            #expect(try await own.read { $0.hasSuffix("\n\n\r\n") }.contains("\"deletedID\":\"2\"}"))
            own.close()
            game.close()
        }
    }

    @Test("a stream ends with its session, and no other does")
    func endings() async throws {
        try await run { server, world, _ in
            let game = try await server.client.begin("/v1/events", bearer(world.game))
            let own = try await server.client.begin("/v1/events", bearer(world.player))
            for stream in [own, game] { _ = try await stream.read { $0.contains("\"last\":\"2\"}\n\n\r\n") } }
            #expect(try await world.send("DELETE", "/v1/sessions/current", world.game).status == 204)
            // To its end: were it still open, the read would fail by its time limit.
            _ = try await game.read()
            try await server.tell([try notice(world, "a")])
            #expect(try await own.read { $0.hasSuffix("\n\n\r\n") }.contains("event: notice"))
            let reset = try await world.send(
                "POST", "/v1/connect/password-resets", world.administrator, #"{"alias":"jungle-jim"}"#)
            #expect(reset.status == 201)
            _ = try await own.read()
            own.close()
            game.close()
        }
    }
}
