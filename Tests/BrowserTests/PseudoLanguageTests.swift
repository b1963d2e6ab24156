import Foundation
import LaurelProcess
import Testing

/// Every page in a language that nobody speaks: what can be read on it all the same is in no catalogue, and so in no
/// other language either.
@Suite("A pseudo-language", .serialized, .timeLimit(.minutes(15))) struct PseudoLanguageTests {
    /// Names of things, which no language translates, and languages in their own names.
    private static let names = ["Laurel", "Game Center", "MonkeyJump", "Whack-a-Cac", "English", "简体中文"]

    @Test("every text of every page comes from a catalogue")
    func everyPage() async throws {
        let pseudo = try PseudoSite()
        let site = try await FullSite(environment: ["LAUREL_WEB": pseudo.folder.path])
        let browser = try await WebDriver().open(.desktop)
        try await browser.settles()
        var viewer: FullSite.Viewer?
        for page in site.pages {
            if page.viewer != viewer { try await site.sign(browser, in: page.viewer) }
            viewer = page.viewer
            try await browser.goAndSettle(site.server.page(page.path))
            let texts = try await browser.evaluate(PseudoSite.unownedTexts, [Self.names]) as? [String]
            let found = try #require(texts)
            #expect(found == [], "\(page.path), seen by \(page.viewer)")
        }
        try await browser.close()
        site.stop()
        try pseudo.remove()
    }
}
