import LaurelAPI
import LaurelDomain
import LaurelWire
import LaurelService
import Testing

@Suite("Parties over HTTP", .timeLimit(.minutes(15)))
struct PartyRouteTests {
    private static let game = "/v1/games/com.ali.MonkeyJump"
    private static let parties = game + "/parties"

    /// Somebody who plays MonkeyJump.
    private struct Somebody {
        let id: String
        let token: String
    }

    private func signUp(
        _ alias: String, _ world: World, _ environment: String = "production"
    ) async throws -> Somebody {
        let made = try await world.send(
            "POST", "/v1/players", "",
            #"{"alias":"\#(alias)","password":"\#(World.password)","bundleID":"com.ali.MonkeyJump","#
                + #""environment":"\#(environment)"}"#)
        let answer = try made.json.unwrapped()
        return Somebody(id: try answer["player"].unwrapped().string("id"), token: try answer.string("token"))
    }

    /// With a released activity that has codes.
    private func run(_ body: (World, TestServer) async throws -> Void) async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            for (id, hasCodes) in [("Race", true), ("Solo", false)] {
                let made = try await world.send(
                    "POST", World.app + "/activities", world.administrator,
                    #"{"id":"\#(id)","supportsPartyCodes":\#(hasCodes),"localizations":["#
                        + #"{"language":"en","title":"\#(id) up","details":"First one wins."},"#
                        + #"{"language":"zh-Hans","title":"竞速"}],"leaderboards":["HighScores"]}"#)
                try #require(made.status == 201, "\(made.text)")
            }
            try await world.release()
            try await body(world, server)
        }
    }

    private func make(_ player: Somebody, _ world: World, code: String? = nil) async throws -> String {
        let body = code.map { #"{"activity":"Race","code":"\#($0)"}"# } ?? #"{"activity":"Race"}"#
        let made = try await world.send("POST", Self.parties, player.token, body)
        try #require(made.status == 201, "\(made.text)")
        return try made.json.unwrapped().string("code")
    }

    private func names(_ answer: Answer) -> [String] {
        guard case .array(let players)? = answer.json?["players"] else { return [answer.text] }
        return players.map { if case .string(let name)? = $0["displayName"] { name } else { "?" } }
    }

    @Test("rules 14.8 and 14.9: a drawn code is made, looked at, joined and left")
    func life() async throws {
        try await run { world, server in
            let (ada, zoe) = (try await signUp("ada", world), try await signUp("zoe", world))
            let code = try await make(ada, world)
            #expect(PartyCode(code) != nil)
            let target = Self.parties + "/" + code
            let looked = try await world.send("GET", target, zoe.token)
            #expect(looked.status == 200 && names(looked) == ["ada"])
            // As people type it.
            let typed = code.lowercased().split(separator: "-").joined(separator: "%20")
            let joined = try await world.send("POST", Self.parties + "/" + typed, zoe.token)
            #expect(joined.status == 200 && names(joined) == ["ada", "zoe"])
            #expect(joined.json?["activity"] == .string("Race") && joined.json?["code"] == .string(code))
            #expect(joined.json?["url"] == .string("http://127.0.0.1/join/\(code)"))
            // Ten minutes later who didn't say so again isn't in it.
            server.clock.advance(by: .minutes(6))
            #expect(try await world.send("POST", target, ada.token).status == 200)
            server.clock.advance(by: .minutes(4))
            #expect(names(try await world.send("GET", target, zoe.token)) == ["ada"])
            #expect(try await world.send("DELETE", target, ada.token).status == 204)
            #expect(names(try await world.send("GET", target, ada.token)) == [])
            server.clock.advance(by: .minutes(59))
            #expect(try await world.send("GET", target, ada.token).status == 200)
            server.clock.advance(by: .minutes(1))
            #expect(try await world.send("GET", target, ada.token).kind == "unknown-party")
        }
    }

    @Test("rule 14.9: wrong and ended codes answer alike, and are counted for a player and an address")
    func tries() async throws {
        try await run { world, server in
            let (ada, zoe) = (try await signUp("ada", world), try await signUp("zoe", world))
            let ended = try await make(ada, world)
            server.clock.advance(by: .hours(24))
            let right = try await make(ada, world)
            func look(_ code: String, _ player: Somebody) async throws -> Answer {
                try await world.send("GET", Self.parties + "/" + code, player.token)
            }
            let (wrong, old) = (try await look("2222-2222", zoe), try await look(ended, zoe))
            #expect(wrong.status == 404 && old.status == 404)
            #expect(wrong.json?["detail"] == old.json?["detail"] && wrong.kind == old.kind)
            for _ in 0..<8 { #expect(try await look("2222-2222", zoe).status == 404) }
            let refused = try await look("2222-2222", zoe)
            #expect(refused.status == 429 && refused.kind == "too-many-attempts")
            // A right one, too, or the answer would tell it.
            #expect(try await look(right, zoe).status == 429)
            // Right ones count for nothing.
            for _ in 0..<30 { #expect(try await look(right, ada).status == 200) }
            // Ten in any minute: nothing comes back before it is over.
            server.clock.advance(by: .seconds(59))
            #expect(try await look("2222-2222", zoe).status == 429)
            server.clock.advance(by: .seconds(1))
            #expect(try await look(right, zoe).status == 200)
            // Others behind the same address: 60 at once.
            var statuses: [Int] = []
            for index in 0..<7 {
                let player = try await signUp("guesser\(index)", world)
                for _ in 0..<10 { statuses.append(Int(try await look("2222-2222", player).status)) }
            }
            #expect(statuses.prefix(60).allSatisfy { $0 == 404 })
            #expect(statuses.suffix(10).allSatisfy { $0 == 429 })
        }
    }

    @Test("rule 14.9: codes of one's own choice are tries, too: what isn't there yet was a wrong guess")
    func chosenTries() async throws {
        try await run { world, _ in
            var statuses: [Int] = []
            for index in 0..<7 {
                let player = try await signUp("chooser\(index)", world)
                for number in 0..<10 {
                    let body = #"{"activity":"Race","code":"1\#(index)-2\#(number)"}"#
                    statuses.append(Int(try await world.send("POST", Self.parties, player.token, body).status))
                }
            }
            #expect(statuses.prefix(60).allSatisfy { $0 == 201 })
            #expect(statuses.suffix(10).allSatisfy { $0 == 429 })
        }
    }

    @Test("rule 14.7: an own code is entered by who chooses it again, and taken for others")
    func ownCodes() async throws {
        try await run { world, _ in
            let (ada, zoe) = (try await signUp("ada", world), try await signUp("zoe", world))
            #expect(try await make(ada, world, code: "ab cd") == "AB-CD")
            #expect(try await make(zoe, world, code: "AB-CD") == "AB-CD")
            let seen = try await world.send("GET", Self.parties + "/AB-CD", ada.token)
            #expect(names(seen) == ["ada", "zoe"])
            for (body, kind) in [
                (#"{"activity":"Race","code":"ab-c"}"#, "invalid-parameter"),
                (#"{"activity":"Nothing"}"#, "unknown-activity"), (#"{"activity":"Solo"}"#, "conflict"),
            ] {
                #expect(try await world.send("POST", Self.parties, ada.token, body).kind == kind, "\(body)")
            }
            // In one party of a game at a time.
            let code = try await make(zoe, world)
            #expect(names(try await world.send("GET", Self.parties + "/AB-CD", ada.token)) == ["ada"])
            #expect(names(try await world.send("GET", Self.parties + "/" + code, ada.token)) == ["zoe"])
        }
    }

    @Test("rules 14.10 and 11.4: who blocks somebody finds no party of theirs, nor do they")
    func blocks() async throws {
        try await run { world, _ in
            let (ada, zoe) = (try await signUp("ada", world), try await signUp("zoe", world))
            let code = try await make(ada, world)
            try await block(world)
            try await expectApart(code, ada, zoe, world)
        }
    }

    /// On Ada's own pages.
    private func block(_ world: World) async throws {
        func session(_ alias: String) async throws -> JSONValue {
            try await world.send(
                "POST", "/v1/sessions", "", #"{"alias":"\#(alias)","password":"\#(World.password)"}"#
            ).json.unwrapped()
        }
        let token = try await session("ada").string("token")
        let other = try await session("zoe")["player"].unwrapped().string("id")
        let answer = try await world.send("POST", "/v1/blocked-players", token, #"{"playerID":"\#(other)"}"#)
        try #require(answer.status < 300, "\(answer.text)")
    }

    private func expectApart(_ code: String, _ ada: Somebody, _ zoe: Somebody, _ world: World) async throws {
        let target = Self.parties + "/" + code
        let wrong = try await world.send("GET", Self.parties + "/2222-2222", zoe.token)
        for method in ["GET", "POST"] {
            let answer = try await world.send(method, target, zoe.token)
            #expect(answer.kind == "unknown-party" && answer.json?["detail"] == wrong.json?["detail"])
        }
        let other = try await make(zoe, world)
        #expect(try await world.send("POST", Self.parties + "/" + other, ada.token).kind == "unknown-party")
    }

    @Test("rule 14.9: Sandbox and Production keep apart, and guests come in where the game lets them")
    func environments() async throws {
        try await run { world, _ in
            let ada = try await signUp("ada", world)
            let tester = try await signUp("tester", world, "sandbox")
            let code = try await make(ada, world)
            let target = Self.parties + "/" + code
            #expect(try await world.send("GET", target, tester.token).kind == "unknown-party")
            #expect(try await make(tester, world, code: code) == code)
            #expect(names(try await world.send("GET", target, tester.token)) == ["tester"])
            #expect(names(try await world.send("GET", target, ada.token)) == ["ada"])
            let guest = try await world.send("POST", target, world.guest)
            #expect(guest.status == 200 && names(guest).first == "ada" && names(guest).count == 2)
        }
    }

    @Test("rules 14.10 and 1.11: guests meet at the table of a code that they have entered, and nobody else there")
    func guestsMeet() async throws {
        try await run { world, _ in
            let heron = try await guest(Self.heron, world)
            let ibis = try await guest(Self.ibis, world)
            let ada = try await signUp("ada", world)
            // As GameKit and the SDK have it: ABCD in base 36, behind a 1.
            func find(_ player: Somebody, _ key: Int, group: Int = 2_160_877) async throws -> Answer {
                try await world.send(
                    "POST", Self.game + "/matches", player.token,
                    #"{"key":"0000000000000000000000000000000\#(key)","minPlayers":2,"maxPlayers":2,"group":\#(group)}"#
                )
            }
            let alone = try await find(heron, 1)
            #expect(alone.kind == "player-restricted" && alone.text.contains("Use a party code"), "\(alone.text)")
            #expect(try await make(heron, world, code: "AB-CD") == "AB-CD")
            #expect(try await find(heron, 1, group: 7).kind == "player-restricted")
            let made = try await find(heron, 1)
            try #require(made.status == 200, "\(made.text)")
            let match = Self.game + "/matches/" + (try made.json.unwrapped().string("id"))
            let handed = try await world.send(
                "POST", match + "/turns", heron.token,
                #"{"key":"00000000000000000000000000000002","version":1,"data":"","next":[1]}"#)
            try #require(handed.status == 200, "\(handed.text)")
            // Who knows the number alone doesn't come to sit with a guest.
            let apart = try await find(ada, 3)
            #expect(apart.json?["id"] != made.json?["id"], "\(apart.text)")
            #expect(try await find(ibis, 4).kind == "player-restricted")
            // The same code of the other environment is another party's.
            let elsewhere = try await guest(Self.heron, world, "sandbox")
            #expect(try await make(elsewhere, world, code: "AB-CD") == "AB-CD")
            let other = try await guest(Self.ibis, world, "sandbox")
            #expect(try await world.send("POST", Self.parties + "/AB-CD", other.token).status == 200)
            #expect(try await find(ibis, 4).kind == "player-restricted")

            let invited = try await invite(ibis, by: heron, world)
            #expect(try await world.send("POST", invited, ibis.token, Self.acceptance).kind == "match-request-invalid")
            #expect(try await world.send("POST", Self.parties + "/AB-CD", ibis.token).status == 200)
            try await world.expect(200, "POST", invited, ibis.token, Self.acceptance)
            let joined = try await find(ibis, 4)
            #expect(joined.json?["id"] == made.json?["id"], "\(joined.text)")
            try await playAgain(match, try joined.json.unwrapped(), heron, ibis, world)
        }
    }

    private static let heron = "Y4KzzIgUErd7_K7tAmABwA2eMCXmbCD25-kvB5hRRio"
    private static let ibis = "dRxBCr2vptqNkYZS3WpA4VXns-HXcsXZunCIzdjz6Tk"
    private static let acceptance = #"{"key":"00000000000000000000000000000022"}"#

    private func guest(_ secret: String, _ world: World, _ environment: String = "production") async throws -> Somebody
    {
        let made = try await world.send(
            "POST", "/v1/guests", "",
            #"{"secret":"\#(secret)","bundleID":"com.ali.MonkeyJump","environment":"\#(environment)"}"#)
        let answer = try made.json.unwrapped()
        return Somebody(id: try answer["player"].unwrapped().string("id"), token: try answer.string("token"))
    }

    /// By name, with the party's group. Returns what accepts it.
    private func invite(_ guest: Somebody, by host: Somebody, _ world: World) async throws -> String {
        let made = try await world.expect(
            200, "POST", Self.game + "/matches", host.token,
            #"{"key":"00000000000000000000000000000020","minPlayers":2,"maxPlayers":2,"group":2160877,"#
                + #""players":["\#(guest.id)"],"takesStrangers":false}"#)
        let match = Self.game + "/matches/" + (try made.string("id"))
        try await world.expect(
            200, "POST", match + "/turns", host.token,
            #"{"key":"00000000000000000000000000000021","version":1,"data":"","next":[1]}"#)
        return match + "/accept"
    }

    /// An invitation to a rematch is accepted without the code.
    private func playAgain(
        _ match: String, _ joined: JSONValue, _ heron: Somebody, _ ibis: Somebody, _ world: World
    ) async throws {
        func key(_ number: Int) -> String { "\"key\":\"0000000000000000000000000000001\(number)\"" }
        guard case .integer(let version)? = joined["version"] else {
            Issue.record("\(joined)")
            return
        }
        try await world.expect(
            200, "POST", match + "/end", ibis.token,
            "{\(key(1)),\"version\":\(version),\"data\":\"\",\"outcomes\":[2,3]}")
        let again = try await world.expect(200, "POST", match + "/rematch", heron.token, "{\(key(2))}")
        let rematch = Self.game + "/matches/" + (try again.string("id"))
        try await world.expect(
            200, "POST", rematch + "/turns", heron.token, "{\(key(3)),\"version\":1,\"data\":\"\",\"next\":[1]}")
        try await world.expect(200, "POST", rematch + "/accept", ibis.token, "{\(key(4))}")
    }

    @Test("rule 14.10: the page shows the activity and who waits, and opens the game with the code; its picture too")
    func page() async throws {
        try await run { world, server in
            let ada = try await signUp("ada", world)
            let code = try await make(ada, world)
            let page = try await server.client.send("GET", "/join/" + code.lowercased())
            #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
            for text in ["Race up", "First one wins.", "<bdi>ada</bdi>", code, "/join/\(code).png"] {
                #expect(page.text.contains(text), "\(text)")
            }
            // The game has no page: it is started on the reader's device.
            let launch = "href=\"laurel://activities/Race?partyCode=\(code)\""
            #expect(page.text.contains(launch) && page.text.contains("if it&#39;s installed on this device"))
            let chinese = try await server.client.send("GET", "/join/\(code)?language=zh-Hans")
            #expect(chinese.text.contains("竞速") && chinese.text.contains("组队码"))
            #expect(chinese.text.contains(launch) && chinese.text.contains("如果这台设备上装有该游戏"))
            _ = try await world.send(
                "PATCH", World.app + "/activities/Race", world.administrator,
                #"{"fallbackURL":"https://hop.example/start"}"#)
            let linked = try await server.client.send("GET", "/join/" + code)
            #expect(
                linked.text.contains("href=\"https://hop.example/start?activity=Race&amp;partyCode=\(code)\""))
            #expect(!linked.text.contains("laurel://"))
            // It is on the desktop, too: the page comes first, and both are offered, each once.
            try await world.expect(200, "PATCH", World.app, world.administrator, #"{"hasDesktopGame":true}"#)
            for (language, words) in [("en", "Open in the desktop game"), ("zh-Hans", "在桌面版中打开")] {
                let both = try await server.client.send("GET", "/join/\(code)?language=\(language)")
                let parts = both.text.split(separator: launch)
                try #require(parts.count == 2, "\(language): \(both.text)")
                #expect(parts[0].contains("href=\"https://hop.example/start?") && parts[0].contains("id=\"launch\""))
                #expect(parts[1].contains(">\(words)</a>"), "\(both.text)")
            }
            try await world.expect(200, "PATCH", World.app, world.administrator, #"{"hasDesktopGame":false}"#)
            #expect(try await !server.client.send("GET", "/join/" + code).text.contains("laurel://"))
            // Anybody may read it: it names nobody who meets no strangers.
            let zoe = try await signUp("zoe", world)
            #expect(try await make(zoe, world, code: "AB-CD") == "AB-CD")
            let signedIn = try await world.send(
                "POST", "/v1/sessions", "", #"{"alias":"zoe","password":"\#(World.password)"}"#)
            let token = try signedIn.json.unwrapped().string("token")
            func restrict(_ isOn: Bool) async throws {
                try await world.expect(
                    200, "PUT", "/v1/players/me/restrictions", token,
                    #"{"forbidsStrangers":\#(isOn),"forbidsMessages":false}"#)
            }
            for isOn in [true, false] {
                try await restrict(isOn)
                let joined = try await server.client.send("GET", "/join/AB-CD")
                #expect(joined.status == 200 && joined.text.contains("<bdi>zoe</bdi>") == !isOn)
            }
            let picture = try await server.client.send("GET", "/join/\(code).png")
            #expect(picture.status == 200 && picture.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            let wrong = try await server.client.send("GET", "/join/2222-2222")
            #expect(wrong.status == 404 && !wrong.text.contains("2222-2222"))
            #expect(try await server.client.send("GET", "/join/nonsense!").status == 404)
        }
    }

    /// As GameKit and the SDK have it: ABCD in base 36, behind a 1.
    private static let group = 2_160_877

    private func find(_ player: Somebody, _ key: Int, seats: Int = 2, _ world: World) async throws -> Answer {
        try await world.send(
            "POST", Self.game + "/matches", player.token,
            #"{"key":"0000000000000000000000000000000\#(key)","minPlayers":\#(seats),"maxPlayers":\#(seats),"#
                + #""group":\#(Self.group)}"#)
    }

    @Test("rules 11.8 and 14.9: who plays by a code counts for the game alone, so that asking tries no codes")
    func activity() async throws {
        try await run { world, _ in
            let (ada, eve) = (try await signUp("ada", world), try await signUp("eve", world))
            #expect(try await make(ada, world, code: "AB-CD") == "AB-CD")
            // Eve is in no party: she tries the number, and would be counted if it meant nothing.
            for (index, player) in [ada, eve].enumerated() {
                let made = try await find(player, 1 + index, world)
                try #require(made.status == 200, "\(made.text)")
                for (query, count) in [("", index + 1), ("?group=\(Self.group)", 0)] as [(String, Int)] {
                    let asked = try await world.send("GET", Self.game + "/matches/activity" + query, ada.token)
                    #expect(asked.json?["players"] == .integer(Int64(count)), "\(query): \(asked.text)")
                }
            }
        }
    }

    @Test("rule 14.9: a code lives as long as its match waits, and an hour after it is over")
    func waitingMatch() async throws {
        try await run { world, server in
            let (ada, zoe) = (try await signUp("ada", world), try await signUp("zoe", world))
            let eve = try await signUp("eve", world)
            let target = Self.parties + "/AB-CD"
            #expect(try await make(ada, world, code: "AB-CD") == "AB-CD")
            let made = try await find(ada, 1, world)
            try #require(made.status == 200, "\(made.text)")
            let match = Self.game + "/matches/" + (try made.json.unwrapped().string("id"))
            let handed = try await world.expect(
                200, "POST", match + "/turns", ada.token,
                #"{"key":"00000000000000000000000000000002","version":1,"data":"","next":[1]}"#)
            // Who knows the number alone is in no party.
            let apart = try await find(eve, 3, seats: 3, world)
            #expect(apart.status == 200 && apart.json?["id"] != made.json?["id"], "\(apart.text)")

            // Nobody has been there for three hours, but she sits at the table.
            server.clock.advance(by: .hours(3))
            let looked = try await world.send("GET", target, zoe.token)
            #expect(looked.status == 200 && names(looked) == ["ada"], "\(looked.text)")
            #expect(try await server.client.send("GET", "/join/AB-CD").text.contains("<bdi>ada</bdi>"))
            let joined = try await world.send("POST", target, zoe.token)
            #expect(joined.status == 200 && names(joined) == ["ada", "zoe"], "\(joined.text)")
            let seated = try await find(zoe, 4, world)
            #expect(seated.json?["id"] == made.json?["id"], "\(seated.text)")

            // Leaving the party isn't leaving the table.
            #expect(try await world.send("DELETE", target, zoe.token).status == 204)
            server.clock.advance(by: .hours(2))
            #expect(names(try await world.send("GET", target, eve.token)) == ["ada", "zoe"])
            guard case .integer(let version)? = seated.json?["version"] else {
                Issue.record("\(handed) \(seated.text)")
                return
            }
            try await world.expect(
                200, "POST", match + "/end", zoe.token,
                #"{"key":"00000000000000000000000000000005","version":\#(version),"data":"","outcomes":[3,2]}"#)
            server.clock.advance(by: .minutes(59))
            let empty = try await world.send("GET", target, eve.token)
            #expect(empty.status == 200 && names(empty) == [], "\(empty.text)")
            server.clock.advance(by: .minutes(1))
            #expect(try await world.send("GET", target, ada.token).kind == "unknown-party")
        }
    }

    @Test("rule 14.9: no match keeps a code longer than a day, and who takes the code then sits with nobody")
    func dayOfMatch() async throws {
        try await run { world, server in
            let (ada, zoe) = (try await signUp("ada", world), try await signUp("zoe", world))
            let target = Self.parties + "/AB-CD"
            #expect(try await make(ada, world, code: "AB-CD") == "AB-CD")
            let made = try await find(ada, 1, world)
            try #require(made.status == 200, "\(made.text)")
            server.clock.advance(by: .minutes(24 * 60 - 1))
            let looked = try await world.send("GET", target, zoe.token)
            #expect(names(looked) == ["ada"], "\(looked.text)")
            server.clock.advance(by: .minutes(1))
            #expect(try await world.send("GET", target, zoe.token).kind == "unknown-party")
            // The same code is another party's, and the match of the former one isn't of it.
            #expect(try await make(zoe, world, code: "AB-CD") == "AB-CD")
            #expect(try await world.send("POST", target, ada.token).status == 200)
            server.clock.advance(by: .minutes(10))
            #expect(names(try await world.send("GET", target, zoe.token)) == [])
        }
    }

    @Test("rules 14.9 and 14.10: a guest who sits at a table of the party is in it for a second one too")
    func guestAtTable() async throws {
        try await run { world, server in
            let heron = try await guest(Self.heron, world)
            #expect(try await make(heron, world, code: "AB-CD") == "AB-CD")
            let made = try await find(heron, 1, world)
            try #require(made.status == 200, "\(made.text)")
            server.clock.advance(by: .hours(3))
            let second = try await find(heron, 2, world)
            #expect(second.status == 200 && second.json?["id"] != made.json?["id"], "\(second.text)")
        }
    }

    @Test("rule 3.2: wiping the Sandbox takes its parties, and leaves those of Production")
    func wiping() async throws {
        try await run { world, server in
            let ada = try await signUp("ada", world)
            let tester = try await signUp("tester", world, "sandbox")
            let code = try await make(ada, world)
            _ = try await make(tester, world, code: code)
            let target = Self.parties + "/" + code
            let wiped = try await world.send("POST", World.app + "/wipes", world.administrator, #"{"everything":true}"#)
            #expect(wiped.status < 300, "\(wiped.text)")
            #expect(try await world.send("GET", target, tester.token).kind == "unknown-party")
            #expect(names(try await world.send("GET", target, ada.token)) == ["ada"])
        }
    }
}
