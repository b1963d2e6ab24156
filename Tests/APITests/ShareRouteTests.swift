import LaurelDomain
import LaurelService
import LaurelWire
import Testing

@testable import LaurelAPI

@Suite("Sharing over HTTP", .timeLimit(.minutes(15)))
struct ShareRouteTests {
    private static let thing = #""bundleID":"com.ali.MonkeyJump","leaderboard":"HighScores""#

    private func score(_ value: Int, _ world: World) async throws {
        try await world.expect(200, "POST", World.board + "/scores", world.game, #"{"value":\#(value)}"#)
    }

    private func share(_ world: World) async throws -> JSONValue {
        try await world.expect(201, "POST", "/v1/shares", world.player, "{\(Self.thing)}")
    }

    private func link(_ world: World, _ more: String = "") async throws -> JSONValue {
        try await world.expect(201, "POST", "/v1/challenge-links", world.player, "{\(Self.thing)\(more)}")
    }

    private func page(_ path: String, _ world: World, language: String = "en") async throws -> Answer {
        try await world.send("GET", path, "", nil, [("Accept-Language", language), ("Accept", "text/html")])
    }

    @Test("a player's own score gets one page, which is listed, and taken back by its owner alone")
    func life() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let nothing = try await world.send("POST", "/v1/shares", world.player, "{\(Self.thing)}")
            #expect(nothing.status == 409 && nothing.field == "leaderboard")
            try await score(1_448, world)
            let made = try await share(world)
            let id = try made.string("id")
            #expect(try made.string("url") == "http://127.0.0.1/share/" + id)
            #expect(made["formatted"] == .string("1,448 m") && made["rank"] == .integer(1))
            #expect(try await share(world).string("id") == id)
            let list = try await world.expect(200, "GET", "/v1/shares", world.player)
            #expect(list["shares"]?[0]?["id"] == .string(id) && list["shares"]?[1] == nil)
            let other = try await world.send("DELETE", "/v1/shares/" + id, world.administrator)
            #expect(other.status == 404)
            #expect(try await page("/share/" + id, world).status == 200)
            // A game shows what is its own, and no more.
            let same = try await world.expect(201, "POST", "/v1/shares", world.game, "{\(Self.thing)}")
            #expect(try same.string("id") == id)
            for (method, path, body) in [
                ("GET", "/v1/shares", nil), ("DELETE", "/v1/shares/" + id, nil),
                ("POST", "/v1/challenge-links", "{\(Self.thing)}"),
                ("POST", "/v1/shares", #"{"bundleID":"com.example.Other","leaderboard":"HighScores"}"#),
            ] {
                let refused = try await world.send(method, path, world.game, body)
                #expect(refused.status == 403, "\(method) \(path)")
            }
            try await world.expect(204, "DELETE", "/v1/shares/" + id, world.player)
            let gone = try await page("/share/" + id, world)
            #expect(gone.status == 404 && gone.text.contains("This page is no longer available"))
            #expect(gone.headers["cache-control"] == "no-store")
        }
    }

    @Test("rule 1.1: the page says the alias, never the real name; for crawlers too, in the reader's language")
    func document() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await world.expect(
                200, "PATCH", "/v1/players/me/profile", world.player, #"{"realName":"James T. Kirk"}"#)
            try await score(1_448, world)
            let id = try await share(world).string("id")
            let english = try await page("/share/\(id)?fbclid=x&utm_source=y", world)
            #expect(english.status == 200 && english.headers["content-type"] == "text/html; charset=utf-8")
            for part in [
                "<html lang=\"en\"", "jungle-jim", "1,448 m", "High Scores", "content=\"noindex\"",
                "property=\"og:title\" content=\"jungle-jim scored 1,448 m in MonkeyJump\"",
                "property=\"og:image\" content=\"http://127.0.0.1/share/\(id).png?language=en\"",
                "name=\"twitter:card\" content=\"summary_large_image\"",
            ] { #expect(english.text.contains(part), "\(part)") }
            let report = #"{"share":"\#(id)","thing":"name","reason":"offensive"}"#
            #expect(english.text.contains("id=\"report\""))
            #expect(try await world.send("POST", "/v1/reports", world.administrator, report).status == 204)
            let both = #"{"share":"\#(id)","player":"G:1","thing":"name","reason":"spam"}"#
            #expect(try await world.send("POST", "/v1/reports", world.administrator, both).status == 400)
            #expect(!english.text.contains("Kirk") && !english.text.contains(world.playerID))
            #expect(english.text.matches(of: /<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)/).isEmpty)
            let policy = english.headers["content-security-policy"] ?? ""
            #expect(policy.hasPrefix("default-src 'none'") && !policy.contains("unsafe-inline"))
            #expect(english.headers["vary"]?.contains("Accept-Language") == true)
            #expect(english.headers["x-robots-tag"] == "noindex")
            let chinese = try await page("/share/" + id, world, language: "zh-CN,zh;q=0.9")
            #expect(chinese.text.contains("<html lang=\"zh-Hans\"") && chinese.text.contains("高分"))
            #expect(try await page("/share/\(id)?language=zh-Hans", world).text.contains("高分"))
            for path in ["/share/" + String(repeating: "0", count: 32), "/share/x", "/challenge/" + id, "/share/x.png"]
            {
                #expect(try await page(path, world).status == 404, "\(path)")
            }
        }
    }

    @Test("what players and developers wrote stays text: an alias, a message, a game's name that are markup")
    func escaping() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let nasty = "\"><script>alert(1)</script><img src=x onerror='x'>&amp;"
            let text = nasty.replacing("\"", with: "\\\"")
            try await world.expect(
                200, "PATCH", "/v1/connect/apps/com.ali.MonkeyJump", world.administrator, #"{"name":"\#(text)"}"#)
            try await score(7, world)
            let id = try await link(world, #","message":"\#(text)""#).string("id")
            let document = try await page("/challenge/" + id, world)
            #expect(document.status == 200)
            #expect(!document.text.contains("<script>") && !document.text.contains("<img src=x"))
            #expect(
                document.text.contains("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&#39;"))
            #expect(document.text.contains("&amp;amp;"))
        }
    }

    @Test("a text in HTML is escaped whatever it is, in every place of it")
    func pieces() {
        let evil = "<&>\"'"
        let inner: HTML = "<b>\(evil)</b>"
        let outer: HTML = "<p title=\"\(evil)\">\(inner)\(7)</p>"
        #expect(
            outer.text
                == "<p title=\"&lt;&amp;&gt;&quot;&#39;\"><b>&lt;&amp;&gt;&quot;&#39;</b>7</p>")
    }

    @Test("the picture is a PNG of 1200 by 630, known by a tag")
    func picture() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await score(1_448, world)
            let id = try await share(world).string("id")
            let drawn = try await world.send("GET", "/share/\(id).png")
            #expect(drawn.status == 200 && drawn.headers["content-type"] == "image/png")
            #expect(drawn.headers["cross-origin-resource-policy"] == "cross-origin")
            #expect(Array(drawn.body[16..<24]) == [0, 0, 4, 176, 0, 0, 2, 118])
            let tag = try #require(drawn.headers["etag"])
            let known = try await world.send("GET", "/share/\(id).png", "", nil, [("If-None-Match", tag)])
            #expect(known.status == 304 && known.body.isEmpty)
            let chinese = try await world.send("GET", "/share/\(id).png?language=zh-Hans")
            #expect(chinese.status == 200 && chinese.headers["etag"] != tag)
        }
    }

    @Test("a game on this site shows where a run of the score ended: the picture of the highest score reached")
    func moments() async throws {
        let list = "# of the runs\nHighScores 0 low.png\nHighScores 150 middle.png\nOther 0 ../other.png\n"
        let moments = CardMoments(Array(list.utf8))
        let board = try LeaderboardID("HighScores")
        let expected: [(Int64, String?)] = [
            (-1, nil), (0, "low.png"), (149, "low.png"), (150, "middle.png"), (.max, "middle.png"),
        ]
        for (value, picture) in expected {
            #expect(moments.picture(of: value, on: board) == picture, "\(value)")
        }
        #expect(moments.picture(of: 1, on: try LeaderboardID("Other")) == nil)
        #expect(CardMoments(Array(repeating: 0x20, count: CardMoments.bytesLimit + 1)).picture(of: 1, on: board) == nil)

        /// The picture of a shared 1,448, of a game whose second picture begins at `from`.
        func picture(from: Int) async throws -> [UInt8] {
            var drawn: [UInt8] = []
            let pages = [
                "play/monkeyjump/index.html": Array("<h1>".utf8),
                "play/monkeyjump/cards.txt": Array("HighScores 0 low.png\nHighScores \(from) high.png\n".utf8),
                "play/monkeyjump/low.png": TestPicture.png(width: 8, height: 9),
                "play/monkeyjump/high.png": TestPicture.png(width: 30, height: 9),
            ]
            try await TestServer.run(pages: pages) { server in
                let world = try await World(server)
                try await world.expect(
                    200, "PATCH", World.app, world.administrator, #"{"link":"/play/monkeyjump/"}"#)
                try await score(1_448, world)
                let path = "/share/" + (try await share(world).string("id"))
                let answer = try await world.send("GET", path + ".png")
                #expect(answer.status == 200)
                // The page shows the same picture.
                let shown = from > 1_448 ? "/play/monkeyjump/low.png" : "/play/monkeyjump/high.png"
                #expect(try await page(path, world).text.contains("<img class=\"share-art\" src=\"\(shown)\""))
                drawn = answer.body
            }
            return drawn
        }
        let (reached, missed) = (try await picture(from: 1_448), try await picture(from: 1_449))
        #expect(reached != missed)
        #expect(try await picture(from: 5_000) == missed)
    }

    @Test("rule 4.12: a ban, an archive and a score that is removed take the page away")
    func gone() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await score(1_448, world)
            let path = "/share/" + (try await share(world).string("id"))
            #expect(try await page(path, world).status == 200)
            let ban = "/v1/connect/apps/com.ali.MonkeyJump/bans/" + world.playerID
            let banned = try await world.send("PUT", ban, world.administrator, #"{"reason":"cheating"}"#)
            #expect((200...204).contains(banned.status), "\(banned.text)")
            #expect(try await page(path, world).status == 404)
            _ = try await world.send("DELETE", ban, world.administrator)
            #expect(try await page(path, world).status == 200)
            try await world.expect(
                200, "PATCH", "/v1/connect/apps/com.ali.MonkeyJump", world.administrator, #"{"isArchived":true}"#)
            #expect(try await page(path, world).status == 404)
        }
    }

    @Test("rules 4.1, 4.12: a score of an occurrence that is over keeps its page, until it is removed")
    func recurring() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let daily =
                #""recurrence":{"start":"2026-11-01T00:00:00.000Z","durationMinutes":1440,"restartMinutes":1440}"#
            try await world.expect(
                201, "POST", World.app + "/leaderboards", world.administrator,
                "{\"id\":\"Daily\",\"localizations\":[{\"language\":\"en\",\"name\":\"Daily\"}],\(daily)}")
            try await world.release()
            let board = "/v1/games/com.ali.MonkeyJump/leaderboards/Daily"
            try await world.expect(200, "POST", board + "/scores", world.game, #"{"value":77}"#)
            let thing = #"{"bundleID":"com.ali.MonkeyJump","leaderboard":"Daily"}"#
            let path = "/share/" + (try await world.expect(201, "POST", "/v1/shares", world.player, thing).string("id"))
            #expect(try await page(path, world).status == 200)
            var administrator = ""
            for days in [1, 40] as [Int64] {
                server.clock.advance(by: .days(days))
                // Sessions end meanwhile.
                func token(_ alias: String, _ more: String) async throws -> String {
                    let body = "{\"alias\":\"\(alias)\",\"password\":\"\(World.password)\"\(more)}"
                    return try await world.expect(201, "POST", "/v1/sessions", "", body).string("token")
                }
                let game = try await token("jungle-jim", #","bundleID":"com.ali.MonkeyJump""#)
                administrator = try await token("chief", "")
                try await world.expect(200, "POST", board + "/scores", game, "{\"value\":\(days)}")
                #expect(try await page(path, world).status == 200, "another \(days) days later")
            }
            let scores = World.app + "/leaderboards/Daily/scores"
            let listed = try await world.expect(
                200, "GET", scores + "?player=" + world.gamePlayerID, administrator)
            guard case .array(let all)? = listed["scores"],
                case .integer(let score)? = all.first(where: { $0["value"] == .integer(77) })?["sequence"]
            else {
                Issue.record("\(listed)")
                return
            }
            let removed = try await world.send(
                "PATCH", scores + "/\(score)", administrator, #"{"isRemoved":true}"#)
            #expect(removed.status == 200, "\(removed.text)")
            #expect(try await page(path, world).status == 404)
        }
    }

    @Test("rules 2.1, 6.1, 6.2: a player who accepts an open challenge becomes a friend, and gets the challenge once")
    func accept() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await score(1_448, world)
            let made = try await link(world, #","message":"Beat this!","uses":1"#)
            let (id, code) = (try made.string("id"), try made.string("code"))
            #expect(try made.string("url") == "http://127.0.0.1/challenge/\(id)#\(code)")
            #expect(try await page("/challenge/" + id, world).text.contains("Beat this!"))
            #expect(!(try await page("/challenge/" + id, world).text.contains(code)))
            let body = #"{"code":"\#(code)"}"#
            let own = try await world.send("POST", "/v1/challenge-link-acceptances", world.player, body)
            #expect(own.status == 422 || own.status == 409, "\(own.text)")
            #expect(own.kind == "challenge-invalid")
            // Somebody who has neither the game nor an account.
            let newcomer = try await world.expect(
                201, "POST", "/v1/players", "", #"{"alias":"newcomer","password":"\#(World.password)"}"#
            ).string("token")
            let taken = try await world.expect(201, "POST", "/v1/challenge-link-acceptances", newcomer, body)
            #expect(taken["isNew"] == .boolean(true))
            #expect(taken["challenge"]?["value"] == .integer(1_448))
            #expect(taken["challenge"]?["message"] == .string("Beat this!"))
            let again = try await world.expect(201, "POST", "/v1/challenge-link-acceptances", newcomer, body)
            #expect(again["isNew"] == .boolean(false))
            let waiting = try await world.expect(200, "GET", "/v1/challenges?role=received", newcomer)
            #expect(waiting["challenges"]?[0]?["id"] == taken["challenge"]?["id"] && waiting["challenges"]?[1] == nil)
            let friends = try await world.expect(200, "GET", "/v1/friends", newcomer)
            #expect(friends["friends"]?[0]?["displayName"] == .string("jungle-jim"))
            // Its one use is gone.
            let late = try await world.expect(
                201, "POST", "/v1/players", "", #"{"alias":"latecomer","password":"\#(World.password)"}"#
            ).string("token")
            let refused = try await world.send("POST", "/v1/challenge-link-acceptances", late, body)
            #expect(refused.status == 404 && refused.kind == "friend-invitation-refused")
        }
    }

    @Test("rules 2.1, 6.1: a challenge that can't be made makes nobody a friend, and spends no use of its link")
    func unmade() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await score(1_448, world)
            let made = try await link(world, #","uses":1"#)
            let body = #"{"code":"\#(try made.string("code"))"}"#
            let newcomer = try await world.expect(
                201, "POST", "/v1/players", "", #"{"alias":"newcomer","password":"\#(World.password)"}"#
            ).string("token")
            let board = World.app + "/leaderboards/HighScores"
            try await world.expect(200, "PATCH", board, world.administrator, #"{"isArchived":true}"#)
            let refused = try await world.send("POST", "/v1/challenge-link-acceptances", newcomer, body)
            #expect(refused.kind == "challenge-invalid", "\(refused.text)")
            let friends = try await world.expect(200, "GET", "/v1/friends", newcomer)
            #expect(friends["friends"] == .array([]))
            try await world.expect(200, "PATCH", board, world.administrator, #"{"isArchived":false}"#)
            let taken = try await world.expect(201, "POST", "/v1/challenge-link-acceptances", newcomer, body)
            #expect(taken["isNew"] == .boolean(true))
        }
    }

    @Test("a challenge link that is taken back or too old challenges nobody")
    func ended() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await score(1_448, world)
            let (first, second) = (try await link(world), try await link(world, #","days":1"#))
            try await world.expect(204, "DELETE", "/v1/shares/" + (try first.string("id")), world.player)
            server.clock.advance(by: .days(2))
            for made in [first, second] {
                #expect(try await page("/challenge/" + (try made.string("id")), world).status == 404)
                let answer = try await world.send(
                    "POST", "/v1/challenge-link-acceptances", world.administrator,
                    #"{"code":"\#(try made.string("code"))"}"#)
                #expect(answer.status == 404 && answer.kind == "friend-invitation-refused")
            }
        }
    }
}
