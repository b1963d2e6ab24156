import Foundation
import LaurelProcess
import Testing

/// Signing in with others, at the pages of a provider of somebody else's making.
@Suite("Signing in with others in the browser", .serialized, .timeLimit(.minutes(15))) struct ProviderPageTests {
    private static let settings = "/me/settings/?view=security"
    private static let saysLeft = "document.querySelector('.notice-danger')?.innerText.includes('without signing in')"

    /// A server, and a provider that knows its address.
    private struct World {
        let provider: OpenIDServer
        let server: LaurelProcess
        let driver: WebDriver

        init() async throws {
            // Browsers are sent back to a port that has to be known before.
            let first = try LaurelProcess(arguments: ["--demo"])
            let port = try #require(first.base.port)
            #expect(first.stop() == 0)
            provider = try await OpenIDServer(people: ["ada", "bob"])
            let pages = try await provider.register(
                redirect: "http://127.0.0.1:\(port)/sign-in/callback/canaille")
            let file = try provider.file(for: pages, in: first.dataFolder)
            server = try LaurelProcess(
                dataFolder: first.dataFolder,
                arguments: ["--demo", "--port", String(port), "--providers", file.path])
            driver = try WebDriver()
        }

        /// Presses the provider's button, and logs in at its own pages up to the question whether it may tell.
        func goThere(_ browser: Browser, _ name: String) async throws {
            try await browser.waits(until: "document.querySelector('.providers:not([hidden]) .button')")
            try await browser.click(".providers .button")
            try await browser.waits(until: "document.querySelector('#login')")
            #expect(try await browser.address.hasPrefix(provider.issuer + "/"))
            try await browser.type(name, into: "#login")
            try await browser.press(.enter)
            try await browser.waits(until: "document.querySelector('#password')")
            try await browser.type(OpenIDServer.password(of: name), into: "#password")
            try await browser.press(.enter)
        }

        /// - Parameter button: `accept` or `deny`.
        func answer(_ browser: Browser, _ button: String) async throws {
            let selector = "[name=answer][value=\(button)]"
            try await browser.waits(
                until: "document.readyState === 'complete' && document.querySelector('\(selector)')")
            // Where it stands on a page of somebody else's, which moves as it is drawn, is no matter of ours.
            try await browser.evaluate("document.querySelector('\(selector)').click()")
        }
    }

    private func player(_ browser: Browser) async throws -> [String: Any] {
        let found = try await browser.evaluate("return fetch('/v1/players/me').then((answer) => answer.json())")
        return try #require(found as? [String: Any])
    }

    @Test("rule 1.14: somebody signs in with another account, gets a player, a password, and unlinks and links again")
    func signIn() async throws {
        let world = try await World()
        let browser = try await world.driver.open(.desktop)
        try await browser.go(to: world.server.page("/sign-in/?return=/friends/"))
        try await browser.waits(until: "document.querySelector('.providers .button')")
        #expect(try await browser.text(of: ".providers .button") == "Continue with Canaille")
        try await browser.photograph("provider-sign-in-desktop")

        // Who says no comes back to the form, with the reason above it.
        try await world.goThere(browser, "ada")
        try await world.answer(browser, "deny")
        try await browser.waits(until: Self.saysLeft)
        #expect(try await browser.address.hasSuffix("/sign-in/?return=/friends/"))
        try await browser.photograph("provider-cancelled-desktop")

        // They are known at the provider now, and asked there once more.
        try await browser.click(".providers .button")
        try await world.answer(browser, "accept")
        try await browser.waits(until: "document.querySelector('#username')?.value === ''")
        try await browser.photograph("provider-new-desktop")
        try await browser.type("ada-l", into: "#username")
        try await browser.press(.enter)
        try await browser.waits(until: "location.pathname === '/friends/'")
        let made = try #require(try await player(browser)["player"] as? [String: Any])
        #expect(made["displayName"] as? String == "ada-l")

        // Without a password the only link stays; with one it can go.
        try await browser.go(to: world.server.page(Self.settings))
        try await browser.waits(until: "document.querySelector('.setting .list-row .button[disabled]')")
        #expect(try await browser.count(of: "#current") == 0)
        try await browser.photograph("provider-settings-desktop")
        try await browser.type("over the log", into: "#next")
        try await browser.press(.enter)
        try await browser.waits(until: "document.querySelector('#password-said')?.innerText.includes('is set')")
        try await browser.photograph("provider-password-desktop")
        try await browser.click(".setting .list-row .button:not([disabled])")
        try await browser.waits(until: "document.querySelector('dialog .button-danger')")
        try await browser.click("dialog .button-danger")
        try await browser.waits(until: "!document.querySelector('.setting .list-row')?.checkVisibility()")
        let signedIn = try await world.server.http.json(
            "POST", "/v1/sessions", ["alias": "ada-l", "password": "over the log"])
        #expect(signedIn.status == 201, "\(signedIn.text)")

        // Linked again; nothing is asked at the provider, where the answer is known.
        try await browser.go(to: world.server.page(Self.settings))
        try await browser.waits(until: "document.querySelector('.providers:not([hidden]) .button')")
        #expect(try await browser.text(of: ".providers .button") == "Link Canaille")
        try await browser.click(".providers .button")
        try await browser.waits(until: "document.querySelector('.setting .list-row .button:not([disabled])')")
        #expect(try await browser.address.hasSuffix(Self.settings))
        let again = try #require(try await player(browser)["player"] as? [String: Any])
        #expect(again["id"] as? String == made["id"] as? String)
        let errors = try await browser.consoleErrors().filter { $0.contains(world.server.base.absoluteString) }
        #expect(errors.isEmpty, "\(errors)")
        try await browser.close()
        #expect(world.server.stop() == 0)
    }

    @Test("rules 1.12, 1.14: a guest takes another account on a phone, and keeps their name and scores")
    func guest() async throws {
        let world = try await World()
        let browser = try await world.driver.open(.phone)
        try await browser.go(to: world.server.page(MainJobTests.game))
        try await browser.waits(until: "globalThis.monkeyjump?.center?.welcomesGuests")
        try await browser.click(".menu .primary")
        try await browser.waits(until: "document.querySelector('.fate[data-kind=sent] [data-action=keepName]')")
        let name = try #require(try await browser.evaluate("return monkeyjump.center.player.displayName") as? String)
        try await browser.click("[data-action=keepName]")
        try await browser.waits(until: "document.querySelector('#username')?.value === '\(name)'")
        try await browser.waits(until: "document.querySelector('.providers:not([hidden]) .button')")
        try await browser.photograph("provider-keep-phone")

        // A guest who says no is where they were.
        try await world.goThere(browser, "bob")
        try await world.answer(browser, "deny")
        try await browser.waits(until: Self.saysLeft)
        #expect(try await browser.evaluate("return document.querySelector('#username').value") as? String == name)
        try await browser.photograph("provider-keep-cancelled-phone")

        try await browser.click(".providers .button")
        try await world.answer(browser, "accept")
        try await browser.waits(until: "!document.querySelector('#password') && document.querySelector('#username')")
        #expect(try await browser.evaluate("return document.querySelector('#username').value") as? String == name)
        try await browser.photograph("provider-guest-phone")
        try await browser.click("form .button-primary")
        try await browser.waits(until: "location.pathname === '\(MainJobTests.game)'")
        try await browser.waits(until: "globalThis.monkeyjump?.state().status === 'in' && !monkeyjump.center.isGuest")
        #expect(try await browser.evaluate("return monkeyjump.center.player.displayName") as? String == name)
        let runs = "return fetch('/v1/players/me/export').then(a => a.json()).then(all => all.scores.length)"
        #expect(try await browser.evaluate(runs) as? Int == 1)
        try await browser.close()

        // On another device the account signs the same player in, in Chinese and in the dark.
        let other = try await world.driver.open(.phone, language: "zh-CN", dark: true)
        try await other.go(to: world.server.page("/sign-in/?return=\(Self.settings)"))
        try await other.waits(until: "document.querySelector('.providers:not([hidden]) .button')")
        #expect(try await other.text(of: ".providers .button") == "使用 Canaille 继续")
        try await other.photograph("provider-sign-in-phone-zh")
        try await world.goThere(other, "bob")
        try await other.waits(until: "document.querySelector('.setting .list-row')")
        try await other.photograph("provider-settings-phone-zh")
        let same = try #require(try await player(other)["player"] as? [String: Any])
        #expect(same["displayName"] as? String == name)
        try await other.close()
        #expect(world.server.stop() == 0)
    }
}
