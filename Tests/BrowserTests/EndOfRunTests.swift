import Foundation
import LaurelProcess
import Testing

/// What a run leaves when it is over: a row on the leaderboard, and a score that nothing loses.
@Suite("The end of a run", .serialized, .timeLimit(.minutes(15))) struct EndOfRunTests {
    @Test(
        "the player's own row is marked as theirs, in their language, after what they have to beat next",
        arguments: [
            ("en-US", "you", "14 m short of rank 11", "Game over. 22 m. "),
            ("zh-CN", "你", "距第 11 名还差 14 米", "游戏结束。22 米。"),
        ])
    func ownRow(language: String, mark: String, gap: String, said: String) async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        // With the five bots, more than the small leaderboard has rows.
        for value in 201...206 { try await scores(value, at: server) }
        let ada = try await Person("row-ada", .desktop, WebDriver(), server, language: language)
        try await ada.go(MainJobTests.game, until: "monkeyjump.state().status === 'in'")
        try await ada.browser.press(.space)
        try await ada.sees(".fate[data-kind=sent]")
        try await ada.sees(".over .own .name em")
        let parts = "return [...document.querySelectorAll('.over .own .name > *')].map(one => one.innerText)"
        #expect(try await ada.browser.evaluate(parts) as? [String] == ["row-ada", mark])
        let ranks = "return [...document.querySelectorAll('.over .board .rank')].map(one => one.innerText.trim())"
        #expect(try await ada.browser.evaluate(ranks) as? [String] == ["1", "2", "3", "4", "11", "12"])
        try await ada.sees(gap, in: ".over .fate")
        // In sentences, and without what stands on buttons.
        let aloud = try await ada.browser.evaluate("return document.querySelector('#said').textContent") as? String
        #expect(aloud?.hasPrefix(said) == true, "\(aloud ?? "")")
        try await ada.browser.photograph("game-own-row-\(language)")
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    @Test("rule 8.1: a page that is left right after the run was over has the score written down, and sends it later")
    func left() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let ada = try await Person("left-ada", .desktop, WebDriver(), server)
        try await dies(ada)
        try await ada.browser.go(to: server.page("/openapi.json"))
        let waiting = """
            return Object.keys(localStorage).filter(key => key.includes(":queue:"))
                .flatMap(key => JSON.parse(localStorage[key])).length;
            """
        #expect(try await ada.browser.evaluate(waiting) as? Int == 1)
        try await ada.go(MainJobTests.game, until: "monkeyjump.state().status === 'in'")
        try await isRanked(ada)
        try await ada.leave(refusals: ["/favicon.ico"])
        #expect(server.stop() == 0)
    }

    @Test("rule 8.1: once a score that waited is sent, game over tells its rank and turns its buttons on")
    func sentLater() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let ada = try await Person("later-ada", .desktop, WebDriver(), server)
        try await ada.go(MainJobTests.game, until: "monkeyjump.state().status === 'in'")
        try await ada.browser.evaluate(
            "globalThis.realFetch = fetch; globalThis.fetch = () => Promise.reject(new TypeError())")
        try await ada.browser.press(.space)
        try await ada.sees(".fate[data-kind=kept]")
        try await ada.sees("[data-action=share][aria-disabled=true]")
        try await ada.sees("[data-action=pickFriends][aria-disabled=true]")
        try await ada.browser.evaluate("globalThis.fetch = realFetch; dispatchEvent(new Event('online'))")
        try await ada.sees(".fate[data-kind=sent]")
        try await ada.sees("Ranked", in: ".fate")
        try await ada.sees(".over .own")
        try await ada.browser.waits(until: "document.querySelectorAll('.over [aria-disabled=true]').length === 0")
        try await ada.browser.waits(until: "document.querySelector('#said').textContent.includes('Ranked')")
        #expect(try await ada.browser.text(of: "#banner").contains("earlier") == false, "it is the run on the screen")
        try await ada.browser.photograph("game-over-sent-later")
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    @Test("rule 8.1: a score that another tab has sent is no longer told as saved, but with its rank")
    func sentElsewhere() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let ada = try await Person("tabs-ada", .desktop, WebDriver(), server)
        try await ada.go(MainJobTests.game, until: "monkeyjump.state().status === 'in'")
        // For this tab the network is gone for good.
        try await ada.browser.evaluate("globalThis.fetch = () => Promise.reject(new TypeError())")
        try await ada.browser.press(.space)
        try await ada.sees(".fate[data-kind=kept]")
        let game = try await ada.browser.window
        try await ada.browser.openTab()
        try await ada.go(MainJobTests.game, until: "monkeyjump.state().status === 'in'")
        try await isRanked(ada)
        try await ada.browser.closeTab(goingTo: game)
        try await ada.sees(".fate[data-kind=sent]")
        try await ada.sees("Ranked", in: ".fate")
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    @Test("rule 8.1: a score that an earlier release queued in this browser is sent, and its list is gone")
    func earlierRelease() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let ada = try await Person("early-ada", .desktop, WebDriver(), server)
        let key = try await "laurel.queue.com.ali.MonkeyJump.production.\(ada.id)"
        try await ada.browser.evaluate(
            """
            localStorage[arguments[0]] = JSON.stringify([
                { id: crypto.randomUUID(), value: 77, context: 0, date: new Date().toISOString() },
            ]);
            """, [key])
        try await ada.go(MainJobTests.game, until: "monkeyjump.state().status === 'in'")
        try await isRanked(ada)
        let local = try await ada.call("GET", SharedDeviceTests.entries)["local"] as? [String: Any]
        #expect(local?["value"] as? Int == 77)
        #expect(try await ada.browser.evaluate("return arguments[0] in localStorage", [key]) as? Bool == false)
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    @Test("a tab that is hidden right after the run was over sends the score all the same")
    func hidden() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let ada = try await Person("hidden-ada", .desktop, WebDriver(), server)
        try await dies(ada)
        let game = try await ada.browser.window
        try await ada.browser.openTab()
        // A file of the site: what a route answers may not call others.
        try await ada.go("/lib/api.js")
        try await isRanked(ada)
        try await ada.browser.closeTab(goingTo: game)
        try await ada.leave(refusals: ["/favicon.ico"])
        #expect(server.stop() == 0)
    }

    @Test(
        "on a phone on its side, what comes next is in sight however much game over says",
        arguments: ["en-US", "zh-CN"])
    func low(language: String) async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let browser = try await WebDriver().open(.desktop, language: language)
        try await browser.go(to: server.page(MainJobTests.game))
        try await browser.waits(until: "monkeyjump.center.welcomesGuests")
        try await browser.press(.space)
        // A guest is told the most.
        try await browser.waits(until: "document.querySelector('.fate[data-kind=sent] [data-action=keepName]')")
        try await browser.evaluate("document.querySelector('[data-action=pickFriends]').click()")
        try await browser.waits(until: "document.querySelector('.result .notice')")
        for (width, height) in [(640, 360), (667, 375), (844, 390)] {
            try await browser.command(
                "Emulation.setDeviceMetricsOverride",
                ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
            try await browser.waits(until: "innerHeight === \(height)")
            // The name can be kept without scrolling: no part of the button is below what stays in sight.
            try await browser.waits(
                until: """
                    document.querySelector(".over").scrollTop === 0
                        && (buttons => buttons.length === 5 && buttons.every((one) => {
                            const { left, top, width, height, bottom } = one.getBoundingClientRect();
                            return top >= 0 && bottom <= innerHeight && [top + 4, top + height / 2, bottom - 4]
                                .every((y) => document.elementFromPoint(left + width / 2, y) === one);
                        }))([...document.querySelectorAll(".result > .row button, .fate [data-action=keepName]")])
                    """)
            try await browser.photograph("game-over-low-\(width)-\(language)")
        }
        try await browser.close()
        #expect(server.stop() == 0)
    }

    private func scores(_ value: Int, at server: LaurelProcess) async throws {
        let secret = "\(value)abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN"
        let made = try await server.http.json(
            "POST", "/v1/guests", ["secret": secret, "bundleID": "com.ali.MonkeyJump", "environment": "production"])
        let token = try #require(made.object["token"] as? String, "\(made.text)")
        let sent = try await server.http.json(
            "POST", "\(Person.game)/leaderboards/HighScores/scores", ["value": value], token: token)
        #expect(sent.status < 300, "\(sent.text)")
    }

    /// Runs into the first snake. From then on no frame comes, as where nobody looks: the run has no end to be seen.
    private func dies(_ person: Person) async throws {
        try await person.go(MainJobTests.game, until: "monkeyjump.state().status === 'in'")
        try await person.browser.press(.space)
        try await person.browser.waits(
            until: """
                document.body.dataset.screen === "play" && monkeyjump.state().isOver
                    && (globalThis.requestAnimationFrame = () => 1)
                """)
    }

    /// Waits until the server has the score; the test's time limit is the limit.
    private func isRanked(_ person: Person) async throws {
        while try await person.call("GET", SharedDeviceTests.entries)["local"] is NSNull {}
    }
}
