import LaurelDomain
import LaurelWire

/// What problems say of one of the things that developers configure in an app: alone, or in a file of many.
struct RefusedItem {
    /// Which one of many, before what is wrong with it. Empty: it is the only one.
    let subject: String
    /// The list that it is in; nil: it is the whole body, and problems name its own fields.
    let list: String?

    var idTaken: Problem { Problem(.conflict, subject + "This ID is already taken.", field: list ?? "id") }

    func invalid(_ detail: String, _ field: String) -> Problem {
        Problem(.invalidParameter, subject + detail, field: list ?? field)
    }

    func missing(_ language: LanguageTag) -> Problem {
        invalid("A localization in \(language.text), the app's default language, is required.", "localizations")
    }

    func twice(_ language: LanguageTag) -> Problem {
        invalid("\(language.text) appears more than once.", "localizations")
    }

    func tooManyLanguages(_ limit: Int) -> Problem {
        invalid("At most \(limit) languages are allowed.", "localizations")
    }

    func title(_ limit: Int) -> Problem {
        invalid("A title must have 1 to \(limit) characters and no control characters.", "localizations")
    }

    func details(_ limit: Int) -> Problem {
        invalid("details must have at most \(limit) characters and no control characters.", "localizations")
    }
}
