import Foundation
import LaurelProcess
import Testing

/// The page on which a player lets a game see friends, or not (rule 2.2).
@Suite("The page for consent", .serialized, .timeLimit(.minutes(15))) struct ConsentPageTests {
    private static let address = "/me/?view=consent&game=com.ali.MonkeyJump"

    @Test("a player signs in first, says yes, changes his mind, and the game sees what he decided")
    func decide() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let browser = try await WebDriver().open(.phone)
        let token = try await signUp(browser, server, "first-one")
        try await browser.go(to: server.page(Self.address))
        try await browser.waits(until: "document.querySelector('[data-allow=yes]')")
        #expect(try await browser.text(of: "h1") == "Let MonkeyJump see your friends?")
        #expect(try await status(server, token) == "notDetermined")
        let isNarrow = "return document.documentElement.scrollWidth <= innerWidth"
        #expect(try await browser.evaluate(isNarrow) as? Bool == true)
        try await browser.click("[data-allow=yes]")
        try await browser.waits(until: "document.querySelector('[data-outcome=authorized]')")
        #expect(try await browser.text(of: "h1") == "MonkeyJump can see your friends")
        #expect(try await status(server, token) == "authorized")
        try await browser.click("[data-outcome]")
        try await browser.waits(until: "document.querySelector('[data-allow=no]')")
        try await browser.click("[data-allow=no]")
        try await browser.waits(until: "document.querySelector('[data-outcome=denied]')")
        #expect(try await status(server, token) == "denied")
        try await browser.go(to: server.page("/me/?view=consent&game=no.such.game"))
        try await browser.waits(until: "document.querySelector('.state h1')")
        #expect(try await browser.consoleErrors().filter { !$0.contains("404") } == [])
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("in Chinese; signed out, sign-in comes first and leads back")
    func chinese() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let browser = try await WebDriver().open(.desktop, language: "zh-CN")
        _ = try await signUp(browser, server, "second-one")
        try await browser.evaluate("return fetch('/v1/sessions/current', { method: 'DELETE' })")
        try await browser.go(to: server.page(Self.address))
        try await browser.waits(until: "location.pathname === '/sign-in/' && document.querySelector('#username')")
        try await browser.type("second-one", into: "#username")
        try await browser.type("jump over second-one", into: "#password")
        try await browser.press(.enter)
        try await browser.waits(until: "location.pathname === '/me/' && document.querySelector('[data-allow=no]')")
        #expect(try await browser.text(of: "h1") == "允许《MonkeyJump》查看你的好友吗？")
        try await browser.close()
        #expect(server.stop() == 0)
    }

    /// - Returns: the token of a session in the game.
    private func signUp(_ browser: Browser, _ server: LaurelProcess, _ alias: String) async throws -> String {
        try await browser.signUp(alias, at: server)
        let answer = try await server.http.json(
            "POST", "/v1/sessions",
            ["alias": alias, "password": "jump over \(alias)", "bundleID": "com.ali.MonkeyJump"])
        return try #require(answer.object["token"] as? String, "\(answer.text)")
    }

    private func status(_ server: LaurelProcess, _ token: String) async throws -> String? {
        let path = "/v1/games/com.ali.MonkeyJump/friend-list-consent"
        return try await server.http.json("GET", path, nil, token: token).object["status"] as? String
    }
}
