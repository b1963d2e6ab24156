/// A piece of a page. Every text that is put into it is escaped; only other pieces go in as they are.
///
/// ```swift
/// let greeting: HTML = "<h1>\(alias)</h1>"
/// ```
///
/// - Source: OWASP Cross Site Scripting Prevention Cheat Sheet: entities for `&`, `<`, `>`, `"` and `'`, and every
///   attribute in quotes.
struct HTML: ExpressibleByStringInterpolation, Sendable {
    private(set) var text: String

    static let empty: HTML = ""

    init(stringLiteral value: String) { text = value }
    init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    struct Interpolation: StringInterpolationProtocol {
        private(set) var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ piece: HTML) { text += piece.text }
        mutating func appendInterpolation(_ number: Int) { text += String(number) }

        mutating func appendInterpolation(_ value: String) {
            for scalar in value.unicodeScalars {
                switch scalar {
                case "&": text += "&amp;"
                case "<": text += "&lt;"
                case ">": text += "&gt;"
                case "\"": text += "&quot;"
                case "'": text += "&#39;"
                default: text.unicodeScalars.append(scalar)
                }
            }
        }
    }
}
