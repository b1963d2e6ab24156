import LaurelDomain
import LaurelWire
import LaurelService
import Testing

@Suite("Routes of moderation", .timeLimit(.minutes(15))) struct ModerationRouteTests {
    private static let app = World.app
    private static let scores = World.board + "/scores"
    private static let entries = World.board + "/entries"

    private func numbers(_ answer: Answer, _ list: String, _ field: String) -> [Int64] {
        guard case .array(let items)? = answer.json?[list] else { return [] }
        return items.compactMap { if case .integer(let number)? = $0[field] { number } else { nil } }
    }

    @Test("rule 4.12: a score is found, taken out and brought back, and uncovers the next best")
    func score() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            for value in [40, 41, 39] {
                #expect(try await world.send("POST", Self.scores, world.game, "{\"value\":\(value)}").status == 200)
            }
            let found = try await world.send("GET", Self.app + "/players?search=Jungle", world.administrator)
            guard case .array(let players)? = found.json?["players"], players.count == 1 else {
                Issue.record("\(found.text)")
                return
            }
            let id = try players[0]["player"].unwrapped().string("id")
            #expect(id.hasPrefix("T:_"))
            let board = Self.app + "/leaderboards/HighScores"
            let all = try await world.send("GET", board + "/scores?player=\(id)", world.administrator)
            #expect(numbers(all, "scores", "value") == [39, 41, 40], "\(all.text)")
            let picture = try await server.client.send(
                "PUT", "/v1/players/me/photo",
                [("Authorization", "Bearer " + world.player), ("Content-Type", "image/png")],
                body: TestPicture.png(width: 30, height: 30))
            let best = try await world.send("GET", board + "/entries", world.administrator)
            let photo = best.json?["entries"]?[0]?["player"]?["photo"]?["small"]
            #expect(photo != nil && photo == picture.json?["small"], "\(best.text)")
            let sequence = try #require(numbers(best, "entries", "sequence").first)
            let out = try await world.send(
                "PATCH", board + "/scores/\(sequence)", world.administrator, #"{"isRemoved":true,"note":"a hack"}"#)
            #expect(out.status == 200, "\(out.text)")
            #expect(numbers(try await world.send("GET", Self.entries), "entries", "value") == [40])
            let inspected = try await world.send("GET", board + "/scores?player=\(id)", world.administrator)
            #expect(inspected.text.contains(#""state":"removed""#))
            _ = try await world.send(
                "PATCH", board + "/scores/\(sequence)", world.administrator, #"{"isRemoved":false}"#)
            #expect(numbers(try await world.send("GET", Self.entries), "entries", "value") == [41])
            let unknown = try await world.send(
                "PATCH", board + "/scores/999", world.administrator, #"{"isRemoved":true}"#)
            #expect(unknown.status == 404 && unknown.field == "score")
            let refused = try await world.send("GET", Self.app + "/players?search=x", world.player)
            #expect(refused.status == 404)
        }
    }

    @Test("a team finds those who play its game, and no others; who stands above teams finds all")
    func finding() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let moderator = try await world.member("the moderator", as: .moderator, in: world.developers.firstTeam)
            func found(_ token: String) async throws -> Int {
                let answer = try await world.expect(200, "GET", Self.app + "/players?search=Jungle", token)
                return try answer["players"].unwrapped().elements().count
            }
            #expect(try await found(world.administrator) == 1)
            #expect(try await found(moderator) == 0)
            #expect(try await world.send("POST", Self.scores, world.game, #"{"value":1}"#).status == 200)
            #expect(try await found(moderator) == 1)
        }
    }

    @Test("rule 4.12: a banned player's entries are gone, his scores refused, and he is back with both")
    func teamBan() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let score = #"{"value":41}"#
            _ = try await world.send("POST", Self.scores, world.game, score)
            let target = Self.app + "/bans/" + world.gamePlayerID
            let banned = try await world.send("PUT", target, world.administrator, #"{"reason":"a speed hack"}"#)
            #expect(banned.status == 200, "\(banned.text)")
            let list = try await world.send("GET", Self.app + "/bans", world.administrator)
            #expect(list.text.contains("a speed hack"))
            #expect(numbers(try await world.send("GET", Self.entries), "entries", "value") == [])
            let refused = try await world.send("POST", Self.scores, world.game, score)
            #expect(refused.status == 403 && refused.kind == "banned")
            // It is this team's games that he is kept out of: he is signed in all the same.
            #expect(try await world.send("GET", "/v1/players/me", world.game).status == 200)
            #expect(try await world.send("DELETE", target, world.administrator).status == 204)
            #expect(numbers(try await world.send("GET", Self.entries), "entries", "value") == [41])
            #expect(try await world.send("POST", Self.scores, world.game, score).status == 200)
        }
    }

    @Test("rule 4.12: a player who is banned from the server has no session and gets none, and others cannot tell")
    func serverBan() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let target = "/v1/connect/bans/" + world.playerID
            #expect(try await world.send("PUT", target, world.administrator, #"{"reason":"threats"}"#).status == 200)
            for token in [world.player, world.game] {
                #expect((400...403).contains(try await world.send("GET", "/v1/players/me", token).status))
            }
            let right = #"{"alias":"jungle-jim","password":"\#(World.password)"}"#
            let signIn = try await world.send("POST", "/v1/sessions", "", right)
            #expect(signIn.status == 403 && signIn.kind == "banned")
            let wrong = #"{"alias":"jungle-jim","password":"something else"}"#
            #expect(try await world.send("POST", "/v1/sessions", "", wrong).kind == "wrong-credentials")
            #expect(try await world.send("GET", "/v1/players/me", world.stranger).status == 200)
            #expect(try await world.send("DELETE", target, world.administrator).status == 204)
            #expect(try await world.send("POST", "/v1/sessions", "", right).status == 201)
            let chief = try await world.send(
                "PUT", "/v1/connect/bans/" + world.chiefID, world.administrator, #"{"reason":"x"}"#)
            #expect(chief.status == 409)
        }
    }

    @Test("rule 4.12: a held score is its owner's to see, marked, and the queue lets it in")
    func held() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let policy = Self.app + "/leaderboards/HighScores/moderation"
            let set = try await world.send("PUT", policy, world.administrator, #"{"holdsScores":true}"#)
            #expect(set.status == 200 && set.text.contains(#""isOwn":true"#), "\(set.text)")
            let sent = try await world.send("POST", Self.scores, world.game, #"{"value":41,"id":"a"}"#)
            #expect(sent.json?["isHeld"] == .boolean(true) && sent.json?["entry"] == .null, "\(sent.text)")
            let own = try await world.send("GET", Self.scores + "/held", world.game)
            #expect(numbers(own, "scores", "value") == [41] && own.text.contains(#""state":"pending""#))
            #expect(numbers(try await world.send("GET", Self.entries), "entries", "value") == [])
            let queue = try await world.send("GET", Self.app + "/reviews", world.administrator)
            let id = try #require(numbers(queue, "reviews", "id").last)
            let decided = try await world.send(
                "POST", Self.app + "/reviews/\(id)", world.administrator, #"{"decision":"accept"}"#)
            #expect(decided.status == 200 && decided.text.contains(#""state":"accepted""#), "\(decided.text)")
            #expect(numbers(try await world.send("GET", Self.entries), "entries", "value") == [41])
            let again = try await world.send(
                "POST", Self.app + "/reviews/\(id)", world.administrator, #"{"decision":"reject"}"#)
            #expect(again.status == 409)
            #expect(try await world.send("DELETE", policy, world.administrator).status == 204)
            let shown = try await world.send("GET", policy, world.administrator)
            #expect(shown.json?["holdsScores"] == .boolean(false) && shown.json?["isOwn"] == .boolean(false))
        }
    }

    @Test("a reported name comes into the queue once, and is replaced when it is rejected")
    func report() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let body = #"{"player":"\#(world.playerID)","thing":"name","reason":"offensive","text":"=cmd"}"#
            // The chief's own session is of no game: the server's queue.
            for _ in 0..<2 {
                #expect(try await world.send("POST", "/v1/reports", world.administrator, body).status == 204)
            }
            let queue = try await world.send("GET", "/v1/connect/reviews", world.administrator)
            let ids = numbers(queue, "reviews", "id")
            #expect(ids.count == 2, "\(queue.text)")
            let id = try #require(ids.last)
            let item = try await world.send("GET", "/v1/connect/reviews/\(id)", world.administrator)
            #expect(item.text.contains(#""evidence":"jungle-jim""#), "\(item.text)")
            let decided = try await world.send(
                "POST", "/v1/connect/reviews/\(id)", world.administrator, #"{"decision":"reject"}"#)
            #expect(decided.status == 200, "\(decided.text)")
            let me = try await world.send("GET", "/v1/players/me", world.player)
            #expect(try me.json?["player"].unwrapped().string("alias").hasPrefix("player-") == true, "\(me.text)")

            let oneself = #"{"player":"\#(world.playerID)","thing":"name","reason":"spam"}"#
            #expect(try await world.send("POST", "/v1/reports", world.player, oneself).field == "player")
            let photo = #"{"player":"\#(world.chiefID)","thing":"photo","reason":"spam"}"#
            #expect(try await world.send("POST", "/v1/reports", world.player, photo).status == 404)
            let message = #"{"player":"\#(world.chiefID)","thing":"message","reason":"spam"}"#
            #expect(try await world.send("POST", "/v1/reports", world.player, message).field == "id")
        }
    }

    @Test("the operator's words count at once")
    func words() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            func signUp(_ alias: String) async throws -> Answer {
                try await world.send(
                    "POST", "/v1/players", "", #"{"alias":"\#(alias)","password":"\#(World.password)"}"#)
            }
            let block = #"{"word":"Dárn","verdict":"blocked"}"#
            let changed = try await world.send("POST", "/v1/connect/words", world.administrator, block)
            #expect(changed.text.contains(#"{"word":"darn","verdict":"blocked"}"#), "\(changed.text)")
            let refused = try await signUp("D4rn it")
            #expect(refused.status == 422 && refused.kind == "text-refused" && refused.field == "alias")
            let back = #"{"word":"darn","verdict":"asDelivered"}"#
            _ = try await world.send("POST", "/v1/connect/words", world.administrator, back)
            #expect(try await signUp("D4rn it").status == 201)
            let two = try await world.send(
                "POST", "/v1/connect/words", world.administrator, #"{"word":"two words","verdict":"blocked"}"#)
            #expect(two.status == 400 && two.field == "word")
        }
    }
}
