import LaurelDomain
import LaurelWire
import Synchronization
import Testing

@testable import LaurelService

@Suite("Routes of providers", .timeLimit(.minutes(15)))
struct ProviderRouteTests {
    /// What is asked of the providers `one` and `two`, which believe all that they are shown: `one` is who a text
    /// names, whatever it is. What isn't to be believed is LaurelProviders' to say.
    private final class Told: Sendable {
        private let questions = Mutex<[AuthorizationQuestion]>([])
        var last: AuthorizationQuestion? { questions.withLock(\.last) }

        var providers: IdentityProviders {
            get throws {
                let (one, two) = (try ProviderID("one"), try ProviderID("two"))
                return IdentityProviders(
                    all: [one, two].map { .init(id: $0, kind: .openID, name: $0.text.uppercased(), hasPages: true) }
                        + [.init(id: try ProviderID("steam"), kind: .steam, name: "Steam", hasPages: false)],
                    begin: { _, question in
                        self.questions.withLock { $0.append(question) }
                        return .accepted("https://id.example/authorize?state=\(question.state)")
                    }, judge: { id, proof, now in Self.judge(id, proof, now) })
            }
        }

        private static func judge(
            _ id: ProviderID, _ proof: ForeignProof, _ now: Timestamp
        ) -> ProviderVerdict<ProvenIdentity> {
            let (subject, once): (String, ProvenIdentity.Once) =
                switch proof {
                case .code(let code, let question):
                    (code, .nonce(code == "replayed" ? "another's nonce" : question.nonce))
                case .idToken(let text):
                    // Who, and the nonce.
                    (
                        String(text.split(separator: " ")[0]),
                        .nonce(text.split(separator: " ").dropFirst().joined())
                    )
                case .steamTicket(let ticket):
                    (ticket, .proof(Array(ticket.utf8), until: now.advanced(by: .days(1))))
                case .gameCenter(let proof): (proof.teamPlayerID, .proof(proof.signature, until: now))
                }
            if subject == "nobody" { return .refused("it says nobody") }
            if subject == "away" { return .unavailable("it is away") }
            guard let identity = ForeignIdentity(issuer: "https://\(id.text).example", subject: subject) else {
                return .refused("out of range")
            }
            return .accepted(ProvenIdentity(identity, once: once))
        }
    }

    /// A browser on our own pages.
    private struct Browser {
        let world: World
        var cookie = ""

        var headers: [(String, String)] {
            [("Content-Type", "application/json"), ("Origin", "http://127.0.0.1"), ("Cookie", cookie)]
        }

        mutating func begin(_ id: String = "one") async throws -> (status: Int, state: String) {
            let answer = try await world.send("POST", "/v1/providers/\(id)/authorizations", "", "{}", headers)
            if let set = answer.headers["set-cookie"] { cookie = String(set.split(separator: ";")[0]) }
            let url = try answer.json?.string("url")
            return (answer.status, url.map { String($0.split(separator: "=").last ?? "") } ?? "")
        }

        func prove(_ code: String, _ state: String, _ id: String = "one") async throws -> Answer {
            try await world.send(
                "POST", "/v1/providers/\(id)/tickets", "", #"{"code":"\#(code)","state":"\#(state)"}"#, headers)
        }

        mutating func ticket(_ code: String) async throws -> String {
            let (_, state) = try await begin()
            let answer = try await prove(code, state)
            try #require(answer.status == 201, "\(answer.text)")
            return try #require(answer.json).string("ticket")
        }
    }

    private func run(_ body: (World, Told, inout Browser) async throws -> Void) async throws {
        let told = Told()
        var options = TestServer.Options()
        options.providers = try told.providers
        try await TestServer.run(options) { server in
            let world = try await World(server)
            var browser = Browser(world: world)
            try await body(world, told, &browser)
        }
    }

    private func signIn(_ world: World, _ ticket: String, _ more: String = "") async throws -> Answer {
        try await world.send("POST", "/v1/provider-sessions", "", "{\"ticket\":\"\(ticket)\"\(more)}")
    }

    private func id(_ answer: Answer) throws -> JSONValue? { try #require(answer.json)["player"]?["id"] }

    @Test("rule 1.14: a first sign-in makes a player, whom the next ones sign in; a ticket is good once")
    func first() async throws {
        try await run { world, _, browser in
            let ticket = try await browser.ticket("ada")
            let made = try await signIn(world, ticket, #","alias":"Ada Lovelace""#)
            #expect(made.status == 201, "\(made.text)")
            #expect(made.json?["player"]?["displayName"] == .string("Ada Lovelace"))
            #expect(try await signIn(world, ticket).kind == "expired-code")
            let again = try await signIn(world, try await browser.ticket("ada"))
            #expect(try id(again) == id(made) && again.json?["token"] != made.json?["token"])
            // Case counts, and so does the provider.
            let other = try await signIn(world, try await browser.ticket("Ada"), #","bundleID":"com.ali.MonkeyJump""#)
            #expect(other.status == 201 && other.json?["player"]?["id"] != made.json?["player"]?["id"])
            let token = try #require(other.json).string("token")
            #expect(try await world.send("POST", World.board + "/scores", token, #"{"value":1}"#).status == 200)
        }
    }

    @Test("rule 1.14: what isn't had is told with the ticket still good: an alias, a code, an invitation")
    func again() async throws {
        try await run { world, _, browser in
            let ticket = try await browser.ticket("ada")
            let taken = try await signIn(world, ticket, #","alias":"jungle-jim""#)
            #expect(taken.status == 409 && taken.kind == "alias-taken")
            let drawn = try await signIn(world, ticket)
            let name = try #require(drawn.json?["player"]).string("displayName")
            #expect(drawn.status == 201 && name.contains(" "), "\(name)")
        }
    }

    @Test("rule 1.14: an answer is good for the browser that asked, at the provider that it was sent to, once")
    func bound() async throws {
        try await run { world, told, browser in
            let (status, state) = try await browser.begin()
            #expect(status == 201)
            let question = try #require(told.last)
            #expect(question.redirect == "http://127.0.0.1/sign-in/callback/one" && question.state == state)
            #expect(question.nonce != question.verifier && question.verifier.utf8.count == 43)
            // Somebody else's browser, one that has been nowhere, and another provider's answer.
            var other = Browser(world: world)
            #expect(try await other.prove("ada", state).kind == "expired-code")
            _ = try await other.begin()
            #expect(try await other.prove("ada", state).kind == "expired-code")
            #expect(try await browser.prove("ada", state, "two").kind == "expired-code")
            #expect(try await browser.prove("ada", String(repeating: "a", count: 43)).kind == "expired-code")
            // None of them has used it up.
            #expect(try await browser.prove("ada", state).status == 201)
            #expect(try await browser.prove("ada", state).kind == "expired-code")
            let (_, late) = try await browser.begin()
            world.server.clock.advance(by: .minutes(10))
            #expect(try await browser.prove("ada", late).kind == "expired-code")
            let (_, replayed) = try await browser.begin()
            #expect(try await browser.prove("replayed", replayed).kind == "provider-refused")
        }
    }

    @Test("rule 1.14: pages of others begin nothing and end nothing")
    func foreignPages() async throws {
        try await run { world, _, browser in
            let (_, state) = try await browser.begin()
            for origin in ["https://evil.example", "null", "https://jump.example"] {
                let headers = [("Content-Type", "application/json"), ("Origin", origin), ("Cookie", browser.cookie)]
                let begun = try await world.send("POST", "/v1/providers/one/authorizations", "", "{}", headers)
                #expect(begun.status == 403, "\(origin): \(begun.text)")
                let ended = try await world.send(
                    "POST", "/v1/providers/one/tickets", "", #"{"code":"ada","state":"\#(state)"}"#, headers)
                #expect(ended.status == 403, "\(origin): \(ended.text)")
            }
            #expect(browser.cookie.hasPrefix("laurel_provider="))
        }
    }

    @Test("rule 1.14: the answer comes as a query or as another site's form, and goes on in the fragment")
    func callback() async throws {
        try await run { world, _, _ in
            let get = try await world.send(
                "GET", "/sign-in/callback/one?code=a%2Fb&state=s%20t&iss=https%3A%2F%2Fx&scope=openid&authuser=0")
            #expect(get.status == 303)
            #expect(get.headers["location"] == "/sign-in/#provider=one&code=a%2Fb&state=s%20t")
            let form = [
                ("Content-Type", "application/x-www-form-urlencoded"), ("Origin", "https://appleid.apple.com"),
            ]
            let post = try await world.send(
                "POST", "/sign-in/callback/one", "", "state=s&code=c&user=%7B%7D&id_token=x", form)
            #expect(post.status == 303 && post.headers["location"] == "/sign-in/#provider=one&code=c&state=s")
            #expect(post.headers["set-cookie"] == nil)
            let left = try await world.send("GET", "/sign-in/callback/one?error=access_denied&state=s")
            #expect(left.headers["location"] == "/sign-in/#provider=one&state=s&error=access_denied")
            // Nothing leads away from here.
            let evil = try await world.send("GET", "/sign-in/callback/one?code=%0D%0ALocation:%20//evil&state=%23%26")
            #expect(
                evil.headers["location"] == "/sign-in/#provider=one&code=%0D%0ALocation%3A%20%2F%2Fevil&state=%23%26")
            #expect(try await world.send("GET", "/sign-in/callback/One?code=c").status == 404)
            let long = try await world.send(
                "POST", "/sign-in/callback/one", "", "code=" + String(repeating: "a", count: 16_385), form)
            #expect(long.status == 413)
        }
    }

    @Test("rule 1.14: a form for no provider here isn't read, and each that is costs its address one read")
    func callbackHeads() async throws {
        var options = TestServer.Options()
        options.providers = try Told().providers
        var plan = BudgetPlan()
        plan.address[.read] = Budget(burst: 20, everySeconds: 1_000)
        options.budgets = plan
        try await TestServer.run(options) { server in
            let world = try await World(server)
            // What it took to make the world is paid back.
            server.clock.advance(by: .hours(24))
            // Forms that are announced and never come: their heads alone are answered.
            func announce(_ id: String, bytes: Int = 100) async throws -> Answer {
                try await server.client.send(
                    "POST", "/sign-in/callback/" + id,
                    [("Content-Type", "application/x-www-form-urlencoded"), ("Content-Length", "\(bytes)")])
            }
            #expect(try await announce("nobody").status == 404)
            #expect(try await world.send("GET", "/sign-in/callback/nobody?code=c").status == 404)
            #expect(try await announce("one", bytes: 16_385).status == 413)
            for _ in 0..<19 {
                #expect(try await world.send("GET", "/sign-in/callback/one?code=c").status == 303)
            }
            let refused = try await world.send("GET", "/sign-in/callback/one?code=c")
            #expect(refused.status == 429 && refused.headers["ratelimit"]?.hasPrefix("\"address-read\"") == true)
            #expect(try await announce("one").status == 429)
        }
    }

    @Test("rule 1.14: a native game's token has a nonce of ours, for this provider, once; other proofs count once")
    func native() async throws {
        try await run { world, _, _ in
            func prove(_ proof: String, at id: String = "one") async throws -> Answer {
                try await world.send("POST", "/v1/providers/\(id)/tickets", "", proof)
            }
            let made = try await world.send("POST", "/v1/providers/one/nonces", "", "{}")
            let nonce = try #require(made.json).string("nonce")
            let token = #"{"idToken":"ada \#(nonce)"}"#
            #expect(try await prove(token, at: "two").kind == "provider-refused")
            let again = try await world.send("POST", "/v1/providers/one/nonces", "", "{}")
            let other = try #require(again.json).string("nonce")
            let right = #"{"idToken":"ada \#(other)"}"#
            let ticket = try await prove(right)
            #expect(ticket.status == 201 && ticket.json?["isLinked"] == .boolean(false), "\(ticket.text)")
            #expect(try await prove(right).kind == "provider-refused")
            #expect(try await prove(#"{"idToken":"ada made-up"}"#).kind == "provider-refused")
            let late = try #require(try await world.send("POST", "/v1/providers/one/nonces", "", "{}").json)
            world.server.clock.advance(by: .minutes(10))
            #expect(try await prove(#"{"idToken":"ada \#(late.string("nonce"))"}"#).kind == "provider-refused")
            #expect(try await prove(#"{"steamTicket":"14ab"}"#, at: "steam").status == 201)
            #expect(try await prove(#"{"steamTicket":"14ab"}"#, at: "steam").kind == "provider-refused")
            #expect(try await prove(#"{"idToken":"away x"}"#).kind == "provider-unavailable")
            for wrong in [
                "{}", #"{"idToken":"a b","steamTicket":"14"}"#, #"{"steamTicket":"1"}"#, #"{"steamTicket":"xy"}"#,
                #"{"code":"c","idToken":"a b"}"#, #"{"code":"c"}"#,
                #"{"idToken":"\#(String(repeating: "a", count: 16_385))"}"#,
            ] {
                let status = try await prove(wrong).status
                #expect(status == 400 || status == 403, "\(wrong.prefix(80)): \(status)")
            }
            #expect(try await prove(#"{"idToken":"a b"}"#, at: "three").status == 404)
            #expect(try await world.send("POST", "/v1/providers/steam/nonces", "", "{}").status == 404)
            // Why is for the log alone.
            let reasons = world.server.faults.list.map(\.cause)
            #expect(reasons.contains { $0.contains("nonce") } && reasons.contains("it is away"))
        }
    }

    @Test("rule 1.14: who is signed in links and unlinks, after a proof; the last way in stays")
    func links() async throws {
        try await run { world, _, browser in
            let path = "/v1/players/me/provider-links"
            func link(_ ticket: String, _ token: String) async throws -> Answer {
                try await world.send("POST", path, token, "{\"ticket\":\"\(ticket)\"}")
            }
            let ticket = try await browser.ticket("jim")
            #expect(try await link(ticket, world.game).status == 403)
            #expect(try await link(ticket, world.player).status == 200)
            let linked = try await signIn(world, try await browser.ticket("jim"))
            #expect(try id(linked) == .string(world.playerID))
            let shown = try #require(try await world.send("GET", path, world.player).json)
            #expect(shown["hasPassword"] == .boolean(true) && shown["links"]?[0]?["name"] == .string("ONE"))
            #expect(shown["links"]?[0]?["subject"] == .string("jim"))
            let export = try await world.send("GET", "/v1/players/me/export", world.player)
            #expect(export.json?["providerLinks"]?[0]?["issuer"] == .string("https://one.example"))
            // Another's stays another's.
            let mine = try await signIn(world, try await browser.ticket("eve"))
            let eve = try #require(mine.json).string("token")
            #expect(try await link(try await browser.ticket("jim"), eve).kind == "link-taken")
            let target = path + "/" + (try shown["links"]?[0]?.string("id") ?? "")
            #expect(try await world.send("DELETE", target, eve).status == 404)
            let evesLinks = try #require(try await world.send("GET", path, eve).json)
            #expect(evesLinks["hasPassword"] == .boolean(false))
            let evesLink = path + "/" + (try evesLinks["links"]?[0]?.string("id") ?? "")
            let last = try await world.send("DELETE", evesLink, eve)
            #expect(last.status == 409 && last.kind == "last-sign-in")
            world.server.clock.advance(by: .minutes(10))
            #expect(try await world.send("DELETE", target, world.player).kind == "proof-needed")
            let late = try await browser.ticket("jim too")
            #expect(try await link(late, world.player).kind == "proof-needed")
            // A new sign-in by the link is a proof, too.
            let fresh = try #require(try await signIn(world, try await browser.ticket("jim")).json).string("token")
            #expect(try await world.send("DELETE", target, fresh).status == 204)
            let stranger = try await signIn(world, try await browser.ticket("jim"))
            #expect(stranger.status == 201 && stranger.json?["player"]?["id"] != .string(world.playerID))
        }
    }

    @Test("rule 1.14: who has no password sets one after a proof, signs in with it, and can let the last link go")
    func firstPassword() async throws {
        try await run { world, _, browser in
            let target = "/v1/players/me/password"
            let made = try await signIn(world, try await browser.ticket("ada"), #","alias":"ada-l""#)
            let token = try #require(made.json).string("token")
            let new = #"{"newPassword":"over the log"}"#
            // Nothing to give, and nothing to leave out.
            let given = #"{"currentPassword":"over the log","newPassword":"over the log"}"#
            #expect(try await world.send("PUT", target, token, given).status == 403)
            #expect(try await world.send("PUT", target, world.player, new).kind == "forbidden")
            #expect(try await world.send("PUT", target, world.game, new).status == 403)
            #expect(try await world.send("PUT", target, token, #"{"newPassword":"password1"}"#).status == 400)
            world.server.clock.advance(by: .minutes(10))
            #expect(try await world.send("PUT", target, token, new).kind == "proof-needed")
            let fresh = try #require(try await signIn(world, try await browser.ticket("ada")).json).string("token")
            #expect(try await world.send("PUT", target, fresh, new).status == 204)
            #expect(try await world.send("GET", "/v1/players/me", token).status == 200)
            // From here on it is one like others.
            #expect(try await world.send("PUT", target, fresh, new).kind == "forbidden")
            let signedIn = try await world.send(
                "POST", "/v1/sessions", "", #"{"alias":"ada-l","password":"over the log"}"#)
            #expect(signedIn.status == 201)
            #expect(try id(signedIn) == id(made))
            let path = "/v1/players/me/provider-links"
            let shown = try #require(try await world.send("GET", path, fresh).json)
            #expect(shown["hasPassword"] == .boolean(true))
            let link = try #require(shown["links"]?[0]).string("id")
            #expect(try await world.send("DELETE", "\(path)/\(link)", fresh).status == 204)
        }
    }

    @Test("a guest's password comes with an alias, by the upgrade")
    func guestPassword() async throws {
        try await run { world, _, _ in
            let secret = #"{"secret":"Zm9yIHRlc3RzIGFsb25lLCBub2JvZHkgaGFzIGl0IQx"}"#
            let guest = try await world.send("POST", "/v1/guests", "", secret)
            let token = try #require(guest.json, "\(guest.text)").string("token")
            let refused = try await world.send(
                "PUT", "/v1/players/me/password", token, #"{"newPassword":"over the log"}"#)
            #expect(refused.kind == "conflict", "\(refused.text)")
        }
    }

    @Test("rule 1.12: a guest takes a provider: the same player, and the device's secret is of no use any more")
    func guest() async throws {
        try await run { world, _, browser in
            _ = try await world.send("POST", World.board + "/scores", world.guest, #"{"value":7000}"#)
            let before = try #require(try await world.send("GET", "/v1/players/me", world.guest).json)
            let ticket = try await browser.ticket("heron")
            let taken = try await world.send(
                "POST", "/v1/players/me/provider-links", world.guest,
                #"{"ticket":"\#(ticket)","alias":"jungle-jim"}"#)
            #expect(taken.kind == "alias-taken")
            world.server.clock.advance(by: .minutes(9))
            let linked = try await world.send(
                "POST", "/v1/players/me/provider-links", world.guest, #"{"ticket":"\#(ticket)","alias":"Heron"}"#)
            #expect(linked.status == 200, "\(linked.text)")
            #expect(linked.json?["player"]?["displayName"] == .string("Heron"))
            let after = try #require(try await world.send("GET", "/v1/players/me", world.guest).json)
            #expect(after["isGuest"] == .boolean(false) && after["player"]?["id"] == before["player"]?["id"])
            let secret = #"{"secret":"\#(World.guestSecret)"}"#
            #expect(try await world.send("POST", "/v1/guests", "", secret).kind == "guest-upgraded")
            let game = #","bundleID":"com.ali.MonkeyJump""#
            let elsewhere = try await signIn(world, try await browser.ticket("heron"), game)
            #expect(try id(elsewhere) == before["player"]?["id"])
            let token = try #require(elsewhere.json).string("token")
            let page = try await world.send("GET", World.board + "/entries", token)
            #expect(page.json?["local"]?["value"] == .integer(7000))
        }
    }

    @Test("rule 1.16: who is erased is let go by their provider, and may come anew")
    func erased() async throws {
        try await run { world, _, browser in
            let made = try await signIn(world, try await browser.ticket("ada"))
            let token = try #require(made.json).string("token")
            world.server.clock.advance(by: .minutes(10))
            #expect(try await world.send("POST", "/v1/players/me/erasure", token, "{}").kind == "proof-needed")
            let fresh = try #require(try await signIn(world, try await browser.ticket("ada")).json).string("token")
            // Who has a password gives it.
            #expect(try await world.send("POST", "/v1/players/me/erasure", world.player, "{}").status == 403)
            #expect(try await world.send("POST", "/v1/players/me/erasure", fresh, "{}").status == 200)
            let again = try await signIn(world, try await browser.ticket("ada"))
            #expect(again.status == 201 && again.json?["player"]?["id"] != made.json?["player"]?["id"])
        }
    }

    @Test("a banned player stays out")
    func banned() async throws {
        try await run { world, _, browser in
            let made = try await signIn(world, try await browser.ticket("ada"))
            let id = try #require(made.json?["player"]).string("id")
            let ban = try await world.send(
                "PUT", "/v1/connect/bans/\(id)", world.administrator, #"{"reason":"threats"}"#)
            #expect(ban.status < 300, "\(ban.text)")
            #expect(try await signIn(world, try await browser.ticket("ada")).kind == "banned")
        }
    }

    @Test("a second factor is asked for after a provider's sign-in, too")
    func secondFactor() async throws {
        try await run { world, _, browser in
            let ticket = try await browser.ticket("jim")
            let link = try await world.send(
                "POST", "/v1/players/me/provider-links", world.player, "{\"ticket\":\"\(ticket)\"}")
            try #require(link.status == 200, "\(link.text)")
            let path = TwoFactorRouteTests.path
            let offer = try await world.send("POST", path, world.player, #"{"password":"\#(World.password)"}"#)
            let secret = TwoFactorRouteTests.base32(try #require(offer.json).string("secret"))
            func code() -> String { world.developers.code(world.server, secret: secret) }
            let on = try await world.send("POST", path + "/confirmation", world.player, "{\"code\":\"\(code())\"}")
            try #require(on.status == 201, "\(on.text)")
            let next = try await browser.ticket("jim")
            #expect(try await signIn(world, next).kind == "code-required")
            #expect(try await signIn(world, next, #","code":"000000""#).kind == "wrong-code")
            world.server.clock.advance(by: .seconds(30))
            #expect(try await signIn(world, next, ",\"code\":\"\(code())\"").status == 201)
        }
    }
}
