import LaurelDomain
import Testing

@Suite("Localization") struct LocalizationTests {
    @Test(
        "rules 3.6, 4.2: the reader gets the language that serves him best",
        arguments: [
            (["en", "de"], ["de"], "de"), (["en", "de"], ["DE"], "de"), (["en", "de"], ["de-AT"], "de"),
            (["en", "fr"], ["it", "fr-CA"], "fr"), (["en", "de"], ["it"], "en"), (["en", "de"], [], "en"),
            (["en-US", "en-GB"], ["en-GB"], "en-GB"), (["en", "en-GB"], ["en-AU"], "en"),
            (["en-US", "en-GB"], ["en-AU"], "en-US"), (["de", "en"], ["en-GB", "de"], "en"),
            (["zh-Hans", "zh-Hant", "en"], ["zh-TW"], "zh-Hant"), (["zh-Hans", "zh-Hant", "en"], ["zh-HK"], "zh-Hant"),
            (["zh-Hans", "zh-Hant", "en"], ["zh"], "zh-Hans"), (["zh-Hans", "zh-Hant", "en"], ["zh-CN"], "zh-Hans"),
            (["zh-Hant", "en"], ["zh-Hans-CN"], "en"), (["zh-TW", "en"], ["zh-Hant"], "zh-TW"),
            (["pt", "pt-BR"], ["pt-BR"], "pt-BR"), (["pt-BR", "en"], ["pt"], "pt-BR"), (["nb", "en"], ["no"], "nb"),
            (["sr-Latn", "en"], ["sr-Cyrl"], "en"), (["ja", "ko"], ["fr"], "ja"),
            (["en", "de"], ["de-x-informal", "en"], "de"), (["zh-Hans", "en"], ["zh-Hans-CN"], "zh-Hans"),
            (["zh-Hans", "en"], ["fr"], "en"), (["zh-Hans", "en"], ["zh-Hant"], "en"),
            (["zh-Hans", "en"], ["fr", "zh-Hans"], "zh-Hans"), (["zh-Hans", "en"], ["EN-us"], "en"),
        ])
    func best(offered: [String], wanted: [String], chosen: String) throws {
        let board = try Leaderboard.sample(languages: offered)
        let preferred = try wanted.map { try LanguageTag($0) }
        #expect(board.localization(for: preferred, default: .english).name == chosen)
    }

    @Test("rule 3.6: a language that is missing falls back to the app's default language")
    func appDefault() throws {
        let board = try Leaderboard.sample(languages: ["en", "ja"])
        let japanese = try LanguageTag("ja")
        #expect(board.localization(for: [try LanguageTag("fr")], default: japanese).name == "ja")
    }

    @Test("a leaderboard without any language shows its reference name")
    func none() throws {
        let board = try Leaderboard.sample(languages: [])
        #expect(board.localization(for: [.english], default: .english).name == board.referenceName)
    }
}
