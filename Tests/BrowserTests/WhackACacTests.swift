import Foundation
import LaurelProcess
import Testing

/// The second game, played with real fingers and keys.
@Suite("Whack-a-Cac in the browser", .serialized, .timeLimit(.minutes(15))) struct WhackACacTests {
    private static let page = "/play/whackacac/"

    @Test("rules 1.8, 4.10: fingers hit, Menu in the pause ends the game, and its score is ranked and listed")
    func fingers() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let browser = try await driver.open(.phone)
        try await browser.go(to: server.page("/sign-in/?new&return=\(Self.page)"))
        try await browser.waits(until: "document.querySelector('#username')")
        try await browser.type("desert-fox", into: "#username")
        try await browser.type("whack them all", into: "#password")
        try await browser.click("form .button-primary")
        try await browser.waits(until: "document.querySelector('#kept')")
        try await browser.click("#kept")
        try await browser.click("form .button-primary")
        try await browser.waits(until: "document.body.dataset.screen === 'menu' && whackacac.state().status === 'in'")
        try await browser.photograph("whackacac-menu-phone")
        try await browser.click(".menu .primary")
        try await browser.waits(until: "document.body.dataset.screen === 'play'")
        try await hit(browser, times: 3) { try await $0.tap(x: $1, y: $2, touch: true) }
        try await browser.photograph("whackacac-play-phone")
        try await browser.click("#pause")
        try await browser.waits(until: "document.body.dataset.screen === 'paused'")
        let paused = try await browser.evaluate("return whackacac.state().ticks") as? Int
        try await browser.photograph("whackacac-pause-phone")
        #expect(try await browser.evaluate("return whackacac.state().ticks") as? Int == paused, "time stands still")
        let score = try #require(try await browser.evaluate("return whackacac.state().score") as? Int)
        #expect(score >= 3)
        try await browser.click(".panel .quiet:last-child")
        try await browser.waits(until: "document.querySelector('.fate[data-kind=sent]')")
        #expect(try await browser.text(of: ".result .score").contains(String(score)))
        try await browser.photograph("whackacac-over-phone")

        // The panel rises, and the leaderboard comes into it: what moves can't be hit.
        try await browser.waits(
            until: """
                document.querySelectorAll(".over .board li").length >= 5
                    && document.querySelector(".panel").getAnimations().length === 0
                """)
        try await browser.click(".result .quiet")
        try await browser.waits(until: "document.body.dataset.screen === 'menu'")
        try await browser.click(".menu button.quiet")
        try await browser.waits(until: "document.querySelector('.scores .own')")
        let shown = try await browser.text(of: ".scores .own .value")
        // As the leaderboard writes it, and not with the six digits of the picture.
        #expect(shown.filter(\.isNumber) == String(score), "\(shown)")
        try await browser.photograph("whackacac-scores-phone")
        let errors = try await browser.consoleErrors()
        #expect(errors.isEmpty, "\(errors)")
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("the letters of a keyboard hit the cacti in their places, in the timed mode too")
    func letters() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let browser = try await driver.open(.desktop)
        try await browser.go(to: server.page(Self.page))
        try await browser.waits(until: "document.body.dataset.screen === 'menu'")
        try await browser.click(".menu .primary:not(.big)")
        try await browser.waits(until: "document.body.dataset.screen === 'play'")
        try await browser.waits(until: "whackacac.targetKey() !== null")
        let before = try await browser.evaluate("return whackacac.core.game_hits()") as? Int ?? 0
        for _ in 0..<12 {
            guard let key = try await browser.evaluate("return whackacac.targetKey()") as? String else { continue }
            try await browser.press(letter: key)
        }
        try await browser.waits(until: "whackacac.core.game_hits() > \(before)")
        try await browser.photograph("whackacac-letters-desktop")
        try await browser.close()
        #expect(server.stop() == 0)
    }

    /// Strikes what can be hit until so many were.
    private func hit(
        _ browser: Browser, times: Int, _ strike: (Browser, Int, Int) async throws -> Void
    ) async throws {
        while try await (browser.evaluate("return whackacac.state().score") as? Int ?? 0) < times {
            if try await browser.evaluate("return document.body.dataset.screen") as? String == "over" {
                // A hand that was too slow five times plays again; the first moment of game over takes no click.
                try await browser.waits(
                    until: "document.querySelector('[data-action=again]')?.click() "
                        + "?? document.body.dataset.screen === 'play'")
            }
            guard let point = try await browser.evaluate("return whackacac.targetPixel()") as? [String: Any],
                let x = point["x"] as? Int, let y = point["y"] as? Int
            else { continue }
            try await strike(browser, x, y)
        }
    }
}
