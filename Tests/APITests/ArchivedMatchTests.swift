import LaurelDomain
import LaurelScores
import LaurelWire
import Testing

@Suite("Archived matches over HTTP", .timeLimit(.minutes(15))) struct ArchivedMatchTests {
    private static let matches = "/v1/games/com.ali.MonkeyJump/matches"

    private func key(_ number: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: 32 - text.utf8.count) + text
    }

    /// - Parameter game: whether the session is of the game, or the player's own.
    private func signIn(_ alias: String, _ world: World, game: Bool = true) async throws -> String {
        let binding = game ? #","bundleID":"com.ali.MonkeyJump""# : ""
        let answer = try await world.send(
            "POST", "/v1/sessions", "", #"{"alias":"\#(alias)","password":"\#(World.password)"\#(binding)}"#)
        return try answer.json.unwrapped().string("token")
    }

    private func make(_ number: Int, _ token: String, _ world: World) async throws -> String {
        let made = try await world.send(
            "POST", Self.matches, token, #"{"key":"\#(key(number))","minPlayers":2,"maxPlayers":2}"#)
        try #require(made.status == 200, "\(made.text)")
        return try made.json.unwrapped().string("id")
    }

    private func ids(_ list: JSONValue?) throws -> [String] {
        guard case .array(let matches)? = list else { return [] }
        return try matches.map { try $0.string("id") }
    }

    @Test("rules 12.1, 12.12 and 12.26: an archived match is in no list, but read by ID and exported")
    func exported() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let signedUp = try await world.send(
                "POST", "/v1/players", "",
                #"{"alias":"ada","password":"\#(World.password)","bundleID":"com.ali.MonkeyJump"}"#)
            var ada = try signedUp.json.unwrapped().string("token")
            let old = try await make(1, ada, world)
            let ended = try await world.send(
                "POST", Self.matches + "/\(old)/end", ada,
                #"{"key":"\#(key(2))","version":1,"data":"AAEC","outcomes":[2,3]}"#)
            try #require(ended.status == 200, "\(ended.text)")
            server.clock.advance(by: .days(365))
            #expect(try await onThread { server.keeper.fireMatches() })

            // Their sessions have ended meanwhile.
            ada = try await signIn("ada", world)
            let jim = try await signIn("jungle-jim", world)
            let open = try await make(3, ada, world)
            let list = try await world.send("GET", Self.matches, ada)
            let listed = try ids(list.json?["matches"])
            #expect(listed == [open])
            let read = try await world.send("GET", Self.matches + "/\(old)", ada)
            #expect(read.status == 200 && read.json?["data"] == .string("AAEC"), "\(read.text)")
            #expect(read.json?["status"] == .string("ended") && read.json?["state"] == .string("over"))
            #expect(read.json?["isArchived"] == .boolean(true) && ended.json?["isArchived"] == nil)
            #expect(read.json?["participants"] == ended.json?["participants"])
            #expect(read.json?["ended"] == ended.json?["ended"])
            // Who never sat there can't tell it from one that never was.
            #expect(try await world.send("GET", Self.matches + "/\(old)", jim).kind == "unknown-match")

            let writes = [
                ("/rematch", #"{"key":"\#(key(4))"}"#), ("/accept", #"{"key":"\#(key(5))"}"#),
                ("/turns", #"{"key":"\#(key(6))","version":1,"data":"","next":[1]}"#),
            ]
            for (path, body) in writes {
                let refused = try await world.send("POST", Self.matches + "/\(old)" + path, ada, body)
                #expect(refused.status == 409 && refused.kind == "match-state-invalid", "\(path) \(refused.text)")
                let unknown = try await world.send("POST", Self.matches + "/\(old)" + path, jim, body)
                #expect(unknown.kind == "unknown-match", "\(path) \(unknown.text)")
            }

            let removed = try await world.send("DELETE", Self.matches + "/\(old)", ada)
            #expect(removed.status == 204, "rule 12.12: \(removed.text)")
            #expect(try await world.send("DELETE", Self.matches + "/\(old)", jim).kind == "unknown-match")
            #expect(try await world.send("GET", Self.matches + "/\(old)", ada).status == 200)

            let export = try await world.send("GET", "/v1/players/me/export", signIn("ada", world, game: false))
            try #require(export.status == 200, "\(export.text)")
            let exported = try ids(export.json?["matches"])
            #expect(exported == [old, open])
            #expect(export.json?["matches"]?[0]?["data"] == .string("AAEC"))
        }
    }
}
