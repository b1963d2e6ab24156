import LaurelAPI
import LaurelDomain
import LaurelWire
import LaurelService
import Testing

@Suite("Friends over HTTP", .timeLimit(.minutes(15)))
struct FriendRouteTests {
    /// Sessions of players who sign up one after the other.
    private struct Person {
        let id: String
        let token: String
        /// Bound to MonkeyJump.
        let game: String
        let gameID: String
    }

    private func person(_ alias: String, _ world: World) async throws -> Person {
        let own = try await world.send(
            "POST", "/v1/players", "", "{\"alias\":\"\(alias)\",\"password\":\"\(World.password)\"}")
        let played = try await world.send(
            "POST", "/v1/sessions", "",
            "{\"alias\":\"\(alias)\",\"password\":\"\(World.password)\",\"bundleID\":\"com.ali.MonkeyJump\"}")
        return Person(
            id: try own.json.unwrapped()["player"].unwrapped().string("id"),
            token: try own.json.unwrapped().string("token"), game: try played.json.unwrapped().string("token"),
            gameID: try played.json.unwrapped()["player"].unwrapped().string("id"))
    }

    private func befriend(_ one: Person, _ other: Person, _ world: World) async throws {
        for (asks, asked) in [(one, other), (other, one)] {
            let answer = try await world.send(
                "POST", "/v1/friend-requests", asks.token, "{\"playerID\":\"\(asked.id)\"}")
            try #require(answer.status == 200, "\(answer.text)")
        }
    }

    private func names(_ answer: Answer, _ list: String = "friends") -> [String] {
        guard case .array(let players)? = answer.json?[list] else { return ["no \(list) in \(answer.text)"] }
        return players.map { player in
            if case .string(let name)? = player["displayName"] ?? player["player"]?["displayName"] { name } else { "?" }
        }
    }

    @Test("rule 2.1: a request with a message is answered, and both see the friendship until one ends it")
    func friendship() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let (ada, zoe) = (try await person("ada", world), try await person("zoe", world))
            let asked = try await world.send(
                "POST", "/v1/friend-requests", ada.token, #"{"alias":"ZOE","message":"We met at the arcade."}"#)
            #expect(asked.status == 200 && asked.json?["state"] == .string("requested"))
            let waiting = try await world.send("GET", "/v1/friend-requests", zoe.token)
            #expect(waiting.json?["received"]?[0]?["message"] == .string("We met at the arcade."))
            #expect(names(waiting, "received") == ["ada"])
            let own = try await world.send("GET", "/v1/friend-requests", ada.token)
            #expect(names(own, "sent") == ["zoe"] && names(own, "received").isEmpty)
            let accepted = try await world.send("POST", "/v1/friends", zoe.token, "{\"playerID\":\"\(ada.id)\"}")
            #expect(accepted.status == 201 && accepted.json?["player"]?["id"] == .string(ada.id))
            // The answer was lost, and she sends it again.
            let repeated = try await world.send("POST", "/v1/friends", zoe.token, "{\"playerID\":\"\(ada.id)\"}")
            #expect(repeated.status == 409 && repeated.kind == "already-friends")
            #expect(names(try await world.send("GET", "/v1/friends", ada.token)) == ["zoe"])
            #expect(names(try await world.send("GET", "/v1/friends", zoe.token)) == ["ada"])
            let again = try await world.send("POST", "/v1/friend-requests", zoe.token, #"{"alias":"ada"}"#)
            #expect(again.status == 409 && again.kind == "already-friends")
            let ended = try await world.send("DELETE", "/v1/friends/" + zoe.id, ada.token)
            #expect(ended.status == 204)
            #expect(names(try await world.send("GET", "/v1/friends", zoe.token)).isEmpty)
            let twice = try await world.send("DELETE", "/v1/friends/" + zoe.id, ada.token)
            #expect(twice.status == 404 && twice.kind == "not-found")
        }
    }

    @Test("rule 2.1: who is blocked can neither ask nor come by a link, and sees no difference")
    func blocked() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let (ada, zoe, bob) = (
                try await person("ada", world), try await person("zoe", world), try await person("bob", world)
            )
            try await befriend(ada, zoe, world)
            let link = try await world.send("POST", "/v1/friend-invitations", ada.token, "{}")
            let code = try link.json.unwrapped().string("code")
            let blocked = try await world.send("POST", "/v1/blocked-players", ada.token, "{\"playerID\":\"\(zoe.id)\"}")
            #expect(blocked.status == 200)
            #expect(names(try await world.send("GET", "/v1/blocked-players", ada.token), "players") == ["zoe"])
            #expect(names(try await world.send("GET", "/v1/friends", zoe.token)).isEmpty)
            // The same question of one who is blocked and one who is not.
            let body = "{\"playerID\":\"\(ada.id)\",\"message\":\"Please\"}"
            let hidden = try await world.send("POST", "/v1/friend-requests", zoe.token, body)
            let plain = try await world.send("POST", "/v1/friend-requests", bob.token, body)
            #expect(hidden.status == plain.status && hidden.text == plain.text)
            #expect(names(try await world.send("GET", "/v1/friend-requests", zoe.token), "sent") == ["ada"])
            #expect(names(try await world.send("GET", "/v1/friend-requests", ada.token), "received") == ["bob"])
            // A link of hers is to him as one that never was.
            for (target, field) in [("/v1/friends", "invitation"), ("/v1/friend-invitation-views", "code")] {
                let used = try await world.send("POST", target, zoe.token, "{\"\(field)\":\"\(code)\"}")
                let none = try await world.send("POST", target, zoe.token, "{\"\(field)\":\"0000-0000-0000-0000\"}")
                #expect(used.status == 404 && used.kind == "friend-invitation-refused")
                #expect(used.kind == none.kind && used.status == none.status && used.field == none.field)
            }
            let own = try await world.send("POST", "/v1/friend-requests", ada.token, #"{"alias":"zoe"}"#)
            #expect(own.status == 409 && own.kind == "player-blocked")
            let unblocked = try await world.send("DELETE", "/v1/blocked-players/" + zoe.id, ada.token)
            #expect(unblocked.status == 204)
            #expect(names(try await world.send("GET", "/v1/friend-requests", ada.token), "received") == ["bob"])
        }
    }

    @Test("rule 2.2: whom a game may challenge needs no consent, page by page and by name")
    func challengeable() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let target = "/v1/games/com.ali.MonkeyJump/challengeable-friends"
            let (ada, zoe) = (try await person("ada", world), try await person("zoe", world))
            try await befriend(ada, zoe, world)
            let friends = try await world.send("GET", target, ada.game)
            #expect(names(friends) == ["zoe"], "\(friends.text)")
            #expect(friends.json?["friends"]?[0]?["id"] == .string(zoe.gameID))
            #expect(friends.json?["total"] == .integer(1))
            #expect(names(try await world.send("GET", target + "?from=2&count=5", ada.game)).isEmpty)
            #expect(try await world.send("GET", target).status == 401)
        }
    }

    @Test("rule 2.1: a link makes friends at once, for as many and as long as it says, until it is taken back")
    func links() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            var people: [Person] = []
            for name in ["ada", "zoe", "bob", "eve"] { people.append(try await person(name, world)) }
            let made = try await world.send("POST", "/v1/friend-invitations", people[0].token, #"{"uses":1,"days":1}"#)
            #expect(made.status == 201, "\(made.text)")
            let code = try made.json.unwrapped().string("code")
            #expect(try made.json.unwrapped().string("url") == "http://127.0.0.1/invite/#" + code)
            let view = try await world.send(
                "POST", "/v1/friend-invitation-views", people[1].token, "{\"code\":\"\(code)\"}")
            #expect(view.status == 200 && view.json?["player"]?["displayName"] == .string("ada"))
            // Who has no account yet sees whom the link is from; a game learns nothing.
            let visitor = try await world.send("POST", "/v1/friend-invitation-views", "", "{\"code\":\"\(code)\"}")
            #expect(visitor.status == 200 && visitor.json?["player"]?["displayName"] == .string("ada"))
            let game = try await world.send(
                "POST", "/v1/friend-invitation-views", people[1].game, "{\"code\":\"\(code)\"}")
            #expect(game.status == 403)
            // As it was typed from a sheet of paper.
            let typed = code.lowercased().replacing("-", with: " ")
            let come = try await world.send("POST", "/v1/friends", people[1].token, "{\"invitation\":\"\(typed)\"}")
            #expect(come.status == 201 && come.json?["player"]?["displayName"] == .string("ada"), "\(come.text)")
            #expect(names(try await world.send("GET", "/v1/friends", people[0].token)) == ["zoe"])
            let repeated = try await world.send("POST", "/v1/friends", people[1].token, "{\"invitation\":\"\(code)\"}")
            #expect(repeated.status == 409 && repeated.kind == "already-friends")
            let usedUp = try await world.send("POST", "/v1/friends", people[2].token, "{\"invitation\":\"\(code)\"}")
            #expect(usedUp.status == 404 && usedUp.kind == "friend-invitation-refused")
            let own = try await world.send("POST", "/v1/friend-invitations", people[0].token, #"{"uses":1,"days":1}"#)
            let second = try own.json.unwrapped().string("code")
            let oneself = try await world.send("POST", "/v1/friends", people[0].token, "{\"invitation\":\"\(second)\"}")
            #expect(oneself.status == 400)
            server.clock.advance(by: .days(1))
            let late = try await world.send("POST", "/v1/friends", people[2].token, "{\"invitation\":\"\(second)\"}")
            #expect(late.kind == "friend-invitation-refused")
            let third = try await world.send("POST", "/v1/friend-invitations", people[0].token, "{}")
            guard case .integer(let id)? = third.json?["id"] else { return #expect(Bool(false), "\(third.text)") }
            let foreign = try await world.send("DELETE", "/v1/friend-invitations/\(id)", people[3].token)
            #expect(foreign.status == 404)
            let revoked = try await world.send("DELETE", "/v1/friend-invitations/\(id)", people[0].token)
            #expect(revoked.status == 204)
            let taken = try await world.send(
                "POST", "/v1/friends", people[3].token,
                "{\"invitation\":\"\(try third.json.unwrapped().string("code"))\"}")
            #expect(taken.kind == "friend-invitation-refused")
            // No code is stored as it is.
            #expect(try server.export().allSatisfy { !$0.contains(second) && !$0.contains(code) })
        }
    }

    @Test("rule 2.2: a game sees a friends list once both let it, and cannot let itself")
    func consent() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            var people: [Person] = []
            for name in ["ada", "zoe", "bob"] { people.append(try await person(name, world)) }
            try await befriend(people[0], people[1], world)
            try await befriend(people[0], people[2], world)
            let consent = "/v1/games/com.ali.MonkeyJump/friend-list-consent"
            func list() async throws -> Answer { try await world.send("GET", "/v1/friends", people[0].game) }
            func status(_ person: Person) async throws -> JSONValue? {
                try await world.send("GET", consent, person.game).json?["status"]
            }
            #expect(try await status(people[0]) == .string("notDetermined"))
            let unasked = try await list()
            #expect(unasked.status == 403 && unasked.kind == "friend-list-not-determined")
            let itself = try await world.send("PUT", consent, people[0].game, #"{"status":"authorized"}"#)
            #expect(itself.status == 403 && itself.kind == "forbidden")
            _ = try await world.send("PUT", consent, people[0].token, #"{"status":"denied"}"#)
            #expect(try await list().kind == "friend-list-denied")
            let allowed = try await world.send("PUT", consent, people[0].token, #"{"status":"authorized"}"#)
            #expect(allowed.status == 200 && allowed.json?["status"] == .string("authorized"))
            #expect(names(try await list()).isEmpty)
            _ = try await world.send("PUT", consent, people[2].token, #"{"status":"authorized"}"#)
            let shown = try await list()
            #expect(names(shown) == ["bob"] && shown.json?["total"] == .integer(1))
            #expect(shown.json?["friends"]?[0]?["id"] == .string(people[2].gameID))
            // His own pages show all of them.
            #expect(names(try await world.send("GET", "/v1/friends", people[0].token)) == ["bob", "zoe"])
            for (method, target, body) in [
                ("POST", "/v1/friend-requests", #"{"alias":"zoe"}"# as String?), ("GET", "/v1/friend-requests", nil),
                ("POST", "/v1/friends", #"{"playerID":"x"}"#), ("DELETE", "/v1/friends/" + people[1].id, nil),
                ("GET", "/v1/blocked-players", nil), ("POST", "/v1/friend-invitations", "{}"),
            ] {
                let answer = try await world.send(method, target, people[0].game, body)
                #expect(answer.status == 403 && answer.kind == "forbidden", "\(method) \(target)")
            }
        }
    }

    @Test("rules 2.3, 4.8, 4.9: a friends leaderboard ranks friends and the player alone, in every scope")
    func leaderboard() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            var people: [Person] = []
            for name in ["ada", "zoe", "bob", "eve"] { people.append(try await person(name, world)) }
            try await befriend(people[0], people[1], world)
            try await befriend(people[0], people[2], world)
            let entries = World.board + "/entries"
            func submit(_ index: Int, _ value: Int) async throws {
                let answer = try await world.send(
                    "POST", World.board + "/scores", people[index].game, "{\"value\":\(value)}")
                try #require(answer.status == 200)
            }
            // The stranger leads; a friend has no score.
            try await submit(3, 900)
            try await submit(1, 500)
            server.clock.advance(by: .hours(30))
            try await submit(0, 100)
            let all = try await world.send("GET", entries + "?players=friends", people[0].game)
            #expect(names(all, "entries") == ["zoe", "ada"] && all.json?["total"] == .integer(2), "\(all.text)")
            #expect(all.json?["local"]?["rank"] == .integer(2) && all.json?["next"] == .null)
            let today = try await world.send("GET", entries + "?players=friends&time=today", people[0].game)
            #expect(names(today, "entries") == ["ada"] && today.json?["local"]?["rank"] == .integer(1))
            let first = try await world.send("GET", entries + "?players=friends&count=1", people[0].game)
            #expect(names(first, "entries") == ["zoe"])
            let cursor = try first.json.unwrapped().string("next")
            let second = try await world.send(
                "GET", entries + "?players=friends&count=1&cursor=\(cursor)", people[0].game)
            #expect(names(second, "entries") == ["ada"] && second.json?["next"] == .null)
            let around = try await world.send("GET", entries + "/around?players=friends&count=2", people[0].game)
            #expect(names(around, "entries") == ["zoe", "ada"])
            // Ids say the rank on the whole board.
            let byID = try await world.send("GET", entries + "?ids=\(people[0].gameID)", people[0].game)
            #expect(byID.json?["entries"]?[0]?["rank"] == .integer(3))
            // It follows friendships at once, for the version of before as well.
            guard case .integer(let version)? = all.json?["version"] else { return #expect(Bool(false)) }
            _ = try await world.send("DELETE", "/v1/friends/" + people[1].id, people[0].token)
            let alone = try await world.send(
                "GET", entries + "?players=friends&version=\(version)", people[0].game)
            #expect(names(alone, "entries") == ["ada"] && alone.json?["total"] == .integer(1))
            let anonymous = try await world.send("GET", entries + "?players=friends")
            #expect(anonymous.status == 401)
        }
    }

    @Test("a page of friends that is known is answered by 304 until an entry among them changes")
    func unchanged() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            var people: [Person] = []
            for name in ["ada", "zoe", "bob"] { people.append(try await person(name, world)) }
            try await befriend(people[0], people[1], world)
            func submit(_ index: Int, _ value: Int) async throws {
                let answer = try await world.send(
                    "POST", World.board + "/scores", people[index].game, "{\"value\":\(value)}")
                try #require(answer.status == 200)
            }
            for (index, value) in [100, 500, 900].enumerated() { try await submit(index, value) }
            for target in ["?players=friends", "/around?players=friends&count=2"] {
                func ask(_ tag: String?, _ index: Int = 0) async throws -> Answer {
                    try await world.send(
                        "GET", World.board + "/entries" + target, people[index].game, nil,
                        tag.map { [("If-None-Match", $0)] } ?? [])
                }
                let first = try await ask(nil)
                let tag = try #require(first.headers["etag"])
                #expect(names(first, "entries") == ["zoe", "ada"])
                // A stranger's new best, and a friend's worse score, change nothing among these two.
                try await submit(2, 1_000)
                try await submit(1, 1)
                let known = try await ask(tag)
                #expect(known.status == 304 && known.body.isEmpty)
                #expect(try await ask(nil).json?["entries"] == first.json?["entries"])
                // The other one sees the same entries, with an entry of their own: another page.
                #expect(try await ask(tag, 1).status == 200)
                let better = target.contains("around") ? 700 : 600
                try await submit(1, better)
                let second = try await ask(tag)
                #expect(second.status == 200 && second.headers["etag"] != tag)
                #expect(second.json?["entries"]?[0]?["value"] == .integer(Int64(better)))
            }
            // A friendship that ends leaves the page as it was for nobody.
            let before = try await world.send("GET", World.board + "/entries?players=friends", people[0].game)
            _ = try await world.send("DELETE", "/v1/friends/" + people[1].id, people[0].token)
            let after = try await world.send(
                "GET", World.board + "/entries?players=friends", people[0].game, nil,
                [("If-None-Match", try #require(before.headers["etag"]))])
            #expect(after.status == 200 && names(after, "entries") == ["ada"])
        }
    }
}
