import Foundation
import LaurelProcess
import Testing

/// Two people, one browser.
@Suite("One browser, two players", .serialized, .timeLimit(.minutes(15))) struct SharedDeviceTests {
    static let entries = "/v1/games/com.ali.MonkeyJump/leaderboards/HighScores/entries?count=1"

    @Test("rules 4.4, 8.1: a player who signs in in another tab during a run is not given its score")
    func otherTab() async throws {
        let (server, browser) = try await start(signingUp: ["second-one", "first-one"])
        try await beginsRun(browser, server)
        // As another tab does it: the two share the cookie.
        try await browser.enter("/v1/sessions", as: "second-one")
        try await browser.waits(until: "document.querySelector('.fate[data-kind]:not([data-kind=sending])')")
        #expect(try await browser.count(of: ".fate[data-kind=kept]") == 1)
        try await reachesItsPlayer(browser, server)
    }

    @Test("rules 4.4, 8.1: a run started over after somebody signed in in another tab counts for who plays in this one")
    func startedOver() async throws {
        let (server, browser) = try await start(signingUp: ["second-one", "first-one"])
        try await notesTickets(browser)
        try await beginsRun(browser, server, once: "tickets > 0")
        // A pause asks for the next run's ticket: under the cookie, it is the other player's.
        try await browser.enter("/v1/sessions", as: "second-one")
        try await browser.evaluate("tickets = 0")
        try await browser.press(.p)
        try await browser.waits(until: "document.querySelector('[data-action=restart]') && tickets > 0")
        try await browser.click("[data-action=restart]")
        try await browser.waits(until: "document.querySelector('.fate[data-kind=kept]')")
        try await reachesItsPlayer(browser, server)
    }

    @Test("rule 4.4: a run stays its player's also where the page learns during it that somebody else has signed in")
    func learnedDuringRun() async throws {
        let (server, browser) = try await start(signingUp: ["second-one", "first-one"])
        try await beginsRun(browser, server)
        try await browser.enter("/v1/sessions", as: "second-one")
        // As when the network comes back.
        try await browser.evaluate("dispatchEvent(new Event('online'))")
        try await browser.waits(until: "monkeyjump.center.player.displayName === 'second-one'")
        try await browser.waits(until: "document.querySelector('.fate[data-kind=kept]')")
        try await reachesItsPlayer(browser, server)
    }

    @Test("rule 8.1: after signing out, games do not go on in that player's name, whether or not the server answers")
    func signedOut() async throws {
        let (server, browser) = try await start(signingUp: ["first-one"])
        try await browser.go(to: server.page(MainJobTests.game))
        try await browser.waits(until: "localStorage[`laurel:${location.origin}:session`]?.includes('first-one')")
        try await signsOut(browser, server)
        let remembered = "return localStorage[`laurel:${location.origin}:session`] ?? ''"
        #expect(try await browser.evaluate(remembered) as? String == "")
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("rule 8.1: after a sign-out in one tab the first page in another shows nothing that was told to that player")
    func otherTabForgets() async throws {
        let (server, browser) = try await start(signingUp: ["first-one", "second-one"])
        let ask = """
            return fetch("/v1/friend-requests", { method: "POST", headers: { "Content-Type": "application/json" },
                body: JSON.stringify({ alias: "first-one" }) }).then(({ ok }) => ok);
            """
        #expect(try await browser.evaluate(ask) as? Bool == true)
        try await browser.enter("/v1/sessions", as: "first-one")
        try await browser.go(to: server.page("/"))
        try await browser.waits(until: "document.querySelector('.new-line')?.innerText.includes('second-one')")
        let home = try await browser.window
        try await browser.openTab()
        try await signsOut(browser, server)
        try await browser.switchTo(home)
        try await browser.waits(until: "document.querySelector('.hero-actions a[href^=\"/sign-in\"]')")
        let page = try await browser.text(of: "main")
        #expect(!page.contains("first-one") && !page.contains("second-one"))
        try await browser.close()
        #expect(server.stop() == 0)
    }

    /// A browser in which these have signed up one after the other, so that the last one is signed in.
    private func start(signingUp aliases: [String]) async throws -> (LaurelProcess, Browser) {
        let server = try LaurelProcess(arguments: ["--demo"])
        let browser = try await WebDriver().open(.desktop)
        try await browser.go(to: server.page("/"))
        for alias in aliases { try await browser.enter("/v1/players", as: alias) }
        return (server, browser)
    }

    /// Begins a run that lasts until the other player is there, however slow the machine.
    private func beginsRun(
        _ browser: Browser, _ server: LaurelProcess, once condition: String = "true"
    ) async throws {
        try await browser.go(to: server.page(MainJobTests.game))
        try await browser.waits(until: "monkeyjump.state().status === 'in' && \(condition)")
        try await browser.click(".menu .primary")
        try await browser.waits(until: "document.body.dataset.screen === 'play'")
        try await browser.evaluate(GameChallengeTests.bot, [100])
    }

    /// From a page that asks who is signed out to sign in: the first page comes all the same.
    private func signsOut(_ browser: Browser, _ server: LaurelProcess) async throws {
        try await browser.go(to: server.page("/me/settings/"))
        try await browser.waits(until: "document.querySelector('.account-name')")
        try await browser.click(".account-name")
        try await browser.click("#account-menu .button:last-child")
        try await browser.waits(
            until: "location.pathname === '/' && document.querySelector('laurel-header a[href^=\"/sign-in\"]')")
    }

    /// The score isn't the other player's. The first player signs in again: what waited for them is sent, and counts.
    private func reachesItsPlayer(_ browser: Browser, _ server: LaurelProcess) async throws {
        #expect(try await local(browser) is NSNull, "the score was given to the other player")
        try await browser.enter("/v1/sessions", as: "first-one")
        try await browser.go(to: server.page(MainJobTests.game))
        try await browser.waits(until: "monkeyjump.state().status === 'in' && document.querySelector('.banner-card')")
        try await browser.waits(
            until: """
                Object.keys(localStorage).filter(key => key.includes(':queue:'))
                    .every(key => localStorage[key] === '[]')
                """)
        #expect(try await local(browser) is [String: Any], "the score reached the player who made it")
        try await browser.close()
        #expect(server.stop() == 0)
    }

    /// Has pages count in `tickets` those that have come.
    private func notesTickets(_ browser: Browser) async throws {
        try await browser.beforeEachPage(
            """
            globalThis.tickets = 0;
            {
                const fetch = globalThis.fetch;
                globalThis.fetch = async (...request) => {
                    const answer = await fetch(...request);
                    // The page has read it by then.
                    if (String(request[0]).includes("/tickets")) answer.clone().text().then(() => { tickets += 1; });
                    return answer;
                };
            }
            """)
    }

    /// The entry of the player who is signed in now.
    private func local(_ browser: Browser) async throws -> Any? {
        let script = "return fetch(arguments[0]).then(answer => answer.json())"
        return (try await browser.evaluate(script, [Self.entries]) as? [String: Any])?["local"]
    }
}
