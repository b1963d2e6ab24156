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
        try await browser.go(to: server.page("/"))
        let script = """
            return fetch("/v1/players", { method: "POST", headers: { "Content-Type": "application/json" },
                body: JSON.stringify({ alias: "zh-ren", password: "jump over zh-ren", cookie: true }) })
                .then(({ status }) => status);
            """
        #expect(try await browser.evaluate(script) as? Int == 201)
        try await browser.go(to: server.page(MainJobTests.game))
        try await browser.waits(until: "monkeyjump.state().status === 'in'")
        try await browser.click(".menu .primary")
        try await browser.waits(until: "document.querySelector('.fate[data-kind=refused]')")
        let fate = try await browser.text(of: ".fate")
        #expect(fate.contains("范围") && fate.firstMatch(of: /[A-Za-z]{4}/) == nil, "\(fate)")
        let waiting =
            "return Object.keys(localStorage).filter(key => key.startsWith('laurel.queue.'))"
            + ".every(key => localStorage[key] === '[]')"
        #expect(try await browser.evaluate(waiting) as? Bool == true)
        try await browser.close()
        #expect(server.stop() == 0)
    }
}
