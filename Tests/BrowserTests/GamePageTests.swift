import Foundation
import LaurelProcess
import Testing

/// What is chosen on a game's page is what it shows.
@Suite("The leaderboards of a game's page", .serialized, .timeLimit(.minutes(15))) struct GamePageTests {
    private static let entries = "document.querySelectorAll('laurel-board tr[data-rank]').length"
    /// The address of the last entries that the page has asked for.
    private static let asked =
        "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/entries?'))"
        + ".at(-1)"

    @Test("another leaderboard, friends, a time: what is chosen is shown, after a recurring leaderboard, too")
    func choices() async throws {
        let server = try LaurelProcess(arguments: ["--budget", "off"])
        let game = try await TestGame(on: server)
        try await add(["id": "laps"], named: "Laps", to: game)
        let day: [String: Any] = [
            "start": "2026-01-01T00:00:00Z", "durationMinutes": 1_440, "restartMinutes": 1_440,
        ]
        try await add(["id": "daily", "recurrence": day], named: "Daily", to: game)
        // They joined after the release, so the app is released again.
        let released = try await server.administration.json(
            "PATCH", "/v1/connect/apps/\(game.bundleID)", ["isReleased": true])
        try #require(released.status == 200, "\(released.text)")

        let ada = try await Person("page-ada", .desktop, WebDriver(), server)
        let laps = "/v1/games/\(game.bundleID)/leaderboards/laps/scores"
        for path in [game.scores, laps] { try await ada.call("POST", path, #"{"value":500}"#) }
        for (alias, value) in [("page-bob", 900), ("page-eve", 100)] {
            let made = try await server.http.json(
                "POST", "/v1/players", ["alias": alias, "password": "jump over \(alias)"])
            let token = try #require(made.object["token"] as? String, "\(made.text)")
            let scored = try await server.http.json("POST", game.scores, ["value": value], token: token)
            try #require(scored.object["entry"] != nil, "\(scored.text)")
            guard alias == "page-bob" else { continue }
            try await ada.call("POST", "/v1/friend-requests", #"{"alias":"page-bob"}"#)
            let asked = try await server.http.json("POST", "/v1/friend-requests", ["alias": "page-ada"], token: token)
            try #require(asked.object["state"] as? String == "friends", "\(asked.text)")
        }

        try await ada.go(
            "/games/?id=\(game.bundleID)&leaderboard=best&time=week",
            until: "\(Self.entries) === 3 && document.querySelector('laurel-board').innerText.includes('page-eve')")
        try await ada.browser.evaluate(
            """
            const select = document.querySelector("#players");
            select.value = "friends";
            select.dispatchEvent(new Event("change"));
            """)
        try await ada.browser.waits(until: "\(Self.asked).includes('players=friends') && \(Self.entries) === 2")
        #expect(try await ada.browser.text(of: "laurel-board").contains("page-eve") == false)
        #expect(try await ada.browser.address.contains("players=friends"))

        try await open("laps", ada)
        try await ada.browser.waits(
            until: "\(Self.entries) === 1 && document.querySelector('laurel-board tr[data-mine]')")
        #expect(try await ada.browser.text(of: "#leaderboard") == "Laps")
        // A recurring one has no times, and nobody has played it.
        try await open("daily", ada)
        try await ada.browser.waits(
            until: "\(Self.entries) === 0 && document.querySelector('laurel-board .state')")
        #expect(try await ada.browser.count(of: ".board-bar [role=tablist][hidden]") == 1)

        try await open("best", ada)
        try await ada.browser.waits(until: "\(Self.entries) === 2")
        #expect(try await ada.browser.evaluate("return \(Self.asked).includes('time=week')") as? Bool == true)
        #expect(try await ada.browser.count(of: "#tab-week[aria-selected=true]") == 1)
        try await ada.browser.click("#tab-allTime")
        try await ada.browser.waits(until: "\(Self.asked).includes('time=allTime') && \(Self.entries) === 2")
        #expect(try await ada.browser.count(of: "#tab-allTime[aria-selected=true]") == 1)
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    @Test("rules 4.1, 6.6: one's own score offers a challenge, but not on a combined leaderboard")
    func combined() async throws {
        let server = try LaurelProcess(arguments: ["--budget", "off"])
        let game = try await TestGame(on: server)
        try await add(["id": "laps", "sortOrder": "highToLow"], named: "Laps", to: game)
        try await add(["id": "all", "parts": ["best", "laps"]], named: "All", to: game)
        let released = try await server.administration.json(
            "PATCH", "/v1/connect/apps/\(game.bundleID)", ["isReleased": true])
        try #require(released.status == 200, "\(released.text)")
        let ada = try await Person("page-ada", .desktop, WebDriver(), server)
        try await ada.call("POST", game.scores, #"{"value":500}"#)

        let page = "/games/?id=\(game.bundleID)&time=allTime&leaderboard="
        for (board, count) in [("best", 1), ("all", 0)] {
            try await ada.go(page + board, until: "document.querySelector('.own .share-button')")
            #expect(try await ada.browser.count(of: ".own a") == count, "\(board)")
            try await ada.browser.click(".own .share-button")
            try await ada.browser.waits(until: "document.querySelector('.share-dialog form')")
            #expect(try await ada.browser.count(of: ".share-dialog form button[type=button]") == count, "\(board)")
        }
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    @Test("an event that comes while entries are read is followed by one more reading")
    func event() async throws {
        let server = try LaurelProcess(arguments: [])
        let browser = try await WebDriver().open(.desktop)
        try await browser.go(to: server.page("/problems/"))
        try await browser.evaluate(
            """
            const ask = window.fetch;
            window.versions = [];
            window.fetch = (address, ...options) => {
                if (!String(address).includes("/leaderboards/nothing/")) return ask(address, ...options);
                versions.push(new URL(address).searchParams.get("version") ?? "any");
                return new Promise((resolve) => {
                    window.answer = (version) => resolve(new Response(
                        JSON.stringify({ entries: [], total: 100, local: null, next: null, version })));
                });
            };
            return import("/lib/board-model.js").then(({ BoardModel }) => {
                window.model = new BoardModel({ bundleID: "com.example.none", leaderboard: "nothing", time: "allTime",
                    environment: "production", count: 10, changed: () => {} });
                model.load();
            });
            """)
        try await browser.waits(until: "versions.length === 1")
        try await browser.evaluate("model.hear(2); model.catchUp(); answer(1);")
        try await browser.waits(until: "versions.length === 2")
        try await browser.evaluate("answer(2)")
        // The next page is newer than the first one, which is read again for that.
        try await browser.waits(until: "!model.isBusy")
        try await browser.evaluate("model.more(model.blocks[0])")
        try await browser.waits(until: "versions.length === 3")
        try await browser.evaluate("answer(3)")
        try await browser.waits(until: "versions.length > 3")
        #expect(try await browser.evaluate("return versions.slice(0, 4).join()") as? String == "any,2,any,2")
        try await browser.close()
        #expect(server.stop() == 0)
    }

    private func add(_ fields: [String: Any], named name: String, to game: TestGame) async throws {
        let body: [String: Any] = [
            "referenceName": name, "format": "integer", "localizations": [["language": "en", "name": name]],
        ]
        let made = try await game.server.administration.json(
            "POST", "/v1/connect/apps/\(game.bundleID)/leaderboards", body.merging(fields) { $1 })
        try #require(made.status == 201, "\(made.text)")
    }

    /// Presses a leaderboard of the shelf.
    private func open(_ id: String, _ person: Person) async throws {
        try await person.browser.click(".shelf-item[data-leaderboard=\(id)]")
        try await person.browser.waits(
            until: "document.querySelector('.shelf-item[aria-current]').dataset.leaderboard === '\(id)'")
    }
}
