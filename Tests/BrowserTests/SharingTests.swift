import Foundation
import LaurelProcess
import Testing

/// A player shows a score to everybody, and challenges somebody who has neither the game nor an account.
@Suite("Sharing in a browser", .serialized, .timeLimit(.minutes(15))) struct SharingTests {
    private static let board = "/games/?id=com.ali.MonkeyJump&view=leaderboards&time=allTime"

    @Test("a score is shared from its row, seen by everybody who has the link, and taken back")
    func share() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let browser = try await WebDriver().open(.desktop)
        try await signUp(browser, server, "show-off")
        try await openDialog(browser, server)
        try await browser.photograph("share-ask")
        try await browser.click(".share-dialog form button[type=submit]")
        try await browser.waits(until: "document.querySelector('.share-picture')?.naturalWidth === 1200")
        try await browser.photograph("share-done")
        #expect(try await browser.count(of: ".share-networks a") == 4)
        let link = try await value(browser, of: ".share-link input")
        try await signOut(browser)
        let page = try #require(URL(string: link))
        try await browser.go(to: page)
        #expect(try await browser.text(of: ".share-player") == "show-off")
        #expect(try await browser.text(of: ".share-headline") == "1,234 m")
        try await browser.photograph("share-page")
        let errors = try await browser.consoleErrors()
        #expect(errors.isEmpty, "\(errors)")
        // Its owner comes back and takes it away.
        try await browser.go(to: server.page("/"))
        try await browser.send(
            "/v1/sessions", #"{"alias":"show-off","password":"jump over a log","cookie":true}"#)
        try await browser.go(to: server.page("/shared/"))
        try await browser.waits(until: "document.querySelector('.share-item')")
        try await browser.photograph("share-list")
        try await browser.click(".share-item button")
        try await browser.waits(until: "!document.querySelector('.share-item') && document.querySelector('.state')")
        try await browser.go(to: page)
        #expect(try await browser.count(of: ".share-headline") == 0)
        #expect(try await browser.count(of: ".state h1") == 1)
        try await browser.photograph("share-gone")
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test(
        "rules 2.1, 6.1: a challenge link greets a visitor, and after the sign-up the challenge is theirs"
    )
    func challenge() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let sender = try await driver.open(.desktop)
        try await signUp(sender, server, "challenger")
        try await openDialog(sender, server)
        try await sender.click(".share-dialog form button[type=button]")
        try await sender.waits(until: "document.getElementById('share-message')")
        try await sender.type("<b>Beat</b> this!", into: "#share-message")
        try await sender.photograph("challenge-link-ask")
        try await sender.click(".share-dialog form button[type=submit]")
        try await sender.waits(until: "document.querySelector('.share-link input')")
        let link = try await value(sender, of: ".share-link input")
        #expect(link.contains("/challenge/") && link.contains("#"))

        let receiver = try await driver.open(.phone)
        try await receiver.go(to: try #require(URL(string: link)))
        try await receiver.waits(until: "document.getElementById('sign-in') && document.getElementById('join')")
        #expect(try await receiver.text(of: ".share-player") == "challenger")
        #expect(try await receiver.text(of: ".share-message") == "<b>Beat</b> this!")
        #expect(try await !receiver.address.contains("#"), "the code stays in the tab")
        try await receiver.photograph("challenge-page-phone")
        try await receiver.click("#join")
        try await receiver.waits(until: "document.querySelector('[name=password][autocomplete=new-password]')")
        try await receiver.type("brand-new", into: "[name=username]")
        try await receiver.type("jump over a log", into: "[name=password]")
        try await receiver.click("#enter-form button[type=submit]")
        try await receiver.waits(until: "document.querySelector('.codes')")
        try await receiver.click("#kept")
        try await receiver.click("form .button-primary")
        // He wanted it before he signed up, so nobody asks again.
        try await receiver.waits(until: "document.querySelector('#challenge h2')")
        try await receiver.photograph("challenge-accepted-phone")
        let waiting = try await receiver.evaluate(
            """
            return fetch('/v1/challenges?role=received&state=pending').then(answer => answer.json())
                .then(list => list.challenges.map(one => one.sender.displayName + ' ' + one.value).join());
            """)
        #expect(waiting as? String == "challenger 1234")
        for browser in [sender, receiver] { try await browser.close() }
        #expect(server.stop() == 0)
    }

    @Test("rule 6.1: an open challenge of a game without a link can be accepted")
    func challengeWithoutLink() async throws {
        let site = try await FullSite()
        try await site.takeLinkAway()
        let browser = try await WebDriver().open(.desktop)
        try await browser.go(to: site.server.page(site.challengePage))
        try await browser.waits(until: "document.getElementById('join')")
        #expect(try await browser.count(of: "#play") == 0)
        try await browser.close()
        site.stop()
    }

    @Test("the language of a shared page is changed as a whole, and the next visit has it at once")
    func language() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let browser = try await WebDriver().open(.desktop)
        try await signUp(browser, server, "show-off")
        let made = try await browser.send(
            "/v1/shares", #"{"bundleID":"com.ali.MonkeyJump","leaderboard":"HighScores"}"#)
        let page = try #require((made["url"] as? String).flatMap { URL(string: $0) }, "\(made)")
        try await browser.go(to: page)
        try await browser.waits(until: "document.getElementById('language')")
        #expect(try await browser.text(of: ".share-headline") == "1,234 m")
        try await browser.evaluate(
            """
            const select = document.getElementById("language");
            select.value = "zh-Hans";
            select.dispatchEvent(new Event("change"));
            """)
        let isChinese = """
            document.documentElement.lang === 'zh-Hans' && document.getElementById('language').value === 'zh-Hans'
                && document.querySelector('.share-headline').innerText.includes('米')
            """
        try await browser.waits(until: isChinese)
        try await browser.go(to: page)
        try await browser.waits(until: isChinese)
        #expect(try await browser.consoleErrors() == [])
        try await browser.close()
        #expect(server.stop() == 0)
    }

    // MARK: Steps

    private func signUp(_ browser: Browser, _ server: LaurelProcess, _ alias: String) async throws {
        try await browser.go(to: server.page("/"))
        try await browser.send("/v1/players", #"{"alias":"\#(alias)","password":"jump over a log","cookie":true}"#)
        try await browser.send(
            "/v1/games/com.ali.MonkeyJump/leaderboards/HighScores/scores", #"{"value":1234}"#)
    }

    private func openDialog(_ browser: Browser, _ server: LaurelProcess) async throws {
        try await browser.go(to: server.page(Self.board))
        try await browser.waits(until: "document.querySelector('.own .share-button')")
        try await browser.click(".own .share-button")
        try await browser.waits(until: "document.querySelector('.share-dialog[open] form')")
    }

    private func signOut(_ browser: Browser) async throws {
        try await browser.evaluate("return fetch('/v1/sessions/current', { method: 'DELETE' }).then(a => a.status)")
    }

    private func value(_ browser: Browser, of selector: String) async throws -> String {
        try #require(
            try await browser.evaluate("return document.querySelector(arguments[0]).value", [selector]) as? String)
    }
}
