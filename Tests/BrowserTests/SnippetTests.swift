import Foundation
import LaurelProcess
import Testing

/// What developers copy from the documentation and from Connect runs as it was pasted, for an app that is new: it has
/// the Sandbox alone. (Swift's sample is run by scripts/consumer.)
@Suite("Sample code", .serialized, .timeLimit(.minutes(15))) struct SnippetTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A new app, not released, with a leaderboard.
    private func begin() async throws -> (server: LaurelProcess, team: String) {
        let server = try LaurelProcess(arguments: ["--developer-sign-up", "open", "--budget", "off"])
        let made = try await server.http.json(
            "POST", "/v1/players", ["alias": "maker", "password": "jump over a log"])
        let token = try #require(made.object["token"] as? String)
        func call(_ method: String, _ path: String, _ body: [String: Any]) async throws -> [String: Any] {
            let answer = try await server.http.json(method, path, body, token: token)
            try #require(answer.status < 300, "\(answer.text)")
            return answer.object
        }
        let team = try #require(try await call("POST", "/v1/connect/teams", ["name": "Hoppers"])["id"] as? String)
        let app = "/v1/connect/apps/com.example.hop"
        _ = try await call(
            "POST", "/v1/connect/apps",
            ["bundleID": "com.example.hop", "name": "Hop", "sku": "H1", "team": team])
        _ = try await call("PATCH", app, ["isGameCenterEnabled": true])
        _ = try await call(
            "POST", app + "/leaderboards",
            [
                "id": "HighScores", "referenceName": "High Scores", "format": "integer",
                "localizations": [["language": "en", "name": "High Scores"]],
            ])
        return (server, team)
    }

    private func register(_ site: ForeignSite, _ server: LaurelProcess) async throws {
        let set = try await server.administration.json(
            "PUT", "/v1/connect/apps/com.example.hop/web-origins", ["webOrigins": [site.origin]])
        try #require(set.status == 200, "\(set.text)")
    }

    private func signIn(_ browser: Browser, _ server: LaurelProcess) async throws {
        try await browser.go(to: server.page("/"))
        try await browser.evaluate(
            """
            return fetch("/v1/sessions", { method: "POST", headers: { "Content-Type": "application/json" },
                body: JSON.stringify({ alias: "maker", password: "jump over a log", cookie: true }) })
                .then(({ status }) => status);
            """)
    }

    /// Serves a page and plays it: a score while signed out, sign-in in the pop-up, its entry, and another score.
    private func play(_ page: String, _ browser: Browser, _ server: LaurelProcess) async throws {
        let site = try ForeignSite(page: page)
        try await browser.go(to: try #require(URL(string: site.origin)))
        let game = try await browser.window

        // Before the origin is registered, the page is told so, and the player as well.
        try await browser.click("#sign-in")
        try await browser.waits(until: "document.querySelector('#said').innerText.includes('Register \(site.origin)')")
        try await browser.switchToNewWindow(from: [game])
        try await browser.waits(until: "document.querySelector('main h1')")
        #expect(try await browser.count(of: "form") == 0)
        try await browser.closeTab(goingTo: game)

        try await register(site, server)
        try await browser.click("#submit")
        try await browser.waits(
            until: "document.querySelector('#said').innerText === 'Sign in to submit this score.'")
        try await browser.click("#sign-in")
        try await browser.switchToNewWindow(from: [game])
        try await browser.waits(until: "document.querySelector('form .button-primary')")
        try await browser.click("form .button-primary")
        try await browser.switchTo(game)
        try await browser.waits(until: "document.querySelector('#said').innerText === 'Welcome, maker'")
        // What was scored before becomes the player's when they say so, and not before.
        try await browser.waits(until: "!document.querySelector('#unowned').hidden")
        #expect(try await browser.text(of: "#entries").contains("maker: ") == false)
        try await browser.click("#keep")
        try await browser.waits(until: "document.querySelector('#entries').innerText.includes('maker: ')")
        try await browser.waits(until: "document.querySelector('#unowned').hidden")
        try await browser.waits(until: "document.querySelector('#sign-in').hidden")
        try await browser.click("#submit")
        try await browser.waits(until: "document.querySelector('#said').innerText === 'Score submitted'")
        await site.stop()
    }

    @Test("the page in docs/web-games.md runs for a new app as it was pasted, and says why when it can't")
    func documentation() async throws {
        let (server, _) = try await begin()
        let text = try String(contentsOf: Self.root.appending(path: "docs/web-games.md"), encoding: .utf8)
        let page = try #require(text.firstMatch(of: /```html\n(?<page>(?s).*?)```/)?.page)
        let browser = try await WebDriver().open(.desktop)
        try await signIn(browser, server)
        try await play(
            String(page).replacing("https://games.example", with: server.base.absoluteString), browser, server)
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("Connect's samples run as they were pasted: a page, and curl")
    func connect() async throws {
        let (server, _) = try await begin()
        let browser = try await WebDriver().open(.desktop)
        try await signIn(browser, server)
        try await browser.go(to: server.page("/connect/app/?id=com.example.hop"))
        try await browser.waits(until: "document.querySelector('#sample-panel pre')")
        let page =
            try await browser.evaluate(
                "return document.querySelector('#sample-panel pre').textContent") as? String
        try await browser.click("#tab-curl")
        try await browser.waits(until: "document.querySelectorAll('#sample-panel pre').length === 1")
        let commands = try #require(
            try await browser.evaluate("return document.querySelector('#sample-panel pre').textContent") as? String)
        try await browser.click("#tab-swift")
        try await browser.waits(until: "document.querySelectorAll('#sample-panel pre').length === 3")
        try await browser.photograph("connect-samples")

        let shell = try ChildProcess(URL(filePath: "/bin/bash"), ["-c", commands])
        let printed = shell.remainingOutput()
        #expect(shell.wait() == 0)
        #expect(printed.contains(#""rank":1"#) && printed.contains(#""value":1234"#), "\(printed)")

        try await play(try #require(page), browser, server)
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("a game that asks for Production before its release is told why, in the pop-up and by redirect")
    func production() async throws {
        let (server, _) = try await begin()
        let browser = try await WebDriver().open(.desktop)
        try await signIn(browser, server)
        let site = try ForeignSite(
            page: """
                <!doctype html><p id="said"></p>
                <button id="popup">Pop-up</button><button id="redirect">Redirect</button>
                <script type="module">
                import { Laurel } from "\(server.base.absoluteString)/sdk/laurel.js";
                const laurel = new Laurel({ server: "\(server.base.absoluteString)", bundleID: "com.example.hop" });
                const say = (error) => { document.querySelector("#said").textContent = error.kind; };
                for (const mode of ["popup", "redirect"]) {
                    document.getElementById(mode).onclick = () => laurel.signIn({ mode }).catch(say);
                }
                await laurel.start();
                if (laurel.signInError !== null) say(laurel.signInError);
                document.body.dataset.ready = "true";
                </script>
                """)
        try await register(site, server)
        try await browser.go(to: try #require(URL(string: site.origin)))
        try await browser.waits(until: "document.body.dataset.ready")
        let game = try await browser.window
        try await browser.click("#popup")
        try await browser.waits(until: "document.querySelector('#said').innerText === 'not-released'")
        try await browser.switchToNewWindow(from: [game])
        try await browser.waits(until: "document.querySelector('main').innerText.includes('Sandbox')")
        try await browser.closeTab(goingTo: game)

        try await browser.click("#redirect")
        try await browser.waits(until: "location.pathname === '/authorize/' && document.querySelector('main button')")
        try await browser.click("main button")
        try await browser.waits(until: "document.querySelector('#said')?.innerText === 'not-released'")
        #expect(try await browser.address == site.origin + "/")
        try await browser.close()
        await site.stop()
        #expect(server.stop() == 0)
    }
}
