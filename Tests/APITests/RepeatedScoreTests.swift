import LaurelAPI
import LaurelHTTPServer
import LaurelWire
import Testing

/// Requests with a key that were carried out and come again, as from a node whose owner was lost with its answer.
@Suite("Scores that are passed on twice", .timeLimit(.minutes(15))) struct RepeatedScoreTests {
    /// Gives each request the key that the test says, as the port for nodes does.
    private struct KeyedHandler: Handler {
        let api: APIHandler

        func handle(_ request: Request) -> Outcome { api.handle(known(request)) }
        func judge(_ head: Request) -> Judgement { api.judge(known(head)) }

        private func known(_ request: Request) -> Request {
            request.known(by: request.headers["x-test-key"].flatMap { RepeatKey($0) })
        }
    }

    private static let scores = "/v1/games/com.ali.MonkeyJump/scores"
    private static let reports = "/v1/games/com.ali.MonkeyJump/achievements"

    /// A server with an achievement, and a front of it as another node sees it.
    private struct Passing {
        let server: TestServer
        let world: World
        let client: TestClient

        func send(_ key: UInt64?, _ target: String, _ body: String) async throws -> JSONValue {
            var fields = [("Authorization", "Bearer " + world.game), ("Content-Type", "application/json")]
            if let key { fields.append(("X-Test-Key", RepeatKey(high: 1, low: key).description)) }
            let answer = try await client.send("POST", target, fields, body: Array(body.utf8))
            try #require(answer.status == 200, "\(answer.text)")
            return answer.json ?? .null
        }
    }

    private static func run(_ body: (Passing) async throws -> Void) async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await world.expect(
                201, "POST", World.app + "/achievements", world.administrator,
                World.achievement("FirstJump", isRepeatable: true))
            try await world.release()
            var configuration = Configuration(endpoints: [.tcp(address: "127.0.0.1", port: 0)])
            configuration.loops = 1
            let front = Server(configuration, handler: KeyedHandler(api: server.api))
            guard case .tcp(_, let port)? = try front.start().first else {
                throw TestClient.Failure(call: "listen", code: 0)
            }
            let passing = Passing(server: server, world: world, client: TestClient(.port(port)))
            do { try await body(passing) } catch {
                await front.drain()
                throw error
            }
            await front.drain()
        }
    }

    @Test("rule 4.4: a score without an ID counts once for each key, and has the same answer")
    func single() async throws {
        try await Self.run { passing in
            let board = World.board + "/scores"
            let first = try await passing.send(1, board, #"{"value":41}"#)
            #expect(first["isRepeat"] == .boolean(false))
            let after = try passing.server.export()
            let again = try await passing.send(1, board, #"{"value":41}"#)
            #expect(again["isRepeat"] == .boolean(true) && again["isNewBest"] == first["isNewBest"])
            #expect(again["entry"] == first["entry"] && again["version"] == first["version"])
            #expect(try passing.server.export() == after)
            // Another request with the same content is another score, and so is one without a key.
            for key in [2, nil, nil] as [UInt64?] {
                #expect(try await passing.send(key, board, #"{"value":41}"#)["isRepeat"] == .boolean(false))
            }
        }
    }

    @Test("rule 4.4: a score that has an ID keeps it")
    func own() async throws {
        try await Self.run { passing in
            let body = #"{"value":41,"id":"a"}"#
            for (key, isRepeat) in [(1, false), (2, true), (nil, true)] as [(UInt64?, Bool)] {
                let answer = try await passing.send(key, World.board + "/scores", body)
                #expect(answer["isRepeat"] == .boolean(isRepeat))
            }
        }
    }

    @Test("rules 4.4, 14.4: several scores, equal ones too, and reports with them count once each")
    func several() async throws {
        try await Self.run { passing in
            let body =
                #"{"scores":[{"value":5},{"value":5},{"value":6,"id":"a"}],"#
                + #""achievements":[{"id":"FirstJump","percentComplete":100},"#
                + #"{"id":"FirstJump","percentComplete":100}]}"#
            func check(_ answer: JSONValue, isRepeat: Bool) {
                for index in 0..<3 { #expect(answer["results"]?[index]?["isRepeat"] == .boolean(isRepeat)) }
                for index in 0..<2 { #expect(answer["achievements"]?[index]?["isRepeat"] == .boolean(isRepeat)) }
            }
            check(try await passing.send(1, Self.scores, body), isRepeat: false)
            let after = try passing.server.export()
            check(try await passing.send(1, Self.scores, body), isRepeat: true)
            #expect(try passing.server.export() == after)
        }
    }

    @Test("rules 4.4, 5.2: reports without IDs count once for each key")
    func reported() async throws {
        try await Self.run { passing in
            let body = #"{"achievements":[{"id":"FirstJump","percentComplete":100}]}"#
            let first = try await passing.send(1, Self.reports, body)
            #expect(first["results"]?[0]?["isRepeat"] == .boolean(false))
            let after = try passing.server.export()
            let again = try await passing.send(1, Self.reports, body)
            #expect(again["results"]?[0]?["isRepeat"] == .boolean(true))
            #expect(try passing.server.export() == after)
            // It can be earned again, so another report counts.
            let other = try await passing.send(2, Self.reports, body)
            #expect(other["results"]?[0]?["isRepeat"] == .boolean(false))
        }
    }

    @Test("rule 4.4: what a client says of a key counts for nothing")
    func forged() async throws {
        try await Self.run { passing in
            let key = RepeatKey(high: 1, low: 1)
            for _ in 0..<2 {
                let answer = try await passing.world.send(
                    "POST", World.board + "/scores", passing.world.game, #"{"value":41}"#,
                    [("Laurel-Node-Client", "127.0.0.1 \(key)")])
                #expect(answer.json?["isRepeat"] == .boolean(false), "\(answer.text)")
            }
        }
    }
}
