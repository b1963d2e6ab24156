import LaurelDomain
import LaurelWire
import Testing

@Suite("Two factors", .timeLimit(.minutes(15)))
struct TwoFactorRouteTests {
    static let path = "/v1/players/me/two-factor"

    private func signIn(_ world: World, _ alias: String, code: String? = nil) async throws -> Answer {
        let code = code.map { #","code":"\#($0)""# } ?? ""
        return try await world.send(
            "POST", "/v1/sessions", "", #"{"alias":"\#(alias)","password":"\#(World.password)"\#(code)}"#)
    }

    /// Turns it on for Jim.
    private func turnOn(_ world: World) async throws -> (secret: [UInt8], codes: [String]) {
        let offer = try await world.post(Self.path, #"{"password":"\#(World.password)"}"#, world.player)
        let secret = Self.base32(try offer.string("secret"))
        #expect(secret.count == 20)
        let code = world.developers.code(world.server, secret: secret)
        let on = try await world.post(Self.path + "/confirmation", #"{"code":"\#(code)"}"#, world.player)
        guard case .array(let codes)? = on["recoveryCodes"] else { return (secret, []) }
        return (
            secret,
            codes.compactMap { if case .string(let code) = $0 { code } else { nil } }
        )
    }

    /// RFC 4648, section 6, read back.
    static func base32(_ text: String) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let bits = text.flatMap { letter in
            let value = alphabet.firstIndex(of: letter) ?? 0
            return (0..<5).reversed().map { value >> $0 & 1 }
        }
        return stride(from: 0, to: bits.count - bits.count % 8, by: 8).map { start in
            bits[start..<start + 8].reduce(0) { $0 << 1 | UInt8($1) }
        }
    }

    @Test("once on, every sign-in needs a code, each code is good once, and other sessions end")
    func signIn() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let (secret, codes) = try await turnOn(world)
            #expect(codes.count == 8)
            #expect(try await world.send("GET", Self.path, world.player).text.contains(#""isOn":true"#))
            #expect(try await world.send("GET", "/v1/players/me", world.game).status == 401)
            #expect(try await signIn(world, "jungle-jim").kind == "code-required")
            let wrong = try await world.send(
                "POST", "/v1/sessions", "", #"{"alias":"jungle-jim","password":"x","code":"123456"}"#)
            #expect(wrong.kind == "wrong-credentials")
            // The code that confirmed it is used.
            let first = world.developers.code(server, secret: secret)
            #expect(try await signIn(world, "jungle-jim", code: first).kind == "wrong-code")
            server.clock.advance(by: .seconds(30))
            let second = world.developers.code(server, secret: secret)
            #expect(try await signIn(world, "jungle-jim", code: second).status == 201)
            #expect(try await signIn(world, "jungle-jim", code: second).kind == "wrong-code")
            // A recovery code, once.
            #expect(try await signIn(world, "jungle-jim", code: codes[0].lowercased()).status == 201)
            #expect(try await signIn(world, "jungle-jim", code: codes[0]).kind == "wrong-code")
            #expect(try await world.send("GET", Self.path, world.player).text.contains(#""recoveryCodesLeft":7"#))
            // A player without it signs in as before.
            #expect(try await signIn(world, "somebody").status == 201)
        }
    }

    @Test("of many sign-ins with one code at the same moment, one succeeds")
    func race() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let (secret, _) = try await turnOn(world)
            server.clock.advance(by: .seconds(30))
            let code = world.developers.code(server, secret: secret)
            let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let answer = try await signIn(world, "jungle-jim", code: code)
                        return answer.status == 201 ? "in" : answer.kind ?? "\(answer.status)"
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.sorted() == ["in"] + Array(repeating: "wrong-code", count: 7), "\(server.faults.list)")
        }
    }

    @Test("guessing codes ends in too-many-attempts, and time lets one try again")
    func guesses() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let (secret, _) = try await turnOn(world)
            var kinds: [String?] = []
            for guess in 0..<12 { kinds.append(try await signIn(world, "jungle-jim", code: "00000\(guess % 10)").kind) }
            #expect(
                kinds
                    == Array(repeating: "wrong-code", count: 10) + Array(repeating: "too-many-attempts", count: 2))
            server.clock.advance(by: .minutes(6))
            let code = world.developers.code(server, secret: secret)
            let answer = try await signIn(world, "jungle-jim", code: code)
            #expect(answer.status == 201, "\(answer.text)")
        }
    }

    @Test("a wall clock that is set back makes nobody wait longer, and one that is set ahead nobody shorter")
    func steady() async throws {
        let steady = ManualClock()
        var options = TestServer.Options()
        options.steady = steady.port
        try await TestServer.run(options) { server in
            let world = try await World(server)
            let (secret, _) = try await turnOn(world)
            for guess in 0..<10 { _ = try await signIn(world, "jungle-jim", code: "00000\(guess)") }
            server.clock.advance(by: .hours(1))
            #expect(try await signIn(world, "jungle-jim", code: "000000").kind == "too-many-attempts")
            server.clock.advance(by: .minutes(-30))
            steady.advance(by: .minutes(6))
            let code = world.developers.code(server, secret: secret)
            #expect(try await signIn(world, "jungle-jim", code: code).status == 201)
            // Nor does a proof last longer.
            server.clock.advance(by: .minutes(-30))
            #expect(try await world.send("DELETE", "/v1/sessions/3", world.player).kind != "proof-needed")
            steady.advance(by: .minutes(10))
            #expect(try await world.send("DELETE", "/v1/sessions/3", world.player).kind == "proof-needed")
        }
    }

    @Test("turning it off needs the password and a code; an administrator helps a player who lost both devices")
    func off() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let (_, codes) = try await turnOn(world)
            let removal = Self.path + "/removal"
            let twice = try await world.send("POST", Self.path, world.player, #"{"password":"\#(World.password)"}"#)
            #expect(twice.status == 409)
            let noPassword = #"{"password":"x","code":"\#(codes[0])"}"#
            #expect(try await world.send("POST", removal, world.player, noPassword).kind == "wrong-credentials")
            let noCode = #"{"password":"\#(World.password)","code":"000000"}"#
            #expect(try await world.send("POST", removal, world.player, noCode).kind == "wrong-code")
            let good = #"{"password":"\#(World.password)","code":"\#(codes[0])"}"#
            #expect(try await world.send("POST", removal, world.player, good).status == 204)
            #expect(try await signIn(world, "jungle-jim").status == 201)

            #expect(try await signIn(world, "guarded").kind == "code-required")
            let reset = try await world.send(
                "POST", "/v1/connect/two-factor-resets", world.administrator, #"{"alias":"guarded"}"#)
            #expect(reset.status == 204)
            #expect(try await signIn(world, "guarded").status == 201)
        }
    }

    @Test("a team that asks for it lets no member work without one")
    func required() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let team = try await world.post("/v1/connect/teams", #"{"name":"Vines"}"#, world.player).string("id")
            let teamPath = "/v1/connect/teams/\(team)"
            let rookie = try await world.member("second", as: .developer, in: team)
            let body = #"{"requiresTwoFactor":true}"#
            // Nobody locks himself out.
            #expect(try await world.send("PATCH", teamPath, world.player, body).status == 409)
            _ = try await turnOn(world)
            #expect(try await world.send("PATCH", teamPath, world.player, body).status == 200)
            #expect(try await world.send("GET", teamPath + "/members", world.player).status == 200)
            let refused = try await world.send("GET", teamPath + "/members", rookie)
            #expect(refused.status == 403 && refused.kind == "two-factor-required")
            let app = try await world.send(
                "POST", "/v1/connect/apps", rookie, #"{"bundleID":"com.vines.A","name":"A"}"#)
            #expect(app.kind == "two-factor-required")
        }
    }
}
