import Foundation
import LaurelProcess
import Testing

/// What the whole is for: two people sign up, play with real keys and fingers, and see themselves ranked live.
@Suite("The main job", .serialized, .timeLimit(.minutes(15))) struct MainJobTests {
    static let game = "/play/monkeyjump/"
    static let board = "/games/?id=com.ali.MonkeyJump"

    @Test("rules 1.6, 1.8, 4.10: two players sign up, play and meet on the leaderboard without reloading")
    func twoPlayers() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let ada = try await driver.open(.desktop, keepsRequests: true)
        try await ada.go(to: server.page("/"))
        try await ada.waits(until: "document.body.innerText.includes('MonkeyJump')")
        try await ada.photograph("home-desktop")

        try await signUp(ada, server, alias: "first-player")
        #expect(try await ada.text(of: "#banner").contains("first-player"), "the banner welcomes the player")
        try await ada.photograph("menu-desktop")
        try await play(ada, picture: "run-desktop") { try await $0.press(.space, holding: 120) }
        try await ada.waits(until: "document.querySelector('.fate[data-kind=sent]')")
        let fate = try await ada.text(of: ".fate")
        #expect(
            fate.range(of: "[0-9]+ of [0-9]+", options: .regularExpression) != nil, "game over says the rank: \(fate)")
        try await ada.photograph("game-over-desktop")

        try await ada.go(to: server.page(Self.board))
        try await ada.waits(until: "document.querySelector('laurel-board tr[data-mine]')")
        try await ada.waits(until: "document.querySelector('.live')?.dataset.state === 'live'")
        try await ada.photograph("leaderboard-desktop")
        _ = try await ada.requests()
        let rowsBefore = try await ada.count(of: "laurel-board tbody tr[data-rank]")

        let bob = try await driver.open(.phone)
        try await signUp(bob, server, alias: "second-player")
        try await bob.photograph("menu-phone")
        // Somebody signs up and begins to play: nothing on the board moves, so the page that shows it is silent.
        try await play(bob, picture: "run-phone") { try await $0.tap(x: 200, y: 400, touch: true, holding: 80) }
        try await bob.waits(until: "document.querySelector('.fate[data-kind=sent]')")
        try await bob.photograph("game-over-phone")

        try await ada.waits(
            until:
                "document.querySelector('laurel-board tbody').innerText.includes('second-player')"
        )
        #expect(try await ada.count(of: "laurel-board tbody tr[data-rank]") == rowsBefore + 1)
        let requests = try await ada.requests()
        let reads = requests.filter { $0.contains("/entries") }
        #expect(!reads.isEmpty)
        // Whether the new entry's run can be watched is asked once, too.
        let runs = requests.filter { $0.contains("/runs?") }
        #expect(requests.count == reads.count + runs.count, "one event, one reading, nothing else: \(requests)")
        #expect(runs.count <= 1, "\(runs)")
        #expect(reads.count <= 2, "\(reads)")
        try await ada.photograph("leaderboard-live-desktop")

        try await bob.go(to: server.page(Self.board))
        try await bob.waits(until: "document.querySelector('laurel-board tr[data-mine]')")
        try await bob.photograph("leaderboard-phone")
        for browser in [ada, bob] {
            let errors = try await browser.consoleErrors()
            #expect(errors.isEmpty, "\(errors)")
            try await browser.close()
        }
        #expect(server.stop() == 0)
    }

    @Test("rule 1.8: signed out the game plays in full, and the score is offered after the next sign-in")
    func signedOut() async throws {
        let server = try LaurelProcess(arguments: ["--demo", "--guests", "off"])
        let driver = try WebDriver()
        let browser = try await driver.open(.desktop)
        try await browser.go(to: server.page(Self.game))
        try await play(browser, picture: nil) { try await $0.press(.space) }
        try await browser.waits(until: "document.querySelector('.fate[data-kind=unowned]')")
        try await browser.photograph("game-over-signed-out")

        try await signUp(browser, server, alias: "late-comer")
        try await browser.waits(until: "document.querySelector('.offer .cta')")
        try await browser.click(".offer .cta")
        try await browser.waits(until: "monkeyjump.center.waiting === 0 && monkeyjump.center.unowned.length === 0")
        try await browser.go(to: server.page(Self.board))
        try await browser.waits(until: "document.querySelector('laurel-board tr[data-mine]')")
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("rule 8.1: a score made while the server is gone arrives once after it is back")
    func serverGone() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let port = try #require(server.base.port)
        let driver = try WebDriver()
        let browser = try await driver.open(.desktop)
        try await signUp(browser, server, alias: "patient-one")
        server.kill()
        try await play(browser, picture: nil) { try await $0.press(.space) }
        try await browser.waits(until: "document.querySelector('.fate[data-kind=kept]')")
        try await browser.photograph("game-over-server-gone")

        let again = try LaurelProcess(
            dataFolder: server.dataFolder, arguments: ["--demo", "--port", String(port)])
        try await browser.go(to: again.page(Self.game))
        try await browser.waits(until: "document.body.dataset.screen === 'menu'")
        try await browser.waits(
            until: """
                Object.keys(localStorage).filter(key => key.includes(':queue:'))
                    .every(key => localStorage[key] === '[]')
                """)
        try await browser.go(to: again.page(Self.board))
        try await browser.waits(until: "document.querySelector('laurel-board tr[data-mine]')")
        try await browser.close()
        #expect(again.stop() == 0)
    }

    @Test("pages show every language, light and dark, on a phone", arguments: ["en-US", "zh-CN"])
    func looks(language: String) async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        for (dark, name) in [(false, "light"), (true, "dark")] {
            let browser = try await driver.open(.phone, language: language, dark: dark)
            for (path, page) in [("/", "home"), (Self.board, "board"), ("/sign-in/", "sign-in"), (Self.game, "game")] {
                try await browser.go(to: server.page(path))
                try await browser.waits(
                    until: "document.readyState === 'complete' && !document.querySelector('[aria-busy=true]')")
                try await browser.photograph("\(page)-\(language)-\(name)-phone")
                let overflow = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
                #expect(try await browser.evaluate(overflow) as? Int == 0, "\(path) scrolls sideways")
                let spoken = try await browser.evaluate("return document.documentElement.lang") as? String ?? ""
                #expect(spoken.hasPrefix(language.prefix(2)), "\(path) says it is in \(spoken)")
            }
            let errors = try await browser.consoleErrors()
            #expect(errors.isEmpty, "\(errors)")
            try await browser.close()
        }
        #expect(server.stop() == 0)
    }

    // MARK: What a person does

    private func signUp(_ browser: Browser, _ server: LaurelProcess, alias: String) async throws {
        try await browser.go(to: server.page("/sign-in/?new&return=\(Self.game)"))
        try await browser.waits(until: "document.querySelector('#username')")
        try await browser.type(alias, into: "#username")
        try await browser.type("jump over \(alias)", into: "#password")
        try await browser.click("form .button-primary")
        try await browser.waits(until: "document.querySelector('#kept')")
        #expect(try await browser.count(of: ".codes li") == 8)
        try await browser.click("#kept")
        try await browser.click("form .button-primary")
        try await browser.waits(
            until: "location.pathname === '\(Self.game)' && document.body.dataset.screen === 'menu'")
        try await browser.waits(until: "document.querySelector('#banner').innerText !== ''")
    }

    /// Begins a run by its key, jumps a few times, and lets the monkey meet its end.
    private func play(
        _ browser: Browser, picture: String?, jump: (Browser) async throws -> Void
    ) async throws {
        if try await !browser.address.contains(Self.game) { throw WebDriver.Refusal(description: "not in the game") }
        try await browser.waits(until: "document.body.dataset.screen === 'menu'")
        try await browser.click(".menu .primary")
        try await browser.waits(until: "document.body.dataset.screen === 'play'")
        try await jump(browser)
        if let picture { try await browser.photograph(picture) }
        // On the card of game over a finger would press a button.
        if try await browser.evaluate("return document.body.dataset.screen") as? String == "play" {
            try await jump(browser)
        }
        try await browser.waits(until: "document.body.dataset.screen === 'over'")
    }
}

extension LaurelProcess {
    func page(_ path: String) throws -> URL { try #require(URL(string: base.absoluteString + path)) }
}
