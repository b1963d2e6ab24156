import Foundation
import LaurelProcess
import Testing

/// The third game, played to its end with a mouse and with keys; then by two people who pass the device around.
@Suite("Oasis in the browser", .serialized, .timeLimit(.minutes(15))) struct OasisGameTests {
    @Test("a whole game against the computer; a hand is hidden until its player taps; a reload goes on with the game")
    func play() async throws {
        let server = try LaurelProcess(arguments: [])
        let driver = try WebDriver()
        let browser = try await driver.open(.desktop)
        try await browser.go(to: server.page("/play/oasis/"))
        try await browser.waits(until: "document.body.dataset.screen === 'menu'")
        try await browser.photograph("oasis-menu-desktop")
        try await browser.click("#begin")
        try await swapsByKeys(browser)
        try await wholeGame(browser)
        try await browser.waits(until: "document.querySelector('#podium li[data-rank=\"1\"]')")
        try await browser.photograph("oasis-podium-desktop")
        #expect(try await browser.evaluate("return localStorage.getItem('oasis.game') === null") as? Bool == true)

        try await browser.click("#menu")
        try await browser.waits(until: "document.body.dataset.screen === 'menu'")
        // From the easy computer player by the strong one to a person.
        for _ in 0..<2 { try await browser.click(".chair:nth-child(2)") }
        try await browser.click("#begin")
        try await passedAround(browser)
        try await browser.waits(until: "oasis.screen === 'hidden' && !oasis.state().isBusy")
        let view = "JSON.stringify(oasis.state().view)"
        let before = try #require(try await browser.evaluate("return \(view)") as? String)
        #expect(!before.contains("\"kind\":\"none\""), "two turns were played: \(before)")
        try await browser.go(to: server.page("/play/oasis/"))
        try await browser.waits(until: "document.querySelector('#continue')")
        try await browser.click("#continue")
        try await browser.waits(until: "oasis.screen === 'hidden' && oasis.state().view.cells.length > 0")
        #expect(try await browser.evaluate("return \(view)") as? String == before)
        let errors = try await browser.consoleErrors()
        #expect(errors.isEmpty, "\(errors)")
        try await browser.close()
        #expect(server.stop() == 0)
    }

    private enum Hand: CaseIterable { case clicking, keys, dragging }

    @Test("a slow server's answer leaves a game that was begun meanwhile alone", arguments: ["give", "refuse"])
    func late(answer: String) async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let ada = try await Person("late-ada", .desktop, try WebDriver(), server)
        try await ada.browser.beforeEachPage(
            """
            globalThis.held = [];
            {
                const fetch = globalThis.fetch;
                const refusal = () => new Response('{"type":"/problems/match-request-invalid"}', { status: 400 });
                globalThis.fetch = (address, options) => {
                    const { pathname } = new URL(address, location.href);
                    const isSearch = options?.method === "POST" && pathname.endsWith("/matches");
                    return !isSearch ? fetch(address, options) : new Promise((resolve, reject) => held.push({
                        give: () => fetch(address, { ...options, signal: undefined }).then(resolve, reject),
                        refuse: () => resolve(refusal()),
                    }));
                };
            }
            """)
        try await ada.go("/play/oasis/", until: "globalThis.oasis?.screen === 'menu'")
        try await ada.browser.evaluate("globalThis.found = oasis.findOthers(); return null")
        try await ada.sees("Connecting…", in: "#podium h2")
        try await ada.browser.waits(until: "held.length === 1 && document.querySelector('#setup').hidden")
        try await ada.browser.click("#menu")
        try await ada.browser.click("#begin")
        try await ada.browser.waits(until: "oasis.screen === 'play' && !oasis.state().isBusy")
        try await ada.browser.evaluate("held[0].\(answer)(); return found")
        let isUntouched = """
            return oasis.screen === "play" && document.querySelector("#podium").hidden && location.search === "";
            """
        #expect(try await ada.browser.evaluate(isUntouched) as? Bool == true)
        #expect(try await ada.browser.evaluate("return held.length") as? Int == 1)
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    /// The focus goes from action to action, and is there again with the next turn.
    private func swapsByKeys(_ browser: Browser) async throws {
        let isMine = "oasis.screen === 'play' && !oasis.state().isBusy"
        let focused = "document.activeElement.id"
        try await browser.waits(until: isMine)
        try await browser.evaluate("document.querySelector('#swap').focus()")
        try await browser.press(.enter)
        // *Cancel* where every tile fits somewhere: nothing is chosen then.
        try await browser.waits(until: "['confirm', 'cancel'].includes(\(focused))")
        try await browser.evaluate("document.querySelector('#cancel').focus()")
        try await browser.press(.enter)
        try await browser.waits(until: "\(focused) === 'swap'")
        try await browser.press(.enter)
        try await browser.waits(until: "document.querySelector('#confirm')")
        if try await browser.count(of: "#confirm:disabled") > 0 { try await browser.press(letter: "1") }
        try await browser.waits(until: "document.querySelector('#confirm:not(:disabled)')")
        try await browser.evaluate("document.querySelector('#confirm').focus()")
        try await browser.press(.enter)
        try await browser.waits(until: "\(isMine) && \(focused) === 'swap'")
    }

    /// Each turn with another hand. After the first turns without motion, as a computer player takes a second else.
    private func wholeGame(_ browser: Browser) async throws {
        var turns = 0
        while true {
            try await browser.waits(
                until: "oasis.screen === 'over' || oasis.screen === 'play' && !oasis.state().isBusy")
            if try await screen(browser) == "over" { break }
            try await turn(browser, Hand.allCases[turns % Hand.allCases.count])
            turns += 1
            if turns == 3 {
                try await browser.photograph("oasis-play-desktop")
                _ = try await browser.command(
                    "Emulation.setEmulatedMedia",
                    ["features": [["name": "prefers-reduced-motion", "value": "reduce"]]])
            }
        }
        #expect(turns >= 10, "\(turns)")
    }

    /// The best move there is; a swap or a pass where there is none.
    private func turn(_ browser: Browser, _ hand: Hand) async throws {
        let best = try #require(
            try await browser.evaluate(
                """
                let best = { points: 0, slot: 0, cell: 0 };
                for (let slot = 0; slot < 4; slot += 1) oasis.cells(slot).forEach((points, cell) => {
                    if (points > best.points) best = { points, slot, cell };
                });
                return best;
                """) as? [String: Int])
        let (points, slot, cell) = (best["points"] ?? 0, best["slot"] ?? 0, best["cell"] ?? 0)
        let seat = try await browser.evaluate("return oasis.state().view.current") as? Int ?? 0
        let before = try await browser.evaluate("return oasis.state().view.points[\(seat)]") as? Int ?? 0
        if points > 0, hand == .keys {
            try await browser.press(letter: String(slot + 1))
            try await browser.waits(until: "document.activeElement.classList.contains('legal')")
            let focused = try await browser.evaluate("return Number(document.activeElement.dataset.cell)") as? Int ?? 0
            // From the nearest legal cell to the best one.
            let (rows, columns) = (cell / 7 - focused / 7, cell % 7 - focused % 7)
            for _ in 0..<abs(rows) { try await browser.press(rows < 0 ? .up : .down) }
            for _ in 0..<abs(columns) { try await browser.press(columns < 0 ? .left : .right) }
            try await browser.press(.enter)
        } else if points > 0, hand == .dragging {
            try await browser.drag("[data-slot='\(slot)']", below: "[data-cell='\(cell)']")
        } else if points > 0 {
            try await browser.click("[data-slot='\(slot)']")
            try await browser.waits(until: "document.querySelector('[data-cell=\"\(cell)\"].legal')")
            try await browser.click("[data-cell='\(cell)']")
        } else if try await browser.count(of: "#swap") > 0 {
            try await browser.click("#swap")
            // All that the bag has others for, as none of them fits.
            try await browser.waits(until: "document.querySelector('#confirm:not(:disabled)')")
            try await browser.click("#confirm")
        } else {
            try await browser.click("#pass")
        }
        try await browser.waits(until: "oasis.state().view.points[\(seat)] === \(before + points)")
    }

    /// Nobody sees another's tiles in between.
    private func passedAround(_ browser: Browser) async throws {
        let faces = "document.querySelectorAll('#rack .tile[data-picture]').length"
        for _ in 0..<2 {
            try await browser.waits(until: "oasis.screen === 'hidden'")
            #expect(try await browser.evaluate("return \(faces)") as? Int == 0)
            #expect(try await browser.count(of: "#rack .tile.back") == 4)
            try await browser.click("[data-slot='2']")
            try await browser.waits(until: "oasis.screen === 'play' && \(faces) === 4")
            try await turn(browser, .clicking)
        }
    }

    private func screen(_ browser: Browser) async throws -> String? {
        try await browser.evaluate("return oasis.screen") as? String
    }
}
