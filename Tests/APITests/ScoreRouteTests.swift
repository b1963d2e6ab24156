import LaurelAPI
import LaurelDomain
import LaurelHTTPServer
import LaurelWire
import Testing

@Suite("Scores over HTTP", .timeLimit(.minutes(15)))
struct ScoreRouteTests {
    static let board = World.board

    @Test("rules 4.9, 4.10: a reply carries rank, total and new best, and the next read at its version agrees")
    func readYourWrite() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let first = try await world.send("POST", Self.board + "/scores", world.game, #"{"value":41,"id":"a"}"#)
            #expect(first.status == 200, "\(first.text)")
            let json = try #require(first.json)
            #expect(json["isNewBest"] == .boolean(true) && json["isRepeat"] == .boolean(false))
            #expect(json["total"] == .integer(1) && json["entry"]?["rank"] == .integer(1))
            #expect(json["entry"]?["formatted"] == .string("41 m"))
            guard case .integer(let version)? = json["version"] else { return #expect(Bool(false), "no version") }
            // Rank 2 and on: the local player's entry comes all the same.
            let page = try await world.send("GET", Self.board + "/entries?from=2&version=\(version)", world.game)
            #expect(page.json?["local"] == json["entry"])
            #expect(page.json?["entries"] == .array([]))
            #expect(page.json?["total"] == .integer(1) && page.json?["next"] == .null)
            let worse = try await world.send("POST", Self.board + "/scores", world.game, #"{"value":40}"#)
            #expect(worse.json?["isNewBest"] == .boolean(false))
            #expect(worse.json?["entry"] == json["entry"])
        }
    }

    @Test("a page that is known is answered by 304 until an entry, the reader's own or the total changes")
    func unchanged() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let page = Self.board + "/entries?count=10"
            func ask(_ tag: String?, _ token: String, _ target: String = page) async throws -> Answer {
                try await world.send("GET", target, token, nil, tag.map { [("If-None-Match", $0)] } ?? [])
            }
            func submit(_ value: Int, _ token: String, to board: String = Self.board) async throws {
                #expect(try await world.send("POST", board + "/scores", token, "{\"value\":\(value)}").status == 200)
            }
            try await submit(41, world.game)
            let first = try await ask(nil, world.game)
            let tag = try #require(first.headers["etag"])
            #expect(first.status == 200 && tag.hasPrefix("W/"))
            // A worse score goes on with the version, and changes nothing that is shown.
            try await submit(40, world.game)
            let known = try await ask(tag, world.game)
            #expect(known.status == 304 && known.body.isEmpty && known.headers["etag"] == tag)
            #expect(try await ask("\"a\", " + tag, world.game).status == 304)
            // Who isn't signed in has no entry of their own, and other pages are others.
            #expect(try await ask(tag, "").status == 200)
            for other in ["/entries?count=9", "/entries?count=10&time=today"] {
                let answer = try await ask(tag, world.game, Self.board + other)
                #expect(answer.status == 200 && answer.headers["etag"] != tag, "\(other)")
            }
            try await submit(50, world.game)
            let second = try await ask(tag, world.game)
            let next = try #require(second.headers["etag"])
            #expect(second.status == 200 && next != tag)
            #expect(second.json?["entries"]?[0]?["value"] == .integer(50))
            #expect(try await ask(next, world.game).status == 304)
        }
    }

    @Test("a page whose reading began before a change of the leaderboard is nobody's page after it")
    func changedMeanwhile() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let score = try await world.send("POST", Self.board + "/scores", world.game, #"{"value":41}"#)
            #expect(score.status == 200, "\(score.text)")
            // Somebody has a real name, so the guest's friends have to be read from the store; their session hasn't.
            try await world.expect(
                200, "PATCH", "/v1/players/me/profile", world.administrator, #"{"realName":"The Chief"}"#)
            #expect(try await world.send("GET", Self.board, world.guest).status == 200)
            let bearer = [("Authorization", "Bearer " + world.guest)]
            let described = try #require(Request(.get, Self.board, headers: bearer))
            #expect(server.api.handle(described).response?.status == .ok)
            let request = try #require(Request(.get, Self.board + "/entries", headers: bearer))
            guard case .later(let work) = server.api.handle(request) else {
                return #expect(Bool(false), "the guest's friends were in memory")
            }
            let change = #"{"localizations":[{"language":"en","name":"High Scores","suffixPlural":" metres"}]}"#
            try await world.expect(
                200, "PATCH", World.app + "/leaderboards/HighScores", world.administrator, change)
            #expect(await work().status == .ok)
            let page = try await world.send("GET", Self.board + "/entries")
            #expect(page.json?["entries"]?[0]?["formatted"] == .string("41 metres"))
        }
    }

    @Test("what a head says is found out once on a connection, and whether its sender may ask for each request")
    func sameHead() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let request = try #require(
                Request(.get, Self.board + "/entries", headers: [("Authorization", "Bearer " + world.game)]))
            // What has to be read from the store is there afterwards.
            #expect(try await world.send("GET", Self.board + "/entries", world.game).status == 200)
            for _ in 0..<2 { #expect(server.api.handle(request).response?.status == .ok) }
            #expect(request.note != nil)
            #expect(try await world.send("DELETE", "/v1/sessions/current", world.game).status == 204)
            guard case .later(let work) = server.api.handle(request) else {
                return #expect(Bool(false), "a session that has ended was still good")
            }
            #expect(await work().status.code == 401)
        }
    }

    @Test("a request that comes again on its connection reads the leaderboard as it's configured now")
    func configuredAnew() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let score = try await world.send("POST", Self.board + "/scores", world.game, #"{"value":41}"#)
            #expect(score.status == 200, "\(score.text)")
            let request = try #require(
                Request(.get, Self.board + "/entries", headers: [("Authorization", "Bearer " + world.game)]))
            // What has to be read from the store is there afterwards.
            #expect(try await world.send("GET", Self.board + "/entries", world.game).status == 200)
            func ask() throws -> (status: Int, text: String) {
                let response = try #require(server.api.handle(request).response)
                return (Int(response.status.code), String(decoding: response.body.wholeBytes ?? [], as: UTF8.self))
            }
            func formatted() throws -> String? {
                let text = try ask().text.split(separator: "\"formatted\":\"").last
                return text?.split(separator: "\"").first.map(String.init)
            }
            for _ in 0..<2 { #expect(try formatted() == "41 m") }
            let change = #"{"localizations":[{"language":"en","name":"High Scores","suffixPlural":" metres"}]}"#
            try await world.expect(
                200, "PATCH", World.app + "/leaderboards/HighScores", world.administrator, change)
            for _ in 0..<2 { #expect(try formatted() == "41 metres") }
            try await world.expect(200, "PATCH", World.app, world.administrator, #"{"isGameCenterEnabled":false}"#)
            #expect(try ask().status == 403)
        }
    }

    @Test("a request that comes again after the store was elsewhere reads the leaderboard as it's configured now")
    func elsewhere() async throws {
        try await TestServer.run { before in
            try await TestServer.run { after in
                // No session: it would be another one at each of them.
                let request = try #require(Request(.get, Self.board + "/entries"))
                for (server, suffix) in [(before, " feet"), (after, " metres")] {
                    let world = try await World(server)
                    let score = try await world.send("POST", Self.board + "/scores", world.game, #"{"value":41}"#)
                    #expect(score.status == 200, "\(score.text)")
                    try await world.expect(
                        200, "PATCH", World.app + "/leaderboards/HighScores", world.administrator,
                        #"{"localizations":[{"language":"en","name":"High Scores","suffixPlural":"\#(suffix)"}]}"#)
                    #expect(try await world.send("GET", Self.board + "/entries").status == 200)
                    // As on a connection, which keeps the head with what was found out about it.
                    for _ in 0..<2 {
                        let response = try #require(server.api.handle(request).response)
                        let text = String(decoding: response.body.wholeBytes ?? [], as: UTF8.self)
                        #expect(text.contains("41\(suffix)"), "\(text)")
                    }
                }
            }
        }
    }

    @Test("players who take turns on a connection each hear what their own session may, until it ends")
    func turns() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let page = Self.board + "/entries?count=10"
            let score = try await world.send("POST", Self.board + "/scores", world.game, #"{"value":41}"#)
            #expect(score.status == 200, "\(score.text)")
            let tag = try #require(try await world.send("GET", page, world.game).headers["etag"])
            let other = try #require(try await world.send("GET", page, world.guest).headers["etag"])
            // The same player on our own pages sees other IDs.
            let own = try #require(try await world.send("GET", page, world.player).headers["etag"])
            #expect(tag != other && tag != own)
            // Their own tags, a session of another game, the other one's tag, and their own again.
            let asked = [
                (world.game, tag), (world.guest, other), (world.player, own), (world.stranger, tag),
                (world.game, other), (world.game, tag),
            ].map { token, tag in [("Authorization", "Bearer " + token), ("If-None-Match", tag)] }
            #expect(try await server.client.statuses(page, asked) == [304, 304, 304, 403, 200, 304])
            #expect(try await world.send("DELETE", "/v1/sessions/current", world.game).status == 204)
            #expect(try await server.client.statuses(page, asked) == [401, 304, 304, 403, 401, 401])
        }
    }

    @Test("rule 4.4: the same id counts once, and with another value it is refused")
    func once() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let first = try await world.send("POST", Self.board + "/scores", world.game, #"{"value":41,"id":"a"}"#)
            server.clock.advance(by: .hours(1))
            let again = try await world.send("POST", Self.board + "/scores", world.game, #"{"value":41,"id":"a"}"#)
            #expect(again.json?["isRepeat"] == .boolean(true))
            #expect(again.json?["entry"] == first.json?["entry"])
            let other = try await world.send("POST", Self.board + "/scores", world.game, #"{"value":42,"id":"a"}"#)
            #expect(other.status == 409 && other.kind == "score-id-reused" && other.field == "id")
        }
    }

    @Test("rules 4.3, 4.5, 4.10: of several scores all count or none, and the one refused is named")
    func several() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let target = "/v1/games/com.ali.MonkeyJump/scores"
            let before = try server.export()
            let refused = try await world.send(
                "POST", target, world.game, #"{"scores":[{"value":1},{"value":2},{"value":1000001}]}"#)
            #expect(refused.status == 422 && refused.kind == "score-out-of-range" && refused.field == "scores[2].value")
            let unknown = try await world.send(
                "POST", target, world.game, #"{"scores":[{"value":1},{"leaderboard":"Nothing","value":2}]}"#)
            #expect(unknown.status == 404 && unknown.field == "scores[1].leaderboard")
            #expect(try server.export() == before)
            let taken = try await world.send("POST", target, world.game, #"{"scores":[{"value":1},{"value":2}]}"#)
            #expect(taken.json?["results"]?[1]?["entry"]?["value"] == .integer(2))
            #expect(taken.json?["results"]?[0]?["leaderboard"] == .string("HighScores"))
        }
    }

    @Test("rules 4.10 and 14.4: achievements that come with scores count with them, or nothing does")
    func together() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await world.expect(
                201, "POST", World.app + "/achievements", world.administrator, World.achievement("FirstJump"))
            try await world.release()
            let target = "/v1/games/com.ali.MonkeyJump/scores"
            func send(_ scores: String, _ achievements: String) async throws -> Answer {
                try await world.send(
                    "POST", target, world.game, "{\"scores\":[\(scores)],\"achievements\":[\(achievements)]}")
            }
            let before = try server.export()
            let medal = #"{"id":"FirstJump","percentComplete":100,"reportID":"r1"}"#
            let high = try await send(#"{"value":1,"id":"s1"},{"value":1000001}"#, medal)
            #expect(high.status == 422 && high.field == "scores[1].value")
            let unknown = try await send(
                #"{"value":1,"id":"s1"}"#, medal + #",{"id":"Nothing","percentComplete":1}"#)
            #expect(unknown.kind == "unknown-achievement" && unknown.field == "achievements[1].id")
            #expect(try server.export() == before)
            let taken = try await send(#"{"value":7,"id":"s1"}"#, medal)
            #expect(taken.status == 200, "\(taken.text)")
            #expect(taken.json?["results"]?[0]?["entry"]?["value"] == .integer(7))
            #expect(taken.json?["achievements"]?[0]?["banner"]?["points"] != nil)
            // Sent again, nothing counts twice.
            let after = try server.export()
            let again = try await send(#"{"value":7,"id":"s1"}"#, medal)
            #expect(again.json?["results"]?[0]?["isRepeat"] == .boolean(true))
            #expect(again.json?["achievements"]?[0]?["isRepeat"] == .boolean(true))
            #expect(try server.export() == after)
        }
    }

    @Test("rule 1.7: each reason why a game cannot be played has a kind of its own")
    func reasons() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let cases: [(String, String, String, String?)] = [
                ("GET", "/v1/games/com.nobody.Nothing", "unknown-game", nil),
                ("POST", Self.board + "/scores", "unauthenticated", #"{"value":1}"#),
                ("GET", "/v1/games/com.example.Other/leaderboards/HighScores/entries", "not-released", nil),
                ("GET", "/v1/games/com.ali.MonkeyJump/leaderboards/Nothing", "unknown-leaderboard", nil),
                ("POST", "/v1/sessions", "wrong-credentials", #"{"alias":"jungle-jim","password":"wrong"}"#),
                ("POST", "/v1/sessions", "wrong-credentials", #"{"alias":"nobody-at-all","password":"wrong"}"#),
                (
                    "POST", "/v1/players", "alias-taken",
                    #"{"alias":"JUNGLE-JIM","password":"correct horse battery"}"#
                ),
            ]
            for (method, target, kind, body) in cases {
                let answer = try await world.send(method, target, "", body)
                #expect(answer.kind == kind, "\(target): \(answer.text)")
            }
            _ = try await world.send("PATCH", World.app, world.administrator, #"{"isGameCenterEnabled":false}"#)
            let off = try await world.send("POST", Self.board + "/scores", world.game, #"{"value":1}"#)
            #expect(off.status == 403 && off.kind == "game-center-disabled")
        }
    }

    @Test("rules 1.2, 3.2: the environments are apart, and a game sees its own ids")
    func environments() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            _ = try await world.send("POST", Self.board + "/scores", world.game, #"{"value":41}"#)
            let sandbox = try await world.send("GET", Self.board + "/entries?environment=sandbox")
            #expect(sandbox.json?["total"] == .integer(0))
            let wrong = try await world.send("GET", Self.board + "/entries?environment=sandbox", world.game)
            #expect(wrong.status == 400 && wrong.field == "environment")
            let anonymous = try await world.send("GET", Self.board + "/entries")
            #expect(anonymous.json?["local"] == .null)
            #expect(anonymous.json?["entries"]?[0]?["player"]?["id"] == .string(world.gamePlayerID))
            let own = try await world.send("GET", Self.board + "/entries", world.player)
            #expect(own.json?["entries"]?[0]?["player"]?["id"] == .string(world.playerID))
            #expect(world.playerID.hasPrefix("G:") && world.gamePlayerID.hasPrefix("A:_"))
            let found = try await world.send("GET", Self.board + "/entries?ids=\(world.gamePlayerID),A:_x", world.game)
            #expect(found.json?["entries"]?[0]?["rank"] == .integer(1))
        }
    }

    @Test("rules 3.6, 4.11: names and scores are in the reader's language, and a page that was kept is never stale")
    func pages() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            for value in [1_000, 1_500] {
                _ = try await world.send("POST", Self.board + "/scores", world.game, "{\"value\":\(value)}")
                for _ in 0..<2 {
                    let page = try await world.send("GET", Self.board + "/entries")
                    #expect(page.json?["entries"]?[0]?["value"] == .integer(Int64(value)))
                }
            }
            let chinese = try await world.send(
                "GET", Self.board + "/entries", "", nil, [("Accept-Language", "zh-CN,zh;q=0.9,en;q=0.1")])
            #expect(chinese.json?["entries"]?[0]?["formatted"] == .string("1,500"))
            let described = try await world.send("GET", Self.board + "?language=zh-Hans")
            #expect(described.json?["name"] == .string("高分"))
            let change = #"{"localizations":[{"language":"en","name":"High Scores","suffixPlural":" metres"}]}"#
            _ = try await world.send("PATCH", World.app + "/leaderboards/HighScores", world.administrator, change)
            let changed = try await world.send("GET", Self.board + "/entries")
            #expect(changed.json?["entries"]?[0]?["formatted"] == .string("1,500 metres"))
        }
    }

    @Test("rule 4.9: cursors lead through a leaderboard without a gap")
    func cursors() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            for number in 0..<5 {
                let player = try await world.send(
                    "POST", "/v1/players", "",
                    #"{"alias":"runner-\#(number)","password":"correct horse \#(number)","#
                        + #""bundleID":"com.ali.MonkeyJump"}"#
                )
                let token = try #require(player.json).string("token")
                _ = try await world.send("POST", Self.board + "/scores", token, "{\"value\":\(number * 10)}")
            }
            var ranks: [JSONValue] = []
            var target = Self.board + "/entries?count=2"
            while true {
                let page = try #require(try await world.send("GET", target).json)
                if case .array(let entries)? = page["entries"] { ranks += entries.compactMap { $0["rank"] } }
                guard case .string(let next)? = page["next"] else { break }
                target = Self.board + "/entries?count=2&cursor=" + next
            }
            #expect(ranks == (1...5).map { .integer($0) })
        }
    }

    @Test("rule 4.5: narrowing a range says how many entries it hides")
    func hiding() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            _ = try await world.send("POST", Self.board + "/scores", world.game, #"{"value":41}"#)
            let narrow = try await world.send(
                "PATCH", World.app + "/leaderboards/HighScores", world.administrator,
                #"{"range":{"lowest":0,"highest":10}}"#)
            #expect(narrow.json?["hiddenEntries"] == .integer(1), "\(narrow.text)")
            let empty = try await world.send("GET", Self.board + "/entries")
            #expect(empty.json?["total"] == .integer(0))
            _ = try await world.send(
                "PATCH", World.app + "/leaderboards/HighScores", world.administrator, #"{"range":null}"#)
            let back = try await world.send("GET", Self.board + "/entries")
            #expect(back.json?["total"] == .integer(1))
        }
    }
}
