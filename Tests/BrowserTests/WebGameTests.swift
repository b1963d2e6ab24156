import Foundation
import LaurelHTTPServer
import LaurelProcess
import Testing

/// The example game on an origin of its own, as its player sees it: two servers on two ports are two origins.
@Suite("A web game on another origin", .serialized, .timeLimit(.minutes(15))) struct WebGameTests {
    private static let example = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/examples/web-game")

    /// A server with the game, which has registered these origins.
    private func start(_ origins: [String]) async throws -> LaurelProcess {
        let server = try LaurelProcess()
        _ = try await TestGame(on: server, bundleID: "com.example.hop", leaderboard: "HighScores")
        let set = try await server.administration.json(
            "PUT", "/v1/connect/apps/com.example.hop/web-origins", ["webOrigins": origins])
        try #require(set.status == 200, "\(set.text)")
        return server
    }

    private func address(_ site: ForeignSite, _ server: LaurelProcess) throws -> URL {
        try #require(URL(string: "\(site.origin)/?environment=production&server=\(server.base.absoluteString)"))
    }

    /// Plays a run of so many hops and waits for what became of it.
    private func play(_ browser: Browser, hops: Int, becomes kind: String) async throws {
        try await browser.evaluate("delete document.querySelector('#outcome').dataset.kind")
        for _ in 0..<hops { try await browser.click("#hop") }
        try await browser.click("#finish")
        try await browser.waits(until: "document.querySelector('#outcome').dataset.kind === '\(kind)'")
    }

    @Test("its player registers in the pop-up, allows it, and plays on: scores, live entries, saved games, sign-out")
    func popup() async throws {
        let site = try ForeignSite(folder: Self.example.path)
        let server = try await start([site.origin])
        let browser = try await WebDriver().open(.desktop)
        try await browser.go(to: try address(site, server))
        try await browser.waits(until: "document.body.dataset.ready")
        // Signed out, the game plays; the score is nobody's.
        try await play(browser, hops: 2, becomes: "unowned")

        let game = try await browser.window
        try await browser.click("#sign-in")
        try await browser.switchToNewWindow(from: [game])
        try await browser.waits(until: "document.querySelector('#sign-in')")
        #expect(try await browser.text(of: "main").contains(site.origin))
        try await browser.photograph("authorize-signed-out")
        try await browser.click("#sign-in")
        try await browser.waits(until: "document.querySelector('#tab-join')")
        try await browser.click("#tab-join")
        try await browser.type("hopper", into: "#username")
        try await browser.type("jump over hopper", into: "#password")
        try await browser.click("form .button-primary")
        try await browser.waits(until: "document.querySelector('#kept')")
        try await browser.click("#kept")
        try await browser.click("form .button-primary")
        try await browser.waits(until: "location.pathname === '/authorize/' && document.querySelector('form button')")
        try await browser.photograph("authorize")
        try await browser.click("form .button-primary")
        try await browser.switchTo(game)
        try await browser.waits(until: "document.querySelector('#who').innerText === 'hopper'")
        // What was made signed out becomes the player's when he says so, and not before.
        #expect(try await browser.text(of: "#entries") == "")
        try await browser.click("#keep")
        try await browser.waits(until: "document.querySelector('#entries').innerText === 'hopper: 2'")

        try await play(browser, hops: 5, becomes: "sent")
        #expect(try await browser.text(of: "#outcome") == "5, ranked 1 of 1")
        try await browser.click("#hop")
        try await browser.click("#save")
        try await browser.waits(until: "document.querySelector('#saved').innerText === 'Saved.'")
        // The session outlives the page; the saved game comes back.
        try await browser.go(to: try address(site, server))
        try await browser.waits(until: "document.body.dataset.ready && !document.querySelector('#sign-out').hidden")
        try await browser.click("#load")
        try await browser.waits(until: "document.querySelector('#hops').innerText === '1'")

        // Somebody else's score comes in live.
        let rival = try await server.http.json(
            "POST", "/v1/players",
            ["alias": "rival", "password": "correct horse rival", "bundleID": "com.example.hop"])
        let token = try #require(rival.object["token"] as? String)
        let scores = "/v1/games/com.example.hop/leaderboards/HighScores/scores"
        _ = try await server.http.json("POST", scores, ["value": 9], token: token)
        try await browser.waits(until: "document.querySelector('#entries').innerText.startsWith('rival: 9')")
        try await browser.click("#sign-out")
        try await browser.waits(until: "!document.querySelector('#sign-in').hidden")
        #expect(
            try await browser.evaluate("return Object.keys(localStorage).some(key => key.endsWith(':session'))")
                as? Bool == false)
        try await browser.close()
        #expect(server.stop() == 0)
        await site.stop()
    }

    @Test("by redirect its player comes back signed in, with nothing of it left in the address; and may cancel")
    func redirect() async throws {
        let site = try ForeignSite(folder: Self.example.path)
        let server = try await start([site.origin])
        let browser = try await WebDriver().open(.desktop)
        try await browser.signUp("hopper", at: server)
        for isAllowed in [false, true] {
            try await browser.go(to: try address(site, server))
            try await browser.waits(until: "document.body.dataset.ready")
            try await browser.click("#sign-in-here")
            try await browser.waits(
                until: "location.pathname === '/authorize/' && document.querySelector('form button')")
            if isAllowed {
                // Another account is asked for once: the sign-in page does not ask again whether to stay.
                try await browser.click("form a.button-quiet")
                try await browser.waits(
                    until: "location.pathname === '/sign-in/' && document.querySelector('#username')")
                try await browser.evaluate(
                    "return fetch('/v1/players/me').then(() => fetch('/v1/players/me')).then(({ status }) => status)")
                #expect(try await browser.count(of: "#username") == 1)
                try await browser.back()
                try await browser.waits(
                    until: "location.pathname === '/authorize/' && document.querySelector('form button')")
            }
            try await browser.click(isAllowed ? "form .button-primary" : "form button[type=button]")
            try await browser.waits(until: "document.body.dataset.ready")
            // What the address had asked for isn't registered, so it isn't part of what it returns to.
            #expect(try await browser.address == site.origin + "/")
            #expect(try await browser.text(of: "#who").hasPrefix(isAllowed ? "hopper" : "Nobody"))
        }
        // While the server is away a score waits on the device, and is sent when it is back.
        try await browser.evaluate(
            "globalThis.realFetch = fetch; globalThis.fetch = () => Promise.reject(new TypeError())")
        try await play(browser, hops: 3, becomes: "kept")
        try await browser.evaluate("globalThis.fetch = globalThis.realFetch")
        try await browser.go(to: try address(site, server))
        try await browser.waits(until: "document.querySelector('#entries').innerText === 'hopper: 3'")
        try await browser.close()
        #expect(server.stop() == 0)
        await site.stop()
    }

    @Test(
        "an origin that is not registered gets nothing but that: no answer from the routes, no question to the player")
    func unregistered() async throws {
        let site = try ForeignSite(folder: Self.example.path)
        let server = try await start(["https://somewhere.example"])
        let browser = try await WebDriver().open(.desktop)
        try await browser.go(to: try address(site, server))
        try await browser.waits(until: "document.querySelector('#who').innerText !== '…'")
        let read = """
            return fetch(arguments[0] + "/v1/games/com.example.hop/leaderboards").then((answer) => answer.json())
                .then(({ type }) => type);
            """
        #expect(
            try await browser.evaluate(read, [server.base.absoluteString]) as? String == "/problems/origin-not-allowed")
        let query =
            "bundleID=com.example.hop&environment=production&origin=\(site.origin)&state=s&challenge="
            + "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&mode="
        let redirect = "&redirect=\(site.origin)/"
        for mode in ["popup", "redirect" + redirect] {
            try await browser.go(to: server.page("/authorize/?" + query + mode))
            try await browser.waits(until: "document.querySelector('main h1')")
            #expect(try await browser.count(of: "form, #sign-in, main button") == 0)
        }
        // Nor a page that is not registered, of an origin that is; but the player can go back.
        _ = try await server.administration.json(
            "PUT", "/v1/connect/apps/com.example.hop/web-origins", ["webOrigins": [site.origin]])
        try await browser.go(to: server.page("/authorize/?" + query + "redirect" + redirect + "elsewhere"))
        try await browser.waits(until: "document.querySelector('main h1')")
        #expect(try await browser.count(of: "form, #sign-in") == 0)
        #expect(try await browser.text(of: "main").contains("\(site.origin)/elsewhere isn't registered"))
        #expect(try await browser.count(of: "main button") == 1)
        try await browser.go(to: server.page("/authorize/?" + query + "redirect" + redirect))
        try await browser.waits(until: "document.querySelector('#sign-in')")
        // Nor can a registered origin's name be used to be answered elsewhere.
        let borrowed = query.replacing("origin=\(site.origin)", with: "origin=https://somewhere.example")
        try await browser.go(to: server.page("/authorize/?" + borrowed + "redirect" + redirect))
        try await browser.waits(until: "document.querySelector('main h1')")
        #expect(try await browser.count(of: "form, #sign-in") == 0)
        try await browser.close()
        #expect(server.stop() == 0)
        await site.stop()
    }
}
