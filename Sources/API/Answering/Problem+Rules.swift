import LaurelDomain
import LaurelWire

/// Refusals by rules that many fields share, with what pages need to say them in the reader's language.
extension Problem {
    /// - Parameter id: what is there more than once: an ID, a language tag.
    static func twice(_ id: String, in field: String) -> Problem {
        Problem(
            .invalidParameter, "\(id) appears more than once.", field: field, reason: .twice, values: Values(id: id))
    }

    /// - Parameters:
    ///   - limit: elements that there can be.
    ///   - detail: says it in a sentence.
    static func tooMany(_ limit: Int, _ detail: String, kind: Kind = .conflict, field: String? = nil) -> Problem {
        Problem(kind, detail, field: field, reason: .tooMany, values: Values(maximum: limit))
    }

    /// A text that is too short, too long, or has characters that it can't have.
    ///
    /// - Parameters:
    ///   - characters: how many it must have; from 0: it may be empty.
    ///   - detail: says it in a sentence.
    static func text(_ characters: ClosedRange<Int>, _ detail: String, field: String) -> Problem {
        let minimum = characters.lowerBound == 0 ? nil : characters.lowerBound
        return Problem(
            .invalidParameter, detail, field: field, reason: .text,
            values: Values(minimum: minimum, maximum: characters.upperBound))
    }

    /// - Parameter subject: which one lacks the language, as a sentence begins with it.
    static func noLocalization(
        _ kind: Kind = .invalidParameter, of id: String, _ subject: String? = nil, in language: LanguageTag,
        field: String? = nil
    ) -> Problem {
        Problem(
            kind, "\(subject ?? id) has no localization for \(language.text).", field: field, reason: .noLocalization,
            values: Values(id: id, language: language.text))
    }
}
