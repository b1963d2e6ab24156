import Foundation
import LaurelProcess
import Testing

// Two suites, so that two processors share them.

@Suite("Every page of players", .timeLimit(.minutes(60))) struct PlayerPagesTests {
    @Test("fits from 320 to 1280 pixels, is accessible, follows light, dark and stillness, and nothing goes wrong")
    func everyPage() async throws { try await EveryPage().check { !$0.path.hasPrefix("/connect/") } }
}

@Suite("Every page of developers and operators", .timeLimit(.minutes(60))) struct ConnectPagesTests {
    @Test("fits from 320 to 1280 pixels, is accessible, follows light, dark and stillness, and nothing goes wrong")
    func everyPage() async throws { try await EveryPage().check { $0.path.hasPrefix("/connect/") } }
}

/// What must hold on every page, for everybody who sees it, on a desktop and on the narrowest phone, light and dark.
/// A page is loaded once and then looked at in all four, as a window that is resized is.
private struct EveryPage {
    func check(_ isMeant: (FullSite.Page) -> Bool) async throws {
        let accessibility = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Accessibility.js"),
            encoding: .utf8)
        let site = try await FullSite()
        let browser = try await WebDriver().open(.desktop)
        try await browser.settles()
        var viewer: FullSite.Viewer?
        // Half of the pages begin narrow, so that what a page does once, when it is loaded, is done at both widths.
        var views = [View.wideLight, .wideDark, .narrowDark, .narrowLight]
        let pages = site.pages.filter(isMeant)
        #expect(pages.count > 30)
        for page in pages {
            if page.viewer != viewer { try await site.sign(browser, in: page.viewer) }
            viewer = page.viewer
            // A game draws itself; its screens are not those of a page.
            let isGame = page.path.hasPrefix("/play/")
            for (number, view) in views.enumerated() {
                try await look(browser, as: view)
                if number == 0 { try await browser.goAndSettle(site.server.page(page.path)) }
                try await browser.waits(until: "document.documentElement.clientWidth === \(view.width)")
                let seen = Comment(rawValue: "\(page.path), seen by \(page.viewer), \(view)")
                try await expectNothing(of: Self.faults, in: browser, seen)
                guard !isGame else { continue }
                if view.isDark { try await expectNothing(of: Self.darkFaults, in: browser, seen) }
                try await expectNothing(of: accessibility, in: browser, seen)
            }
            views.reverse()
            let errors = try await browser.consoleErrors().filter { error in
                !page.refusals.contains { error.contains($0) }
            }
            #expect(errors == [], "\(page.path), seen by \(page.viewer)")
        }
        try await browser.close()
        site.stop()
    }

    private struct View: CustomStringConvertible {
        let width: Int
        let isDark: Bool
        var description: String { "\(width) wide, \(isDark ? "dark" : "light")" }

        static let wideLight = View(width: 1280, isDark: false)
        static let wideDark = View(width: 1280, isDark: true)
        static let narrowDark = View(width: 320, isDark: true)
        static let narrowLight = View(width: 320, isDark: false)
    }

    /// The sentences of a check are what is read when it fails.
    private func expectNothing(of check: String, in browser: Browser, _ view: Comment) async throws {
        let found = try await browser.evaluate(check) as? [String]
        #expect(found == [], view)
    }

    private func look(_ browser: Browser, as view: View) async throws {
        try await browser.command(
            "Emulation.setDeviceMetricsOverride",
            ["width": view.width, "height": 800, "deviceScaleFactor": 1, "mobile": view.width < 500])
        try await browser.command(
            "Emulation.setEmulatedMedia",
            [
                "features": [
                    ["name": "prefers-color-scheme", "value": view.isDark ? "dark" : "light"],
                    ["name": "prefers-reduced-motion", "value": "reduce"],
                ]
            ])
        // The page hears of it a moment later, and is drawn with it in the frame after that.
        try await browser.waits(until: "matchMedia('(prefers-color-scheme: dark)').matches === \(view.isDark)")
        try await browser.evaluate(
            """
            const frame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });
            return frame().then(frame).then(() => {
                for (const one of document.getAnimations()) {
                    if (one.effect.getComputedTiming().endTime !== Infinity) one.finish();
                }
            });
            """)
    }

    /// As sentences; none: all is well.
    private static let faults = """
        const found = [...settling.reports];
        // What "main" cuts off cannot even be scrolled to.
        for (const { localName, scrollWidth, clientWidth } of document.querySelectorAll("html, main")) {
            if (scrollWidth <= clientWidth) continue;
            const wide = [...document.body.querySelectorAll("*")].filter((one) =>
                one.getBoundingClientRect().right > clientWidth + 1).at(-1);
            found.push(`${localName} is too wide by ${scrollWidth - clientWidth}: ${wide?.outerHTML.slice(0, 120)}`);
        }
        const heads = [...document.querySelectorAll("h1")].filter((one) => one.checkVisibility());
        if (heads.length !== 1 && document.querySelector("canvas") === null) {
            found.push(`it has ${heads.length} first headings`);
        }
        if (document.title.trim() === "") found.push("it has no title");
        const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
        for (const id of new Set(ids.filter((one, index) => ids.indexOf(one) !== index))) {
            found.push(`#${id} is there twice`);
        }
        for (const one of document.getAnimations()) {
            const { duration, iterations } = one.effect.getComputedTiming();
            if (one.playState === "running" && (duration > 1 || iterations === Infinity)) {
                const { className } = one.effect.target ?? {};
                found.push(`it moves: ${one.animationName ?? one.transitionProperty} of ${className}`);
            }
        }
        return found;
        """

    /// In the dark the paper is darker than the ink.
    private static let darkFaults = """
        const light = (colour) => {
            const canvas = new OffscreenCanvas(1, 1).getContext("2d");
            canvas.fillStyle = colour;
            canvas.fillRect(0, 0, 1, 1);
            const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
            return red + green + blue;
        };
        const paper = [document.body, document.documentElement].map((one) => getComputedStyle(one).backgroundColor)
            .find((colour) => colour !== "rgba(0, 0, 0, 0)");
        if (document.querySelector("canvas") !== null) return [];
        return light(paper) < light(getComputedStyle(document.body).color) ? [] : [`it stays light: ${paper}`];
        """
}
