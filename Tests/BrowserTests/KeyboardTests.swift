import Foundation
import LaurelProcess
import Testing

/// The main jobs by somebody who has no mouse: with Tab, Enter, Space and letters, and a focus that can be seen.
@Suite("Keyboard alone", .serialized, .timeLimit(.minutes(15))) struct KeyboardTests {
    @Test(
        "one signs in, reads a game's page, plays, challenges a friend, and makes a leaderboard",
        arguments: [("en-US", false), ("zh-CN", true)])
    func mainJobs(language: String, isCalm: Bool) async throws {
        let server = try LaurelProcess(arguments: ["--demo", "--developer-sign-up", "open"])
        let driver = try WebDriver()
        let friend = try await Person("keys-friend", .desktop, driver, server)
        let ada = try await Person("keys-ada", .desktop, driver, server)
        try await ada.befriend(friend)
        try await friend.score(3, id: "friend")
        try await ada.call("POST", "/v1/connect/teams", #"{"name":"Keys"}"#)
        try await ada.call("POST", "/v1/connect/apps", #"{"name":"Keys","bundleID":"com.example.keys"}"#)
        let keys = Keyboard(browser: try await driver.open(.desktop, language: language), server: server)
        if isCalm { try await keys.asksForCalm() }

        try await signIn(keys)
        try await playAndReadGame(keys)
        try await challengeFriend(keys)
        try await makeLeaderboard(keys)

        let spoken = try await keys.browser.evaluate("return document.documentElement.lang") as? String ?? ""
        #expect(spoken.hasPrefix(language.prefix(2)))
        #expect(try await keys.browser.consoleErrors() == [])
        try await keys.browser.close()
        for person in [ada, friend] { try await person.leave() }
        #expect(server.stop() == 0)
    }

    private func signIn(_ keys: Keyboard) async throws {
        try await keys.browser.go(to: keys.server.page("/"))
        try await keys.browser.waits(until: "document.querySelector('laurel-header .account a')")
        try await keys.press(.tab)
        #expect(try await keys.browser.evaluate("return document.activeElement.matches('.skip')") as? Bool == true)
        try await keys.follow("laurel-header .account a", until: "document.querySelector('#username')")
        try await keys.tab(to: "#username")
        try await keys.browser.write("keys-ada")
        try await keys.tab(to: "#password")
        try await keys.browser.write("jump over keys-ada")
        try await keys.press(.enter)
        try await keys.browser.waits(until: "location.pathname === '/' && document.querySelector('.account-name')")
    }

    private func playAndReadGame(_ keys: Keyboard) async throws {
        let browser = keys.browser
        try await browser.waits(until: "document.querySelector('#game-list .game a.button-primary')")
        try await keys.follow(
            "#game-list a[href*='/play/monkeyjump/']", until: "document.body.dataset.screen === 'menu'")
        try await keys.press(.up)
        try await browser.waits(until: "document.body.dataset.screen === 'play'")
        // However slow the machine: the run goes on until the pause.
        try await browser.evaluate(GameChallengeTests.bot, [100])
        // Escape pauses, and again goes on.
        try await keys.press(.escape)
        try await browser.waits(until: "document.body.dataset.screen === 'paused'")
        try await keys.press(.escape)
        try await browser.waits(until: "document.body.dataset.screen === 'play'")
        try await browser.waits(until: "document.body.dataset.screen === 'over'")
        try await browser.waits(
            until: """
                Object.keys(localStorage).filter(key => key.includes(':queue:'))
                    .every(key => localStorage[key] === '[]')
                """)

        try await browser.go(to: keys.server.page("/"))
        try await browser.waits(until: "document.querySelector('#game-list .game h3 a')")
        try await keys.follow("#game-list h3 a[href*=MonkeyJump]", until: "document.querySelector('[role=tab]')")
        // Tabs are one stop; arrows go along them.
        try await keys.tab(to: "[role=tab]")
        let time = "new URLSearchParams(location.search).get('time')"
        for _ in 0..<3 where try await browser.evaluate("return \(time)") as? String != "allTime" {
            try await keys.press(.right)
        }
        try await browser.waits(until: "\(time) === 'allTime' && document.querySelector('laurel-board tr[data-mine]')")
        try await browser.waits(until: "document.querySelector('.own a')")
    }

    private func challengeFriend(_ keys: Keyboard) async throws {
        let browser = keys.browser
        try await keys.follow(".own a[href^='/challenges/new/']", until: "document.querySelector('.pick')")
        try await keys.tab(to: "#message")
        try await browser.write("Catch me")
        try await keys.tab(to: ".pick input")
        if try await browser.count(of: ".pick input:checked") == 0 { try await keys.press(.space) }
        #expect(try await browser.count(of: ".pick input:checked") == 1)
        try await keys.tab(to: "#challenge")
        try await keys.press(.enter)
        try await browser.waits(until: "document.querySelector('#done')")
        #expect(
            try await browser.evaluate("return document.querySelector('main').contains(document.activeElement)")
                as? Bool == true, "the focus goes where the news is")
    }

    private func makeLeaderboard(_ keys: Keyboard) async throws {
        let browser = keys.browser
        try await browser.go(to: keys.server.page("/connect/app/?id=com.example.keys&view=leaderboards"))
        try await browser.waits(until: "document.querySelector('main a.button')")
        // The portal goes from view to view without loading anew.
        try await keys.tab(to: "main a.button[href*=leaderboards][href*=new]")
        try await keys.press(.enter)
        try await browser.waits(until: "document.querySelector('[name=referenceName]')")
        try await keys.tab(to: "[name=referenceName]")
        try await browser.write("Keys")
        try await keys.tab(to: "[name=sortOrder]")
        try await keys.press(.down)
        try await keys.tab(to: ".form-advanced > summary")
        try await keys.press(.enter)
        try await keys.tab(to: "[name='localizations.name']")
        try await browser.write("Keys")
        try await keys.press(.enter)
        try await browser.waits(until: "location.search.includes('leaderboard=Keys')")
        let made = try await browser.evaluate(
            """
            return fetch("/v1/connect/apps/com.example.keys/leaderboards/Keys").then((answer) => answer.json())
                .then(({ sortOrder }) => sortOrder);
            """)
        #expect(made as? String == "lowToHigh")
    }
}

/// A person who has no mouse.
struct Keyboard {
    let browser: Browser
    let server: LaurelProcess

    /// Darkness, and nothing that moves by itself.
    func asksForCalm() async throws {
        try await browser.command(
            "Emulation.setEmulatedMedia",
            [
                "features": [
                    ["name": "prefers-color-scheme", "value": "dark"],
                    ["name": "prefers-reduced-motion", "value": "reduce"],
                ]
            ])
    }

    func press(_ key: Browser.Key) async throws { try await browser.press(key) }

    /// Tab, as often as it takes; each thing on the way must show that it has the focus.
    func tab(to selector: String) async throws {
        let look = """
            const focused = document.activeElement;
            // What a page gives the focus to is no stop; a check mark shows it on its row.
            const isSeen = focused === document.body || focused.tabIndex < 0
                || [focused, focused.closest("label"), focused.closest("li")].filter(Boolean).some((one) => {
                    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
                    return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
                });
            if (!isSeen) return `unseen: ${focused.outerHTML.slice(0, 200)}`;
            return focused.matches(arguments[0]) ? "there" : "elsewhere";
            """
        for _ in 0..<300 {
            let answer = try await browser.evaluate(look, [selector]) as? String ?? ""
            if answer == "there" { return }
            #expect(!answer.hasPrefix("unseen"), "\(answer)")
            try await press(.tab)
        }
        let address = try await browser.address
        throw WebDriver.Refusal(description: "Tab never comes to \(selector) on \(address)")
    }

    /// Enter on a link.
    func follow(_ selector: String, until expression: String) async throws {
        try await tab(to: selector)
        let origin = try await browser.evaluate("return performance.timeOrigin") as? Double ?? 0
        try await press(.enter)
        try await browser.waits(until: "performance.timeOrigin !== \(origin) && \(expression)")
    }
}
