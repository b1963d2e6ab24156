import LaurelDomain
import LaurelWire
import Testing

@testable import LaurelService

@Suite("Routes of guests", .timeLimit(.minutes(15)))
struct GuestRouteTests {
    private static let secret = "dRxBCr2vptqNkYZS3WpA4VXns-HXcsXZunCIzdjz6Tk"
    private static let upgrade = #"{"alias":"lasting","password":"\#(World.password)"}"#

    private func come(
        _ world: World, _ secret: String = Self.secret, _ more: String = "", _ headers: [(String, String)] = []
    ) async throws -> Answer {
        try await world.send(
            "POST", "/v1/guests", "", "{\"secret\":\"\(secret)\"\(more)}",
            [("Content-Type", "application/json")] + headers)
    }

    @Test("rule 1.11: one call makes a player, whose score is ranked; the same secret gets the same player")
    func ranked() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let game = #","bundleID":"com.ali.MonkeyJump""#
            let first = try await come(world, Self.secret, game)
            #expect(first.status == 201)
            let json = try #require(first.json)
            #expect(json["bundleID"] == .string("com.ali.MonkeyJump") && json["recoveryCodes"] == nil)
            let token = try json.string("token")
            let name = try json["player"].unwrapped().string("displayName")
            let scored = try await world.send("POST", World.board + "/scores", token, #"{"value":7000}"#)
            #expect(scored.status == 200)
            let again = try #require(try await come(world, Self.secret, game).json)
            #expect(again["player"] == json["player"] && again["token"] != json["token"])
            // Others don't see what they are.
            let page = try await world.send("GET", World.board + "/entries", world.game)
            #expect(page.text.contains(name) && !page.text.contains("isGuest"))
            let me = try #require(try await world.send("GET", "/v1/players/me", token).json)
            #expect(me["isGuest"] == .boolean(true) && me["isMultiplayerGamingRestricted"] == .boolean(true))
            let jim = try #require(try await world.send("GET", "/v1/players/me", world.player).json)
            #expect(jim["isGuest"] == .boolean(false))
        }
    }

    @Test("rule 1.11: a code brings the guest into a browser once, and within two minutes")
    func codes() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let guest = try #require(try await come(world).json)["player"]
            func make() async throws -> String {
                let made = try await world.send(
                    "POST", "/v1/guests/codes", "", #"{"secret":"\#(Self.secret)"}"#)
                #expect(made.status == 201)
                return try #require(made.json).string("code")
            }
            func redeem(_ code: String) async throws -> Answer {
                try await world.send("POST", "/v1/guests/codes/session", "", #"{"code":"\#(code)"}"#)
            }
            let code = try await make()
            #expect(code != Self.secret)
            let first = try await redeem(code)
            #expect(first.status == 201 && first.json?["player"] == guest)
            #expect(try await redeem(code).kind == "authorization-refused")
            // A new one ends the one before.
            let (old, new) = (try await make(), try await make())
            #expect(try await redeem(old).kind == "authorization-refused")
            server.clock.advance(by: .minutes(2))
            #expect(try await redeem(new).kind == "authorization-refused")
            let stranger = try await world.send(
                "POST", "/v1/guests/codes", "", #"{"secret":"Y4KzzIgUErd7_K7tAmABwA2eMCXmbCD25-kvB5hRRio"}"#)
            #expect(stranger.status == 404 && stranger.field == "secret", "\(stranger.text)")
        }
    }

    @Test("rule 1.11: the name is in the language of the device")
    func language() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let answer = try await come(world, Self.secret, "", [("Accept-Language", "zh-CN,zh;q=0.9,en;q=0.8")])
            let name = try #require(answer.json)["player"].unwrapped().string("displayName")
            #expect(GuestNames.simplifiedChinese.adjectives.contains { name.hasPrefix($0) }, "\(name)")
        }
    }

    @Test("rule 1.12: an upgrade keeps the IDs, the scores and the session, and gives recovery codes")
    func upgraded() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let before = try #require(try await world.send("GET", "/v1/players/me", world.guest).json)
            _ = try await world.send("POST", World.board + "/scores", world.guest, #"{"value":7000}"#)
            let answer = try await world.send("POST", "/v1/players/me/upgrade", world.guest, Self.upgrade)
            #expect(answer.status == 200, "\(answer.text)")
            let json = try #require(answer.json)
            guard case .array(let codes)? = json["recoveryCodes"] else {
                Issue.record("no recovery codes")
                return
            }
            #expect(codes.count == 8 && json["player"]?["id"] == before["player"]?["id"])
            let after = try #require(try await world.send("GET", "/v1/players/me", world.guest).json)
            #expect(after["player"]?["displayName"] == .string("lasting") && after["isGuest"] == .boolean(false))
            let page = try await world.send("GET", World.board + "/entries", world.guest)
            #expect(page.json?["local"]?["value"] == .integer(7000) && page.text.contains("lasting"))
            let signedIn = try await world.send(
                "POST", "/v1/sessions", "",
                #"{"alias":"lasting","password":"\#(World.password)","bundleID":"com.ali.MonkeyJump"}"#)
            #expect(signedIn.status == 201)
            let refused = try await come(world, World.guestSecret)
            #expect(refused.status == 409 && refused.kind == "guest-upgraded")
            let twice = try await world.send("POST", "/v1/players/me/upgrade", world.guest, Self.upgrade)
            #expect(twice.status == 409 && twice.kind == "conflict")
        }
    }

    @Test("rules 1.11, 1.12: on a leaderboard that waits for the upgrade, a guest is ranked from then on")
    func waiting() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let set = try await world.send(
                "PATCH", World.app + "/leaderboards/HighScores", world.administrator, #"{"guests":"afterUpgrade"}"#)
            #expect(set.status == 200, "\(set.text)")
            let scored = try await world.send("POST", World.board + "/scores", world.guest, #"{"value":7000}"#)
            #expect(scored.status == 200 && scored.text.contains(#""isHeld":true"#), "\(scored.text)")
            let before = try await world.send("GET", World.board + "/entries", world.guest)
            #expect(before.json?["local"]?["value"] == nil, "\(before.text)")
            let answer = try await world.send("POST", "/v1/players/me/upgrade", world.guest, Self.upgrade)
            #expect(answer.status == 200, "\(answer.text)")
            let page = try await world.send("GET", World.board + "/entries", world.guest)
            #expect(page.json?["local"]?["value"] == .integer(7000), "\(page.text)")
        }
    }

    @Test("rule 1.12: what a sign-up refuses, an upgrade refuses, and the guest stays a guest")
    func refusals() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            for (body, kind, field) in [
                (#"{"alias":"jungle-jim","password":"\#(World.password)"}"#, "alias-taken", "alias"),
                (#"{"alias":"laurel","password":"\#(World.password)"}"#, "alias-reserved", "alias"),
                (#"{"alias":"lasting","password":"12345678"}"#, "invalid-parameter", "password"),
                (#"{"alias":"x","password":"\#(World.password)"}"#, "invalid-parameter", "alias"),
            ] {
                let answer = try await world.send("POST", "/v1/players/me/upgrade", world.guest, body)
                #expect(answer.kind == kind && answer.field == field, "\(body): \(answer.text)")
            }
            let me = try #require(try await world.send("GET", "/v1/players/me", world.guest).json)
            #expect(me["isGuest"] == .boolean(true))
        }
    }

    @Test("an upgrade names the session's device as a sign-in does, within the same limits")
    func device() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let token = try #require(try await come(world).json).string("token")
            func device() async throws -> JSONValue? {
                let list = try #require(try await world.send("GET", "/v1/sessions", token).json)
                return try list["sessions"].unwrapped().elements().first?["device"]
            }
            func upgrade(_ device: String) async throws -> Answer {
                try await world.send(
                    "POST", "/v1/players/me/upgrade", token,
                    #"{"alias":"lasting","password":"\#(World.password)","device":"\#(device)"}"#)
            }
            #expect(try await device() == .null)
            for name in ["", "two words", String(repeating: "a", count: 65)] {
                let refused = try await upgrade(name)
                #expect(refused.kind == "invalid-parameter" && refused.field == "device", "\(refused.text)")
            }
            let longest = String(repeating: "a", count: 64)
            #expect(try await upgrade(longest).status == 200)
            #expect(try await device() == .string(longest))
        }
    }

    @Test("rule 1.11: off for the server or for the game, which an app's developer decides")
    func off() async throws {
        var options = TestServer.Options()
        options.allowsGuests = false
        try await TestServer.run(options) { server in
            let answer = try await server.client.send(
                "POST", "/v1/guests", [("Content-Type", "application/json")],
                body: Array(#"{"secret":"\#(Self.secret)"}"#.utf8))
            #expect(answer.status == 403 && answer.kind == "guests-not-allowed")
        }
        try await TestServer.run { server in
            let world = try await World(server)
            let game = #","bundleID":"com.ali.MonkeyJump""#
            let set = try await world.send("PATCH", World.app, world.administrator, #"{"allowsGuests":false}"#)
            #expect(set.status == 200 && set.json?["allowsGuests"] == .boolean(false))
            let refused = try await come(world, Self.secret, game)
            #expect(refused.status == 403 && refused.kind == "guests-not-allowed")
            #expect(try await come(world, World.guestSecret, game).status == 201, "made there before")
            // The configuration carries it, and a file that doesn't say leaves it.
            let file = try await world.send("GET", World.app + "/configuration", world.administrator).text
            #expect(file.contains("\"allowsGuests\":false"), "\(file)")
        }
    }

    @Test("rule 1.11: a guest's own page can't be written on, and says what to do")
    func restricted() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let token = try #require(try await come(world).json).string("token")
            let status = try await world.send("PATCH", "/v1/players/me/profile", token, #"{"status":"Hello"}"#)
            #expect(status.status == 403 && status.kind == "guest-restricted")
            let team = try await world.send("POST", "/v1/connect/teams", token, #"{"name":"Team"}"#)
            #expect(team.status == 403 && team.kind == "guest-restricted", "\(team.text)")
            let proof = try await world.send(
                "POST", "/v1/sessions/current/proof", token, #"{"password":"\#(Self.secret)"}"#)
            #expect(proof.status == 204)
            let erased = try await world.send(
                "POST", "/v1/players/me/erasure", token, #"{"password":"\#(Self.secret)"}"#)
            #expect(erased.status == 200)
            #expect(try await world.send("GET", "/v1/players/me", token).status == 401)
        }
    }

    @Test("a game's page makes guests for its own game alone, and none with a cookie")
    func origins() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let home = [("Origin", "https://jump.example")]
            let own = try await come(world, Self.secret, #","bundleID":"com.ali.MonkeyJump""#, home)
            #expect(own.status == 201 && own.headers["access-control-allow-origin"] == "https://jump.example")
            for more in ["", #","bundleID":"com.example.Other","environment":"sandbox""#] {
                let refused = try await come(world, Self.secret, more, home)
                #expect(refused.status == 403 && refused.kind == "origin-not-allowed")
            }
            let cookie = #","bundleID":"com.ali.MonkeyJump","cookie":true"#
            #expect(try await come(world, Self.secret, cookie, home).kind == "forbidden")
        }
    }

    @Test("a secret that nobody drew is refused", arguments: ["", "short", String(repeating: "A", count: 43)])
    func secrets(text: String) async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let answer = try await come(world, text)
            #expect(answer.status == 400 && answer.kind == "invalid-parameter" && answer.field == "secret")
        }
    }

    @Test("rule 1.11: the budget of an address is told")
    func budget() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            // The world made one.
            for number in 1_000..<1_099 {
                #expect(try await come(world, String((Self.secret + "\(number)").suffix(43))).status == 201)
            }
            let refused = try await come(world, String((Self.secret + "1099").suffix(43)))
            #expect(refused.status == 429 && refused.kind == "too-many-attempts")
            #expect(refused.text.contains("100 at once") && refused.headers["retry-after"] != nil)
        }
    }
}
