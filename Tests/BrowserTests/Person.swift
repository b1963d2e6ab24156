import Foundation
import LaurelProcess
import LaurelTestRuns
import Testing

/// A player with a browser of his own. What is not the matter of a test he does by the interface, from his own page.
struct Person {
    static let game = "/v1/games/com.ali.MonkeyJump"
    static let scores = game + "/leaderboards/HighScores/scores"

    let browser: Browser
    let server: LaurelProcess
    let alias: String

    init(
        _ alias: String, _ device: WebDriver.Device, _ driver: WebDriver, _ server: LaurelProcess,
        language: String = "en-US"
    ) async throws {
        self.alias = alias
        self.server = server
        browser = try await driver.open(device, language: language)
        try await go("/")
        let made = try await call(
            "POST", "/v1/players", #"{"alias":"\#(alias)","password":"jump over \#(alias)","cookie":true}"#)
        try #require(made["player"] != nil, "\(made)")
    }

    /// Opens a page and waits until it shows this.
    func go(_ path: String, until expression: String = "true") async throws {
        try await browser.go(to: server.page(path))
        try await browser.waits(until: expression)
    }

    func sees(_ selector: String) async throws {
        try await browser.waits(until: "document.querySelector(`\(selector)`)")
    }

    func sees(_ text: String, in selector: String) async throws {
        try await browser.waits(until: "document.querySelector(`\(selector)`).innerText.includes(`\(text)`)")
    }

    @discardableResult
    func call(_ method: String, _ path: String, _ body: String? = nil) async throws -> [String: Any] {
        let script = """
            return fetch(arguments[1], { method: arguments[0], headers: { "Content-Type": "application/json" },
                body: arguments[2] ?? undefined }).then(answer => answer.text()).then(text => JSON.parse(text || "{}"));
            """
        let arguments: [Any] = [method, path, body.map { $0 as Any } ?? NSNull()]
        return try #require(try await browser.evaluate(script, arguments) as? [String: Any])
    }

    func score(_ value: Int, id: String) async throws {
        let answer = try await call("POST", Self.scores, #"{"value":\#(value),"id":"\#(id)"}"#)
        try #require(answer["entry"] != nil, "\(answer)")
    }

    /// Hands a run in and shows it to everybody. Returns the id of its page.
    func show(
        _ run: PlayedLog, of game: String = "com.ali.MonkeyJump", _ leaderboard: String = "HighScores"
    ) async throws -> String {
        let answer = try await call("POST", "/v1/games/\(game)/leaderboards/\(leaderboard)/scores", run.body)
        try #require((answer["entry"] as? [String: Any])?["verification"] as? String == "verified", "\(answer)")
        let made = try await call("POST", "/v1/shares", #"{"bundleID":"\#(game)","leaderboard":"\#(leaderboard)"}"#)
        return try #require(made["id"] as? String, "\(made)")
    }

    /// His id, as he and his friends see it.
    var id: String {
        get async throws {
            let found = try await call("GET", "/v1/players/me")
            return try #require((found["player"] as? [String: Any])?["id"] as? String)
        }
    }

    /// Both ask, and so both are friends.
    func befriend(_ other: Person) async throws {
        try await call("POST", "/v1/friend-requests", #"{"alias":"\#(other.alias)"}"#)
        let answer = try await other.call("POST", "/v1/friend-requests", #"{"alias":"\#(alias)"}"#)
        #expect(answer["state"] as? String == "friends", "\(answer)")
    }

    /// Leaves; nothing may have gone wrong in the pages besides the refusals that the test provoked.
    func leave(refusals: [String] = []) async throws {
        let errors = try await browser.consoleErrors().filter { line in !refusals.contains { line.contains($0) } }
        #expect(errors == [])
        try await browser.close()
    }
}
