import LaurelHTTPServer
import LaurelDomain

extension Request {
    /// The languages a reader wants, best first: what the query says, or what Accept-Language does.
    func languages(_ wanted: LanguageTag? = nil) -> [LanguageTag] {
        if let wanted { return [wanted] }
        return headers["accept-language"].map { AcceptLanguage.parse($0) } ?? []
    }
}

/// RFC 9110, section 12.5.4.
enum AcceptLanguage {
    /// Languages beyond this number are ignored.
    static let limit = 8

    /// - Returns: best first; what cannot be read is left out.
    static func parse(_ field: String) -> [LanguageTag] {
        var languages: [(tag: LanguageTag, weight: Int)] = []
        for part in field.split(separator: ",").prefix(limit) {
            let sides = part.split(separator: ";", maxSplits: 1)
            guard let name = sides.first, let tag = tag(name) else { continue }
            let weight = sides.count == 2 ? weight(sides[1]) : 1_000
            if weight > 0 { languages.append((tag, weight)) }
        }
        // The sort is stable only by chance: the position breaks ties.
        return languages.enumerated()
            .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
            .map(\.element.tag)
    }

    private static func tag(_ text: Substring) -> LanguageTag? {
        do throws(InvalidIdentifier) { return try LanguageTag(String(text.filter { $0 != " " })) } catch { return nil }
    }

    /// In thousandths.
    private static func weight(_ text: Substring) -> Int {
        let digits = text.filter { $0 != " " }
        guard digits.hasPrefix("q="), let value = Double(digits.dropFirst(2)), (0...1).contains(value) else { return 0 }
        return Int(value * 1_000)
    }
}
