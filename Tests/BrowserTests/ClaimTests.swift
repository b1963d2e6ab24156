import Foundation
import LaurelProcess
import Testing

/// Somebody opens the link that a studio has sent them.
@Suite("Claims in the browser", .serialized, .timeLimit(.minutes(15))) struct ClaimTests {
    /// By player.
    private func links(_ server: LaurelProcess) async throws -> [String: URL] {
        let rows = ["P1", "P2"].map { player in
            [
                "leaderboard": "HighScores", "player": player, "name": "Old Hand \(player)", "value": 7_000,
                "date": "2024-05-01T12:00:00Z",
            ] as [String: Any]
        }
        let app = "/v1/connect/apps/com.ali.MonkeyJump"
        let done = try await server.administration.json("POST", app + "/score-imports", ["scores": rows])
        try #require(done.status == 200, "\(done.text)")
        let page = try await server.administration.json("POST", app + "/claims", [:])
        var links: [String: URL] = [:]
        for claim in try #require(page.object["claims"] as? [[String: Any]], "\(page.text)") {
            let url = try #require((claim["url"] as? String).flatMap { URL(string: $0) })
            links[try #require(claim["player"] as? String)] = try server.page("/sign-in/#" + (url.fragment ?? ""))
        }
        return links
    }

    @Test(
        "a link shows the scores, and makes them a new account's or an old one's, once",
        arguments: [
            "desktop", "phone",
        ])
    func claimed(device: String) async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let links = try await links(server)
        let (first, second) = (try #require(links["P1"]), try #require(links["P2"]))
        let driver = try WebDriver()
        let browser = try await driver.open(device == "phone" ? .phone : .desktop)
        // A new account, under the name that is there.
        try await browser.go(to: first)
        try await browser.waits(until: "document.querySelector('.merge-scores')?.innerText.includes('7,000')")
        #expect(try await browser.evaluate("return location.hash") as? String == "", "it stays in no history")
        #expect(try await browser.text(of: "main").contains("Old Hand P1"))
        try await browser.photograph("claim-link-\(device)")
        try await browser.click("form .button-primary")
        try await browser.waits(until: "document.querySelector('#username')?.value === 'Old Hand P1'")
        try await browser.type("heron by the river", into: "#password")
        try await browser.click("form .button-primary")
        try await browser.waits(until: "document.querySelector('#kept')")
        try await browser.click("#kept")
        try await browser.click("form .button-primary")
        try await browser.waits(until: "location.pathname === '/'")
        // The account that is signed in takes the other one in, too.
        try await browser.go(to: second)
        try await browser.waits(until: "document.querySelector('.merge-scores')?.innerText.includes('Old Hand P2')")
        try await browser.photograph("claim-merge-\(device)")
        try await browser.click("form .button-primary")
        try await browser.waits(until: "location.pathname === '/'")
        let runs = "return fetch('/v1/players/me/export').then(a => a.json()).then(all => all.scores.length)"
        #expect(try await browser.evaluate(runs) as? Int == 2, "both histories are one")
        // It was the only time.
        try await browser.go(to: second)
        try await browser.waits(until: "document.querySelector('h1')?.innerText.includes('can\\'t be used')")
        try await browser.photograph("claim-used-\(device)")
        let errors = try await browser.consoleErrors().filter { !$0.contains("409") }
        #expect(errors.isEmpty, "\(errors)")
        try await browser.close()
        #expect(server.stop() == 0)
    }
}
