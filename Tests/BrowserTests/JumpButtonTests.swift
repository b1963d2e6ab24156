import Foundation
import LaurelProcess
import Testing

/// What the page makes of keys and fingers before the core sees them.
@Suite("The jump button", .serialized, .timeLimit(.minutes(15))) struct JumpButtonTests {
    /// Reads the run's log: how often the button went down, and whether it is. Spans follow a head of 18 bytes and the
    /// ticket.
    static let reading = """
        globalThis.button = () => {
            const log = monkeyjump.log();
            let at = 18 + log[18] + 1;
            const number = () => {
                let value = 0;
                for (let shift = 0; ; shift += 7) {
                    const byte = log[at++];
                    value += (byte & 127) * 2 ** shift;
                    if (byte < 128) return value;
                }
            };
            let [presses, isDown] = [0, false];
            for (let left = number(); left > 0; left -= 1) {
                isDown = log[at++] === 1;
                presses += isDown;
                number();
            }
            return { presses, isDown };
        };
        """

    @Test("a tap that is over before the next frame is a jump")
    func shortTap() async throws {
        // In the page itself, so that the run is not over before a slow machine gets there.
        let tap = """
            globalThis.tap = () => {
                for (const type of ["keydown", "keyup"]) dispatchEvent(new KeyboardEvent(type, { code: "Space" }));
                return true;
            };
            """
        try await inGame(tap) { browser in
            try await browser.waits(until: Self.isRunning + " && (globalThis.hasTapped ??= tap())")
            try await browser.waits(until: "button().presses === 1")
        }
    }

    @Test("a second finger that comes down before the first is lifted is a jump of its own")
    func twoFingers() async throws {
        try await inGame("") { browser in
            try await browser.waits(until: Self.isRunning)
            try await browser.tapOverlapping()
            try await browser.waits(until: "button().presses === 2 && !button().isDown")
        }
    }

    private static let isRunning = "document.body.dataset.screen === 'play' && monkeyjump.state().ticks > 5"

    private func inGame(_ preparation: String, _ body: (Browser) async throws -> Void) async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let browser = try await WebDriver().open(.desktop)
        try await browser.go(to: server.page(MainJobTests.game))
        try await browser.waits(until: "document.body.dataset.screen === 'menu'")
        try await browser.evaluate(Self.reading + preparation)
        try await browser.click(".menu .primary")
        try await body(browser)
        #expect(try await browser.consoleErrors() == [])
        try await browser.close()
        #expect(server.stop() == 0)
    }
}
