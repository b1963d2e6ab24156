import LaurelDomain
import LaurelStorage
import LaurelWire
import Testing

@testable import LaurelService

@Suite("Routes of mail", .timeLimit(.minutes(15)))
struct MailRouteTests {
    private static let path = "/v1/players/me/mail-address"
    private static let address = #"{"address":"jim@mail.example"}"#

    private func directory(_ server: TestServer) throws -> any MailDirectory {
        try #require(server.accounts.mailing).directory
    }

    /// Hands over what waits, each with a link of this secret.
    private func deliver(_ server: TestServer, _ token: String) async throws -> [Mail] {
        let directory = try directory(server)
        let now = server.clock.port.now()
        let mails = try await directory.takeMails(due: now, limit: 100, total: 1_000)
        for mail in mails {
            if mail.kind.linkLifetime != nil {
                _ = try await directory.addMailLink(server.accounts.digest(token), to: mail.id)
            }
            try await directory.finishMail(mail.id, at: now)
        }
        return mails
    }

    private func confirm(_ world: World) async throws {
        _ = try await world.send("PUT", Self.path, world.player, Self.address)
        _ = try await deliver(world.server, "confirming")
        let answer = try await world.send("POST", "/v1/mail-confirmations", "", #"{"token":"confirming"}"#)
        try #require(answer.status == 204, "\(answer.text)")
    }

    @Test("rule 1.17: an address is set, confirmed by its link, shown to its player, and removed")
    func address() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            #expect(try await world.send("GET", "/v1/mail").json?["isOn"] == .boolean(true))
            let set = try await world.send(
                "PUT", Self.path, world.player, Self.address, [("Accept-Language", "zh-CN")])
            #expect(set.status == 200 && set.json?["pending"] == .string("jim@mail.example"), "\(set.text)")
            #expect(set.json?["address"] == .null)
            let mails = try await deliver(server, "secret")
            #expect(mails.map(\.language) == [.simplifiedChinese] && mails[0].alias == "jungle-jim")
            let wrong = try await world.send("POST", "/v1/mail-confirmations", "", #"{"token":"wrong"}"#)
            #expect(wrong.status == 404 && wrong.kind == "not-found" && wrong.field == "token")
            let right = try await world.send("POST", "/v1/mail-confirmations", "", #"{"token":"secret"}"#)
            #expect(right.status == 204)
            let shown = try await world.send("GET", Self.path, world.player)
            #expect(shown.json?["address"] == .string("jim@mail.example") && shown.json?["pending"] == .null)
            #expect(try await world.send("DELETE", Self.path, world.player).status == 204)
            #expect(try await world.send("GET", Self.path, world.player).json?["address"] == .null)
        }
    }

    @Test("rule 1.17: nobody else sees an address; its player's export has it")
    func hidden() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await confirm(world)
            let names = [
                "/v1/players/me/export", "/v1/players?ids=\(world.playerID)", "/v1/connect/players?prefix=jungle",
                "/v1/connect/players?prefix=jim", World.board + "/entries",
            ]
            for name in names {
                let answer = try await world.send("GET", name, world.administrator)
                #expect(!answer.text.contains("mail.example"), "\(name): \(answer.text)")
            }
            let own = try await world.send("GET", "/v1/players/me/export", world.player)
            #expect(own.json?["profile"]?["mailAddress"] == .string("jim@mail.example"), "\(own.text)")
        }
    }

    @Test("rules 1.9, 1.17: a reset by mail ends all sessions, and signs nobody in")
    func reset() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await confirm(world)
            _ = try await directory(server).askForReset(
                try MailAddress("jim@mail.example"), at: server.clock.port.now())
            #expect(try await deliver(server, "resetting").map(\.kind) == [.reset])
            let path = "/v1/password-resets/completion"
            let weak = try await world.send(
                "POST", path, "", #"{"token":"resetting","newPassword":"12345678"}"#)
            #expect(weak.status == 400 && weak.field == "newPassword", "\(weak.text)")
            let body = #"{"token":"resetting","newPassword":"a battery of horses"}"#
            let done = try await world.send("POST", path, "", body)
            #expect(done.status == 204 && done.headers["set-cookie"] == nil, "\(done.text)")
            for token in [world.player, world.game] {
                #expect(try await world.send("GET", "/v1/players/me", token).status == 401)
            }
            #expect(try await world.send("POST", path, "", body).status == 404)
            let signedIn = try await world.send(
                "POST", "/v1/sessions", "", #"{"alias":"jungle-jim","password":"a battery of horses"}"#)
            #expect(signedIn.status == 201)
        }
    }

    @Test("rule 1.17: a reset leaves the second factor on")
    func secondFactor() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let guarded = try #require(try await LoadPlayers(server.accounts)(alias: try Alias("guarded"))).number
            let (now, directory) = (server.clock.port.now(), try directory(server))
            let address = try MailAddress("guarded@mail.example")
            _ = try await directory.setMailAddress(address, .english, of: guarded, at: now)
            _ = try await deliver(server, "confirming")
            _ = try await directory.confirmMailAddress(server.accounts.digest("confirming"), at: now)
            _ = try await directory.askForReset(address, at: now)
            _ = try await deliver(server, "resetting")
            let done = try await world.send(
                "POST", "/v1/password-resets/completion", "",
                #"{"token":"resetting","newPassword":"a battery of horses"}"#)
            #expect(done.status == 204, "\(done.text)")
            let asked = try await world.send(
                "POST", "/v1/sessions", "", #"{"alias":"guarded","password":"a battery of horses"}"#)
            #expect(asked.kind == "code-required", "\(asked.text)")
        }
    }

    @Test("rule 1.17: the answer is the same for an address that nobody has, to the byte")
    func sameAnswer() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await confirm(world)
            let before = try server.export()
            var answers: [Answer] = []
            for name in ["jim", "nobody"] {
                answers.append(
                    try await world.send("POST", "/v1/password-resets", "", #"{"address":"\#(name)@mail.example"}"#))
            }
            #expect(answers.allSatisfy { $0.status == 204 && $0.body.isEmpty })
            #expect(Set(answers[0].headers.keys) == Set(answers[1].headers.keys))
            // Nobody has looked by then.
            #expect(try server.export() == before)
        }
    }

    @Test("rule 1.17: a server without mail says so, and everything else works")
    func off() async throws {
        var options = TestServer.Options()
        options.sendsMail = false
        try await TestServer.run(options) { server in
            let world = try await World(server)
            #expect(try await world.send("GET", "/v1/mail").json?["isOn"] == .boolean(false))
            for (method, path, token) in [("PUT", Self.path, world.player), ("POST", "/v1/password-resets", "")] {
                let answer = try await world.send(method, path, token, Self.address)
                #expect(answer.status == 404 && answer.text.contains("sends no mail"), "\(answer.text)")
            }
            let shown = try await world.send("GET", Self.path, world.player)
            #expect(shown.status == 200 && shown.json?["isOn"] == .boolean(false))
            #expect(try await world.send("DELETE", Self.path, world.player).status == 204)
        }
    }

    @Test("rule 1.17: too many mails, and a guest without a password, are refused and told why")
    func refused() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            for _ in 0..<MailLimits.askedPerAddress {
                #expect(try await world.send("PUT", Self.path, world.player, Self.address).status == 200)
            }
            let many = try await world.send("PUT", Self.path, world.player, Self.address)
            #expect(many.status == 429 && many.kind == "too-many-attempts" && many.headers["retry-after"] == "3600")
            let secret = "Q2xlYXJseSBhbm90aGVyIHNlY3JldCBvZiBhIGRldmlj"
            let guest = try await world.send("POST", "/v1/guests", "", #"{"secret":"\#(secret.prefix(43))"}"#)
            let token = try #require(guest.json).string("token")
            let refused = try await world.send("PUT", Self.path, token, #"{"address":"g@mail.example"}"#)
            #expect(refused.status == 403 && refused.kind == "guest-restricted", "\(refused.text)")
        }
    }

    @Test(
        "rule 1.17: what isn't an address is refused at its field",
        arguments: [
            "jim", "jim@mail.example\\r\\nBcc: x@mail.example", "jim@", " jim@mail.example", "jím@mail.example",
        ])
    func invalid(text: String) async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            for (method, path, token) in [("PUT", Self.path, world.player), ("POST", "/v1/password-resets", "")] {
                let answer = try await world.send(method, path, token, #"{"address":"\#(text)"}"#)
                #expect(answer.status == 400 && answer.field == "address", "\(answer.text)")
            }
        }
    }
}
