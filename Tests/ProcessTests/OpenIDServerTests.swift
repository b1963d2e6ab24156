import Foundation
import LaurelProcess
import LaurelTestSupport
import Testing

/// Signing in with a provider of somebody else's making (scripts/api-tools openid).
@Suite("Somebody else's provider", .serialized, .timeLimit(.minutes(15))) struct OpenIDServerTests {
    private static let links = "/v1/players/me/provider-links"

    /// A server with a provider that it knows by its documented options, and a game that the provider knows.
    private struct World {
        let provider: OpenIDServer
        let pages: OpenIDServer.Client
        let game: OpenIDServer.Client
        let server: LaurelProcess
        let origin: String

        init() async throws {
            // Browsers are sent back to a port that has to be known before.
            let first = try LaurelProcess()
            let port = try #require(first.base.port)
            #expect(first.stop() == 0)
            origin = "http://127.0.0.1:\(port)"
            provider = try await OpenIDServer(people: ["ada", "bob"])
            pages = try await provider.register(redirect: origin + "/sign-in/callback/canaille")
            game = try await provider.register(redirect: "http://127.0.0.1:8/")
            let file = try provider.file(for: pages, games: [game], in: first.dataFolder)
            server = try LaurelProcess(
                dataFolder: first.dataFolder, arguments: ["--port", String(port), "--providers", file.path])
        }

        /// As one of the server's own pages.
        func page(_ method: String, _ path: String, _ body: String, _ cookie: String = "") async throws
            -> LocalHTTP.Answer
        {
            try await server.http.call(
                method, path, headers: ["Content-Type": "application/json", "Origin": origin, "Cookie": cookie],
                body: Data(body.utf8))
        }

        /// Goes to the provider and comes back.
        /// - Returns: what the page sends in exchange for a ticket, and the cookie that the browser kept.
        func visit(
            _ visitor: inout OpenIDVisitor, allows: Bool = true
        ) async throws -> (answer: [String: String], cookie: String) {
            let begun = try await page("POST", "/v1/providers/canaille/authorizations", "{}")
            let url = try #require(begun.object["url"] as? String, "\(begun.text)")
            let cookie = String(try #require(begun.cookies.first).prefix { $0 != ";" })
            let back = try await visitor.go(to: url, allows: allows)
            #expect(back.string?.hasPrefix(origin + "/sign-in/callback/canaille?") == true, "\(back)")
            // Cookies that are Strict stay away on the way from another site.
            let led = try await server.http.call("GET", "\(back.path)?\(back.percentEncodedQuery ?? "")")
            #expect(led.status == 303, "\(led.text)")
            let location = try #require(led.headers["location"].flatMap { URLComponents(string: $0) })
            #expect(location.path == "/sign-in/" && location.query == nil)
            var said = URLComponents()
            said.percentEncodedQuery = location.percentEncodedFragment
            let items = said.queryItems?.map { ($0.name, $0.value ?? "") } ?? []
            return (Dictionary(items) { $1 }, cookie)
        }

        /// - Returns: what the server says of the code that a browser brought.
        func prove(_ answer: [String: String], _ cookie: String) async throws -> LocalHTTP.Answer {
            let body = try JSONEncoder().encode(["code": answer["code"] ?? "", "state": answer["state"] ?? ""])
            let text = String(decoding: body, as: UTF8.self)
            return try await page("POST", "/v1/providers/canaille/tickets", text, cookie)
        }

        func ticket(_ visitor: inout OpenIDVisitor) async throws -> (text: String, isLinked: Bool) {
            let (answer, cookie) = try await visit(&visitor)
            let proved = try await prove(answer, cookie)
            return (
                try #require(proved.object["ticket"] as? String, "\(proved.text)"),
                try #require(proved.object["isLinked"] as? Bool)
            )
        }

        /// - Returns: the session's token and the player.
        func signIn(_ ticket: String, alias: String? = nil) async throws -> (token: String, id: String) {
            var body = ["ticket": ticket]
            body["alias"] = alias
            let opened = try await server.http.json("POST", "/v1/provider-sessions", body)
            let player = try #require(opened.object["player"] as? [String: Any], "\(opened.text)")
            if let alias { #expect(player["displayName"] as? String == alias) }
            return (try #require(opened.object["token"] as? String), try #require(player["id"] as? String))
        }

        func nonce() async throws -> String {
            let made = try await server.http.json("POST", "/v1/providers/canaille/nonces", [:])
            return try #require(made.object["nonce"] as? String, "\(made.text)")
        }

        func prove(idToken: String) async throws -> LocalHTTP.Answer {
            try await server.http.json("POST", "/v1/providers/canaille/tickets", ["idToken": idToken])
        }

        func kind(_ answer: LocalHTTP.Answer) -> String? {
            (answer.object["type"] as? String)?.split(separator: "/").last.map(String.init)
        }
    }

    @Test("rule 1.14: a browser signs in by code and PKCE, is the same player next time, links and unlinks")
    func pages() async throws {
        let world = try await World()
        let http = world.server.http
        let listed = try await http.json("GET", "/v1/providers")
        #expect(
            listed.text.contains(#""id":"canaille""#) && listed.text.contains(#""hasPages":true"#), "\(listed.text)")

        // Who says no at the provider comes back with an error and without a code. It comes first: with its people in
        // memory, the provider doesn't ask anybody again once somebody has said yes.
        var bob = OpenIDVisitor("bob", at: world.provider)
        let refused = try await world.visit(&bob, allows: false).answer
        #expect(refused["error"] == "access_denied" && refused["code"] == nil, "\(refused)")

        var ada = OpenIDVisitor("ada", at: world.provider)
        let first = try await world.ticket(&ada)
        #expect(!first.isLinked)
        let player = try await world.signIn(first.text, alias: "ada-l")
        let second = try await world.ticket(&ada)
        #expect(second.isLinked)
        #expect(try await world.signIn(second.text).id == player.id)

        // A code counts once, for the browser that went, and not at all without its cookie.
        let (answer, cookie) = try await world.visit(&ada)
        #expect(world.kind(try await world.prove(answer, "")) == "expired-code")
        #expect(try await world.prove(answer, cookie).status == 201)
        #expect(world.kind(try await world.prove(answer, cookie)) == "expired-code")

        // Somebody with a password links and unlinks.
        let made = try await http.json("POST", "/v1/players", ["alias": "jungle-jim", "password": "over the log"])
        let jim = try #require(made.object["token"] as? String)
        let jimsID = try #require((made.object["player"] as? [String: Any])?["id"] as? String)
        let ticket = try await world.ticket(&bob)
        #expect(!ticket.isLinked)
        let linked = try await http.json("POST", Self.links, ["ticket": ticket.text], token: jim)
        #expect(linked.status == 200, "\(linked.text)")
        #expect(try await world.signIn(try await world.ticket(&bob).text).id == jimsID)
        let shown = try await http.json("GET", Self.links, token: jim)
        let link = try #require((shown.object["links"] as? [[String: Any]])?.first, "\(shown.text)")
        #expect(link["issuer"] as? String == world.provider.issuer && link["subject"] as? String == "bob")
        let id = try #require(link["id"] as? String)
        #expect(try await http.json("DELETE", "\(Self.links)/\(id)", token: jim).status == 204)
        #expect(try await world.ticket(&bob).isLinked == false)
        // The only way in stays.
        let adas = try await http.json("GET", Self.links, token: player.token)
        let last = try #require((adas.object["links"] as? [[String: Any]])?.first?["id"] as? String)
        let kept = try await http.json("DELETE", "\(Self.links)/\(last)", token: player.token)
        #expect(kept.status == 409 && world.kind(kept) == "last-sign-in", "\(kept.text)")
        #expect(world.server.stop() == 0)
    }

    @Test("rule 1.14: a game's ID token counts once, and a new key at the provider counts at once, the old one no more")
    func games() async throws {
        let world = try await World()
        var ada = OpenIDVisitor("ada", at: world.provider)
        let token = try await ada.idToken(for: world.game, nonce: try await world.nonce())
        let proved = try await world.prove(idToken: token)
        let ticket = try #require(proved.object["ticket"] as? String, "\(proved.text)")
        let player = try await world.signIn(ticket, alias: "ada-l")
        #expect(world.kind(try await world.prove(idToken: token)) == "provider-refused")
        let foreign = try await ada.idToken(for: world.game, nonce: "a nonce of nobody's")
        #expect(world.kind(try await world.prove(idToken: foreign)) == "provider-refused")
        // A client of the provider's that this server doesn't know.
        let other = try await world.provider.register(redirect: "http://127.0.0.1:8/")
        let others = try await ada.idToken(for: other, nonce: try await world.nonce())
        #expect(world.kind(try await world.prove(idToken: others)) == "provider-refused")

        let old = try await ada.idToken(for: world.game, nonce: try await world.nonce())
        let key = try await world.provider.rotateKey()
        let new = try await ada.idToken(for: world.game, nonce: try await world.nonce())
        let head = try #require(Data(base64Encoded: Self.padded(new)))
        #expect(String(decoding: head, as: UTF8.self).contains(key))
        let again = try await world.prove(idToken: new)
        let next = try #require(again.object["ticket"] as? String, "\(again.text)")
        #expect(try await world.signIn(next).id == player.id)
        // The provider doesn't publish its key any more.
        #expect(world.kind(try await world.prove(idToken: old)) == "provider-refused")
        // In the browser the same.
        #expect(try await world.signIn(try await world.ticket(&ada).text).id == player.id)
        #expect(world.server.stop() == 0)
    }

    /// The first part of a token, as Foundation reads it.
    private static func padded(_ token: String) -> String {
        let part = token.prefix { $0 != "." }.replacing("-", with: "+").replacing("_", with: "/")
        return part + String(repeating: "=", count: (4 - part.count % 4) % 4)
    }
}
