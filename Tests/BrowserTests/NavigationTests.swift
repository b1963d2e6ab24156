import Foundation
import LaurelProcess
import Testing

/// Moving between pages never ends in a dead end, and never loses what was typed.
@Suite("Navigation", .serialized, .timeLimit(.minutes(15))) struct NavigationTests {
    @Test("friends are challenged in a game without a default leaderboard; Back in Connect asks before typing is lost")
    func navigation() async throws {
        let site = try await FullSite()
        let browser = try await WebDriver().open(.desktop)
        try await site.sign(browser, in: .ada)
        try await browser.go(to: site.server.page("/challenges/new/?game=\(FullSite.app)"))
        try await browser.waits(until: "document.querySelector('.picker-scene')?.innerText.includes('Zzbest')")
        #expect(try await browser.consoleErrors() == [])
        try await browser.go(to: site.server.page("/challenges/new/?game=\(FullSite.app)&leaderboard=zznone"))
        try await browser.waits(until: "document.querySelector('.state h1')")
        #expect(try await browser.text(of: ".state h1") == "This game doesn't have this leaderboard.")
        // Three of seven are behind: 42.9 %. Shares of what is behind are rounded, "top" is rounded up.
        let shares = try await browser.evaluate(
            """
            return import("/i18n/social/en.js").then(({ default: texts }) => [[4, 7], [1, 300], [2, 4], [7, 7]].map(
                ([rank, total]) => texts["social.board.own"]({ rank, total }, { number: String })));
            """)
        #expect(
            shares as? [String] == [
                "Your rank: 4 of 7 · ahead of 43% of the players", "Your rank: 1 of 300 · top 1%",
                "Your rank: 2 of 4 · top 50%", "Your rank: 7 of 7",
            ])

        let field = "form [name=referenceName]"
        let link = "document.querySelector('.connect-view a[href*=\"leaderboard=zzbest\"]')"
        try await browser.go(to: site.server.page("/connect/app/?id=\(FullSite.app)&view=leaderboards"))
        try await browser.waits(until: link)
        try await browser.evaluate("\(link).click()")
        try await browser.waits(until: "document.querySelector('\(field)')")
        try await browser.type("Zzother", into: field)
        try await browser.back()
        try await browser.waits(until: "document.querySelector('dialog[open]')")
        #expect(try await browser.address.contains("leaderboard=zzbest"))
        try await browser.press(.escape)
        try await browser.waits(until: "!document.querySelector('dialog')")
        #expect(
            try await browser.evaluate("return document.querySelector('\(field)').value") as? String == "Zzother")
        try await browser.back()
        try await browser.waits(until: "document.querySelector('dialog[open] .button-danger')")
        try await browser.click("dialog .button-danger")
        try await browser.waits(until: "!location.search.includes('leaderboard=') && \(link)")
        try await besideForm(browser, site)
        try await browser.close()
        site.stop()
    }

    /// A button beside a form takes nothing of what was typed: it draws itself alone, or asks first.
    private func besideForm(_ browser: Browser, _ site: FullSite) async throws {
        let rows = "document.querySelectorAll('.end-row-first')"
        let typed = "return document.querySelector('form [name=name]').value"
        try await browser.go(to: site.server.page("/connect/app/?id=\(FullSite.app)"))
        try await browser.waits(until: "\(rows).length === 3 && document.querySelector('form [name=name]')")
        try await browser.type("Zzother", into: "form [name=name]")
        // Guests, and the desktop game.
        for row in [1, 2].map({ "\(rows)[\($0)]" }) {
            try await browser.evaluate("window.before = \(row).innerText; \(row).querySelector('button').click()")
            try await browser.waits(until: "\(row).innerText !== before")
            #expect(try await browser.evaluate(typed) as? String == "Zzother")
        }
        // Game Center.
        try await browser.evaluate("window.before = \(rows)[0].innerText; \(rows)[0].querySelector('button').click()")
        try await browser.waits(until: "document.querySelector('dialog[open] [type=submit]')")
        try await browser.click("dialog [type=submit]")
        try await browser.waits(until: "document.querySelector('dialog[open]')?.innerText.includes('unsaved')")
        #expect(try await browser.evaluate("return \(rows)[0].innerText !== before") as? Bool == true)
        try await browser.press(.escape)
        try await browser.waits(until: "!document.querySelector('dialog')")
        #expect(try await browser.evaluate(typed) as? String == "Zzother")
    }
}
