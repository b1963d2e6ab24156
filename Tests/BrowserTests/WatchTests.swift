import Foundation
import LaurelProcess
import LaurelTestRuns
import Testing

/// Anybody watches the run of a shared score, with a time line; a challenge's run is watched before it is taken up.
@Suite("Watching a run", .serialized, .timeLimit(.minutes(15))) struct WatchTests {
    private static let board = "/v1/games/com.ali.MonkeyJump/leaderboards/HighScores/scores"
    private static let cacti = "com.dragonforged.whackacac"
    private static let isThere = "globalThis.watching !== undefined"

    @Test("a shared run is watched by somebody who is nobody here: by itself, by keys, by mouse, to the shared score")
    func shared() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let ada = try await Person("shown-ada", .desktop, driver, server)
        let run = PlayedLog.monkeyJump(seed: 7, ticks: 2_500)
        let id = try await ada.show(run)
        try await ada.leave()

        let browser = try await driver.open(.desktop)
        try await browser.go(to: server.page("/share/" + id))
        let shown = try await browser.text(of: ".share-headline bdi")
        #expect(try await browser.text(of: ".share-headline [role=img]") == "✓", "the server has replayed it")
        try await browser.click("#watch")
        try await browser.waits(until: Self.isThere)
        // It begins by itself; Space stops it.
        try await browser.waits(until: "watching.state().isPlaying && watching.state().position > 30")
        try await browser.press(.space)
        try await browser.waits(until: "!watching.state().isPlaying")
        #expect(try await browser.text(of: ".watch-words h1").contains("shown-ada"))
        #expect(try await browser.text(of: ".watch-words h1").contains(shown))

        // Keys of the slider.
        try await browser.evaluate("document.querySelector('[role=slider]').focus()")
        let length = Int(run.ticks) + 90
        for (key, position) in [
            (Browser.Key.home, 0), (.right, 60), (.pageUp, 660), (.left, 600), (.end, length), (.right, length),
        ] {
            try await browser.press(key)
            try await browser.waits(until: "watching.state().position === \(position)")
        }
        #expect(try await browser.text(of: ".player-score") == shown, "the score at the end is the entry's")
        let said =
            try await browser.evaluate(
                "return document.querySelector('[role=slider]').getAttribute('aria-valuetext')") as? String
        #expect(said?.hasSuffix(shown) == true)
        try await browser.photograph("watch-end")

        // By mouse: to the middle, and along. Half a pixel of the line is some ticks.
        try await browser.click("[role=slider]")
        let middle = try #require(try await state(browser)["position"] as? Int)
        #expect(abs(middle - length / 2) < length / 100)
        try await browser.waits(until: "!document.querySelector('.timeline-preview').hidden")
        try await browser.photograph("watch-middle")

        // A step on and one back, and a moment of the list.
        let before = try await picture(browser)
        try await browser.click(".player-steps button:nth-child(3)")
        try await browser.waits(until: "watching.state().position === \(middle + 1)")
        #expect(try await picture(browser) != before)
        try await browser.click(".player-steps button:nth-child(1)")
        try await browser.waits(until: "watching.state().position === \(middle)")
        try await browser.click(".moments li:last-child button")
        try await browser.waits(until: "watching.state().position === \(run.ticks)")

        // Drawn to its end while it plays, it stays there.
        try await browser.evaluate("watching.seek(0); watching.play()")
        let half = try #require(
            try await browser.evaluate("return Math.ceil(document.querySelector('[role=slider]').offsetWidth / 2)")
                as? Int)
        try await browser.drag("[role=slider]", right: half + 8)
        _ = try await picture(browser)
        #expect(try await state(browser)["position"] as? Int == length)
        #expect(try await state(browser)["isPlaying"] as? Bool == false)

        // Four times as fast to its end, where it stops.
        try await browser.evaluate(
            "document.querySelector('.player-speeds [value=\"4\"]').click(); watching.seek(1000)")
        try await browser.click(".player-main")
        try await browser.waits(
            until:
                "watching.state().speed === 4 && !watching.state().isPlaying && watching.state().position === \(length)"
        )
        let errors = try await browser.consoleErrors()
        #expect(errors.filter { !$0.contains("/v1/players/me") } == [], "\(errors)")
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("it does not move by itself for whom motion is too much, and sounds stay off when they were")
    func still() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let ada = try await Person("still-ada", .phone, driver, server)
        let run = PlayedLog.whackACac(seed: 3, ticks: 1_500)
        let id = try await ada.show(run, of: Self.cacti, "\(Self.cacti).leaderboard")
        try await ada.browser.command(
            "Emulation.setEmulatedMedia", ["features": [["name": "prefers-reduced-motion", "value": "reduce"]]])
        try await ada.go("/watch/?share=" + id, until: Self.isThere)
        #expect(try await state(ada.browser)["position"] as? Int == 0)
        #expect(try await state(ada.browser)["isPlaying"] as? Bool == false)
        try await ada.browser.photograph("watch-phone")
        try await ada.browser.click(".player-more button")
        try await ada.go("/watch/?share=" + id, until: Self.isThere)
        #expect(try await state(ada.browser)["isMuted"] as? Bool == true)
        try await ada.browser.evaluate("watching.seek(\(run.ticks))")
        #expect(try await state(ada.browser)["score"] as? Int == Int(run.score))
        #expect(try await ada.browser.count(of: ".moment[data-kind=heart]") >= 5)
        // A phone that is turned, and turned back.
        for (width, height) in [(844, 390), (390, 844)] {
            try await ada.browser.command(
                "Emulation.setDeviceMetricsOverride",
                ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": true])
            try await ada.browser.waits(
                until: """
                    innerWidth === \(width) && [...document.querySelectorAll(".player-controls, .timeline-stage svg")]
                        .every((one) => one.getBoundingClientRect().right <= innerWidth)
                    """)
        }
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    @Test("a verified entry's menu leads to its run and to a race against it, for who is nobody here too")
    func entry() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let ada = try await Person("raced-ada", .desktop, driver, server)
        let bob = try await Person("plain-bob", .desktop, driver, server)
        let run = PlayedLog.monkeyJump(seed: 7, ticks: 2_500)
        try await ada.call("POST", Self.board, run.body)
        try await bob.score(Int(run.score) + 1, id: "plain")
        try await ada.leave()
        try await bob.leave()

        let browser = try await driver.open(.desktop)
        try await browser.go(to: server.page("/games/?id=com.ali.MonkeyJump&time=allTime"))
        func row(_ name: String) -> String {
            "[...document.querySelectorAll('laurel-board tr')].find((row) => row.innerText.includes('\(name)'))"
        }
        try await browser.waits(until: "\(row("raced-ada")).querySelector('.menu button')")
        let hasMenu = try await browser.evaluate("return \(row("plain-bob")).querySelector('.menu') !== null")
        #expect(hasMenu as? Bool == false)
        try await browser.evaluate("\(row("raced-ada")).querySelector('.menu button').click()")
        let items = try await browser.evaluate(
            "return [...document.querySelectorAll('.menu-list:not([hidden]) a')].map(({ innerText }) => innerText)")
        #expect(items as? [String] == ["Race this run", "Watch"])
        try await browser.photograph("run-menu")
        try await browser.click(".menu-list:not([hidden]) a:last-child")
        try await browser.waits(until: Self.isThere)
        #expect(try await browser.text(of: ".watch-words h1").contains("raced-ada"))
        try await browser.evaluate("watching.seek(\(run.ticks))")
        #expect(try await state(browser)["score"] as? Int == Int(run.score))
        // The game is told to race the same run.
        try await browser.click("#play")
        try await browser.waits(until: "document.querySelector('#banner')?.innerText.includes('raced-ada')")
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("where there is nothing to watch it says why: no replay, taken back, not whole, another version, no log")
    func nothing() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let ada = try await Person("bare-ada", .desktop, try WebDriver(), server)
        try await ada.score(1_234, id: "bare")
        let bare = try await ada.call(
            "POST", "/v1/shares", #"{"bundleID":"com.ali.MonkeyJump","leaderboard":"HighScores"}"#)
        let id = try #require(bare["id"] as? String)
        try await ada.go("/share/" + id)
        #expect(try await ada.browser.count(of: "#watch") == 0)
        try await ada.go("/watch/?share=" + id)
        try await ada.sees("This score has no replay", in: ".state h1")
        #expect(try await ada.browser.count(of: ".state a#play") == 1)
        try await ada.call("DELETE", "/v1/shares/" + id)
        for (query, text) in [
            ("?share=" + id, "This run is no longer available"), ("?share=1", "This run is no longer available"),
            ("?challenge=1", "This run is no longer available"), ("?group=1", "This run is no longer available"),
            ("", "No run to watch here"),
        ] {
            try await ada.go("/watch/" + query)
            try await ada.sees(text, in: ".state h1")
        }
        // What a page cannot play: the reason, and the version whose core it looked for.
        let log = PlayedLog.monkeyJump(seed: 1, ticks: 100).bytes
        func refusal(_ bytes: [UInt8]) async throws -> String? {
            try await ada.browser.evaluate(
                """
                return import("/watch/run.js").then(({ Run }) => Run.open(new Uint8Array(arguments[0])))
                    .then(() => "", (error) => `${error.kind} ${error.version}`);
                """, [bytes.map(Int.init)]) as? String
        }
        #expect(try await refusal(log) == "")
        var newer = log
        newer[8] = 9
        #expect(try await refusal(newer) == "version 9")
        #expect(try await refusal(Array("no log at all".utf8)) == "unreadable 0")
        #expect(try await refusal(Array(log.dropLast())) == "unreadable 0")
        try await ada.leave(refusals: ["/v1/shares/", "/v1/challenges/", "/v1/group-challenges/", "/cores/9.wasm"])
        #expect(server.stop() == 0)
    }

    @Test("rules 6.3–6.5: a challenge's run is watched first, then taken up in the game beside its ghost, and beaten")
    func challenge() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let ada = try await Person("asks-ada", .desktop, driver, server)
        let bob = try await Person("looks-bob", .desktop, driver, server)
        try await ada.befriend(bob)
        let run = PlayedLog.monkeyJump(seed: 11, ticks: 400)
        try await ada.call("POST", Self.board, run.body)
        let sent = try await ada.call(
            "POST", Person.game + "/challenges",
            """
            {"players":["\(try await bob.id)"],"leaderboard":"HighScores","message":"Look at me",\
            "replay":"\(run.base64)"}
            """)
        let id = try #require((sent["challenges"] as? [[String: Any]])?.first?["id"] as? String, "\(sent)")

        try await bob.go("/challenges/", until: "document.querySelector('.challenge a[href^=\"/watch/\"]')")
        try await bob.browser.photograph("challenge-watch-first")
        try await bob.browser.click(".challenge a[href^=\"/watch/\"]")
        try await bob.browser.waits(until: Self.isThere)
        #expect(try await bob.browser.text(of: ".watch-words h1").contains("asks-ada"))
        try await bob.browser.click("#play")
        try await bob.browser.waits(until: "location.pathname === '/play/monkeyjump/'")
        #expect(
            try await bob.browser.evaluate("return new URLSearchParams(location.search).get('challenge')") as? String
                == id)
        // The game knows what it was opened for, and begins.
        try await bob.browser.waits(until: "document.body.dataset.screen === 'play'")
        try await bob.browser.evaluate(GameChallengeTests.bot, [Int(run.score) + 5])
        let seed = try await bob.browser.evaluate("return [...monkeyjump.log().slice(10, 18)]") as? [Int]
        #expect(seed == run.bytes[10..<18].map(Int.init), "the same course: her ghost runs beside him")
        try await bob.browser.photograph("challenge-ghost")
        try await bob.sees("You beat asks-ada's", in: ".result .good")
        // It says so as soon as the run is over, before the server has taken it.
        try await bob.sees(".fate[data-kind=sent]")
        // The end is told to both.
        try await ada.go("/inbox/")
        try await ada.sees("looks-bob", in: "main")
        let settled = try await bob.call("GET", "/v1/challenges/" + id)
        #expect(settled["state"] as? String == "completed")
        // It is over: who opens the link again is told so.
        try await bob.go("/play/monkeyjump/?challenge=" + id)
        try await bob.sees("over", in: "#banner")
        for person in [ada, bob] { try await person.leave() }
        #expect(server.stop() == 0)
    }

    // MARK: Steps

    private func state(_ browser: Browser) async throws -> [String: Any] {
        try #require(try await browser.evaluate("return watching.state()") as? [String: Any])
    }

    /// The picture as it is seen, once it is drawn.
    private func picture(_ browser: Browser) async throws -> String {
        let script = """
            const frame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });
            return frame().then(frame).then(() => document.querySelector(".player canvas").toDataURL());
            """
        return try #require(try await browser.evaluate(script) as? String)
    }
}
