import Foundation
import LaurelProcess
import Testing

/// What game over says of a score that is refused.
@Suite("A refused score", .serialized, .timeLimit(.minutes(15))) struct RefusedScoreTests {
    @Test("rules 1.8, 8.1: says why in the player's language, and does not wait in the queue")
    func chinese() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let narrow = try await server.administration.json(
            "PATCH", "/v1/connect/apps/com.ali.MonkeyJump/leaderboards/HighScores",
            ["range": ["lowest": 1_000_000, "highest": 2_000_000]])
        #expect(narrow.status == 200, "\(narrow.text)")
        let browser = try await WebDriver().open(.phone, language: "zh-CN")
        try await browser.signUp("zh-ren", at: server)
        try await browser.go(to: server.page(MainJobTests.game))
        try await browser.waits(until: "monkeyjump.state().status === 'in'")
        try await browser.click(".menu .primary")
        try await browser.waits(until: "document.querySelector('.fate[data-kind=refused]')")
        let fate = try await browser.text(of: ".fate")
        #expect(fate.contains("范围") && fate.firstMatch(of: /[A-Za-z]{4}/) == nil, "\(fate)")
        let waiting =
            "return Object.keys(localStorage).filter(key => key.includes(':queue:'))"
            + ".every(key => localStorage[key] === '[]')"
        #expect(try await browser.evaluate(waiting) as? Bool == true)
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("a first score that is held for a moderator has no entry yet, and is sent all the same")
    func held() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let policy = try await server.administration.json(
            "PUT", "/v1/connect/apps/com.ali.MonkeyJump/moderation", ["holdsScores": true])
        try #require(policy.status == 200, "\(policy.text)")
        let ada = try await Person("held", .phone, WebDriver(), server)
        try await ada.go(MainJobTests.game, until: "monkeyjump.state().status === 'in'")
        try await ada.browser.click(".menu .primary")
        try await ada.sees(".fate[data-kind=sent]")
        let waiting = "return Object.keys(localStorage).some(key => localStorage[key].includes('\"value\":'))"
        #expect(try await ada.browser.evaluate(waiting) as? Bool == false)
        try await ada.browser.close()
        #expect(server.stop() == 0)
    }

    @Test("rules 1.8, 8.1: who is banned, or wants to share with no session left, reads why in his language")
    func banned() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let ada = try await Person("zh-banned", .phone, WebDriver(), server, language: "zh-CN")
        try await ada.go(MainJobTests.game, until: "monkeyjump.state().status === 'in'")
        try await ada.browser.click(".menu .primary")
        try await ada.sees(".fate[data-kind=sent]")
        try await ada.browser.click("[data-action=share]")
        try await ada.sees("dialog[open] .primary")
        // As another tab does it.
        try await ada.call("DELETE", "/v1/sessions/current")
        try await ada.browser.click("dialog .primary")
        try await ada.browser.waits(until: "document.querySelector('dialog [role=alert]').innerText !== ''")
        let refusal = try await ada.browser.text(of: "dialog [role=alert]")
        #expect(refusal.contains("登录") && refusal.firstMatch(of: /[A-Za-z]{4}/) == nil, "\(refusal)")
        try await ada.browser.photograph("share-refused-chinese")

        try await ada.call(
            "POST", "/v1/sessions", #"{"alias":"zh-banned","password":"jump over zh-banned","cookie":true}"#)
        let ban = try await server.administration.json(
            "PUT", "/v1/connect/apps/com.ali.MonkeyJump/bans/zh-banned", ["reason": "a test"])
        try #require(ban.status == 200, "\(ban.text)")
        try await ada.go(MainJobTests.game, until: "monkeyjump.state().status === 'in'")
        try await ada.browser.click(".menu .primary")
        try await ada.sees(".fate[data-kind=refused]")
        let fate = try await ada.browser.text(of: ".fate")
        #expect(fate.contains("封禁") && fate.firstMatch(of: /[A-Za-z]{4}/) == nil, "\(fate)")
        try await ada.leave(refusals: ["/v1/shares", "/scores", "/v1/events", "/v1/notices"])
        #expect(server.stop() == 0)
    }
}
