import LaurelDomain
import LaurelWire
import LaurelService
import Testing

@Suite("Reports and takedowns over HTTP", .timeLimit(.minutes(15))) struct TakedownRouteTests {
    private func report(
        _ thing: String, of player: String, by token: String, id: String? = nil, _ world: World
    ) async throws -> Answer {
        let id = id.map { #","id":"\#($0)""# } ?? ""
        return try await world.send(
            "POST", "/v1/reports", token, #"{"player":"\#(player)","thing":"\#(thing)","reason":"offensive"\#(id)}"#)
    }

    /// The last item of the server's queue, with its reports.
    private func item(_ world: World) async throws -> (id: Int64, json: JSONValue) {
        let queue = try await world.send("GET", "/v1/connect/reviews", world.administrator)
        guard case .array(let reviews)? = queue.json?["reviews"], case .integer(let id)? = reviews.last?["id"] else {
            throw TestClient.Failure(call: "no item in \(queue.text)", code: 0)
        }
        let item = try await world.expect(200, "GET", "/v1/connect/reviews/\(id)", world.administrator)
        return (id, item)
    }

    private func decide(_ id: Int64, _ decision: String, _ world: World) async throws {
        try await world.expect(
            200, "POST", "/v1/connect/reviews/\(id)", world.administrator, #"{"decision":"\#(decision)"}"#)
    }

    /// What moderators took away of the player's, by his inbox, oldest first.
    private func removals(_ token: String, _ world: World) async throws -> [String] {
        let inbox = try await world.expect(200, "GET", "/v1/notices", token)
        guard case .array(let notices)? = inbox["notices"] else { return [] }
        return notices.reversed().compactMap { notice in
            guard notice["kind"] == .string("contentRemoved"), case .string(let subject)? = notice["subject"] else {
                return nil
            }
            return subject
        }
    }

    @Test("a reported photo is seen by those who decide alone, whatever the player shows since, until it is decided")
    func photo() async throws {
        try await TestServer.run { server in
            let world = try await World(server, tells: false)
            func setPhoto(_ side: Int) async throws -> String {
                let answer = try await server.client.send(
                    "PUT", "/v1/players/me/photo",
                    [("Authorization", "Bearer " + world.player), ("Content-Type", "image/png")],
                    body: TestPicture.png(width: side, height: 2))
                try #require(answer.status == 200, "\(answer.text)")
                return try answer.json.unwrapped().string("normal")
            }
            // Alike to look at; one is thrown away before it is reported.
            _ = try await setPhoto(3)
            #expect(try await report("photo", of: world.playerID, by: world.administrator, world).status == 204)
            let (id, item) = try await item(world)
            let evidence = try item["reports"]?[0].unwrapped().string("evidence") ?? ""
            let target = "/v1/connect/reviews/\(id)/photos/\(evidence)"
            let removed = try await world.send("DELETE", "/v1/players/me/photo", world.player)
            #expect(removed.status == 204)
            #expect(try await world.send("GET", "/v1/photos/\(evidence)").status == 404)
            let kept = try await world.send("GET", target, world.administrator)
            #expect(kept.status == 200 && kept.headers["content-type"] == "image/png")
            #expect(kept.headers["cache-control"] == "no-store" && kept.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            for token in [world.player, world.game, world.developers.sentinel, ""] {
                #expect((400...404).contains(try await world.send("GET", target, token).status))
            }
            let other = try await world.send(
                "GET", "/v1/connect/reviews/\(id + 1)/photos/\(evidence)", world.administrator)
            #expect(other.status == 404)
            _ = try await setPhoto(3)
            try await decide(id, "reject", world)
            #expect(try await world.send("GET", target, world.administrator).status == 404)
            let profile = try await world.expect(200, "GET", "/v1/players/me/profile", world.player)
            #expect(profile["player"]?["photo"] ?? .null == .null)
            #expect(try await removals(world.player, world) == ["photo"])
            let stored = try server.export().filter { $0.hasPrefix("blobs:") || $0.hasPrefix("report_photos:") }
            #expect(stored.isEmpty)
            let audit = try await world.send("GET", "/v1/connect/audit", world.administrator)
            #expect(audit.text.contains("content.removal") && audit.text.contains("review.reject"), "\(audit.text)")
        }
    }

    @Test("a status line that is rejected is emptied, its owner told; one that is accepted, or not shown, stays")
    func status() async throws {
        try await TestServer.run { server in
            let world = try await World(server, tells: false)
            func say(_ body: String) async throws {
                try await world.expect(200, "PATCH", "/v1/players/me/profile", world.player, body)
            }
            func line() async throws -> JSONValue? {
                try await world.expect(200, "GET", "/v1/players/me/profile", world.player)["player"]?["status"]
            }
            #expect(try await report("status", of: world.playerID, by: world.administrator, world).status == 404)
            try await say(#"{"status":"rude","audience":"nobody"}"#)
            #expect(try await report("status", of: world.playerID, by: world.administrator, world).status == 404)
            try await say(#"{"audience":"everyone"}"#)
            #expect(try await report("status", of: world.playerID, by: world.administrator, world).status == 204)
            var (id, item) = try await item(world)
            #expect(item["kind"] == .string("status") && item["reports"]?[0]?["evidence"] == .string("rude"))
            try await decide(id, "accept", world)
            #expect(try await line() == .string("rude"))
            #expect(try await report("status", of: world.playerID, by: world.administrator, world).status == 204)
            (id, item) = try await self.item(world)
            try await decide(id, "reject", world)
            #expect(try await line() ?? .null == .null)
            #expect(try await removals(world.player, world) == ["status"])
        }
    }

    @Test("what a player has put in place of what was reported stays when that is rejected, and he hears nothing")
    func replaced() async throws {
        try await TestServer.run { server in
            let world = try await World(server, tells: false)
            func setPhoto(_ blue: UInt8) async throws -> String {
                let answer = try await server.client.send(
                    "PUT", "/v1/players/me/photo",
                    [("Authorization", "Bearer " + world.player), ("Content-Type", "image/png")],
                    body: TestPicture.png(width: 3, height: 2, color: [0, 0, blue]))
                return try answer.json.unwrapped().string("normal")
            }
            func say(_ body: String) async throws {
                try await world.expect(200, "PATCH", "/v1/players/me/profile", world.player, body)
            }
            func reject(_ thing: String) async throws -> JSONValue {
                let (id, item) = try await item(world)
                #expect(item["kind"] == .string(thing))
                try await decide(id, "reject", world)
                return try await world.expect(200, "GET", "/v1/players/me/profile", world.player)
            }
            _ = try await setPhoto(3)
            #expect(try await report("photo", of: world.playerID, by: world.administrator, world).status == 204)
            let photo = try await setPhoto(250)
            var profile = try await reject("photo")
            #expect(try profile["player"].unwrapped()["photo"].unwrapped().string("normal") == photo)

            try await say(#"{"status":"rude","audience":"everyone"}"#)
            #expect(try await report("status", of: world.playerID, by: world.administrator, world).status == 204)
            try await say(#"{"status":"kind"}"#)
            profile = try await reject("status")
            #expect(profile["player"]?["status"] == .string("kind"))

            #expect(try await report("name", of: world.playerID, by: world.administrator, world).status == 204)
            try await say(#"{"alias":"gentle-jim"}"#)
            profile = try await reject("name")
            #expect(try profile["player"].unwrapped().string("alias") == "gentle-jim")
            #expect(try await removals(world.player, world).isEmpty)
        }
    }

    @Test("the words of a request and of challenges are taken from all who got them, and a name with its real one")
    func messages() async throws {
        try await TestServer.run { server in
            var world = try await World(server, tells: false)
            try await world.makeFriend()
            let game = "/v1/games/com.ali.MonkeyJump"
            // The stranger has asked the player with a message.
            let asked = try await report(
                "message", of: world.strangerID, by: world.player, id: "friendRequest", world)
            #expect(asked.status == 204, "\(asked.text)")
            let (id, item) = try await item(world)
            #expect(item["reports"]?[0]?["evidence"] == .string("Hello"))
            try await decide(id, "reject", world)
            for token in [world.player, world.administrator] {
                let requests = try await world.expect(200, "GET", "/v1/friend-requests", token)
                #expect(requests["received"]?[0]?["message"] == .string(""))
            }
            try await world.expect(200, "POST", World.board + "/scores", world.game, #"{"value":9}"#)
            let issued = try await world.expect(
                201, "POST", game + "/challenges", world.game,
                #"{"players":["\#(world.friendID)"],"leaderboard":"HighScores","message":"You lose"}"#)
            let challenge = try issued["challenges"]?[0].unwrapped().string("id") ?? ""
            let rude = try await report(
                "message", of: world.gamePlayerID, by: world.friend, id: challenge, world)
            #expect(rude.status == 204, "\(rude.text)")
            let moderator = try await world.member("mona", as: .moderator, in: world.developers.firstTeam)
            let (other, seen) = try await self.item(world)
            #expect(seen["reports"]?[0]?["evidence"] == .string("You lose"))
            // The game's own moderators decide on messages.
            try await world.expect(
                200, "POST", World.app + "/reviews/\(other)", moderator, #"{"decision":"reject"}"#)
            let read = try await world.expect(200, "GET", "/v1/challenges/\(challenge)", world.friend)
            #expect(read["message"] == .null && read["state"] == .string("pending"))
            #expect(try await removals(world.player, world) == ["message"])

            try await world.expect(
                200, "PATCH", "/v1/players/me/profile", world.player, #"{"realName":"Rude Name"}"#)
            // The friend sees the real name, and reports what he sees.
            #expect(try await report("name", of: world.gamePlayerID, by: world.friend, world).status == 204)
            let (name, shown) = try await self.item(world)
            let reports = try shown["reports"].unwrapped().elements()
            #expect(reports.contains { $0["evidence"] == .string("jungle-jim (Rude Name)") }, "\(shown)")
            // What belongs to a profile is no matter of one game's team, in whose queue it is: not even to let it be.
            for decision in ["accept", "reject"] {
                try await world.expect(
                    403, "POST", World.app + "/reviews/\(name)", moderator, #"{"decision":"\#(decision)"}"#)
            }
            try await decide(name, "reject", world)
            let profile = try await world.expect(200, "GET", "/v1/players/me/profile", world.player)
            #expect(profile["realName"] ?? .null == .null, "\(profile)")
            #expect(try profile["player"].unwrapped().string("alias").hasPrefix("player-"))
            #expect(try await removals(world.player, world) == ["message", "name"])
        }
    }
}
