import Foundation
import LaurelProcess
import Testing

/// Every page in a language that nobody speaks: what can be read on it all the same is in no catalogue, and so in no
/// other language either.
@Suite("A pseudo-language", .serialized, .timeLimit(.minutes(60))) struct PseudoLanguageTests {
    /// Names of things, which no language translates, and languages in their own names.
    private static let names = [
        "Laurel", "Game Center", "MonkeyJump", "Whack-a-Cac", "Oasis", "English", "简体中文", "JavaScript", "curl", "Swift",
    ]

    @Test("every text of every page comes from a catalogue")
    func everyPage() async throws {
        let pseudo = try PseudoSite()
        let site = try await FullSite(environment: ["LAUREL_WEB": pseudo.folder.path])
        let browser = try await WebDriver().open(.desktop)
        try await browser.settles()
        var viewer: FullSite.Viewer?
        var pressed: Set<String> = []
        for page in site.pages {
            if page.viewer != viewer { try await site.sign(browser, in: page.viewer) }
            viewer = page.viewer
            try await browser.goAndSettle(site.server.page(page.path))
            let texts = try await browser.evaluate(PseudoSite.unownedTexts, [Self.names, false]) as? [String]
            let found = try #require(texts)
            #expect(found == [], "\(page.path), seen by \(page.viewer)")
            // A game's buttons play it.
            guard !page.path.hasPrefix("/play/") else { continue }
            let opened = try await browser.evaluate(PseudoSite.openedTexts, [Self.names, false, pressed.sorted()])
            let answer = try #require(opened as? [String: [String]])
            #expect(answer["found"] == [], "\(page.path), seen by \(page.viewer), with its buttons pressed")
            pressed.formUnion(answer["pressed"] ?? [])
        }
        try await drawn(site, browser)
        #expect(pressed.count > 60, "buttons were found: \(pressed.sorted())")
        try await browser.close()
        site.stop()
        try pseudo.remove()
    }

    /// What the server draws speaks its own two languages, and the page around it follows: asked for in Chinese, no
    /// word on it is English but the portal's name.
    private func drawn(_ site: FullSite, _ browser: Browser) async throws {
        try await browser.command("Network.enable")
        try await browser.command("Network.setExtraHTTPHeaders", ["headers": ["Accept-Language": "zh-Hans"]])
        for path in site.drawnPages {
            try await browser.goAndSettle(site.server.page(path))
            let texts =
                try await browser.evaluate(PseudoSite.unownedTexts, [Self.names + ["Connect"], true]) as? [String]
            #expect(texts == [], "\(path)")
        }
    }
}
