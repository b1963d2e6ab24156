import Glibc
import LaurelDomain
import LaurelWire
import LaurelService
import Testing

@Suite("The operator's socket", .timeLimit(.minutes(15)))
struct OperatorTests {
    static let json = [("Content-Type", "application/json")]
    static let links = "/v1/connect/administrator-links"
    static let resets = "/v1/connect/password-resets"

    @Test("anyone who can open it is administrator, and nobody else can open it")
    func administrator() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            var status = stat()
            #expect(lstat(server.socketPath, &status) == 0 && status.st_mode & 0o777 == 0o600)
            let here = try await server.localClient.send("GET", "/v1/connect/apps")
            #expect(here.status == 200)
            let there = try await server.client.send("GET", "/v1/connect/apps")
            #expect(there.status == 401 && there.kind == "unauthenticated")
            // No player: what is asked for a player needs his session all the same.
            let me = try await server.localClient.send("GET", "/v1/players/me")
            #expect(me.status == 401)
            let player = try await server.localClient.send(
                "GET", "/v1/connect/apps", [("Authorization", "Bearer " + world.player)])
            // He has no team: there is nothing for him.
            #expect(player.status == 200 && player.text == #"{"apps":[]}"#)
        }
    }

    @Test("a new administrator's link makes the last one useless, and there is none after the first administrator")
    func link() async throws {
        try await TestServer.run { server in
            let body = Array("{}".utf8)
            var tokens: [String] = []
            for _ in 0..<2 {
                let made = try await server.localClient.send("POST", Self.links, Self.json, body: body)
                #expect(made.status == 201, "\(made.text)")
                tokens.append(try #require(made.json).string("token"))
            }
            let remote = try await server.client.send("POST", Self.links, Self.json, body: body)
            #expect(remote.status == 403 && remote.kind == "forbidden")
            for (token, status) in zip(tokens, [401, 201]) {
                let claim = #"{"token":"\#(token)","alias":"chief","password":"\#(World.password)"}"#
                let claimed = try await server.client.send(
                    "POST", "/v1/connect/administrators", Self.json, body: Array(claim.utf8))
                #expect(claimed.status == status, "\(claimed.text)")
            }
            let late = try await server.localClient.send("POST", Self.links, Self.json, body: body)
            #expect(late.status == 409 && late.kind == "conflict")
        }
    }

    @Test("rule 1.9: a reset gives a player a code that works once and for three days, and ends his sessions")
    func reset() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let body = #"{"alias":"Jungle-Jim"}"#
            let reset = try await world.send("POST", Self.resets, world.administrator, body)
            #expect(reset.status == 201, "\(reset.text)")
            let answer = try #require(reset.json)
            #expect(answer["player"]?["id"] == .string(world.playerID))
            for token in [world.player, world.game] {
                #expect(try await world.send("GET", "/v1/players/me", token).status == 401)
            }
            let code = try answer.string("resetCode")
            #expect(try answer.string("expires") == "2026-11-24T12:00:00.000Z")
            let old = #"{"alias":"jungle-jim","password":"\#(World.password)"}"#
            #expect(try await world.send("POST", "/v1/sessions", "", old).kind == "wrong-credentials")
            // It is no password, and the player's own codes are no more.
            let new = #"{"alias":"jungle-jim","password":"\#(code)"}"#
            #expect(try await world.send("POST", "/v1/sessions", "", new).kind == "wrong-credentials")
            let own = world.call(.recover)
            #expect(try await world.send(own.method, own.target, "", own.body).kind == "wrong-credentials")
            let recovery = #"{"alias":"jungle-jim","recoveryCode":"\#(code)","newPassword":"another good horse"}"#
            #expect(try await world.send("POST", "/v1/recovery", "", recovery).status == 204)
            #expect(try await world.send("POST", "/v1/recovery", "", recovery).kind == "wrong-credentials")
            let late = try await world.send("POST", Self.resets, world.administrator, body)
            let expired = try #require(late.json).string("resetCode")
            server.clock.advance(by: .days(3))
            let tooLate = recovery.replacing(code, with: expired)
            #expect(try await world.send("POST", "/v1/recovery", "", tooLate).kind == "wrong-credentials")
            // Who is signed in for three days has to prove it.
            let proof = #"{"password":"\#(World.password)"}"#
            let proved = try await world.send("POST", "/v1/sessions/current/proof", world.administrator, proof)
            #expect(proved.status == 204)
            let unknown = try await world.send("POST", Self.resets, world.administrator, #"{"alias":"nobody-here"}"#)
            #expect(unknown.status == 404 && unknown.field == "alias")
        }
    }

    @Test("by invitation, a code lets one player in, once")
    func invitation() async throws {
        var options = TestServer.Options()
        options.signUp = .invitation
        try await TestServer.run(options) { server in
            func signUp(_ alias: String, _ code: String?) async throws -> Answer {
                let invitation = code.map { #","invitation":"\#($0)""# } ?? ""
                let body = #"{"alias":"\#(alias)","password":"\#(World.password)"\#(invitation)}"#
                return try await server.client.send("POST", "/v1/players", Self.json, body: Array(body.utf8))
            }
            #expect(try await signUp("jungle-jim", nil).kind == "invitation-required")
            #expect(try await signUp("jungle-jim", "AAAA-BBBB-CCCC-DDDD").kind == "invitation-required")
            let made = try await server.localClient.send(
                "POST", "/v1/connect/invitations", Self.json, body: Array("{}".utf8))
            let code = try #require(made.json).string("code")
            #expect(try await signUp("jungle-jim", code).status == 201)
            #expect(try await signUp("somebody", code).kind == "invitation-required")
        }
    }

    @Test("where sign-up is closed, nobody comes in but the first administrator")
    func closed() async throws {
        var options = TestServer.Options()
        options.signUp = .closed
        try await TestServer.run(options) { server in
            let body = #"{"alias":"jungle-jim","password":"\#(World.password)"}"#
            let refused = try await server.client.send("POST", "/v1/players", Self.json, body: Array(body.utf8))
            #expect(refused.status == 403 && refused.kind == "sign-up-closed")
            let link = try await server.localClient.send("POST", Self.links, Self.json, body: Array("{}".utf8))
            let token = try #require(link.json).string("token")
            let claim = #"{"token":"\#(token)","alias":"chief","password":"\#(World.password)"}"#
            let claimed = try await server.client.send(
                "POST", "/v1/connect/administrators", Self.json, body: Array(claim.utf8))
            #expect(claimed.status == 201)
        }
    }
}
