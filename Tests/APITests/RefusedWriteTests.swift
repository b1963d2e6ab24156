import LaurelDomain
import LaurelWire
import Testing

/// Good writes to what an app has for matches, activities and challenges, by those who may not.
@Suite("Refused writes in Connect", .timeLimit(.minutes(15)))
struct RefusedWriteTests {
    private static let race = World.app + "/activities/Race"
    private static let run = World.app + "/challenge-definitions/Longest%20Run"
    private static let match = #"{"key":"\#(String(repeating: "1", count: 32))","minPlayers":2,"maxPlayers":2}"#
    private static let names = #""localizations":[{"language":"en","title":"Another"}]"#

    /// The world's app is released, and has an activity and a definition with pictures, which wait for its next
    /// release, and a match in the Sandbox.
    private func prepare(_ world: World) async throws {
        for endpoint in [
            Endpoint.createActivity, .createChallengeDefinition, .setActivityImage, .setChallengeDefinitionImage,
        ] {
            let call = world.call(endpoint)
            let made = try await send(call, world.administrator, world)
            try #require((200..<300).contains(made.status), "\(endpoint): \(made.text)")
        }
        let match = try await world.send(
            "POST", "/v1/games/com.ali.MonkeyJump/matches?environment=sandbox", world.player, Self.match)
        try #require(match.status == 200, "\(match.text)")
    }

    /// Each changes something, and so do all in this order.
    private func writes(_ world: World) async throws -> [Call] {
        let file = World.app + "/configuration"
        let exported = try await world.send("GET", file, world.administrator)
        try #require(exported.status == 200, "\(exported.text)")
        let other = exported.text.replacing("Longest run", with: "Furthest run")
        try #require(other != exported.text)
        func picture(_ target: String) -> Call {
            Call(
                method: "PUT", target: target + "/images/en", bytes: TestPicture.png(width: 4, height: 2),
                type: "image/png")
        }
        return [
            Call(method: "PUT", target: file, body: other),
            Call(method: "POST", target: World.app + "/activities", body: #"{"id":"Chase",\#(Self.names)}"#),
            Call(method: "PATCH", target: Self.race, body: #"{"maxPlayers":4}"#),
            picture(Self.race), Call(method: "DELETE", target: Self.race + "/images/en"),
            Call(method: "DELETE", target: Self.race),
            Call(
                method: "POST", target: World.app + "/challenge-definitions",
                body: #"{"id":"Chase","leaderboard":"HighScores",\#(Self.names)}"#),
            Call(method: "PATCH", target: Self.run, body: #"{"oldestAppVersion":"2.1"}"#),
            picture(Self.run), Call(method: "DELETE", target: Self.run + "/images/en"),
            Call(method: "DELETE", target: Self.run),
            // Matches of the Sandbox go with it.
            Call(method: "POST", target: World.app + "/wipes", body: #"{"everything":true}"#),
        ]
    }

    private func send(_ call: Call, _ token: String, _ world: World) async throws -> Answer {
        guard let bytes = call.bytes, let type = call.type else {
            return try await world.send(call.method, call.target, token, call.body)
        }
        var headers = [("Content-Type", type)]
        if !token.isEmpty { headers.append(("Authorization", "Bearer " + token)) }
        return try await world.server.client.send(call.method, call.target, headers, body: bytes)
    }

    @Test("rules 3.1, 14.1, 14.12: who may only read, or is in another team, changes nothing; a developer everything")
    func roles() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await prepare(world)
            let team = world.developers.firstTeam
            let key = try await world.post(
                "/v1/connect/teams/\(team)/keys", #"{"name":"Reading","role":"viewer"}"#
            ).string("secret")
            let developer = try await world.member("the dev", as: .developer, in: team)
            let refused = [
                ("a viewer", try await world.member("the viewer", as: .viewer, in: team), 403, "forbidden"),
                ("a moderator", try await world.member("the judge", as: .moderator, in: team), 403, "forbidden"),
                ("a viewer's key", key, 403, "forbidden"),
                (
                    "another team's owner",
                    try await world.member("the other", as: .owner, in: world.developers.team), 404, "unknown-game"
                ),
                ("another team's key", world.developers.key, 404, "unknown-game"),
                ("nobody's developer", world.player, 404, "unknown-game"),
                ("the game", world.game, 403, "forbidden"), ("nobody", "", 401, "unauthenticated"),
            ]
            let writes = try await writes(world)
            let before = try server.export()
            for (name, token, status, kind) in refused {
                for call in writes {
                    let answer = try await send(call, token, world)
                    #expect(
                        answer.status == status && answer.kind == kind,
                        "\(call.method) \(call.target) as \(name): \(answer.text)")
                }
                #expect(try server.export() == before, "\(name) has changed something")
            }
            // Nothing was wrong with the writes themselves.
            for call in writes {
                let earlier = try server.export()
                let answer = try await send(call, developer, world)
                #expect((200..<300).contains(answer.status), "\(call.method) \(call.target): \(answer.text)")
                #expect(try server.export() != earlier, "\(call.method) \(call.target) changes nothing")
            }
        }
    }

    @Test("rules 3.3, 14.1, 14.12: what is released isn't deleted for anybody, and nothing of it is lost")
    func released() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await prepare(world)
            try await world.release()
            let team = world.developers.firstTeam
            let tokens = [
                world.administrator, try await world.member("the owner", as: .owner, in: team),
                try await world.member("the dev", as: .developer, in: team),
            ]
            let before = try server.export()
            for target in [Self.race, Self.run] {
                for token in tokens {
                    let answer = try await world.send("DELETE", target, token)
                    #expect(answer.status == 409 && answer.kind == "conflict", "\(target): \(answer.text)")
                }
            }
            #expect(try server.export() == before)
        }
    }

    @Test("rule 12.21: Connect lists matches and writes none, for anybody")
    func matches() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let team = world.developers.firstTeam
            let made = try await world.send(
                "POST", "/v1/games/com.ali.MonkeyJump/matches", world.game, Self.match)
            try #require(made.status == 200, "\(made.text)")
            let owner = try await world.member("the owner", as: .owner, in: team)
            let viewer = try await world.member("the viewer", as: .viewer, in: team)
            let before = try server.export()
            let list = World.app + "/matches"
            for token in [owner, viewer] {
                let seen = try await world.send("GET", list, token)
                #expect(seen.status == 200 && seen.json?["matches"]?[0] != nil, "\(seen.text)")
                for method in ["POST", "PUT", "PATCH", "DELETE"] {
                    let answer = try await world.send(method, list, token, method == "DELETE" ? nil : "{}")
                    #expect(answer.status == 405 && answer.kind == "method-not-allowed", "\(method): \(answer.text)")
                }
            }
            let stranger = try await world.send("GET", list, world.player)
            #expect(stranger.status == 404 && stranger.kind == "unknown-game", "\(stranger.text)")
            #expect(try server.export() == before)
        }
    }
}
