import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService
import LaurelStorage
import LaurelStorageSQLite
import Testing

@Suite("Challenge and achievement routes", .timeLimit(.minutes(15))) struct ChallengeRouteTests {
    private let game = "/v1/games/com.ali.MonkeyJump"

    @Test("rules 4.10, 5.2: a report answers with the banner, and the list shows progress, points and rarity")
    func achievements() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            for (id, isHidden) in [("FirstJump", false), ("Secret", true)] {
                try await world.expect(
                    201, "POST", World.app + "/achievements", world.administrator,
                    World.achievement(id, isHidden: isHidden))
            }
            try await world.release()
            let path = game + "/achievements"
            let masked = try await world.expect(200, "GET", path, world.game)
            #expect(masked["achievements"]?[1]?["title"] == .null)
            #expect(masked["achievements"]?[0]?["title"] == .string("FirstJump!"))
            #expect(masked["achievements"]?[0]?["rarityPercent"] == .null)
            #expect(masked["maximumPoints"] == .integer(20))
            let reported = try await world.expect(
                200, "POST", path, world.game,
                #"{"achievements":[{"id":"FirstJump","percentComplete":100,"date":"2026-11-21T11:00:00Z"},"#
                    + #"{"id":"Secret","percentComplete":12.5}]}"#)
            #expect(reported["results"]?[0]?["banner"]?["title"] == .string("FirstJump!"))
            #expect(reported["results"]?[0]?["progress"]?["firstEarned"] == .string("2026-11-21T11:00:00.000Z"))
            #expect(reported["results"]?[1]?["banner"] == .null)
            #expect(reported["results"]?[1]?["progress"]?["percentComplete"] == .number(12.5))
            let page = try await world.expect(200, "GET", path, world.game)
            #expect(page["achievements"]?[1]?["title"] == .string("Secret!"))
            #expect(page["achievements"]?[0]?["rarityPercent"] == .integer(100))
            #expect(page["points"] == .integer(10) && page["playerCount"] == .integer(1))
            // The player's own session sees the same, and so does nobody else.
            #expect(try await world.expect(200, "GET", path, world.player)["points"] == .integer(10))
            #expect(try await world.expect(200, "GET", path, "")["points"] == .integer(0))
            let refused = try await world.send(
                "POST", path, world.game,
                #"{"achievements":[{"id":"FirstJump","percentComplete":1},{"id":"Nothing","percentComplete":1}]}"#)
            #expect(refused.kind == "unknown-achievement")
            #expect(refused.json?["field"] == .string("achievements[1].id"))
            try await world.expect(204, "DELETE", path, world.game)
            #expect(try await world.expect(200, "GET", path, world.game)["points"] == .integer(0))
        }
    }

    @Test("rule 5.2: a friend's progress is seen in the player's own session, and what is hidden stays so")
    func achievementsOfFriend() async throws {
        try await TestServer.run { server in
            var world = try await World(server, tells: false, meets: false)
            for (id, isHidden) in [("FirstJump", false), ("Secret", true)] {
                try await world.expect(
                    201, "POST", World.app + "/achievements", world.administrator,
                    World.achievement(id, isHidden: isHidden))
            }
            try await world.release()
            let path = game + "/achievements"
            #expect(try await world.send("GET", path + "?player=nobody", world.player).kind == "unknown-player")
            try await world.makeFriend()
            try await world.expect(
                200, "POST", path, world.friend,
                #"{"achievements":[{"id":"FirstJump","percentComplete":100},{"id":"Secret","percentComplete":50}]}"#)
            let ids = world.server.accounts.ids
            let app = try #require(world.server.accounts.catalogue.app(try BundleID("com.ali.MonkeyJump")))
            let number = try #require(ids.player(world.friendID, in: .game(app.number)))
            let other = path + "?player=" + ids.id(of: number, in: .player)
            let page = try await world.expect(200, "GET", other, world.player)
            #expect(page["points"] == .integer(10))
            #expect(page["achievements"]?[0]?["progress"]?["isCompleted"] == .boolean(true))
            #expect(page["achievements"]?[1]?["title"] == .null, "hidden from players who haven't begun it")
            #expect(try await world.send("GET", other, world.game).kind == "forbidden", "a game asks")
            #expect(try await world.send("GET", other, world.administrator).kind == "forbidden", "no friend asks")
        }
    }

    @Test("rules 6.3, 6.4: friends challenge one another over HTTP, and the answer to a score says what it set off")
    func challenge() async throws {
        try await TestServer.run { server in
            var world = try await World(server, tells: false, meets: false)
            try await world.makeFriend()
            let scores = World.board + "/scores"
            try await world.expect(200, "POST", scores, world.friend, #"{"value":100,"replay":"AAEC"}"#)
            let issued = try await world.expect(
                201, "POST", game + "/challenges", world.friend,
                #"{"players":["\#(world.gamePlayerID)"],"leaderboard":"HighScores","message":"Catch me!"}"#)
            let id = try issued["challenges"]?[0].unwrapped().string("id") ?? ""
            let list = try await world.expect(200, "GET", "/v1/challenges?state=pending", world.game)
            let one = try list["challenges"]?[0].unwrapped() ?? .null
            #expect(one["id"] == .string(id) && one["formatted"] == .string("100 m"))
            #expect(one["message"] == .string("Catch me!") && one["sender"]?["id"] == .string(world.friendID))
            #expect(one["sender"]?["displayName"] == .string("best-friend"))
            // A first-party session sees it too, under its own ids.
            let own = try await world.expect(200, "GET", "/v1/challenges/\(id)", world.player)
            #expect(own["receiver"]?["id"] == .string(world.playerID))
            #expect(own["game"]?["bundleID"] == .string("com.ali.MonkeyJump"))
            let replay = try await world.send("GET", "/v1/challenges/\(id)/replay", world.game)
            #expect(replay.body == [0, 1, 2])
            #expect(replay.headers["content-type"] == "application/octet-stream")
            // SHA-256 of the bytes 0, 1, 2.
            let sha256 = "ae4b3280e56e2faf83f414a6e3dabe9d5fbe18976544c05fed121accb85b53fc"
            #expect(replay.headers["etag"] == "\"\(sha256)\"")
            #expect(one["replay"]?["sha256"] == .string(sha256))

            let done = try await world.expect(200, "POST", scores, world.game, #"{"value":150,"id":"s"}"#)
            #expect(done["challengesCompleted"] == .array([.string(id)]))
            let back = try done["challengesSentBack"]?[0].unwrapped() ?? .null
            let again = try await world.expect(200, "POST", scores, world.game, #"{"value":150,"id":"s"}"#)
            #expect(again["challengesCompleted"] == done["challengesCompleted"])
            #expect(again["challengesSentBack"]?[0] == back)
            let theirs = try await world.expect(200, "GET", "/v1/challenges?state=pending", world.friend)
            #expect(theirs["challenges"]?[0]?["id"] == back)
            #expect(theirs["challenges"]?[0]?["value"] == .integer(150))
            // Both hear who won with what, as the leaderboard says it.
            let said = try theirs["challenges"]?[0]?["formatted"].unwrapped()
            for (reader, isWinner) in [(world.friend, false), (world.player, true)] {
                let inbox = try await world.expect(200, "GET", "/v1/notices?count=9", reader)
                let notices = (0..<9).compactMap { inbox["notices"]?[$0] }
                let told = try #require(notices.first { $0["kind"] == .string("challengeCompleted") })
                #expect(told["details"]?["isWinner"] == .boolean(isWinner))
                #expect(told["details"]?["score"] == .integer(150) && told["details"]?["formattedScore"] == said)
                #expect(told["details"]?["formatted"] != nil && told["details"]?["formatted"] != said)
            }
            let backID = try back.text()
            let refused = try await world.send("DELETE", "/v1/challenges/\(backID)", world.game)
            #expect(refused.kind == "forbidden")
            try await world.expect(204, "DELETE", "/v1/challenges/\(backID)", world.friend)
            let late = try await world.send("DELETE", "/v1/challenges/\(id)", world.game)
            #expect(late.kind == "challenge-settled")
            let kinds = try await SQLiteNotices(server).all()
            #expect(
                kinds
                    == [
                        "challengeReceived", "challengeCompleted", "challengeCompleted", "challengeReceived",
                        "challengeDeclined",
                    ].sorted())
        }
    }

    @Test(
        "rules 6.5, 6.6: any game with a leaderboard has challenges, also for a friend without it, from our own pages")
    func withoutTheGame() async throws {
        try await TestServer.run { server in
            var world = try await World(server)
            try await world.expect(
                200, "PATCH", World.app, world.administrator, #"{"link":"/play/monkeyjump/"}"#)
            let made = try await world.expect(
                201, "POST", "/v1/players", "", #"{"alias":"no-game","password":"\#(World.password)"}"#)
            world.friend = try made.string("token")
            let ids = server.accounts.ids
            let number = try #require(ids.player(try made["player"].unwrapped().string("id"), in: .player))
            let app = try #require(server.accounts.catalogue.app(try BundleID("com.ali.MonkeyJump")))
            try await world.befriend(world.gamePlayerID, ids.id(of: number, in: .game(app.number)))
            try await world.expect(200, "POST", World.board + "/scores", world.player, #"{"value":7}"#)
            try await world.expect(
                201, "POST", game + "/challenges", world.player,
                #"{"players":["\#(ids.id(of: number, in: .player))"],"leaderboard":"HighScores"}"#)
            let list = try await world.expect(200, "GET", "/v1/challenges", world.friend)
            #expect(list["challenges"]?[0]?["game"]?["link"] == .string("/play/monkeyjump/"))
            #expect(list["challenges"]?[0]?["game"]?["name"] == .string("MonkeyJump"))
        }
    }

    @Test("rules 4.1, 6.1: a combined leaderboard has no challenges and no challenge links; the answer says what to do")
    func combined() async throws {
        try await TestServer.run { server in
            var world = try await World(server, tells: false, meets: false)
            try await world.makeFriend()
            for (id, more) in [("Two", ""), ("All", #","parts":["HighScores","Two"]"#)] {
                try await world.expect(
                    201, "POST", World.app + "/leaderboards", world.administrator,
                    "{\"id\":\"\(id)\",\"localizations\":[{\"language\":\"en\",\"name\":\"\(id)\"}]\(more)}")
            }
            try await world.release()
            try await world.expect(200, "POST", World.board + "/scores", world.game, #"{"value":7}"#)
            let all = try await world.expect(200, "GET", game + "/leaderboards/All/entries", world.game)
            #expect(all["local"]?["value"] == .integer(7))
            let challenge = #"{"players":["\#(world.friendID)"],"value":7,"leaderboard":"#
            let thing = #"{"bundleID":"com.ali.MonkeyJump","leaderboard":"All"}"#
            for (path, token, body) in [
                (game + "/challenges", world.game, challenge + #""All"}"#),
                ("/v1/challenge-links", world.player, thing),
            ] {
                let refused = try await world.send("POST", path, token, body)
                #expect(refused.status == 409 && refused.kind == "combined-leaderboard", "\(refused.text)")
                #expect(refused.field == "leaderboard" && refused.text.contains("Challenge on one of its parts."))
            }
            try await world.expect(201, "POST", "/v1/shares", world.player, thing)
            try await world.expect(201, "POST", game + "/challenges", world.game, challenge + #""HighScores"}"#)
        }
    }

    @Test("rule 8.1: a challenge that is sent again with its key arrives once, and its key is good for nothing else")
    func again() async throws {
        try await TestServer.run { server in
            var world = try await World(server, tells: false, meets: false)
            try await world.makeFriend()
            try await world.expect(200, "POST", World.board + "/scores", world.friend, #"{"value":100}"#)
            let path = game + "/challenges"
            let fields = #""players":["\#(world.gamePlayerID)"],"leaderboard":"HighScores""#
            let key = #""key":"00112233445566778899aabbccddeeff""#
            let first = try await world.expect(201, "POST", path, world.friend, "{\(fields),\(key)}")
            let id = try first["challenges"]?[0].unwrapped().string("id") ?? ""
            try await world.expect(204, "DELETE", "/v1/challenges/\(id)", world.game)
            // Neither spaces nor the order of fields make another request.
            for body in ["{\(fields),\(key)}", "{ \(key), \(fields) }"] {
                let again = try await world.expect(201, "POST", path, world.friend, body)
                #expect(again["challenges"]?[0]?["id"] == .string(id) && again["challenges"]?[1] == nil)
                #expect(again["challenges"]?[0]?["isNew"] == .boolean(true))
                #expect(again["challenges"]?[0]?["state"] == .string("declined"))
            }
            let list = try await world.expect(200, "GET", "/v1/challenges", world.game)
            #expect(list["challenges"]?[0]?["id"] == .string(id) && list["challenges"]?[1] == nil)
            #expect(try await SQLiteNotices(server).all() == ["challengeDeclined", "challengeReceived"])
            let reused = try await world.send(
                "POST", path, world.friend, #"{\#(fields),\#(key),"message":"Catch me!"}"#)
            #expect(reused.status == 409 && reused.kind == "key-reused")
            for malformed in ["", "00112233445566778899AABBCCDDEEFF", "0011"] {
                let refused = try await world.send(
                    "POST", path, world.friend, #"{\#(fields),"key":"\#(malformed)"}"#)
                #expect(refused.status == 400 && refused.field == "key", "\(malformed)")
            }
            // Without one it is another challenge.
            let other = try await world.expect(201, "POST", path, world.friend, "{\(fields)}")
            #expect(other["challenges"]?[0]?["id"] != .string(id))
        }
    }

    @Test("a challenge that is to be played reaches the receiver's running game alone, while it is pending")
    func play() async throws {
        try await TestServer.run { server in
            var world = try await World(server, tells: false, meets: false)
            try await world.makeFriend()
            try await world.expect(200, "POST", World.board + "/scores", world.friend, #"{"value":100}"#)
            let issued = try await world.expect(
                201, "POST", game + "/challenges", world.friend,
                #"{"players":["\#(world.gamePlayerID)"],"leaderboard":"HighScores"}"#)
            let id = try issued["challenges"]?[0].unwrapped().string("id") ?? ""
            let path = "/v1/challenges/\(id)/play"
            // A page of the player's own is no game.
            let page = try await server.client.begin("/v1/events", [("Authorization", "Bearer " + world.player)])
            _ = try await page.read { $0.contains(": open") }
            let cold = try await world.expect(200, "POST", path, world.player)
            #expect(cold["isRunning"] == .boolean(false) && cold["launch"] == .string("laurel://challenges/\(id)"))
            let running = try await server.client.begin("/v1/events", [("Authorization", "Bearer " + world.game)])
            _ = try await running.read { $0.contains(": open") }
            #expect(try await world.expect(200, "POST", path, world.player)["isRunning"] == .boolean(true))
            let text = try await running.read { $0.contains("event: play") && $0.contains(id) }
            #expect(text.contains(#"data: {"challenge":"\#(id)"}"#))
            #expect(try await world.send("POST", path, world.friend).kind == "forbidden")
            try await world.expect(204, "DELETE", "/v1/challenges/\(id)", world.game)
            #expect(try await world.send("POST", path, world.player).kind == "challenge-settled")
        }
    }

    @Test("rule 6.2: who is no friend, and who is nobody, are refused alike")
    func strangers() async throws {
        try await TestServer.run { server in
            let world = try await World(server, tells: false, meets: false)
            try await world.expect(200, "POST", World.board + "/scores", world.game, #"{"value":7}"#)
            let ids = server.accounts.ids
            let app = try #require(server.accounts.catalogue.app(try BundleID("com.ali.MonkeyJump")))
            let chief = ids.id(of: PlayerNumber(1), in: .game(app.number))
            let nobody = ids.id(of: PlayerNumber(999), in: .game(app.number))
            var answers: Set<String> = []
            for id in [chief, nobody, "A:_nonsense"] {
                let answer = try await world.send(
                    "POST", game + "/challenges", world.game, #"{"players":["\#(id)"],"leaderboard":"HighScores"}"#)
                #expect(answer.kind == "challenge-invalid")
                guard case .string(let detail)? = answer.json?["detail"] else { continue }
                answers.insert(detail)
            }
            #expect(answers.count == 1)
        }
    }

    @Test("rule 6.1: of some players, those are selected who can be challenged with an achievement")
    func select() async throws {
        try await TestServer.run { server in
            var world = try await World(server)
            try await world.makeFriend()
            try await world.expect(
                201, "POST", World.app + "/achievements", world.administrator, World.achievement("FirstJump"))
            try await world.release()
            let earn = #"{"achievements":[{"id":"FirstJump","percentComplete":100}]}"#
            let target = game + "/achievements/FirstJump/challengeable?ids=\(world.friendID),A:_0"
            #expect(try await world.expect(200, "GET", target, world.game)["players"] == .array([]))
            try await world.expect(200, "POST", game + "/achievements", world.game, earn)
            let selected = try await world.expect(200, "GET", target, world.game)["players"]
            #expect(selected == .array([.string(world.friendID)]))
            try await world.expect(
                201, "POST", game + "/challenges", world.game,
                #"{"players":["\#(world.friendID)"],"achievement":"FirstJump"}"#)
            let done = try await world.expect(200, "POST", game + "/achievements", world.friend, earn)
            #expect(done["results"]?[0]?["challengesCompleted"]?[0] != nil)
            #expect(try await world.expect(200, "GET", target, world.game)["players"] == .array([]))
        }
    }

    @Test("rules 3.3, 3.7: achievements are configured as code: exported, planned, imported, once")
    func configuration() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let path = World.app + "/configuration"
            try await world.expect(
                201, "POST", World.app + "/achievements", world.administrator, World.achievement("FirstJump"))
            let exported = try await world.send("GET", path, world.administrator)
            #expect(exported.text.contains(#""descriptionBefore":"Do it.""#))
            let same = try await world.expect(200, "PUT", path + "?plan=true", world.administrator, exported.text)
            #expect(same["changes"] == .array([]))
            let wanted = exported.text.replacing("\"points\":10", with: "\"points\":20")
                .replacing("\"achievements\":[", with: "\"achievements\":[" + World.achievement("Second") + ",")
            let plan = try await world.expect(200, "PUT", path, world.administrator, wanted)
            #expect(
                plan["changes"]
                    == .array([
                        .string("create achievement Second"), .string("change achievement FirstJump"),
                        .string("order achievements"),
                    ]))
            let steps = [("create-achievement", "Second"), ("change-achievement", "FirstJump")]
                .map { kind, id in
                    JSONValue.object(["kind": .string(kind), "id": .string(id), "values": .array([])])
                }
            let order = JSONValue.object(["kind": .string("order-achievements"), "id": .null, "values": .array([])])
            #expect(plan["steps"] == .array(steps + [order]))
            #expect(
                try await world.expect(200, "PUT", path, world.administrator, wanted)["changes"] == .array([]))
            _ = try await world.expect(200, "PATCH", World.app, world.administrator, #"{"isReleased":true}"#)
            let frozen = try await world.send(
                "PUT", path, world.administrator, wanted.replacing("\"points\":20", with: "\"points\":30"))
            #expect(frozen.status == 409 && frozen.text.contains("can't change after release"))
            let language = try await world.send(
                "PATCH", World.app, world.administrator, #"{"defaultLanguage":"zh-Hans"}"#)
            #expect(language.status == 409 && language.text.contains("Second"))
            let deleted = try await world.send(
                "DELETE", World.app + "/achievements/FirstJump", world.administrator)
            #expect(deleted.kind == "conflict")
        }
    }

    @Test("messages are counted by one clock, whatever they go with")
    func oneClock() async throws {
        var options = TestServer.Options()
        // As long as the machine runs: far from what a wall clock says.
        options.steady = Clock { Timestamp(clamping: 60_000) }
        try await TestServer.run(options) { server in
            var world = try await World(server)
            try await world.prepareChallenges()
            try await world.expect(
                201, "POST", "/v1/players", "", #"{"alias":"newcomer","password":"\#(World.password)"}"#)
            try await world.expect(
                201, "POST", "/v1/games/com.ali.MonkeyJump/challenges", world.game,
                #"{"players":["\#(world.friendID)"],"leaderboard":"HighScores","message":"Beat this!"}"#)
            let request = #"{"alias":"newcomer","message":"We met at the arcade."}"#
            let answer = try await world.send("POST", "/v1/friend-requests", world.player, request)
            #expect(answer.status < 300, "\(answer.text)")
        }
    }
}

/// What players were told, as the store has it.
private struct SQLiteNotices {
    private let server: TestServer
    init(_ server: TestServer) { self.server = server }

    /// Of challenges, in order of name.
    func all() async throws -> [String] {
        try server.store.read { connection throws(StoreError) in
            let select = try connection.prepare("SELECT kind FROM notices WHERE kind IN (3, 4, 5)")
            var names: [String] = []
            while try select.step() {
                names.append(NoticeKind(rawValue: UInt8(clamping: select.integer(0)))?.name ?? "?")
            }
            return names.sorted()
        }
    }
}
