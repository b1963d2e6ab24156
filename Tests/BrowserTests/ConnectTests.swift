import Foundation
import LaurelDomain
import LaurelProcess
import Testing

/// A developer brings a game to Game Center, from the first visit to the release.
@Suite("Connect in a browser", .serialized, .timeLimit(.minutes(15))) struct ConnectTests {
    static let bundleID = "com.example.TreeHop"
    static let board = "HighScores"

    @Test("rules 3.1 to 3.6: a developer makes an app, sees its first score arrive, wipes it and releases")
    func firstApp() async throws {
        let server = try LaurelProcess(arguments: ["--developer-sign-up", "open"])
        let browser = try await WebDriver().open(.desktop)
        try await foundTeam(browser, server)
        try await makeApp(browser)

        try await press(browser, "Turn on Game Center")
        try await browser.waits(until: "document.querySelectorAll('.step[data-state=done]').length === 1")
        try await makeLeaderboard(browser)

        try await browser.go(to: server.page("/connect/app/?id=\(Self.bundleID)"))
        try await browser.waits(until: "document.querySelector('.live').dataset.state === 'live'")
        try await browser.click("#tab-swift")
        let program = try await browser.text(of: ".snippets")
        #expect(program.contains("leaderboardIDs: [\"\(Self.board)\"]") && program.contains(Self.bundleID))
        try await sendScore(server, 1_234)
        try await browser.waits(until: "document.querySelector('.arrived').innerText.includes('12.34 Points')")
        try await browser.photograph("connect-first-score")
        // The achievement is still to come: the steps stay, and count as many as have a tick.
        try await browser.go(to: server.page("/connect/app/?id=\(Self.bundleID)"))
        try await browser.waits(until: "document.querySelectorAll('.step[data-state=done]').length === 4")
        #expect(try await browser.text(of: ".team-title .badge") == "4 of 5")
        #expect(try await browser.text(of: ".step[data-state=now] h3").contains("achievement"))

        try await wipe(browser, server)
        try await makeAchievement(browser, server)
        try await release(browser, server)
        let errors = try await browser.consoleErrors()
        #expect(errors.isEmpty, "\(errors)")
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("rule 4.11: the preview writes scores as the server does, in every format and many languages")
    func preview() async throws {
        let server = try LaurelProcess()
        let browser = try await WebDriver().open(.desktop)
        try await browser.go(to: server.page("/"))
        let names =
            try await browser.evaluate(
                "return import('/lib/score-format.js').then(module => module.FORMATS)") as? [String]
        #expect(names == ScoreFormat.allCases.map { "\($0)" })
        let script = """
            const [formats, languages, values] = arguments;
            return import('/lib/score-format.js').then(({ formatScore }) => formats.flatMap(format => languages.flatMap(
                language => values.map(value => formatScore(BigInt(value), { format, language,
                    suffixSingular: ' Point', suffixPlural: ' Points' })))));
            """
        let languages = [
            "en", "zh-Hans", "de", "de-AT", "fr", "es", "it", "pt", "pt-BR", "ru", "nl", "sv", "da", "nb", "fi", "pl",
            "tr", "vi", "id", "cs", "bg", "el", "tlh",
        ]
        let values: [Int64] = [
            .min, -1_234_567, -141, -1, 0, 1, 10, 59, 100, 999, 1_000, 3_623, 9_999, 10_000, 12_345, 360_001, .max,
        ]
        let written =
            try await browser.evaluate(
                script, [ScoreFormat.allCases.map { "\($0)" }, languages, values.map(String.init)]) as? [String]
        let wanted = try ScoreFormat.allCases.flatMap { format in
            try languages.flatMap { tag in
                let formatter = ScoreFormatter(
                    format, language: try LanguageTag(tag), suffixSingular: " Point", suffixPlural: " Points")
                return values.map(formatter.string)
            }
        }
        #expect(wanted.count == ScoreFormat.allCases.count * languages.count * values.count)
        #expect(written == wanted)
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("every view fits a phone, names its controls and has one first heading", arguments: ["en-US", "zh-CN"])
    func looks(language: String) async throws {
        let server = try LaurelProcess(arguments: ["--developer-sign-up", "open"])
        let browser = try await WebDriver().open(.phone, language: language, dark: language == "zh-CN")
        try await browser.go(to: server.page("/"))
        try await browser.send("/v1/players", #"{"alias":"phone-maker","password":"jump over a log","cookie":true}"#)
        try await browser.send("/v1/connect/teams", #"{"name":"Makers"}"#)
        try await browser.send("/v1/connect/apps", #"{"name":"Tree Hop","bundleID":"\#(Self.bundleID)"}"#)
        let app = "/connect/app/?id=\(Self.bundleID)"
        let views = [
            "localizations", "release", "leaderboards", "leaderboards&new", "sets", "sets&new", "achievements",
            "achievements&new", "activities", "activities&new", "configuration", "testdata",
        ]
        for path in ["/connect/", "/connect/?new", "/connect/?join", app] + views.map({ "\(app)&view=\($0)" }) {
            try await browser.go(to: server.page(path))
            try await browser.waits(
                until: "document.querySelector('h1') && !document.querySelector('[aria-busy=true], .skeleton')")
            let overflow = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
            #expect(try await browser.evaluate(overflow) as? Int == 0, "\(path) scrolls sideways")
            let nameless = """
                return [...document.querySelectorAll('input, select, textarea, button, a[href]')].filter(control =>
                    !control.closest('[hidden]') && !control.labels?.length && !control.getAttribute('aria-label')
                    && control.textContent.trim() === '').map(control => control.outerHTML);
                """
            #expect(try await browser.evaluate(nameless) as? [String] == [], "\(path)")
            #expect(try await browser.count(of: "h1") == 1, "\(path)")
            let twice = """
                const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
                return ids.filter((id, index) => ids.indexOf(id) !== index);
                """
            #expect(try await browser.evaluate(twice) as? [String] == [], "\(path)")
        }
        try await browser.photograph("connect-phone-\(language)")
        try await browser.click("summary")
        try await browser.click(".side a[data-view=achievements]")
        try await browser.waits(until: "new URLSearchParams(location.search).get('view') === 'achievements'")
        try await browser.waits(until: "document.activeElement.tagName === 'H1'")
        let errors = try await browser.consoleErrors()
        #expect(errors.isEmpty, "\(errors)")
        try await browser.close()
        #expect(server.stop() == 0)
    }

    // MARK: What a person does

    private func foundTeam(_ browser: Browser, _ server: LaurelProcess) async throws {
        try await browser.go(to: server.page("/"))
        try await browser.send("/v1/players", #"{"alias":"tree-maker","password":"jump over a log","cookie":true}"#)
        try await browser.go(to: server.page("/connect/"))
        try await browser.waits(until: "document.querySelector('[name=name]')")
        try await browser.photograph("connect-become")
        try await browser.type("Makers", into: "[name=name]")
        try await press(browser, "Create team")
        try await browser.waits(until: "document.querySelector('[name=bundleID]')")
    }

    private func makeApp(_ browser: Browser) async throws {
        try await browser.type("Tree Hop", into: "[name=name]")
        #expect(
            try await browser.evaluate("return document.querySelector('[name=bundleID]').value") as? String
                == "com.makers.TreeHop")
        try await browser.type("no dots", into: "[name=bundleID]")
        try await press(browser, "Create app")
        try await browser.waits(until: "document.querySelector('[name=bundleID][aria-invalid=true]')")
        try await browser.type(Self.bundleID, into: "[name=bundleID]")
        try await press(browser, "Create app")
        try await browser.waits(until: "document.querySelector('.step-list')")
        try await browser.photograph("connect-new-app")
    }

    private func makeLeaderboard(_ browser: Browser) async throws {
        try await press(browser, "New leaderboard")
        try await browser.waits(until: "document.querySelector('[name=referenceName]')")
        try await browser.type("High Scores", into: "[name=referenceName]")
        try await browser.waits(until: "document.querySelector('[name=id]').value === '\(Self.board)'")
        try await choose(browser, "fixedPoint2", from: "[name=format]")
        try await browser.click(".form-advanced > summary")
        try await browser.type(" Points", into: "[data-language=en] [name='localizations.suffixPlural']")
        try await choose(browser, "de", from: ".language-add select")
        try await browser.waits(until: "document.activeElement.closest('[data-language=de]')")
        try await browser.type("Bestleistung", into: "[data-language=de] [name='localizations.name']")
        try await browser.type(" Punkte", into: "[data-language=de] [name='localizations.suffixPlural']")
        try await browser.type("1234567", into: "[name=sample]")
        try await browser.waits(
            until: "document.querySelector('[data-language=de] .preview').innerText.includes('12.345,67 Punkte')")
        try await browser.waits(
            until: "document.querySelector('[data-language=en] .preview').innerText.includes('12,345.67 Points')")
        try await browser.photograph("connect-leaderboard")
        try await press(browser, "Create leaderboard")
        try await browser.waits(until: "location.search.includes('leaderboard=\(Self.board)')")
        try await browser.waits(until: "document.querySelector('.picture-row')")
    }

    /// With what is required alone: it says the same after it's earned.
    private func makeAchievement(_ browser: Browser, _ server: LaurelProcess) async throws {
        try await browser.go(to: server.page("/connect/app/?id=\(Self.bundleID)&view=achievements&new"))
        try await browser.waits(until: "document.querySelector('[name=referenceName]')")
        try await browser.type("First Hop", into: "[name=referenceName]")
        try await browser.type("Hop once.", into: "[name='localizations.descriptionBefore']")
        try await press(browser, "Create achievement")
        try await browser.waits(until: "location.search.includes('achievement=')")
        try await browser.waits(
            until: "document.querySelector(\"[name='localizations.descriptionAfter']\")?.value === 'Hop once.'")
    }

    private func wipe(_ browser: Browser, _ server: LaurelProcess) async throws {
        try await browser.go(to: server.page("/connect/app/?id=\(Self.bundleID)&view=testdata"))
        try await browser.waits(until: "document.querySelectorAll('.ends .end-row').length === 3")
        try await browser.click(".ends .end-row:last-child button")
        try await browser.waits(until: "document.querySelector('dialog[open] .terms')")
        let facts = try await browser.text(of: "dialog .terms")
        #expect(facts.contains("High Scores") && facts.contains("1"), "it says what goes: \(facts)")
        #expect(try await browser.count(of: "dialog [type=submit]:disabled") == 1, "not by one press alone")
        try await browser.photograph("connect-wipe")
        try await browser.type(Self.bundleID, into: "dialog input")
        try await browser.click("dialog [type=submit]")
        try await browser.waits(until: "!document.querySelector('dialog') && !document.querySelector('.ends')")
    }

    private func release(_ browser: Browser, _ server: LaurelProcess) async throws {
        try await browser.go(to: server.page("/connect/app/?id=\(Self.bundleID)&view=release"))
        try await browser.waits(until: "document.querySelectorAll('.step-list .step').length === 9")
        let done = try await browser.text(of: ".step-list")
        #expect(done.contains("The Sandbox is empty."), "\(done)")
        try await browser.photograph("connect-release")
        try await press(browser, "Release…")
        try await browser.waits(until: "document.querySelector('dialog[open]')")
        try await browser.type(Self.bundleID, into: "dialog input")
        try await browser.click("dialog [type=submit]")
        try await browser.waits(until: "document.querySelector('.side-app').innerText.includes('Released')")

        try await browser.go(
            to: server.page("/connect/app/?id=\(Self.bundleID)&view=leaderboards&leaderboard=\(Self.board)"))
        try await browser.waits(until: "document.querySelector('[name=format]:disabled')")
        #expect(try await browser.text(of: ".ends").contains("Archive"))
        #expect(try await browser.text(of: ".ends").contains("Delete") == false, "what is released cannot be deleted")
    }

    /// The visible button or link with exactly this text, pressed as a hand does it.
    private func press(_ browser: Browser, _ text: String) async throws {
        let found = """
            [...document.querySelectorAll('button, a.button')].findLast(button =>
                button.offsetParent !== null && button.textContent.trim() === \(try quoted(text)))
            """
        try await browser.waits(until: found)
        try await browser.evaluate(
            """
            document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
            (\(found)).setAttribute('data-pressed', '');
            """)
        try await browser.click("[data-pressed]")
    }

    private func choose(_ browser: Browser, _ value: String, from selector: String) async throws {
        try await browser.click("\(selector) option[value='\(value)']")
    }

    private func quoted(_ text: String) throws -> String {
        String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }

    /// As a development build of the game does it.
    private func sendScore(_ server: LaurelProcess, _ value: Int) async throws {
        let http = LocalHTTP(.port(UInt16(try #require(server.base.port))))
        func call(_ path: String, _ body: String, token: String?) async throws -> [String: Any] {
            var headers = ["Content-Type": "application/json"]
            if let token { headers["Authorization"] = "Bearer \(token)" }
            return try await http.call("POST", path, headers: headers, body: Data(body.utf8)).object
        }
        let account = """
            {"alias": "hopper", "password": "jump over a log", "bundleID": "\(Self.bundleID)", "environment": "sandbox"}
            """
        let player = try await call("/v1/players", account, token: nil)
        let token = try #require(player["token"] as? String)
        let path = "/v1/games/\(Self.bundleID)/leaderboards/\(Self.board)/scores"
        let sent = try await call(path, #"{"value": \#(value)}"#, token: token)
        #expect(sent["isNewBest"] as? Bool == true)
    }
}
