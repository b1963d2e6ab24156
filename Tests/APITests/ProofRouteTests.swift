@testable import LaurelAPI
import LaurelDomain
import LaurelWire
import LaurelService
import Testing

/// What asks for a password or a code once more, written down a second time.
@Suite("Proof before power", .timeLimit(.minutes(15)))
struct ProofRouteTests {
    static let path = "/v1/sessions/current/proof"
    static let password = #"{"password":"\#(World.password)"}"#

    static let asking: Set<Endpoint> = [
        .resetPassword, .resetTwoFactor, .endPlayerSessions, .exportNamedPlayer, .eraseNamedPlayer, .serverBanPlayer,
        .updateTeam, .deleteTeam, .changeRole, .removeMember, .inviteMember, .makeKey,
        .endSession, .endOtherSessions, .setMailAddress, .removeMailAddress,
        .unlinkProvider,
    ]
    /// Power over others or over secrets that asks for none, each with its reason.
    static let free: [Endpoint: String] = [
        .invite: "lets somebody in who has no rights", .inviteDeveloper: "the same, with a team of their own",
        .serverUnbanPlayer: "gives back", .decideServerReview: "daily work; each decision can be undone by the player",
        .changeWord: "daily work, and nothing goes", .revokeTeamInvitation: "takes power away",
        .revokeKey: "takes power away, and may be in haste",
        .changePassword: "its own body has the password", .renewRecoveryCodes: "its own body has the password",
        .setUpTwoFactor: "its own body has the password",
        .confirmTwoFactor: "follows the one above, within its session",
        .removeTwoFactor: "its own body has password and code", .eraseSelf: "its own body has the password",
        .giveProof: "is the proof", .signOut: "ends itself",
        .linkProvider: "asks all but guests, who have nothing to prove by",
        .decideDevice: "a session of one game, in its list once it is fetched", .authorizeGame: "the same",
    ]

    @Test("every route that acts on others or on credentials is in one of two lists, and asks as they say")
    func table() {
        let credentials: Set<Endpoint> = [
            .changePassword, .renewRecoveryCodes, .setUpTwoFactor, .confirmTwoFactor, .removeTwoFactor, .eraseSelf,
            .endSession, .endOtherSessions, .giveProof, .signOut, .decideDevice, .authorizeGame, .setMailAddress,
            .removeMailAddress, .linkProvider, .unlinkProvider,
        ]
        let heads: Set<Endpoint.Access> = [
            .server, .team(.manageTeam), .team(.manageMembers), .team(.manageKeys),
        ]
        for endpoint in Endpoint.allCases {
            let isPower = heads.contains(endpoint.access)
            if endpoint.method != .get, isPower || credentials.contains(endpoint) {
                let isListed = Self.asking.contains(endpoint) != (Self.free[endpoint] != nil)
                #expect(isListed, "\(endpoint) is in no list, or in both")
            }
            #expect((endpoint.proof == .always) == Self.asking.contains(endpoint), "\(endpoint)")
            if endpoint.proof == .always { #expect(endpoint.problems.contains(.proofNeeded), "\(endpoint)") }
        }
    }

    @Test("ten minutes after the sign-in a session has to prove itself, and until then nothing is done")
    func asked() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            server.clock.advance(by: .minutes(10))
            let before = try server.export()
            for endpoint in Self.asking {
                let call = world.call(endpoint)
                let answer = try await world.send(call.method, call.target, call.token, call.body)
                #expect(answer.status == 403 && answer.kind == "proof-needed", "\(endpoint): \(answer.text)")
            }
            #expect(try server.export() == before)
            for token in [world.administrator, world.player] {
                #expect(try await world.send("POST", Self.path, token, Self.password).status == 204)
            }
            server.clock.advance(by: .init(milliseconds: 599_999))
            for endpoint in World.inOrder where Self.asking.contains(endpoint) {
                let call = world.call(endpoint)
                let answer = try await world.send(call.method, call.target, call.token, call.body)
                let isDone = (200...299).contains(answer.status) || answer.kind == "not-found"
                #expect(isDone, "\(endpoint): \(answer.text)")
            }
        }
    }

    @Test("who has no right hears of that and not of a proof, and the operator's socket and keys are asked for none")
    func others() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let own = "/v1/connect/teams/\(world.developers.team)"
            let keys = try await world.post(own + "/keys", #"{"name":"Releases","role":"admin"}"#)
            let key = try keys.string("secret")
            server.clock.advance(by: .minutes(11))
            let reset = world.call(.resetPassword)
            #expect(try await world.send(reset.method, reset.target, world.player, reset.body).kind == "forbidden")
            let team = world.call(.updateTeam)
            #expect(try await world.send(team.method, team.target, world.player, team.body).kind == "not-found")
            let end = world.call(.endOtherSessions)
            #expect(try await world.send(end.method, end.target, world.game).kind == "forbidden")
            #expect(try await world.send("POST", Self.path, world.game, Self.password).kind == "forbidden")
            #expect(try await world.send("POST", Self.path, "", Self.password).kind == "unauthenticated")
            let local = try await server.localClient.send(
                "POST", reset.target, OperatorTests.json, body: Array((reset.body ?? "").utf8))
            #expect(local.status == 201, "\(local.text)")
            // A release, which asks a person for a proof.
            _ = try await world.post("/v1/connect/apps", #"{"bundleID":"com.jungle.New","name":"New"}"#, key)
            let new = "/v1/connect/apps/com.jungle.New"
            let released = try await world.send("PATCH", new, key, #"{"isReleased":true}"#)
            #expect(released.status == 200, "\(released.text)")
        }
    }

    @Test("a release asks, once and for the app that is not released, and its plan does not")
    func release() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let other = "/v1/connect/apps/com.example.Other"
            let body = #"{"isReleased":true}"#
            let exported = try await world.send("GET", other + "/configuration", world.administrator).text
            let wanted = exported.replacing(#""isReleased":false"#, with: #""isReleased":true"#, maxReplacements: 1)
            server.clock.advance(by: .minutes(10))
            #expect(try await world.send("PATCH", other, world.administrator, body).kind == "proof-needed")
            #expect(try await world.send("PATCH", World.app, world.administrator, body).status == 200)
            let target = other + "/configuration"
            #expect(try await world.send("PUT", target + "?plan=true", world.administrator, wanted).status == 200)
            #expect(try await world.send("PUT", target, world.administrator, wanted).kind == "proof-needed")
            #expect(try await world.send("PUT", target, world.administrator, exported).status == 200)
            #expect(try await world.send("POST", Self.path, world.administrator, Self.password).status == 204)
            #expect(try await world.send("PUT", target, world.administrator, wanted).status == 200)
        }
    }

    @Test("a proof is the password or a code of the second factor, under the limits of guessing")
    func secrets() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            func prove(_ body: String, _ token: String) async throws -> String? {
                let answer = try await world.send("POST", Self.path, token, body)
                return answer.status == 204 ? "proved" : answer.kind
            }
            #expect(try await prove("{}", world.player) == "invalid-parameter")
            let both = #"{"password":"x","code":"123456"}"#
            #expect(try await prove(both, world.player) == "invalid-parameter")
            // Who has no second factor has no code.
            #expect(try await prove(#"{"code":"123456"}"#, world.player) == "conflict")
            let sentinel = world.developers.sentinel
            let first = world.developers.code(server)
            // Nor has who did not confirm theirs.
            #expect(try await prove(#"{"code":"\#(first)"}"#, sentinel) == "conflict")
            let confirmation = TwoFactorRouteTests.path + "/confirmation"
            let on = try await world.post(confirmation, #"{"code":"\#(first)"}"#, sentinel)
            let backup = try (on["recoveryCodes"]?[0]).unwrapped().text()
            server.clock.advance(by: .minutes(11))
            #expect(try await world.send("DELETE", "/v1/sessions", sentinel).kind == "proof-needed")
            #expect(try await prove(#"{"code":"000000"}"#, sentinel) == "wrong-code")
            #expect(try await prove(#"{"password":"wrong"}"#, sentinel) == "wrong-credentials")
            // What was wrong has proved nothing.
            #expect(try await world.send("DELETE", "/v1/sessions", sentinel).kind == "proof-needed")
            let code = world.developers.code(server)
            #expect(try await prove(#"{"code":"\#(code)"}"#, sentinel) == "proved")
            #expect(try await prove(#"{"code":"\#(code)"}"#, sentinel) == "wrong-code")
            #expect(try await prove(#"{"code":"\#(backup)"}"#, sentinel) == "proved")
            #expect(try await prove(#"{"code":"\#(backup)"}"#, sentinel) == "wrong-code")
            #expect(try await world.send("DELETE", "/v1/sessions", sentinel).status == 204)
            // Nobody tries many.
            var kinds: [String?] = []
            for _ in 0..<11 { kinds.append(try await prove(#"{"password":"wrong"}"#, world.administrator)) }
            #expect(kinds == Array(repeating: "wrong-credentials", count: 10) + ["too-many-attempts"])
        }
    }

    @Test("a session that was only allowed on another device has proved nothing")
    func device() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let decide = world.call(.decideDevice)
            #expect(try await world.send(decide.method, decide.target, world.player, decide.body).status == 204)
            let poll = world.call(.pollDevice)
            let answer = try await world.send(poll.method, poll.target, "", poll.body)
            let token = try #require(answer.json).string("token")
            #expect(try await world.send("DELETE", "/v1/sessions", token).kind == "proof-needed")
            #expect(try await world.send("POST", Self.path, token, Self.password).status == 204)
            #expect(try await world.send("DELETE", "/v1/sessions", token).status == 204)
        }
    }

    @Test("an administrator ends a player's sessions, and the player's password stays good")
    func endings() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let target = "/v1/connect/session-endings"
            let body = #"{"alias":"jungle-jim"}"#
            #expect(try await world.send("POST", target, world.administrator, body).status == 204)
            for token in [world.player, world.game] {
                #expect(try await world.send("GET", "/v1/players/me", token).status == 401)
            }
            let again = #"{"alias":"jungle-jim","password":"\#(World.password)"}"#
            #expect(try await world.send("POST", "/v1/sessions", "", again).status == 201)
            let unknown = try await world.send("POST", target, world.administrator, #"{"alias":"nobody-here"}"#)
            #expect(unknown.status == 404 && unknown.field == "alias")
        }
    }

    // MARK: Two-factor authentication of those who may do much

    private func advice(_ world: World, _ token: String) async throws -> String {
        let answer = try await world.send("GET", TwoFactorRouteTests.path, token)
        return try #require(answer.json).string("advice")
    }

    private func turnOn(_ world: World, _ token: String) async throws {
        let offer = try await world.post(TwoFactorRouteTests.path, Self.password, token)
        let secret = TwoFactorRouteTests.base32(try offer.string("secret"))
        let code = world.developers.code(world.server, secret: secret)
        _ = try await world.post(TwoFactorRouteTests.path + "/confirmation", #"{"code":"\#(code)"}"#, token)
    }

    /// A player who owns a team with a released app.
    private func owner(_ world: World) async throws -> (token: String, team: String) {
        let token = try await world.signUp("maker").string("token")
        let team = try await world.post("/v1/connect/teams", #"{"name":"Makers"}"#, token).string("id")
        _ = try await world.post("/v1/connect/apps", #"{"bundleID":"com.makers.A","name":"A"}"#, token)
        #expect(try await advice(world, token) == "none")
        let released = try await world.send("PATCH", "/v1/connect/apps/com.makers.A", token, #"{"isReleased":true}"#)
        #expect(released.status == 200, "\(released.text)")
        return (token, team)
    }

    @Test("administrators and owners of released apps are led to a second factor, and nobody is kept from work")
    func suggested() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let maker = try await owner(world)
            #expect(try await advice(world, world.administrator) == "suggested")
            #expect(try await advice(world, maker.token) == "suggested")
            #expect(try await advice(world, world.player) == "none")
            #expect(try await world.send("GET", "/v1/connect/audit", world.administrator).status == 200)
            try await turnOn(world, world.administrator)
            #expect(try await advice(world, world.administrator) == "none")
        }
    }

    @Test(
        "where it is required they set it up themselves before anything else, and nobody is locked out",
        arguments: RequiredTwoFactor.allCases)
    func required(policy: RequiredTwoFactor) async throws {
        // What is there when a test begins was made while nothing was required.
        let required = RequiredPolicy()
        var options = TestServer.Options()
        options.requiredTwoFactor = { required.value }
        try await TestServer.run(options) { server in
            let world = try await World(server)
            let maker = try await owner(world)
            required.value = policy
            for (token, target, isKept) in [
                (world.administrator, "/v1/connect/audit", policy != .nobody),
                (world.administrator, World.app, policy != .nobody),
                (maker.token, "/v1/connect/teams/\(maker.team)", policy == .owners),
                (world.developers.rookie, "/v1/connect/teams/\(world.developers.team)", false),
                (world.developers.key, "/v1/connect/teams/\(world.developers.team)", false),
            ] {
                let answer = try await world.send("GET", target, token)
                #expect((answer.kind == "two-factor-required") == isKept, "\(target): \(answer.text)")
                #expect((answer.status == 200) != isKept, "\(target): \(answer.text)")
            }
            #expect(try await advice(world, world.administrator) == (policy == .nobody ? "suggested" : "required"))
            #expect(try await advice(world, maker.token) == (policy == .owners ? "required" : "suggested"))
            // They play and sign in as ever, and set it up with their password alone.
            #expect(try await world.send("GET", "/v1/players/me", world.administrator).status == 200)
            for token in [world.administrator, maker.token] { try await turnOn(world, token) }
            #expect(try await world.send("GET", "/v1/connect/audit", world.administrator).status == 200)
            #expect(try await world.send("GET", "/v1/connect/teams/\(maker.team)", maker.token).status == 200)
            // The socket has no factors.
            #expect(try await server.localClient.send("GET", "/v1/connect/audit").status == 200)
        }
    }
}
