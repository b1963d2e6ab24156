import Foundation
import LaurelProcess
import Testing

/// The reference of the interface, as developers meet it.
@Suite("The API reference", .serialized, .timeLimit(.minutes(15))) struct ReferencePageTests {
    @Test(
        "an operation is found by its words and with keys, says what it takes and answers, and gives a curl command",
        arguments: [("en-US", "API reference", "Request body"), ("zh-CN", "API 参考", "请求正文")])
    func operation(language: String, title: String, body: String) async throws {
        let server = try LaurelProcess()
        let browser = try await WebDriver().open(.desktop, language: language)
        try await browser.go(to: server.page("/reference/"))
        try await browser.waits(until: "document.querySelectorAll('[data-operation]').length > 200")
        #expect(try await browser.text(of: "h1") == title)

        try await browser.type("post submitscore", into: "#find")
        try await browser.waits(until: "document.querySelectorAll('[data-operation]:not([hidden])').length === 2")
        try await browser.press(.down)
        try await browser.press(.enter)
        try await browser.waits(
            until: "location.hash === '#submitScore' && document.activeElement.localName === 'h2'")
        #expect(try await browser.text(of: "[data-operation] [aria-current=page]").contains("POST"))
        let text = try await browser.text(of: ".reference-operation")
        for part in [
            "/v1/games/{bundleID}/leaderboards/{leaderboardID}/scores", body,
            "The leaderboard's ID, unique in its app.",
            "score-out-of-range", "Needs a player's session.", "1,234 m",
        ] {
            #expect(text.contains(part), "\(part) in \(text.prefix(2_000))")
        }
        // What a field holds is a step further in, and is made when it is opened.
        let entry =
            "[...document.querySelectorAll('.reference-more > summary')].find(one => one.textContent.endsWith('Entry'))"
        try await browser.evaluate("\(entry).click()")
        try await browser.waits(
            until: "\(entry).parentElement.querySelector('.reference-name')?.textContent === 'rank'")
        try await browser.photograph("reference-\(language)")

        // The browser has no clipboard without a person: the page writes into this one.
        try await browser.evaluate(
            """
            Object.defineProperty(navigator, "clipboard", { configurable: true,
                value: { writeText: async (text) => { globalThis.copied = text; } } });
            """)
        try await browser.click(".reference-operation > .code button")
        try await browser.waits(until: "globalThis.copied")
        let command = try #require(try await browser.evaluate("return globalThis.copied") as? String)
        let address = "/v1/games/com.ali.MonkeyJump/leaderboards/HighScores/scores'"
        #expect(command.hasPrefix("curl 'http") && command.contains(address), "\(command)")
        #expect(command.contains("-H \"Authorization: Bearer $TOKEN\"") && command.contains("\"value\":1234"))

        // What has the word in its name comes first, and an operation that a search leaves out ends it.
        try await browser.type("score", into: "#find")
        let first = "document.querySelector('.reference-group:not([hidden]) [data-operation]')"
        try await browser.waits(until: "\(first).dataset.operation.includes('Score')")
        try await browser.evaluate("location.hash = 'rotateIdentityKey'")
        try await browser.waits(until: "document.querySelector('#find').value === ''")
        let isSeen = """
            (() => {
                const list = document.querySelector(".reference-list").getBoundingClientRect();
                const link = document.querySelector(".reference-list [aria-current=page]").getBoundingClientRect();
                return link.height > 0 && link.top >= list.top - 1 && link.bottom <= list.bottom + 1;
            })()
            """
        try await browser.waits(until: isSeen)
        let local = "document.querySelector('.reference-operation').innerText"
        try await browser.waits(until: "\(local).includes('--unix-socket \"$DATA/laurel.sock\"')")
        try await browser.evaluate("location.hash = 'pollDevice'")
        try await browser.waits(until: "\(local).includes('--data-urlencode') && !\(local).includes('--json')")

        try await browser.type("no such operation", into: "#find")
        try await browser.waits(until: "document.querySelector('[data-operation]:not([hidden])') === null")
        #expect(try await browser.text(of: ".reference-count").contains("no such operation"))
        #expect(try await browser.consoleErrors() == [])
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("on a phone an operation takes the list's space and leads back to it, and a link opens one at once")
    func phone() async throws {
        let server = try LaurelProcess()
        let browser = try await WebDriver().open(.phone)
        try await browser.go(to: server.page("/reference/#listNothing"))
        try await browser.waits(until: "document.querySelector('.reference-list')?.getClientRects().length > 0")
        try await browser.go(to: server.page("/reference/#entries"))
        try await browser.waits(until: "document.querySelector('.reference-operation h2')")
        #expect(
            try await browser.evaluate("return document.querySelector('#find').checkVisibility()") as? Bool == false)
        try await browser.click(".reference-back")
        try await browser.waits(
            until: "document.querySelector('.reference-overview') && document.querySelector('#find').checkVisibility()")
        #expect(try await browser.consoleErrors() == [])
        try await browser.close()
        #expect(server.stop() == 0)
    }
}
