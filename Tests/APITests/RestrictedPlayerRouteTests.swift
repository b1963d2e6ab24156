import LaurelDomain
import LaurelWire
import LaurelService
import Testing

@Suite("What players allow, over HTTP", .timeLimit(.minutes(15))) struct RestrictedPlayerRouteTests {
    private func restrict(_ token: String, strangers: Bool = false, messages: Bool = false, _ world: World) async throws
    {
        try await world.expect(
            200, "PUT", "/v1/players/me/restrictions", token,
            #"{"forbidsStrangers":\#(strangers),"forbidsMessages":\#(messages)}"#)
    }

    @Test("rule 1.1: a restricted player's challenge arrives without the text, to him and from him")
    func challenge() async throws {
        try await TestServer.run { server in
            var world = try await World(server, tells: false, meets: false)
            try await world.makeFriend()
            let challenges = "/v1/games/com.ali.MonkeyJump/challenges"
            for (token, value) in [(world.friend, 100), (world.game, 50)] {
                try await world.expect(200, "POST", World.board + "/scores", token, #"{"value":\#(value)}"#)
            }
            func body(_ player: String) -> String {
                #"{"players":["\#(player)"],"leaderboard":"HighScores","message":"Catch me!"}"#
            }
            try await world.expect(200, "PATCH", "/v1/players/me/profile", world.player, #"{"realName":"Jim J."}"#)
            let early = try await world.expect(201, "POST", challenges, world.friend, body(world.gamePlayerID))
            // A friend sees the real name.
            #expect(early["challenges"]?[0]?["receiver"]?["displayName"] == .string("Jim J."))
            #expect(early["challenges"]?[0]?["sender"]?["displayName"] == .string("best-friend"))
            #expect(early["challenges"]?[0]?["message"] == .string("Catch me!"))
            let id = try early["challenges"]?[0].unwrapped().string("id") ?? ""
            try await restrict(world.player, messages: true, world)
            // What was written before is held back.
            let held = try await world.expect(200, "GET", "/v1/challenges/\(id)", world.game)
            #expect(held["message"] == .null && held["state"] == .string("pending"))
            try await world.expect(200, "POST", World.board + "/scores", world.friend, #"{"value":200}"#)
            let late = try await world.expect(201, "POST", challenges, world.friend, body(world.gamePlayerID))
            #expect(late["challenges"]?[0]?["message"] == .null && late["challenges"]?[0]?["isNew"] == .boolean(true))
            let sent = try await world.expect(201, "POST", challenges, world.game, body(world.friendID))
            #expect(sent["challenges"]?[0]?["message"] == .null)
            try await restrict(world.player, world)
            let list = try await world.expect(200, "GET", "/v1/challenges?state=pending", world.game)
            #expect(list["challenges"]?[0]?["message"] == .null)
        }
    }

    @Test("rule 1.1: friends see the real name in lists of friends, and others nothing that privacy keeps from them")
    func names() async throws {
        try await TestServer.run { server in
            let world = try await World(server, tells: false)
            let profile = #"{"realName":"The Chief","status":"on duty","audience":"friends"}"#
            try await world.expect(200, "PATCH", "/v1/players/me/profile", world.administrator, profile)
            let friends = try await world.expect(200, "GET", "/v1/friends", world.player)
            #expect(friends["friends"]?[0]?["displayName"] == .string("The Chief"))
            #expect(friends["friends"]?[0]?["status"] == .string("on duty"))
            // The stranger has only asked.
            let own = try await world.expect(
                201, "POST", "/v1/sessions", "", #"{"alias":"somebody","password":"\#(World.password)"}"#)
            let requests = try await world.expect(200, "GET", "/v1/friend-requests", try own.string("token"))
            let sent = try requests["sent"].unwrapped().elements()
            #expect(sent.contains { $0["player"]?["displayName"] == .string("chief") })
            #expect(!"\(sent)".contains("on duty") && !"\(sent)".contains("The Chief"))
        }
    }

    @Test("rules 1.1, 2.2: strangers are refused, who is not findable is not there, and games see no friends")
    func strangers() async throws {
        try await TestServer.run { server in
            let world = try await World(server, tells: false, meets: false)
            let own = try await world.expect(
                201, "POST", "/v1/sessions", "", #"{"alias":"somebody","password":"\#(World.password)"}"#)
            let somebody = try own.string("token")
            let requests = "/v1/friend-requests"
            try await restrict(world.player, strangers: true, world)
            let asked = try await world.send("POST", requests, somebody, #"{"alias":"jungle-jim"}"#)
            #expect(asked.status == 403 && asked.kind == "requests-not-taken")
            let asks = try await world.send("POST", requests, world.player, #"{"alias":"somebody"}"#)
            #expect(asks.status == 403 && asks.kind == "player-restricted" && asks.text.contains("guardian"))
            let link = try await world.send("POST", "/v1/friend-invitations", world.player, "{}")
            #expect(link.status == 403 && link.kind == "player-restricted")
            let consent = "/v1/games/com.ali.MonkeyJump/friend-list-consent"
            #expect(try await world.expect(200, "GET", consent, world.game)["status"] == .string("restricted"))
            let list = try await world.send("GET", "/v1/friends", world.game)
            #expect(list.status == 403 && list.kind == "friend-list-restricted")
            let allowed = try await world.send("PUT", consent, world.player, #"{"status":"authorized"}"#)
            #expect(allowed.kind == "friend-list-restricted")

            try await world.expect(
                200, "PATCH", "/v1/players/me/profile", world.administrator, #"{"isFindable":false}"#)
            let hidden = try await world.send("POST", requests, somebody, #"{"alias":"chief"}"#)
            let nobody = try await world.send("POST", requests, somebody, #"{"alias":"nobody-at-all"}"#)
            #expect(hidden.status == 404 && hidden.kind == "unknown-player")
            #expect(hidden.kind == nobody.kind && hidden.field == nobody.field)
            #expect(hidden.json?["detail"] == nobody.json?["detail"])
        }
    }

    @Test("people one may know are suggested with the number of shared friends, to the player himself alone")
    func suggestions() async throws {
        try await TestServer.run { server in
            let world = try await World(server, tells: false)
            var third = world
            try await third.makeFriend()
            // The administrator is a friend of the player, and so is the best friend: they may know one another.
            let found = try await world.expect(200, "GET", "/v1/friend-suggestions?count=10", world.administrator)
            #expect(found["suggestions"]?[0]?["player"]?["displayName"] == .string("best-friend"))
            #expect(found["suggestions"]?[0]?["sharedFriends"] == .integer(1))
            #expect(found["suggestions"]?[1] == nil)
            #expect(try await world.send("GET", "/v1/friend-suggestions", world.game).kind == "forbidden")
            #expect(try await world.send("GET", "/v1/friend-suggestions?count=51", world.player).field == "count")
        }
    }

    @Test("links made and taken back again and again run into a limit that says when there is room")
    func links() async throws {
        try await TestServer.run { server in
            let world = try await World(server, tells: false, meets: false)
            for _ in 0..<Sending.invitationLink.perDay {
                let made = try await world.expect(201, "POST", "/v1/friend-invitations", world.player, "{}")
                guard case .integer(let id)? = made["id"] else {
                    Issue.record("no ID in \(made)")
                    return
                }
                try await world.expect(204, "DELETE", "/v1/friend-invitations/\(id)", world.player)
            }
            let refused = try await world.send("POST", "/v1/friend-invitations", world.player, "{}")
            #expect(refused.status == 429 && refused.kind == "too-many-attempts")
            let seconds = try #require(refused.headers["retry-after"].flatMap { Int64($0) })
            #expect(seconds > 0)
            server.clock.advance(by: .seconds(seconds))
            try await world.expect(201, "POST", "/v1/friend-invitations", world.player, "{}")
        }
    }

    @Test("an app's name is judged by the list of words, in every language of it")
    func appNames() async throws {
        try await TestServer.run { server in
            let world = try await World(server, tells: false, meets: false)
            let made = try await world.send(
                "POST", "/v1/connect/apps", world.administrator, #"{"bundleID":"com.example.new","name":"Fuck it"}"#)
            #expect(made.status == 422 && made.kind == "text-refused" && made.field == "name")
            let changed = try await world.send(
                "PATCH", World.app, world.administrator,
                #"{"localizations":[{"language":"en","name":"Jump"},{"language":"zh-Hans","name":"王八蛋"}]}"#)
            #expect(changed.kind == "text-refused" && changed.field == "localizations[1].name")
        }
    }

    @Test("names of leaderboards, achievements and sets are judged by the list of words, in every language of them")
    func contentNames() async throws {
        try await TestServer.run { server in
            let world = try await World(server, tells: false, meets: false)
            let bad = #""localizations":[{"language":"en","name":"Best"},{"language":"zh-Hans","name":"王八蛋"}]"#
            let name = "localizations[1].name"
            func texts(_ title: String, _ after: String) -> String {
                #""localizations":[{"language":"en","title":"\#(title)","descriptionBefore":"b","#
                    + #""descriptionAfter":"\#(after)"}]"#
            }
            _ = try await world.expect(
                201, "POST", World.app + "/achievements", world.administrator,
                #"{"id":"jump","points":5,\#(texts("Jump", "a"))}"#)
            _ = try await world.expect(
                201, "POST", World.app + "/sets", world.administrator,
                #"{"id":"all","localizations":[{"language":"en","name":"All"}],"leaderboards":["HighScores"]}"#)
            let before = try server.export()
            let cases: [(method: String, path: String, body: String, field: String)] = [
                ("POST", "/leaderboards", #"{"id":"a",\#(bad)}"#, name),
                ("POST", "/leaderboards", #"{"id":"a","referenceName":"Fuck it","localizations":[]}"#, "referenceName"),
                ("PATCH", "/leaderboards/HighScores", "{\(bad)}", name),
                (
                    "POST", "/achievements", #"{"id":"a","points":5,\#(texts("Fuck it", "a"))}"#,
                    "localizations[0].title"
                ),
                ("PATCH", "/achievements/jump", "{\(texts("Jump", "Fuck it"))}", "localizations[0].descriptionAfter"),
                ("POST", "/sets", #"{"id":"a","leaderboards":["HighScores"],\#(bad)}"#, name),
                ("PATCH", "/sets/all", "{\(bad)}", name),
                ("PATCH", "/sets/all", #"{"referenceName":"Fuck it"}"#, "referenceName"),
            ]
            for (method, path, body, field) in cases {
                let answer = try await world.send(method, World.app + path, world.administrator, body)
                #expect(answer.kind == "text-refused" && answer.field == field, "\(path): \(answer.text)")
            }
            let document = try await world.send("GET", World.app + "/configuration", world.administrator)
            let spoilt = document.text.replacing("High Scores", with: "Fuck it")
            for query in ["", "?plan=true"] {
                let answer = try await world.send(
                    "PUT", World.app + "/configuration" + query, world.administrator, spoilt)
                #expect(answer.kind == "text-refused", "\(answer.text)")
                #expect(answer.field == "leaderboards[0].localizations[0].name")
            }
            #expect(try server.export() == before)
        }
    }
}
