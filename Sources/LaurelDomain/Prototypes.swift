/// Unicode's table of characters that look like others (Unicode Technical Standard 39, section 4), as the standard
/// publishes it; see scripts/tables.
enum Confusables {
    /// A character, and what stands for all that look like it: one character or several.
    static let prototypes: [Unicode.Scalar: String] = {
        var prototypes: [Unicode.Scalar: String] = [:]
        prototypes.reserveCapacity(text.utf8.count / 8)
        var prototype = ""
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            if word.first == "=" {
                prototype = String(String.UnicodeScalarView(word.dropFirst().split(separator: ".").compactMap(scalar)))
            } else if let twin = scalar(word) {
                prototypes[twin] = prototype
            }
        }
        return prototypes
    }()

    private static func scalar(_ hexadecimal: Substring) -> Unicode.Scalar? {
        UInt32(hexadecimal, radix: 16).flatMap(Unicode.Scalar.init)
    }
}
