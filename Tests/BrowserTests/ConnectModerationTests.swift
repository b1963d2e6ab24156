import Foundation
import LaurelProcess
import Testing

/// A team's moderator at work: in the portal, with the mouse and with the keyboard.
@Suite("Moderation in the portal", .serialized, .timeLimit(.minutes(15))) struct ConnectModerationTests {
    private static let bundleID = "org.example.game"
    private static let view = "/connect/app/?id=\(bundleID)&view=moderation"

    @Test("rule 4.12: a moderator finds an entry, removes it and restores it; bans; decides a report by the keyboard")
    func moderate() async throws {
        let server = try LaurelProcess(arguments: [])
        let game = try await TestGame(on: server, bundleID: Self.bundleID)
        let browser = try await WebDriver().open(.desktop)
        try await browser.go(to: server.page("/"))
        let (cheat, honest) = (
            try await player(browser, "cheat", scoring: 9_999), try await player(browser, "honest", scoring: 12)
        )
        try await ask(
            browser, "POST", "/v1/reports", honest.token,
            ["player": cheat.id, "thing": "name", "reason": "offensive", "text": "An insult."])
        // A score that waits: what a game's own moderators decide on.
        let board = "/v1/connect/apps/\(Self.bundleID)/leaderboards/best/moderation"
        let held = try await server.administration.json("PUT", board, ["holdsScores": true])
        try #require(held.status == 200, "\(held.text)")
        try await ask(
            browser, "POST", "/v1/games/\(Self.bundleID)/leaderboards/best/scores", honest.token, ["value": 77])
        let released = try await server.administration.json("PUT", board, ["holdsScores": false])
        try #require(released.status == 200, "\(released.text)")
        try await becomeModerator(browser, server)

        try await browser.go(to: server.page(Self.view + "&part=entries"))
        try await press(browser, "Remove 9,999 by cheat")
        try await browser.waits(until: "document.querySelector('dialog[open] textarea')")
        try await browser.type("A speed hack.", into: "dialog[open] textarea")
        try await browser.click("dialog[open] [type=submit]")
        try await browser.waits(until: "!document.querySelector('.card-table tbody').innerText.includes('9,999')")
        try await browser.photograph("moderation-removed")
        #expect(try await names(browser, game) == ["honest"], "players see that it is gone")
        try await press(browser, "Restore 9,999")
        try await browser.waits(until: "document.querySelector('.card-table tbody').innerText.includes('9,999')")
        #expect(try await names(browser, game) == ["cheat", "honest"])

        try await browser.click("#tab-players")
        try await browser.waits(until: "document.querySelector('[role=search] input')")
        try await browser.type("che", into: "[role=search] input")
        try await browser.click("[role=search] button")
        try await press(browser, "Ban cheat")
        try await browser.waits(until: "document.querySelector('dialog[open] textarea')")
        try await browser.type("A speed hack.", into: "dialog[open] textarea")
        try await browser.click("dialog[open] [type=submit]")
        try await browser.waits(until: "document.querySelector('.card-table tbody').innerText.includes('Banned')")
        #expect(try await names(browser, game) == ["honest"], "a ban hides all entries")
        try await browser.click("#tab-bans")
        try await press(browser, "Unban cheat")
        try await browser.waits(until: "document.querySelector('#moderation-panel .state')")
        #expect(try await names(browser, game) == ["cheat", "honest"])

        try await browser.click("#tab-queue")
        try await browser.waits(until: "document.querySelector('.queue-item')?.innerText.includes('An insult.')")
        try await browser.photograph("moderation-queue")
        // A name is the player's in every game: administrators decide about it, and the page says so.
        let ofName = "[...document.querySelectorAll('.queue-item')].find(item => item.innerText.includes('An insult.'))"
        let isClosed =
            "\(ofName).querySelector('.row-actions') === null && \(ofName).innerText.includes('administrators')"
        #expect(try await browser.evaluate("return \(isClosed)") as? Bool == true)
        try await browser.evaluate("\(ofName).focus()")
        try await browser.press(letter: "a")
        let ofScore = "[...document.querySelectorAll('.queue-item')].find(item => item.innerText.includes('77'))"
        try await browser.evaluate("\(ofScore).focus()")
        try await browser.press(letter: "a")
        try await browser.waits(until: "document.querySelectorAll('.queue-item').length === 1 && \(ofName)")
        let errors = try await browser.consoleErrors()
        #expect(errors.isEmpty, "\(errors)")
        try await browser.close()
        #expect(server.stop() == 0)
    }

    // MARK: What is there before

    /// Somebody who has played: his id in the game, and his token there.
    private func player(
        _ browser: Browser, _ alias: String, scoring value: Int
    ) async throws -> (id: String, token: String) {
        let made = try await ask(
            browser, "POST", "/v1/players", nil,
            ["alias": alias, "password": "jump over a log", "bundleID": Self.bundleID, "environment": "production"])
        let token = try #require(made["token"] as? String)
        try await ask(
            browser, "POST", "/v1/games/\(Self.bundleID)/leaderboards/best/scores", token, ["value": value])
        return (try #require((made["player"] as? [String: Any])?["id"] as? String), token)
    }

    /// The browser's player joins the app's team as moderator, by an invitation to his name.
    private func becomeModerator(_ browser: Browser, _ server: LaurelProcess) async throws {
        try await ask(
            browser, "POST", "/v1/players", nil,
            ["alias": "warden", "password": "jump over a log", "cookie": true])
        let app = try await server.administration.json("GET", "/v1/connect/apps/\(Self.bundleID)")
        let team = try #require(try object(app.text)["teamID"] as? String)
        let invited = try await server.administration.json(
            "POST", "/v1/connect/teams/\(team)/invitations", ["role": "moderator", "alias": "warden"])
        try #require(invited.status == 201, "\(invited.text)")
        let id = try #require(try object(invited.text)["id"] as? String)
        try await ask(browser, "POST", "/v1/connect/memberships", nil, ["invitation": id])
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// Who is on the leaderboard, as players see it, best first.
    private func names(_ browser: Browser, _ game: TestGame) async throws -> [String] {
        let page = try await ask(
            browser, "GET", "/v1/games/\(game.bundleID)/leaderboards/\(game.leaderboard)/entries", nil, nil)
        let entries = try #require(page["entries"] as? [[String: Any]])
        return entries.compactMap { ($0["player"] as? [String: Any])?["displayName"] as? String }
    }

    @discardableResult
    private func ask(
        _ browser: Browser, _ method: String, _ path: String, _ token: String?, _ body: [String: Any]?
    ) async throws -> [String: Any] {
        let script = """
            const [method, path, token, body] = arguments;
            return fetch(path, { method, headers: { ...(body === null ? {} : { "Content-Type": "application/json" }),
                ...(token === "" ? {} : { Authorization: `Bearer ${token}` }) },
                body: body === null ? undefined : JSON.stringify(body) })
                .then(answer => answer.text()).then(text => text === "" ? {} : JSON.parse(text));
            """
        let answer = try await browser.evaluate(
            script, [method, path, token ?? "", body.map { $0 as Any } ?? NSNull()])
        return try #require(answer as? [String: Any])
    }

    /// Waits for the button of this name, as a screen reader reads it, and clicks it.
    private func press(_ browser: Browser, _ name: String) async throws {
        let selector = "button[aria-label='\(name)']"
        try await browser.waits(until: "document.querySelector(\"\(selector)\")")
        try await browser.click(selector)
    }
}
