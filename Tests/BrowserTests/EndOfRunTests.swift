import Foundation
import LaurelProcess
import Testing

/// What a run leaves when it is over: a row on the leaderboard, and a score that nothing loses.
@Suite("The end of a run", .serialized, .timeLimit(.minutes(15))) struct EndOfRunTests {
    @Test("the player's own row is marked as his, in his language", arguments: [("en-US", "you"), ("zh-CN", "你")])
    func ownRow(language: String, mark: String) async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let ada = try await Person("row-ada", .desktop, WebDriver(), server, language: language)
        try await ada.go(MainJobTests.game, until: "monkeyjump.state().status === 'in'")
        try await ada.browser.press(.space)
        try await ada.sees(".fate[data-kind=sent]")
        try await ada.sees(".over .own .name em")
        let parts = "return [...document.querySelectorAll('.over .own .name > *')].map(one => one.innerText)"
        #expect(try await ada.browser.evaluate(parts) as? [String] == ["row-ada", mark])
        try await ada.browser.photograph("game-own-row-\(language)")
        try await ada.leave()
        #expect(server.stop() == 0)
    }
}
