import Foundation
import LaurelProcess
import Testing

/// Somebody who has no account, and wants none yet.
@Suite("Guests in the browser", .serialized, .timeLimit(.minutes(15))) struct GuestTests {
    private static let password = "heron by the river"

    /// On an upright screen he runs from 71 % of its height on to 81 %: between the menu's buttons and the account.
    static let runnerIsSeen = """
        document.querySelector(".menu > .row")?.getBoundingClientRect().bottom < innerHeight * 0.71
            && document.querySelector(".menu > .account")?.getBoundingClientRect().top > innerHeight * 0.8
        """

    @Test(
        "rules 1.11 to 1.13: one tap plays, is ranked and beats a friend; name and scores of two devices become one",
        arguments: ["desktop", "phone"])
    func kept(device: String) async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let browser = try await driver.open(device == "phone" ? .phone : .desktop)
        try await browser.go(to: server.page("/"))
        try await browser.waits(until: "document.querySelector('.hero-actions a[href*=\"/play/\"]')")
        try await browser.photograph("guest-home-\(device)")
        try await browser.click(".hero-actions a[href*=\"/play/\"]")
        // Nothing more is asked: the run begins.
        try await browser.waits(until: "['play', 'over'].includes(document.body.dataset.screen)")
        try await browser.photograph("guest-run-\(device)")
        try await browser.waits(until: "document.body.dataset.screen === 'over'")
        try await browser.waits(until: "document.querySelector('.fate[data-kind=sent] [data-action=keepName]')")
        let name = try #require(
            try await browser.evaluate("return monkeyjump.center.player.displayName") as? String)
        #expect(name.split(separator: " ").count >= 2, "a name of two words: \(name)")
        #expect(try await browser.text(of: ".fate").contains(name))
        try await browser.photograph("guest-over-\(device)")
        try await browser.click("[data-action=pickFriends][aria-disabled=true]")
        try await browser.waits(until: "document.querySelector('.over .notice').innerText.includes('Keep this name')")

        try await beatFriend(browser, try await Person("guest-friend", .desktop, driver, server))
        try await browser.click("[data-action=keepName]")
        try await browser.waits(until: "document.querySelector('#username')?.value === '\(name)'")
        try await browser.photograph("guest-keep-\(device)")
        try await browser.type(Self.password, into: "#password")
        try await browser.click("form .button-primary")
        try await browser.waits(until: "document.querySelector('#kept')")
        let sessions = "return fetch('/v1/sessions').then(a => a.json()).then(all => all.sessions[0].device)"
        #expect((try await browser.evaluate(sessions) as? String)?.hasPrefix("Chrome-") == true, "as at a sign-in")
        try await browser.click("#kept")
        try await browser.click("form .button-primary")
        try await browser.waits(until: "location.pathname === '\(MainJobTests.game)'")
        try await browser.waits(until: "globalThis.monkeyjump?.state().status === 'in' && !monkeyjump.center.isGuest")
        #expect(try await browser.evaluate("return monkeyjump.center.player.displayName") as? String == name)
        #expect(try await browser.count(of: "[data-action=keepName]") == 0)
        if device == "phone" { try await browser.waits(until: Self.runnerIsSeen) }
        let errors = try await browser.consoleErrors()
        #expect(errors.isEmpty, "\(errors)")
        try await browser.close()

        let other = try await driver.open(device == "phone" ? .desktop : .phone)
        try await bring(other, server, to: name, device)
        try await other.close()
        #expect(server.stop() == 0)
    }

    /// By a link to a challenge, which guests may follow.
    private func beatFriend(_ browser: Browser, _ friend: Person) async throws {
        try await friend.score(1, id: "one")
        let made = try await friend.call(
            "POST", "/v1/challenge-links", #"{"bundleID":"com.ali.MonkeyJump","leaderboard":"HighScores"}"#)
        let link = try #require((made["url"] as? String).flatMap { URL(string: $0) }, "\(made)")
        try await browser.go(to: link)
        try await browser.waits(until: "document.querySelector('#challenge form button')")
        try await browser.click("#challenge form button")
        try await browser.waits(until: "document.querySelector('#challenge h2')")
        try await browser.go(to: friend.server.page(MainJobTests.game))
        try await browser.waits(
            until: "document.querySelector('[data-action=openChallenges]')?.innerText.includes('1')")
        try await browser.click("[data-action=openChallenges]")
        try await browser.waits(until: "document.querySelector('[data-action=acceptChallenge]')")
        try await browser.click("[data-action=acceptChallenge]")
        try await browser.waits(until: "document.querySelector('.fate[data-kind=sent]')")
        let result = try await browser.text(of: ".result .good")
        #expect(result.contains("You beat guest-friend's 1 m"), "\(result)")
        try await friend.leave()
    }

    /// A guest has played on this device, too: who signs in is asked once, and the scores are the account's.
    private func bring(_ browser: Browser, _ server: LaurelProcess, to name: String, _ device: String) async throws {
        try await browser.go(to: server.page(MainJobTests.game))
        try await browser.waits(until: "globalThis.monkeyjump?.center?.welcomesGuests")
        try await browser.click(".menu .primary")
        try await browser.waits(until: "document.querySelector('.fate[data-kind=sent] [data-action=keepName]')")
        let guest = try #require(
            try await browser.evaluate("return monkeyjump.center.player.displayName") as? String)
        try await browser.go(to: server.page("/sign-in/?other&return=\(MainJobTests.board)"))
        try await browser.waits(until: "document.querySelector('#username')")
        try await browser.type(name, into: "#username")
        try await browser.type(Self.password, into: "#password")
        try await browser.click("form .button-primary")
        try await browser.waits(until: "document.querySelector('.merge-scores')?.innerText.includes('\(guest)')")
        try await browser.photograph("guest-merge-\(device)")
        try await browser.click("form .button-primary")
        try await browser.waits(
            until: "document.querySelector('laurel-board tr[data-mine]')?.innerText.includes('\(name)')")
        #expect(try await browser.text(of: "laurel-board tbody").contains(guest) == false, "the guest is gone")
        let secret = "return localStorage[`laurel:${location.origin}:guest`] ?? 'none'"
        #expect(try await browser.evaluate(secret) as? String == "none")
        let runs = "return fetch('/v1/players/me/export').then(a => a.json()).then(all => all.scores.length)"
        #expect(try await browser.evaluate(runs) as? Int == 3, "both histories are one")
    }

    @Test(
        "rule 1.11: who presses Play while the game connects is a guest once it is known that nobody is signed in",
        arguments: ["play", "over"])
    func connecting(screen: String) async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let browser = try await WebDriver().open(.desktop)
        // Pages without TLS have no locks: there, what is sent in which order is up to the page.
        if screen == "over" {
            try await browser.beforeEachPage("Object.defineProperty(navigator, 'locks', { value: undefined })")
        }
        try await holdsCheck(browser)
        try await browser.go(to: server.page(MainJobTests.game))
        try await browser.waits(until: "document.body.dataset.screen === 'menu'")
        try await browser.click(".menu .primary")
        try await browser.waits(until: "document.body.dataset.screen === 'play'")
        if screen == "play" {
            try await browser.evaluate(GameChallengeTests.bot, [100])
        } else {
            try await browser.waits(until: "document.querySelector('.fate[data-kind=unowned]')")
        }
        let status = try await browser.evaluate("return monkeyjump.state().status") as? String
        #expect(status == "checking" || status == "away", "\(status ?? "")")
        try await browser.evaluate("release()")
        try await browser.waits(until: "document.querySelector('.fate[data-kind=sent] [data-action=keepName]')")
        #expect(try await browser.evaluate("return [made, monkeyjump.center.unowned.length]") as? [Int] == [1, 0])
        try await browser.waits(until: "document.querySelector('.over .own')")
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("rule 1.11: who is signed in and presses Play before the game knows it isn't made a guest")
    func connectingAsPlayer() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let ada = try await Person("early-player", .desktop, WebDriver(), server)
        try await holdsCheck(ada.browser)
        try await ada.go(MainJobTests.game, until: "document.body.dataset.screen === 'menu'")
        try await ada.browser.click(".menu .primary")
        try await ada.browser.waits(until: "document.body.dataset.screen === 'play'")
        try await ada.browser.evaluate(GameChallengeTests.bot, [100])
        try await ada.browser.evaluate("release()")
        try await ada.sees(".fate[data-kind=sent]")
        let known = "return [made, monkeyjump.center.isGuest ? 1 : 0, monkeyjump.center.unowned.length]"
        #expect(try await ada.browser.evaluate(known) as? [Int] == [0, 0, 0])
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    /// Has pages ask who plays only after `release()`, and count in `made` how often they make a guest.
    private func holdsCheck(_ browser: Browser) async throws {
        try await browser.beforeEachPage(
            #"""
            globalThis.made = 0;
            {
                const fetch = globalThis.fetch;
                const released = new Promise((resolve) => { globalThis.release = resolve; });
                globalThis.fetch = async (...request) => {
                    const { pathname } = new URL(request[0], location.href);
                    if (pathname === "/v1/players/me") await released;
                    if (pathname === "/v1/guests") made += 1;
                    return fetch(...request);
                };
            }
            """#)
    }

    @Test("rule 1.11: who had an account in this browser isn't made a guest, and a guest's reload goes on")
    func known() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let browser = try await driver.open(.desktop)
        let whacks = "/play/whackacac/"
        try await browser.go(to: server.page(whacks))
        try await browser.waits(until: "globalThis.whackacac?.center?.welcomesGuests")
        try await browser.click(".menu .primary")
        try await browser.waits(until: "whackacac.center.isGuest")
        let name = try await browser.evaluate("return whackacac.center.player.displayName") as? String
        try await browser.go(to: server.page(whacks))
        try await browser.waits(until: "globalThis.whackacac?.state().status === 'in'")
        #expect(try await browser.evaluate("return whackacac.center.player.displayName") as? String == name)
        #expect(try await browser.evaluate("return whackacac.center.isGuest") as? Bool == true)
        // The guest is the same in the other game.
        try await browser.go(to: server.page(MainJobTests.game))
        try await browser.waits(until: "globalThis.monkeyjump?.state().status === 'in'")
        #expect(try await browser.evaluate("return monkeyjump.center.player.displayName") as? String == name)
        // Friends are for those who have kept their name.
        try await browser.go(to: server.page("/friends/?view=invite"))
        try await browser.waits(until: "document.querySelector('#content a#keep')")
        #expect(try await browser.count(of: "#ask, #make-link") == 0)
        let stranger = """
            return fetch("/v1/games/com.ali.MonkeyJump/leaderboards/HighScores/entries").then(answer => answer.json())
                .then(({ entries }) => entries[0].player.id);
            """
        let id = try #require(try await browser.evaluate(stranger) as? String)
        try await browser.go(to: server.page("/players/?id=\(id)"))
        try await browser.waits(until: "document.querySelector('.player-head button.button-primary')")
        try await browser.click(".player-head button.button-primary")
        try await browser.waits(until: "document.querySelector('dialog[open] a[href*=\"keep\"]')")
        #expect(try await browser.text(of: "dialog p").contains("Keep your name first"))
        // With the link of the settings, they are the same in another browser, too.
        try await browser.go(to: server.page("/me/settings/?view=security"))
        try await browser.waits(until: "document.querySelector('#guest-link')")
        try await browser.photograph("guest-link")
        let link = try #require(
            try await browser.evaluate("return document.querySelector('#guest-link').value") as? String)
        try await browser.close()
        let other = try await driver.open(.phone)
        try await other.go(to: try #require(URL(string: link)))
        try await other.waits(until: "document.querySelector('form .button-primary')")
        #expect(try await other.evaluate("return location.hash") as? String == "", "it stays in no history")
        try await other.photograph("guest-claim")
        try await other.click("form .button-primary")
        try await other.waits(until: "location.pathname === '/'")
        try await other.go(to: server.page(MainJobTests.game))
        try await other.waits(until: "globalThis.monkeyjump?.state().status === 'in'")
        #expect(try await other.evaluate("return monkeyjump.center.player.displayName") as? String == name)
        #expect(try await other.evaluate("return monkeyjump.center.isGuest") as? Bool == true)
        // A game in a window brings its guest to the page that keeps their name, by a code.
        let made = """
            const secret = JSON.parse(localStorage.getItem(`laurel:${location.origin}:guest`));
            return fetch('/v1/guests/codes', { method: 'POST', headers: { 'Content-Type': 'application/json' },
                body: JSON.stringify({ secret }) }).then(answer => answer.json()).then(({ code }) => code);
            """
        let code = try #require(try await other.evaluate(made) as? String)
        try await other.go(to: server.page("/sign-in/?keep#code=" + code))
        try await other.waits(until: "document.querySelector('form .button-primary')")
        #expect(try await other.evaluate("return location.hash") as? String == "", "nor does a code")
        #expect(try await other.text(of: "h1") == "Keep your name and scores")
        try await other.click("form .button-primary")
        try await other.waits(until: "document.querySelector('#username')?.value === '\(name ?? "")'")
        try await other.close()

        let ada = try await Person("no-guest", .desktop, driver, server)
        try await ada.go(MainJobTests.game, until: "globalThis.monkeyjump?.state().status === 'in'")
        try await ada.call("DELETE", "/v1/sessions/current")
        try await ada.go(MainJobTests.game, until: "globalThis.monkeyjump?.state().status === 'out'")
        try await ada.sees("Sign in to get ranked", in: ".menu")
        try await ada.browser.click(".menu .primary")
        try await ada.sees(".fate[data-kind=unowned]")
        try await ada.leave()
        #expect(server.stop() == 0)
    }
}
