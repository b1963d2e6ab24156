import Foundation
import LaurelProcess
import Testing

/// What the developer of the first tutorial does in Connect.
extension TutorialPlayer {
    private var app: String { "/connect/app/?id=\(Self.game)" }

    /// Creates a team and an app, and turns on Game Center with one click.
    func makeApp() async throws {
        try await browser.click(".account-name")
        try await browser.waits(until: "document.querySelector('#account-menu:popover-open')")
        try await follow("#account-menu a[href='/connect/']")
        try await browser.waits(until: "document.querySelector('[name=name]')")
        try await browser.type("Ali", into: "[name=name]")
        try await press("Create team")
        try await browser.waits(until: "document.querySelector('[name=bundleID]')")
        try await browser.type("MonkeyJump", into: "[name=name]")
        #expect(
            try await browser.evaluate("return document.querySelector('[name=bundleID]').value") as? String
                == Self.game, "the id that is suggested")
        try await browser.type("MJ-1", into: "[name=sku]")
        try await press("Create app")
        try await browser.waits(until: "document.querySelector('.step-list')")
        try await press("Turn on Game Center")
        try await browser.waits(until: "document.querySelectorAll('.step[data-state=done]').length === 1")
    }

    func makeLeaderboard() async throws {
        try await press("New leaderboard")
        try await browser.waits(until: "document.querySelector('[name=referenceName]')")
        try await browser.type("High Scores", into: "[name=referenceName]")
        try await browser.waits(until: "document.querySelector('[name=id]').value === '\(Self.board)'")
        try await press("Create leaderboard")
        try await browser.waits(until: "location.search.includes('leaderboard=\(Self.board)')")
    }

    /// Where players find the game: it comes with the server.
    func linkGame() async throws {
        try await open(app, until: "document.querySelector('[name=link]')")
        try await browser.type("/play/monkeyjump/", into: "[name=link]")
        try await browser.press(.enter)
        try await browser.waits(until: "document.querySelector('form [role=status]').innerText !== ''")
    }

    /// In the Sandbox, played in a second tab while the first waits for it.
    func seesFirstScoreArrive() async throws {
        try await open(app, until: "document.querySelector('.live').dataset.state === 'live'")
        let connect = try await browser.window
        try await browser.openTab()
        let developer = TutorialPlayer(name, browser, server, "sandbox")
        let score = try await developer.play(to: 5)
        try await browser.switchTo(connect)
        try await sees("\(score)", in: ".arrived")
        #expect(try await browser.text(of: ".arrived").contains(name))
    }

    func release() async throws {
        try await open("\(app)&view=release", until: "document.querySelector('.step-list .step')")
        try await press("Release…")
        try await browser.waits(until: "document.querySelector('dialog[open]')")
        try await browser.type(Self.game, into: "dialog input")
        try await browser.click("dialog [type=submit]")
        try await browser.waits(until: "document.querySelector('.side-app').innerText.includes('Released')")
    }

    /// The visible button or link with exactly this text, pressed as a hand does it.
    private func press(_ text: String) async throws {
        let found = """
            [...document.querySelectorAll('button, a.button')].findLast((button) =>
                button.offsetParent !== null && button.textContent.trim() === `\(text)`)
            """
        try await browser.waits(until: found)
        try await browser.evaluate(
            """
            document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
            (\(found)).setAttribute('data-pressed', '');
            """)
        try await browser.click("[data-pressed]")
    }
}
