import LaurelDomain
import LaurelScores

/// What can be wrong with the languages of something that developers configure.
protocol LanguageRefusal: Error {
    static func missingLanguage(_ language: LanguageTag) -> Self
    static func languageTwice(_ language: LanguageTag) -> Self
}

extension LanguageRefusal {
    /// Each language once, and the app's default one among them.
    static func check(_ languages: [LanguageTag], _ defaultLanguage: LanguageTag) throws(Self) {
        var seen: Set<LanguageTag> = []
        for language in languages {
            guard seen.insert(language).inserted else { throw Self.languageTwice(language) }
        }
        guard seen.contains(defaultLanguage) else { throw Self.missingLanguage(defaultLanguage) }
    }
}

/// The same with titles and details, as activities and challenge definitions have them.
protocol TextRefusal: LanguageRefusal {
    static func tooManyLanguages(limit: Int) -> Self
    static func title(limit: Int) -> Self
    static func details(limit: Int) -> Self
}

extension TextRefusal {
    /// - Parameters:
    ///   - titles: all that is one line.
    ///   - details: one text in each language.
    ///   - titleLimit, detailsLimit: characters.
    static func check(
        titles: [String], limit titleLimit: Int, details: [String], limit detailsLimit: Int
    ) throws(Self) {
        guard details.count <= LeaderboardRules.languagesLimit else {
            throw Self.tooManyLanguages(limit: LeaderboardRules.languagesLimit)
        }
        for title in titles {
            guard PlainText.holds(title, limit: titleLimit), PlainText.isSeen(title) else {
                throw Self.title(limit: titleLimit)
            }
        }
        for text in details {
            guard PlainText.holds(text, limit: detailsLimit) else { throw Self.details(limit: detailsLimit) }
        }
    }
}
