import LaurelAPI
import LaurelDomain
import LaurelWire
import LaurelService
import Testing

@Suite("Turn-based matches over HTTP", .timeLimit(.minutes(15)))
struct MatchRouteTests {
    private static let game = "/v1/games/com.ali.MonkeyJump"
    private static let matches = game + "/matches"

    /// Somebody who plays MonkeyJump in Production.
    private struct Somebody {
        let id: String
        let token: String
    }

    private func signUp(_ alias: String, _ world: World) async throws -> Somebody {
        let made = try await world.send(
            "POST", "/v1/players", "",
            #"{"alias":"\#(alias)","password":"\#(World.password)","bundleID":"com.ali.MonkeyJump"}"#)
        let answer = try made.json.unwrapped()
        return Somebody(id: try answer["player"].unwrapped().string("id"), token: try answer.string("token"))
    }

    private func key(_ number: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: 32 - text.utf8.count) + text
    }

    /// Creates a match with an invited player, whose turn it is then.
    private func handedOver(_ ada: Somebody, to zoe: Somebody, _ world: World) async throws -> String {
        let made = try await world.send(
            "POST", Self.matches, ada.token,
            #"{"key":"\#(key(1))","minPlayers":2,"maxPlayers":2,"players":["\#(zoe.id)"]}"#)
        try #require(made.status == 200, "\(made.text)")
        let id = try made.json.unwrapped().string("id")
        let ended = try await world.send(
            "POST", Self.matches + "/\(id)/turns", ada.token,
            #"{"key":"\#(key(2))","version":1,"data":"AAEC","next":[1]}"#)
        try #require(ended.status == 200, "\(ended.text)")
        return id
    }

    private func version(_ answer: Answer) throws -> Int64 {
        guard case .integer(let number)? = answer.json?["version"] else {
            throw UnexpectedAnswer(text: answer.text)
        }
        return number
    }

    private struct UnexpectedAnswer: Error { let text: String }

    @Test("rule 12.1: lists come in pages, each match once, in one game and in all")
    func pages() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let ada = try await signUp("ada", world)
            var made: [String] = []
            for index in 0..<5 {
                let match = try await world.send(
                    "POST", Self.matches, ada.token,
                    #"{"key":"\#(key(10 + index))","minPlayers":2,"maxPlayers":2,"group":\#(index)}"#)
                made.append(try match.json.unwrapped().string("id"))
            }
            for list in [Self.matches, "/v1/matches"] {
                var found: [String] = []
                var before = ""
                repeat {
                    let page = try await world.send("GET", list + "?count=2&state=turn" + before, ada.token)
                    guard case .array(let matches)? = page.json?["matches"] else {
                        throw UnexpectedAnswer(text: page.text)
                    }
                    found += try matches.map { try $0.string("id") }
                    before = page.json?["next"] == .null ? "" : "&before=" + (try page.json.unwrapped().string("next"))
                } while before != "" && found.count < 10
                #expect(found.count == 5 && Set(found) == Set(made))
            }
            let refused = try await world.send("GET", Self.matches + "?before=1", ada.token)
            #expect(refused.status == 400 && refused.kind == "invalid-parameter")
        }
    }

    @Test("rule 11.8: how many have asked for a match within a minute, in one group or in all, by environment")
    func activity() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let (ada, zoe) = (try await signUp("ada", world), try await signUp("zoe", world))
            func players(_ query: String = "", _ token: String? = nil) async throws -> Int64 {
                let answer = try await world.send("GET", Self.matches + "/activity" + query, token ?? ada.token)
                guard answer.status == 200, case .integer(let count)? = answer.json?["players"] else {
                    throw UnexpectedAnswer(text: answer.text)
                }
                return count
            }
            #expect(try await players() == 0)
            for (group, player) in [ada, ada, zoe].enumerated() {
                let found = try await world.send(
                    "POST", Self.matches, player.token,
                    #"{"key":"\#(key(1 + group))","minPlayers":2,"maxPlayers":2,"group":\#(group)}"#)
                try #require(found.status == 200, "\(found.text)")
            }
            #expect(try await players() == 2)
            #expect(try await players("?group=2") == 1)
            #expect(try await players("?group=-1") == 0)
            #expect(try await players("?environment=sandbox", world.player) == 0)
            #expect(try await players("?environment=production", world.player) == 2)
            server.clock.advance(by: Timestamp.Span(milliseconds: 59_999))
            #expect(try await players() == 2)
            server.clock.advance(by: Timestamp.Span(milliseconds: 1))
            #expect(try await players() == 0)
            let wrong = try await world.send("GET", Self.matches + "/activity?group=01", ada.token)
            #expect(wrong.status == 400 && wrong.kind == "invalid-parameter")
            #expect(try await world.send("GET", Self.matches + "/activity").status == 401)
        }
    }

    @Test("rule 12.9: the problem names the score that keeps a match from ending, and its end has those of all")
    func results() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let (ada, zoe) = (try await signUp("ada", world), try await signUp("zoe", world))
            let id = try await handedOver(ada, to: zoe, world)
            let target = Self.matches + "/\(id)"
            _ = try await world.send("POST", target + "/accept", zoe.token, #"{"key":"\#(key(3))"}"#)
            func end(_ results: String, _ number: Int) async throws -> Answer {
                let version = try version(try await world.send("GET", target, zoe.token))
                return try await world.send(
                    "POST", target + "/end", zoe.token,
                    #"{"key":"\#(key(number))","version":\#(version),"data":"","outcomes":[2,3],\#(results)}"#)
            }
            for (results, kind, field) in [
                (
                    #""scores":[{"seat":0,"value":1},{"seat":1,"leaderboard":"None","value":1}]"#,
                    "unknown-leaderboard",
                    "scores[1].leaderboard"
                ),
                (
                    #""scores":[{"seat":5,"leaderboard":"HighScores","value":1}]"#, "participant-invalid",
                    "scores[0].seat"
                ),
                (
                    #""achievements":[{"seat":0,"id":"None","percentComplete":100}]"#, "unknown-achievement",
                    "achievements[0].id"
                ),
            ] {
                let refused = try await end(results, 10)
                #expect(refused.kind == kind && refused.json?["field"] == .string(field), "\(refused.text)")
            }
            let ended = try await end(
                #""scores":[{"seat":0,"leaderboard":"HighScores","value":3},"#
                    + #"{"seat":1,"leaderboard":"HighScores","value":5}]"#, 11)
            #expect(ended.status == 200 && ended.json?["status"] == .string("ended"), "\(ended.text)")
            let entries = try await world.send(
                "GET", Self.game + "/leaderboards/HighScores/entries?time=allTime&from=1&count=10", ada.token)
            #expect(entries.json?["entries"]?[0]?["value"] == .integer(5), "\(entries.text)")
            #expect(entries.json?["local"]?["value"] == .integer(3), "\(entries.text)")
        }
    }

    @Test("rules 12.4, 12.7, 12.9 and 12.14: created, handed over, accepted, ended, listed and removed")
    func life() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let (ada, zoe) = (try await signUp("ada", world), try await signUp("zoe", world))
            let stranger = try await signUp("stranger", world)
            let made = try await world.send(
                "POST", Self.matches, ada.token,
                #"{"key":"\#(key(1))","minPlayers":2,"maxPlayers":2,"players":["\#(zoe.id)"]}"#)
            let id = try made.json.unwrapped().string("id")
            let target = Self.matches + "/\(id)"
            #expect(made.json?["state"] == .string("turn") && made.json?["seat"] == .integer(0))
            #expect(made.json?["bundleID"] == .string("com.ali.MonkeyJump") && made.json?["data"] == .string(""))
            // Nothing of it is known to the other one before a turn was handed over.
            #expect(try await world.send("GET", Self.matches, zoe.token).json?["matches"]?[0] == nil)
            #expect(try await world.send("GET", target, zoe.token).kind == "unknown-match")

            let handed = try await world.send(
                "POST", target + "/turns", ada.token, #"{"key":"\#(key(2))","version":1,"data":"AAEC","next":[1]}"#)
            #expect(handed.status == 200 && handed.json?["state"] == .string("waiting"))
            let seen = try await world.send("GET", target, zoe.token)
            #expect(seen.json?["state"] == .string("invited") && seen.json?["data"] == .string("AAEC"))
            #expect(seen.json?["seat"] == .integer(1) && seen.json?["turn"]?["seat"] == .integer(1))
            #expect(seen.json?["participants"]?[0]?["player"]?["displayName"] == .string("ada"))
            let accepted = try await world.send("POST", target + "/accept", zoe.token, #"{"key":"\#(key(3))"}"#)
            #expect(accepted.status == 200 && accepted.json?["state"] == .string("turn"))
            let open = try await world.send("GET", Self.matches + "?state=turn", zoe.token)
            #expect(open.json?["matches"]?[0]?["id"] == .string(id))
            #expect(open.json?["matches"]?[0]?["data"] == .null && open.json?["matches"]?[1] == nil)
            #expect(try await world.send("GET", Self.matches + "?state=turn", ada.token).json?["matches"]?[0] == nil)

            let current = try version(accepted)
            let missing = try await world.send(
                "POST", target + "/end", zoe.token,
                #"{"key":"\#(key(4))","version":\#(current),"data":"AwQ=","outcomes":[3]}"#)
            #expect(missing.status == 409 && missing.kind == "match-state-invalid" && missing.field == "outcomes[1]")
            let ended = try await world.send(
                "POST", target + "/end", zoe.token,
                #"{"key":"\#(key(5))","version":\#(current),"data":"AwQ=","outcomes":[3,2]}"#)
            #expect(ended.status == 200 && ended.json?["status"] == .string("ended"))
            let read = try await world.send("GET", target, ada.token)
            #expect(read.json?["state"] == .string("over") && read.json?["data"] == .string("AwQ="))
            #expect(read.json?["participants"]?[0]?["outcome"] == .integer(3))
            #expect(read.json?["turn"] == .null)

            // In all games, for the player's own pages.
            let own = try await world.send(
                "POST", "/v1/sessions", "", #"{"alias":"ada","password":"\#(World.password)"}"#)
            let pages = try own.json.unwrapped().string("token")
            let all = try await world.send("GET", "/v1/matches", pages)
            #expect(all.json?["matches"]?[0]?["id"] == .string(id))
            #expect(try await world.send("GET", "/v1/matches?environment=sandbox", pages).json?["matches"]?[0] == nil)
            #expect(try await world.send("GET", "/v1/matches", stranger.token).json?["matches"]?[0] == nil)

            #expect(try await world.send("DELETE", target, ada.token).status == 204)
            #expect(try await world.send("DELETE", target, ada.token).status == 204, "done already")
            #expect(try await world.send("GET", target, ada.token).kind == "unknown-match")
            #expect(try await world.send("GET", target, zoe.token).status == 200)
        }
    }

    @Test("rule 12.22: a stale write changes nothing and reads the match, and a key answers as it did")
    func sureFooted() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let (ada, zoe) = (try await signUp("ada", world), try await signUp("zoe", world))
            let id = try await handedOver(ada, to: zoe, world)
            let target = Self.matches + "/\(id)"
            let accepted = try await world.send("POST", target + "/accept", zoe.token, #"{"key":"\#(key(3))"}"#)
            let seen = try version(accepted)
            let first = #"{"key":"\#(key(4))","version":\#(seen),"data":"BQ==","next":[0]}"#
            let done = try await world.send("POST", target + "/turns", zoe.token, first)
            #expect(done.status == 200)
            let again = try await world.send("POST", target + "/turns", zoe.token, first)
            #expect(again.text == done.text)
            // As another client writes the same: spaces, another order, another way to say a default.
            let reordered = try await world.send(
                "POST", target + "/turns?environment=production", zoe.token,
                #"{"next": [0], "data": "BQ==", "version": \#(seen), "key": "\#(key(4))"}"#)
            #expect(reordered.status == 200 && reordered.text == done.text)
            // The other device of the same player had read the match before.
            let late = try await world.send(
                "POST", target + "/turns", zoe.token,
                #"{"key":"\#(key(5))","version":\#(seen),"data":"Bg==","next":[0]}"#)
            #expect(late.status == 409 && late.kind == "not-your-turn")
            #expect(late.json?["match"]?["data"] == .string("BQ=="))
            #expect(late.json?["match"]?["version"] == done.json?["version"])
            // The same key with something else.
            let reused = try await world.send(
                "POST", target + "/turns", zoe.token,
                #"{"key":"\#(key(4))","version":\#(seen),"data":"Bg==","next":[0]}"#)
            #expect(reused.status == 409 && reused.kind == "key-reused")
            let read = try await world.send("GET", target, ada.token)
            #expect(read.json?["data"] == .string("BQ==") && read.json?["version"] == done.json?["version"])
        }
    }

    @Test("rule 12.18: a match that is to be played reaches its player's running game alone, and nobody else's match")
    func play() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let (ada, zoe) = (try await signUp("ada", world), try await signUp("zoe", world))
            let stranger = try await signUp("stranger", world)
            let id = try await handedOver(ada, to: zoe, world)
            let path = Self.matches + "/\(id)/play"
            func stream(_ token: String) async throws -> TestClient.OpenCall {
                let stream = try await server.client.begin("/v1/events", [("Authorization", "Bearer " + token)])
                _ = try await stream.read { $0.contains(": open") }
                return stream
            }
            // A page of the player's own is no game, and another player's game isn't hers.
            let own = try await world.send(
                "POST", "/v1/sessions", "", #"{"alias":"zoe","password":"\#(World.password)"}"#)
            let page = try own.json.unwrapped().string("token")
            let others = [try await stream(page), try await stream(ada.token)]
            let cold = try await world.send("POST", path, page)
            try #require(cold.status == 200, "\(cold.text)")
            #expect(cold.json?["isRunning"] == .boolean(false) && cold.json?["link"] == .null)
            #expect(cold.json?["launch"] == .string("laurel://matches/\(id)"))
            let running = try await stream(zoe.token)
            #expect(try await world.send("POST", path, page).json?["isRunning"] == .boolean(true))
            let told = try await running.read { $0.contains("event: play") && $0.contains(id) }
            #expect(told.contains(#"data: {"match":"\#(id)"}"#))
            // The others hear of the next write, and of nothing before it.
            _ = try await world.send("POST", Self.matches + "/\(id)/accept", zoe.token, #"{"key":"\#(key(3))"}"#)
            for other in others {
                let heard = try await other.read { $0.contains("event: match") }
                #expect(!heard.contains("event: play"), "\(heard)")
            }
            for token in [stranger.token, ""] {
                let refused = try await world.send("POST", path, token)
                #expect(refused.kind == (token.isEmpty ? "unauthenticated" : "unknown-match"), "\(refused.text)")
            }
            let unknown = Self.matches + "/M:_00112233445566778899aabbccddeeff/play"
            #expect(try await world.send("POST", unknown, page).kind == "unknown-match")
        }
    }

    @Test("rules 12.6, 12.8 and 12.12: a stranger's seat, quitting from outside and in turn, and what can't be removed")
    func leaving() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let (ada, zoe) = (try await signUp("ada", world), try await signUp("zoe", world))
            let id = try await handedOver(ada, to: zoe, world)
            let target = Self.matches + "/\(id)"
            #expect(try await world.send("DELETE", target, ada.token).kind == "match-state-invalid")
            let outOfRange = try await world.send(
                "POST", target + "/turns", zoe.token, #"{"key":"\#(key(3))","version":2,"data":"","next":[7]}"#)
            #expect(outOfRange.status == 409 || outOfRange.kind == "participant-invalid")
            let accepted = try await world.send("POST", target + "/accept", zoe.token, #"{"key":"\#(key(4))"}"#)
            let seen = try version(accepted)
            let stranger = try await world.send(
                "POST", target + "/turns", zoe.token,
                #"{"key":"\#(key(5))","version":\#(seen),"data":"","next":[7]}"#)
            #expect(stranger.status == 422 && stranger.kind == "participant-invalid" && stranger.field == nil)
            let short = try await world.send(
                "POST", target + "/turns", zoe.token,
                #"{"key":"\#(key(5))","version":\#(seen),"data":"","next":[0],"timeout":30}"#)
            #expect(short.status == 400 && short.field == "timeout")
            let asked = try await world.send("POST", target + "/quit", zoe.token, #"{"key":"\#(key(6))"}"#)
            #expect(asked.status == 200)
            #expect(asked.json?["match"]?["participants"]?[1]?["askedToQuit"] != .null)
            let half = try await world.send(
                "POST", target + "/quit", zoe.token, #"{"key":"\#(key(7))","outcome":1,"version":\#(seen)}"#)
            #expect(half.status == 400 && half.field == "next")
            let quit = try await world.send(
                "POST", target + "/quit", zoe.token,
                #"{"key":"\#(key(8))","outcome":1,"version":\#(seen),"data":"","next":[0]}"#)
            #expect(quit.status == 200, "\(quit.text)")
            #expect(quit.json?["match"]?["participants"]?[1]?["status"] == .string("done"))
            #expect(try await world.send("DELETE", target, zoe.token).status == 204)
            // Nobody had heard of this one.
            let alone = try await world.send(
                "POST", Self.matches, ada.token, #"{"key":"\#(key(9))","minPlayers":2,"maxPlayers":2}"#)
            let lonely = Self.matches + "/" + (try alone.json.unwrapped().string("id"))
            let deleted = try await world.send(
                "POST", lonely + "/quit", ada.token, #"{"key":"\#(key(10))"}"#)
            #expect(deleted.status == 200 && deleted.json?["match"] == .null, "\(deleted.text)")
            #expect(try await world.send("GET", lonely, ada.token).status == 404)
        }
    }

    @Test("rules 11.4 and 11.10: who can't be invited")
    func refusals() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let (ada, zoe) = (try await signUp("ada", world), try await signUp("zoe", world))
            func find(_ players: String, _ numbers: String) async throws -> Answer {
                try await world.send(
                    "POST", Self.matches, ada.token, #"{"key":"\#(key(1))",\#(numbers),"players":[\#(players)]}"#)
            }
            let two = #""minPlayers":2,"maxPlayers":2"#
            #expect(try await find("\"\(ada.id)\"", two).kind == "match-request-invalid")
            let unknown = try await find("\"A:_00112233445566778899aabbccddeeff\"", two)
            #expect(unknown.status == 422 && unknown.kind == "match-request-invalid")
            #expect(unknown.field == "players")
            // Who blocks the player is refused in the same words.
            var pages: [String] = []
            var ids: [String] = []
            for alias in ["ada", "zoe"] {
                let session = try await world.send(
                    "POST", "/v1/sessions", "", #"{"alias":"\#(alias)","password":"\#(World.password)"}"#
                ).json.unwrapped()
                pages.append(try session.string("token"))
                ids.append(try session["player"].unwrapped().string("id"))
            }
            let blocked = try await world.send(
                "POST", "/v1/blocked-players", pages[1], #"{"playerID":"\#(ids[0])"}"#)
            try #require(blocked.status < 300, "\(blocked.text)")
            let refused = try await find("\"\(zoe.id)\"", two)
            #expect(refused.status == 422 && refused.kind == unknown.kind && refused.field == unknown.field)
            #expect(refused.json?["detail"] == unknown.json?["detail"])
            #expect(try await find("\"\(zoe.id)\",\"\(zoe.id)\"", #""minPlayers":2,"maxPlayers":3"#).status == 422)
            for (numbers, players, field) in [
                (#""minPlayers":3,"maxPlayers":2"#, "", "maxPlayers"),
                (#""minPlayers":2,"maxPlayers":3,"defaultNumberOfPlayers":4"#, "", "defaultNumberOfPlayers"),
                (two, "\"\(zoe.id)\",\"\(ada.id)\"", "players"),
                (#""minPlayers":2,"maxPlayers":2,"takesStrangers":false"#, "", "players"),
            ] {
                let answer = try await find(players, numbers)
                #expect(answer.kind == "match-request-invalid" && answer.field == field, "\(answer.text)")
            }
            #expect(try await find("", #""minPlayers":1,"maxPlayers":2"#).kind == "invalid-parameter")
            let game = try await world.send("GET", Self.game, ada.token)
            #expect(game.json?["matchRules"] == .null, "nothing is known of it: \(game.text)")
            #expect(try await world.send("GET", Self.matches, ada.token).json?["matches"]?[0] == nil)
        }
    }

    @Test("rule 11.10: an invitation comes with what its sender says, to those who get messages, until it is answered")
    func invitationMessage() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let (ada, zoe) = (try await signUp("ada", world), try await signUp("zoe", world))
            func find(_ message: String) async throws -> Answer {
                try await world.send(
                    "POST", Self.matches, ada.token,
                    #"{"key":"\#(key(1))","minPlayers":2,"maxPlayers":2,"players":["\#(zoe.id)"],"#
                        + #""message":"\#(message)"}"#)
            }
            for (message, kind) in [
                (String(repeating: "a", count: 301), "invalid-parameter"), (#"One\ntwo"#, "invalid-parameter"),
                ("  ", "invalid-parameter"), ("Fuck it", "text-refused"),
            ] {
                let refused = try await find(message)
                #expect(refused.kind == kind && refused.field == "message", "\(refused.text)")
            }
            let made = try await find(#"Tonight, \"at eight\"?"#)
            try #require(made.status == 200, "\(made.text)")
            let words = JSONValue.string(#"Tonight, "at eight"?"#)
            #expect(made.json?["invitation"] == words, "who said it reads it")
            let target = Self.matches + "/" + (try made.json.unwrapped().string("id"))
            let turn = try await world.send(
                "POST", target + "/turns", ada.token,
                #"{"key":"\#(key(2))","version":1,"data":"","next":[1],"message":{"text":"Your move"}}"#)
            #expect(turn.status == 200, "\(turn.text)")
            let page = try await world.send(
                "POST", "/v1/sessions", "", #"{"alias":"zoe","password":"\#(World.password)"}"#
            ).json.unwrapped().string("token")
            for forbids in [false, true, false] {
                let restricted = try await world.send(
                    "PUT", "/v1/players/me/restrictions", page,
                    #"{"forbidsStrangers":false,"forbidsMessages":\#(forbids)}"#)
                #expect(restricted.status < 300, "\(restricted.text)")
                let notice = try await world.send("GET", "/v1/notices?count=1", zoe.token).json?["notices"]?[0]
                #expect(notice?["kind"] == .string("matchInvited"))
                #expect(notice?["about"]?["displayName"] == .string("ada"))
                let text: JSONValue? = forbids ? nil : words
                #expect(notice?["details"]?["message"]?["text"] == text, "who gets no messages gets none of these")
                let expected: JSONValue = forbids ? .null : words
                let match = try await world.send("GET", target, zoe.token)
                #expect(match.json?["invitation"] == expected, "\(match.text)")
                let list = try await world.send("GET", "/v1/matches", page)
                #expect(list.json?["matches"]?[0]?["invitation"] == expected, "\(list.text)")
            }
            let accepted = try await world.send("POST", target + "/accept", zoe.token, #"{"key":"\#(key(3))"}"#)
            #expect(accepted.status == 200 && accepted.json?["invitation"] == .null, "\(accepted.text)")
            #expect(try await world.send("GET", target, ada.token).json?["invitation"] == .null)
            // The notice stays, without the words of somebody whom she blocks by now.
            let own = try await world.send(
                "POST", "/v1/sessions", "", #"{"alias":"ada","password":"\#(World.password)"}"#
            ).json.unwrapped()["player"].unwrapped().string("id")
            let blocked = try await world.send("POST", "/v1/blocked-players", page, #"{"playerID":"\#(own)"}"#)
            try #require(blocked.status == 200, "\(blocked.text)")
            let kept = try await world.send("GET", "/v1/notices?count=1", zoe.token).json?["notices"]?[0]
            #expect(kept?["kind"] == .string("matchInvited") && kept?["details"]?["message"] == nil)
        }
    }

    @Test("rule 12.20: who reminds too soon is told how long to wait: after 4 minutes, 360 seconds")
    func reminderWait() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let (ada, zoe) = (try await signUp("ada", world), try await signUp("zoe", world))
            let target = Self.matches + "/" + (try await handedOver(ada, to: zoe, world)) + "/reminders"
            func remind(_ number: Int) async throws -> Answer {
                try await world.send("POST", target, ada.token, #"{"key":"\#(key(number))","seats":[1]}"#)
            }
            let first = try await remind(3)
            #expect(first.status == 200, "\(first.text)")
            server.clock.advance(by: .minutes(4))
            let soon = try await remind(4)
            #expect(soon.status == 429 && soon.field == "seats" && soon.headers["retry-after"] == "360")
            server.clock.advance(by: .seconds(360))
            let second = try await remind(5)
            #expect(second.status == 200, "\(second.text)")
        }
    }

    @Test("rule 12.18: whose turn it is, an invitation and the end of a match are told to those who didn't do it")
    func told() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let (ada, zoe) = (try await signUp("ada", world), try await signUp("zoe", world))
            let id = try await handedOver(ada, to: zoe, world)
            let target = Self.matches + "/\(id)"
            func kinds(_ somebody: Somebody) async throws -> [String] {
                let answer = try await world.send("GET", "/v1/notices", somebody.token)
                guard case .array(let notices)? = answer.json?["notices"] else { return [answer.text] }
                for notice in notices { #expect(notice["subject"] == .string(id)) }
                return try notices.map { try $0.string("kind") }
            }
            #expect(try await kinds(zoe) == ["matchInvited"])
            let accepted = try await world.send("POST", target + "/accept", zoe.token, #"{"key":"\#(key(3))"}"#)
            let seen = try version(accepted)
            let handed = try await world.send(
                "POST", target + "/turns", zoe.token,
                #"{"key":"\#(key(4))","version":\#(seen),"data":"","next":[0]}"#)
            #expect(try await kinds(ada) == ["matchTurn"])
            let reminded = try await world.send(
                "POST", target + "/reminders", zoe.token,
                #"{"key":"\#(key(5))","seats":[0],"message":{"key":"COME_ON","text":"Say \"go\""}}"#)
            #expect(reminded.status == 200, "\(reminded.text)")
            func said() async throws -> JSONValue? {
                try await world.send("GET", "/v1/notices?count=1", ada.token).json?["notices"]?[0]?["details"]?[
                    "message"]
            }
            let words = try await said()
            #expect(words?["text"] == .string(#"Say "go""#))
            #expect(words?["key"] == .string("COME_ON") && words?["arguments"] == .array([]))
            let page = try await world.send(
                "POST", "/v1/sessions", "", #"{"alias":"ada","password":"\#(World.password)"}"#
            ).json.unwrapped().string("token")
            for (forbids, hears) in [(true, false), (false, true)] {
                let restricted = try await world.send(
                    "PUT", "/v1/players/me/restrictions", page,
                    #"{"forbidsStrangers":false,"forbidsMessages":\#(forbids)}"#)
                #expect(restricted.status < 300, "\(restricted.text)")
                let heard = try await said()
                #expect((heard != nil) == hears, "rule 12.20: who gets no messages gets none of these")
            }
            let soon = try await world.send(
                "POST", target + "/reminders", zoe.token, #"{"key":"\#(key(6))","seats":[0]}"#)
            #expect(soon.status == 429 && soon.kind == "too-many-attempts" && soon.field == "seats")
            #expect(try await kinds(ada) == ["matchReminder", "matchTurn"])
            let ended = try await world.send(
                "POST", target + "/end", ada.token,
                #"{"key":"\#(key(7))","version":\#(try version(handed)),"data":"","outcomes":[4,4]}"#)
            #expect(ended.status == 200, "\(ended.text)")
            #expect(try await kinds(zoe) == ["matchEnded", "matchInvited"])
            let inbox = try await world.send("GET", "/v1/notices?count=1", zoe.token)
            let ending = inbox.json?["notices"]?[0]
            #expect(ending?["about"]?["displayName"] == .string("ada"))
            #expect(ending?["details"]?["outcome"] == .integer(4) && ending?["details"]?["players"] == .integer(2))
            #expect(try await kinds(ada) == ["matchReminder", "matchTurn"])
            let rematch = try await world.send("POST", target + "/rematch", ada.token, #"{"key":"\#(key(8))"}"#)
            let other = try await world.send("POST", target + "/rematch", zoe.token, #"{"key":"\#(key(9))"}"#)
            #expect(rematch.status == 200, "\(rematch.text)")
            #expect(other.json?["id"] == rematch.json?["id"], "rule 12.13: there is one rematch")
        }
    }

    @Test("rule 11.11 (in turns): an invitation is told on every device, and answered on one it is read on the others")
    func invitationOnEveryDevice() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let ticks = Ticks(waitingLimit: 1)
            let running = Task { [api = server.api] in await api.runEvents(sleep: { _ in try await ticks.next() }) }
            defer {
                running.cancel()
                ticks.end()
            }
            let (ada, zoe) = (try await signUp("ada", world), try await signUp("zoe", world))
            let pages = try await world.send(
                "POST", "/v1/sessions", "", #"{"alias":"zoe","password":"\#(World.password)"}"#
            ).json.unwrapped().string("token")
            var streams: [TestClient.OpenCall] = []
            for token in [zoe.token, pages] {
                let stream = try await server.client.begin("/v1/events", [("Authorization", "Bearer " + token)])
                _ = try await stream.read { $0.contains("event: inbox") && $0.hasSuffix("\n\n\r\n") }
                streams.append(stream)
            }
            let id = try await handedOver(ada, to: zoe, world)
            for stream in streams {
                let told = try await stream.read { $0.contains("matchInvited") && $0.hasSuffix("\n\n\r\n") }
                #expect(told.contains(id), "\(told)")
            }
            let accepted = try await world.send(
                "POST", Self.matches + "/\(id)/accept", pages, #"{"key":"\#(key(3))"}"#)
            #expect(accepted.status == 200, "\(accepted.text)")
            for stream in streams {
                let read = try await stream.read { $0.contains("event: inbox") && $0.hasSuffix("\n\n\r\n") }
                #expect(read.contains("\"unread\":0"), "\(read)")
                stream.close()
            }
        }
    }

    @Test("rule 12.19: however a turn is marked as read, it's unread on every device until it has passed on")
    func unreadWhileHeld() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let ticks = Ticks(waitingLimit: 1)
            let running = Task { [api = server.api] in await api.runEvents(sleep: { _ in try await ticks.next() }) }
            defer {
                running.cancel()
                ticks.end()
            }
            let (ada, zoe) = (try await signUp("ada", world), try await signUp("zoe", world))
            let id = try await handedOver(ada, to: zoe, world)
            let target = Self.matches + "/\(id)"
            let accepted = try await world.send("POST", target + "/accept", zoe.token, #"{"key":"\#(key(3))"}"#)
            let handed = try await world.send(
                "POST", target + "/turns", zoe.token,
                #"{"key":"\#(key(4))","version":\#(try version(accepted)),"data":"","next":[0]}"#)
            try #require(handed.status == 200, "\(handed.text)")
            let reminded = try await world.send(
                "POST", target + "/reminders", zoe.token, #"{"key":"\#(key(5))","seats":[0]}"#)
            try #require(reminded.status == 200, "\(reminded.text)")
            func unread() async throws -> [String] {
                let answer = try await world.send("GET", "/v1/notices", ada.token)
                guard case .array(let notices)? = answer.json?["notices"] else { return [answer.text] }
                let kinds = try notices.filter { $0["isRead"] == .boolean(false) }.map { try $0.string("kind") }
                #expect(answer.json?["unread"] == .integer(Int64(kinds.count)), "\(answer.text)")
                return kinds
            }
            #expect(try await unread() == ["matchReminder", "matchTurn"])
            let stream = try await server.client.begin("/v1/events", [("Authorization", "Bearer " + ada.token)])
            _ = try await stream.read { $0.contains("event: inbox") && $0.hasSuffix("\n\n\r\n") }
            let all = try await world.send("GET", "/v1/notices", ada.token)
            let ids = try all.json.unwrapped()["notices"].unwrapped().elements().map { try $0.string("id") }
            try #require(ids.count == 2, "\(all.text)")
            let (newest, turn) = (ids[0], ids[1])
            for (body, left) in [
                (#"{"id":"\#(turn)"}"#, 2), (#"{"upTo":"\#(newest)"}"#, 1), (#"{"id":"\#(turn)"}"#, 1),
            ] {
                let marked = try await world.send("PATCH", "/v1/notices", ada.token, body)
                #expect(marked.json?["unread"] == .integer(Int64(left)), "\(body): \(marked.text)")
            }
            #expect(try await unread() == ["matchTurn"])
            let heard = try await stream.read { $0.contains("readUpTo") && $0.hasSuffix("\n\n\r\n") }
            #expect(heard.contains("{\"unread\":1,\"last\":\"\(newest)\",\"readUpTo\":\"\(newest)\"}"), "\(heard)")
            #expect(!heard.contains("readID"), "nothing became of what stays as it was")
            let current = try version(try await world.send("GET", target, ada.token))
            let passed = try await world.send(
                "POST", target + "/turns", ada.token,
                #"{"key":"\#(key(6))","version":\#(current),"data":"","next":[1]}"#)
            #expect(passed.status == 200, "\(passed.text)")
            #expect(try await unread().isEmpty)
            let after = try await stream.read { $0.contains("event: inbox") && $0.hasSuffix("\n\n\r\n") }
            #expect(after.contains("\"unread\":0"), "\(after)")
            stream.close()
        }
    }

    @Test("rules 12.15 to 12.17 and 12.20: a trade out of turn, its reply, and what the turn's holder has to resolve")
    func exchanges() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let (ada, zoe) = (try await signUp("ada", world), try await signUp("zoe", world))
            let id = try await handedOver(ada, to: zoe, world)
            let target = Self.matches + "/\(id)"
            #expect(try await world.send("POST", target + "/accept", zoe.token, #"{"key":"\#(key(3))"}"#).status == 200)
            let body =
                #"{"key":"\#(key(4))","recipients":[1],"data":"AAEC","message":{"key":"TRADE","arguments":["2"],"#
                + #""text":"Two for one?"}}"#
            let sent = try await world.send("POST", target + "/exchanges", ada.token, body)
            try #require(sent.status == 201, "\(sent.text)")
            #expect(sent.json?["exchange"] == .integer(1))
            let offer = try await world.send("GET", "/v1/notices?count=1", zoe.token).json?["notices"]?[0]
            #expect(offer?["kind"] == .string("matchExchange"))
            #expect(offer?["details"]?["message"]?["text"] == .string("Two for one?"))
            #expect(offer?["details"]?["exchange"]?["id"] == .integer(1))
            #expect(try await world.send("POST", target + "/exchanges", ada.token, body).text == sent.text)
            let seen = try await world.send("GET", target, zoe.token)
            let exchange = seen.json?["exchanges"]?[0]
            #expect(exchange?["status"] == .string("active") && exchange?["data"] == .string("AAEC"))
            #expect(exchange?["message"]?["text"] == .string("Two for one?"))
            #expect(exchange?["message"]?["seat"] == .integer(0))
            let reply = #"{"key":"\#(key(5))","data":"BQ==","message":{"text":"Yes"}}"#
            #expect(
                try await world.send("POST", target + "/exchanges/1/replies", ada.token, reply).kind
                    == "participant-invalid")
            let replied = try await world.send("POST", target + "/exchanges/1/replies", zoe.token, reply)
            #expect(replied.json?["exchanges"]?[0]?["status"] == .string("complete"), "\(replied.text)")
            #expect(replied.json?["exchanges"]?[0]?["replies"]?[0]?["message"]?["text"] == .string("Yes"))
            let twice = try await world.send(
                "POST", target + "/exchanges/1/replies", zoe.token, #"{"key":"\#(key(6))","data":""}"#)
            #expect(twice.status == 409 && twice.kind == "match-state-invalid")
            let current = try version(replied)
            let early = try await world.send(
                "POST", target + "/turns", zoe.token,
                #"{"key":"\#(key(7))","version":\#(current),"data":"","next":[0]}"#)
            #expect(early.status == 409 && early.text.contains("resolved or canceled first: 1."))
            let merged = try await world.send(
                "PUT", target + "/data", zoe.token,
                #"{"key":"\#(key(8))","version":\#(current),"data":"Bw==","resolved":[1],"#
                    + #""message":{"text":"Done"}}"#)
            #expect(merged.status == 200 && merged.json?["exchanges"]?[0] == nil, "\(merged.text)")
            #expect(merged.json?["message"]?["text"] == .string("Done"))
            let gone = try await world.send(
                "POST", target + "/exchanges/1/cancel", ada.token, #"{"key":"\#(key(9))"}"#)
            #expect(gone.status == 409 && gone.kind == "match-state-invalid")
            let second = try await world.send(
                "POST", target + "/exchanges", ada.token, #"{"key":"\#(key(13))","recipients":[1],"data":""}"#)
            #expect(second.json?["exchange"] == .integer(2))
            let refusedCancel = try await world.send(
                "POST", target + "/exchanges/2/cancel", ada.token,
                #"{"key":"\#(key(14))","message":{"text":"one\nline"}}"#)
            #expect(refusedCancel.status == 400 && refusedCancel.field == "message.text", "\(refusedCancel.text)")
            let canceled = try await world.send(
                "POST", target + "/exchanges/2/cancel", ada.token,
                #"{"key":"\#(key(14))","message":{"text":"Never mind"}}"#)
            #expect(canceled.status == 200, "\(canceled.text)")
            let told = try await world.send("GET", "/v1/notices?count=1", zoe.token).json?["notices"]?[0]
            #expect(told?["kind"] == .string("matchExchangeCanceled") && told?["subject"] == .string(id))
            #expect(told?["details"]?["message"]?["text"] == .string("Never mind"))
            #expect(told?["details"]?["exchange"]?["id"] == .integer(2))
            #expect(told?["details"]?["exchange"]?["recipients"] == .array([.integer(1)]))
            let never = try await world.send(
                "POST", target + "/exchanges/7/cancel", ada.token, #"{"key":"\#(key(10))"}"#)
            #expect(never.status == 404 && never.kind == "unknown-match")
            let long =
                #"{"key":"\#(key(11))","recipients":[1],"data":"","message":{"text":""#
                + String(repeating: "a", count: 256) + #""}}"#
            let refused = try await world.send("POST", target + "/exchanges", ada.token, long)
            #expect(refused.status == 400 && refused.field == "message.text")
            for (field, message) in [
                ("message.text", #"{"text":"one\nline"}"#), ("message.key", #"{"key":"\u202Egnp"}"#),
                ("message.arguments[1]", #"{"arguments":["fine","\u0007"]}"#),
            ] {
                let odd = try await world.send(
                    "POST", target + "/exchanges", ada.token,
                    #"{"key":"\#(key(12))","recipients":[1],"data":"","message":\#(message)}"#)
                #expect(odd.status == 400 && odd.field == field, "\(odd.text)")
            }
        }
    }
}
