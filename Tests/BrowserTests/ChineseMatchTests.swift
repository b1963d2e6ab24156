import LaurelProcess
import Testing

/// What the page of matches says to someone who reads Chinese, on a phone.
@Suite("The page of matches in Chinese", .serialized, .timeLimit(.minutes(15))) struct ChineseMatchTests {
    private static let matches = Person.game + "/matches"
    /// No language translates these. Names of players begin with zz.
    private static let names = ["Laurel", "Game Center", "Connect", "MonkeyJump", "English"]

    @Test("rule 12.21: whose turn it is, who is waited for and who won is all said in Chinese, and fits a phone")
    func page() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let ada = try await Person("zzada", .phone, WebDriver(), server, language: "zh-CN")
        let bob = try await friend("zzbob", of: ada)
        _ = try await made(1, by: ada, with: bob.id)
        try await handOver(try await made(2, by: ada, with: bob.id), 3, by: ada)
        let ended = try await made(4, by: ada, with: bob.id)
        try await handOver(ended, 5, by: ada)
        try await end(ended.path, 6, by: bob.token, on: server)

        try await ada.go("/matches/", until: "document.querySelector('[data-section=over] .match')")
        let catalogue = try await ada.browser.evaluate(
            "return import('/i18n/matches/zh-Hans.js').then(({ default: texts }) => JSON.parse(JSON.stringify(texts)))")
        let texts = try #require(catalogue as? [String: Any])
        func text(_ key: String) throws -> String {
            try #require(texts[key] as? String, "\(key)").replacing("{name}", with: "zzbob")
        }
        #expect(try await ada.browser.evaluate("return document.documentElement.lang") as? String == "zh-Hans")
        #expect(try await ada.browser.text(of: "main h1") == text("matches.title"))
        for (section, title, headline) in [
            ("turn", "matches.turns", "matches.says.turn"),
            ("waiting", "matches.waiting", "matches.says.answering"), ("over", "matches.ended", "matches.says.won"),
        ] {
            let part = "[data-section=\(section)]:not([hidden])"
            // The number of matches follows.
            let heading = try await ada.browser.evaluate("return document.querySelector('\(part) h2').firstChild.data")
            #expect(try heading as? String == text(title))
            #expect(try await ada.browser.count(of: "\(part) .match") == 1)
            #expect(try await ada.browser.text(of: "\(part) .match h3") == text(headline))
        }
        #expect(try await ada.browser.count(of: "[data-section=invited]:not([hidden])") == 0)

        let foreign = try await ada.browser.evaluate(PseudoSite.unownedTexts, [Self.names, true]) as? [String]
        #expect(foreign == [], "texts that aren't Chinese")
        let overflow = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        #expect(try await ada.browser.evaluate(overflow) as? Int == 0, "the page scrolls sideways")
        try await ada.browser.photograph("matches-chinese")
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    // MARK: What there is to be seen

    /// Without a browser.
    private func friend(_ alias: String, of ada: Person) async throws -> (token: String, id: String) {
        let http = ada.server.http
        let signed = try await http.json(
            "POST", "/v1/players", ["alias": alias, "password": "correct horse \(alias)"])
        let token = try #require(signed.object["token"] as? String, "\(signed.text)")
        let id = try #require((signed.object["player"] as? [String: Any])?["id"] as? String)
        try await ada.call("POST", "/v1/friend-requests", #"{"alias":"\#(alias)"}"#)
        let met = try await http.json("POST", "/v1/friend-requests", ["alias": ada.alias], token: token)
        try #require(met.object["state"] as? String == "friends", "\(met.text)")
        return (token, id)
    }

    private func key(_ number: Int) -> String { String(repeating: "0", count: 31) + String(number) }

    /// A match of two in which the first turn is its maker's.
    private func made(
        _ number: Int, by ada: Person, with other: String
    ) async throws -> (path: String, version: Int) {
        let match = try await ada.call(
            "POST", Self.matches,
            #"{"key":"\#(key(number))","minPlayers":2,"maxPlayers":2,"players":["\#(other)"]}"#)
        let id = try #require(match["id"] as? String, "\(match)")
        return (Self.matches + "/" + id, try #require(match["version"] as? Int, "\(match)"))
    }

    private func handOver(_ match: (path: String, version: Int), _ number: Int, by ada: Person) async throws {
        let ended = try await ada.call(
            "POST", match.path + "/turns",
            #"{"key":"\#(key(number))","version":\#(match.version),"data":"AAEC","next":[1]}"#)
        try #require(ended["state"] as? String == "waiting", "\(ended)")
    }

    /// The friend takes part, and the first seat wins.
    private func end(_ path: String, _ number: Int, by token: String, on server: LaurelProcess) async throws {
        let accepted = try await server.http.json("POST", path + "/accept", ["key": key(number)], token: token)
        let version = try #require(accepted.object["version"] as? Int, "\(accepted.text)")
        let ended = try await server.http.json(
            "POST", path + "/end",
            ["key": key(number + 1), "version": version, "data": "", "outcomes": [2, 3]], token: token)
        try #require(ended.status == 200, "\(ended.text)")
    }
}
