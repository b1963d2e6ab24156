import LaurelDomain
import LaurelWire

/// What problems say of one of the things that developers configure in an app: alone, or in a file of many.
struct RefusedItem {
    /// Which one of many, before what is wrong with it. Empty: it is the only one.
    let subject: String
    /// The list that it is in; nil: it is the whole body, and problems name its own fields.
    let list: String?

    var idTaken: Problem {
        Problem(.conflict, subject + "This ID is already taken.", field: list ?? "id", reason: .taken)
    }

    /// - Parameter reason: where pages say it in the reader's language.
    func invalid(
        _ detail: String, _ field: String, _ reason: Problem.Reason? = nil, _ values: Problem.Values? = nil
    ) -> Problem {
        Problem(.invalidParameter, subject + detail, field: list ?? field, reason: reason, values: values)
    }

    func missing(_ language: LanguageTag) -> Problem {
        invalid(
            "A localization in \(language.text), the app's default language, is required.", "localizations",
            .noLocalization, Problem.Values(language: language.text))
    }

    func twice(_ language: LanguageTag) -> Problem { twice(language.text, "localizations") }

    /// - Parameter id: what is there more than once.
    func twice(_ id: String, _ field: String) -> Problem {
        invalid("\(id) appears more than once.", field, .twice, Problem.Values(id: id))
    }

    /// - Parameters:
    ///   - limit: elements that there can be.
    ///   - detail: says it in a sentence.
    func tooMany(_ limit: Int, _ detail: String, _ field: String) -> Problem {
        invalid(detail, field, .tooMany, Problem.Values(maximum: limit))
    }

    func tooManyLanguages(_ limit: Int) -> Problem {
        tooMany(limit, "At most \(limit) languages are allowed.", "localizations")
    }

    func title(_ limit: Int) -> Problem { name("A title", limit) }

    /// - Parameter subject: the text's name, as a sentence begins with it.
    func name(_ subject: String, _ limit: Int) -> Problem {
        invalid(
            "\(subject) must have 1 to \(limit) characters and no control characters.", "localizations", .text,
            Problem.Values(minimum: 1, maximum: limit))
    }

    func details(_ limit: Int) -> Problem {
        invalid(
            "details must have at most \(limit) characters and no control characters.", "localizations", .text,
            Problem.Values(maximum: limit))
    }
}
