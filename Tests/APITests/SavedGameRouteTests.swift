import LaurelAPI
import LaurelDomain
import LaurelWire
import Testing

@Suite("Saved games over HTTP", .timeLimit(.minutes(15)))
struct SavedGameRouteTests {
    private static let shelf = "/v1/games/com.ali.MonkeyJump/saved-games"

    private func signIn(_ world: World, device: String) async throws -> String {
        let answer = try await world.send(
            "POST", "/v1/sessions", "",
            #"{"alias":"jungle-jim","password":"\#(World.password)","#
                + #""bundleID":"com.ali.MonkeyJump","device":"\#(device)"}"#
        )
        return try answer.json.unwrapped().string("token")
    }

    /// Ids of all versions of the name, with how many are in conflict.
    private func ids(_ answer: Answer) throws -> [String] {
        guard case .array(let versions)? = answer.json?["savedGames"] else {
            Issue.record("\(answer.status) \(answer.text)")
            return []
        }
        for version in versions { #expect(version["isConflicting"] == .boolean(versions.count > 1)) }
        return try versions.map { try $0.string("id") }
    }

    @Test("rule 9.1: saved, listed, loaded and deleted, with every byte and the moment of the save")
    func life() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let data = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let target = Self.shelf + "/v1?name=%E5%AD%98%E6%A1%A3%2F1&deviceName=Jim%27s&modificationDate="
            let bearer = [("Authorization", "Bearer " + world.game)]
            let saved = try await server.client.send(
                "PUT", target + "2026-11-20T08:00:00.000Z", bearer, body: data)
            #expect(saved.status == 200)
            let listed = try await world.send("GET", Self.shelf, world.game)
            #expect(listed.text == saved.text)
            let version = try #require(listed.json?["savedGames"]?[0])
            #expect(version["name"] == .string("存档/1"))
            #expect(version["deviceName"] == .string("Jim's"))
            #expect(version["modificationDate"] == .string("2026-11-20T08:00:00.000Z"))
            #expect(version["bytes"] == .integer(70_000))
            let loaded = try await server.client.send("GET", Self.shelf + "/v1", bearer)
            #expect(loaded.status == 200)
            // Not `==`: of two large arrays that differ, the report would be hours in the making.
            #expect(loaded.body.elementsEqual(data))
            #expect(loaded.headers["content-type"] == "application/octet-stream")
            #expect(loaded.headers["cache-control"] == "no-store")
            let tag = try #require(loaded.headers["etag"])
            #expect(tag == "\"" + (try version.string("sha256")) + "\"")
            let again = try await server.client.send("GET", Self.shelf + "/v1", bearer + [("If-None-Match", tag)])
            #expect(again.status == 304 && again.body.isEmpty)
            let gone = try await world.send("DELETE", Self.shelf + "?name=%E5%AD%98%E6%A1%A3%2F1", world.game)
            #expect(gone.status == 204)
            #expect(try await world.send("GET", Self.shelf + "/v1", world.game).kind == "unknown-saved-game")
            #expect(try ids(try await world.send("GET", Self.shelf, world.game)).isEmpty)
        }
    }

    @Test("rule 9.1: two devices that have not seen each other's save are in conflict until one resolves it")
    func conflict() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let (phone, laptop) = (try await signIn(world, device: "phone"), try await signIn(world, device: "laptop"))
            func save(_ id: String, _ token: String, _ query: String = "") async throws -> [String] {
                try ids(try await world.send("PUT", Self.shelf + "/\(id)?name=Slot" + query, token, "data of \(id)"))
            }
            #expect(try await save("p1", phone) == ["p1"])
            #expect(try await save("p2", phone) == ["p2"])
            server.clock.advance(by: .seconds(1))
            #expect(try await save("l1", laptop) == ["l1", "p2"])
            server.clock.advance(by: .seconds(1))
            // The phone goes on without having seen the laptop's save: the conflict stays, with its newer version.
            #expect(try await save("p3", phone) == ["p3", "l1"])
            server.clock.advance(by: .seconds(1))
            #expect(try await save("r", phone, "&basedOn=p3,l1") == ["r"])
            // And the laptop, which knows of p2 at the most, makes a new one.
            server.clock.advance(by: .seconds(1))
            #expect(try await save("l2", laptop, "&basedOn=l1") == ["l2", "r"])
        }
    }

    @Test("a save sent again is stored once; another one under its id changes nothing")
    func repeats() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            func save(_ id: String, _ data: String) async throws -> Answer {
                try await world.send("PUT", Self.shelf + "/\(id)?name=Slot&basedOn=", world.game, data)
            }
            let first = try await save("a", "one")
            let before = try server.export()
            let second = try await save("a", "one")
            #expect(second.text == first.text)
            let third = try await save("a", "two")
            #expect(third.kind == "conflict")
            #expect(try server.export() == before)
        }
    }

    @Test("rule 9.1: the limits on size and count are stated in the errors, and nothing is stored beyond them")
    func limits() async throws {
        var options = TestServer.Options()
        options.limits.bodyBytes = 1_000
        options.savedGames.bytes = 2_000
        options.savedGames.count = 2
        options.savedGames.playerBytes = 3_000
        try await TestServer.run(options) { server in
            let world = try await World(server)
            func save(_ id: String, _ count: Int, token: String? = nil) async throws -> Answer {
                try await server.client.send(
                    "PUT", Self.shelf + "/\(id)?name=\(id)", [("Authorization", "Bearer " + (token ?? world.game))],
                    body: [UInt8](repeating: 7, count: count))
            }
            #expect(try await save("a", 2_000).status == 200)
            let before = try server.export()
            let large = try await save("b", 2_001)
            #expect(large.status == 413 && large.kind == "too-large")
            let bytes = try await save("b", 1_001)
            #expect(bytes.status == 409 && bytes.kind == "saved-games-full")
            #expect(bytes.text.contains("3000 bytes") && bytes.text.contains("1000 left"))
            #expect(try server.export() == before)
            #expect(try await save("b", 0).status == 200)
            let count = try await save("c", 1)
            #expect(count.kind == "saved-games-full" && count.text.contains("can have 2"))
            // A caller who may not save at all may not send much either.
            let other = try await server.client.send(
                "POST", "/v1/sessions", [], body: [UInt8](repeating: 0, count: 1_001))
            #expect(other.status == 413)
        }
    }

    @Test("what a player saved is nobody else's, in no other game and environment")
    func owners() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            _ = try await world.send("PUT", Self.shelf + "/a?name=Slot", world.game, "mine")
            // His own pages see it, where they say which environment they mean.
            #expect(try await world.send("GET", Self.shelf + "/a", world.player).text == "mine")
            #expect(try await world.send("GET", Self.shelf + "/a?environment=sandbox", world.player).status == 404)
            #expect(try await world.send("GET", Self.shelf + "/a", world.stranger).status == 403)
            let chief = try await world.send("GET", Self.shelf + "/a", world.administrator)
            #expect(chief.kind == "unknown-saved-game")
        }
    }

    @Test("rule 9.1: the player's other devices hear of a save, a conflict and a deletion, and nobody else does")
    func events() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let laptop = try await signIn(world, device: "laptop")
            let sandbox = try await world.send(
                "POST", "/v1/sessions", "",
                #"{"alias":"jungle-jim","password":"\#(World.password)","bundleID":"com.ali.MonkeyJump","#
                    + #""environment":"sandbox"}"#)
            let tokens = [laptop, world.player, world.stranger, try sandbox.json.unwrapped().string("token")]
            var streams: [TestClient.OpenCall] = []
            for token in tokens {
                let stream = try await server.client.begin("/v1/events", [("Authorization", "Bearer " + token)])
                _ = try await stream.read { $0.contains(": open") }
                streams.append(stream)
            }
            func save(_ target: String, _ token: String) async throws {
                let answer = try await world.send("PUT", Self.shelf + target, token, "data")
                #expect(answer.status == 200)
            }
            try await save("/a?name=S", world.game)
            try await save("/b?name=S&basedOn=", laptop)
            #expect(try await world.send("DELETE", Self.shelf + "?name=S", world.game).status == 204)
            for stream in streams.prefix(2) {
                let text = try await stream.read { $0.contains("\"versions\":0") }
                let events = text.split(separator: "\n").filter { $0.hasPrefix("data:") }
                let head = #"data: {"bundleID":"com.ali.MonkeyJump","environment":"production","name":"S","versions":"#
                #expect(events.map(String.init) == ["1}", "2}", "0}"].map { head + $0 })
            }
            // The others' next event is their own, with nothing before it.
            try await save("/c?name=Mine&environment=sandbox", tokens[3])
            let own = try await streams[3].read { $0.contains("versions") }
            #expect(own.contains("\"environment\":\"sandbox\",\"name\":\"Mine\""))
            #expect(!own.contains("production"))
            for stream in streams { stream.close() }
        }
    }
}
