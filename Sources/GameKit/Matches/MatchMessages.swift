import LaurelWire

extension MatchMessageAnswer {
    /// In the words of the game's own localisation, if it has some for the key; otherwise as the sender wrote it. Nil:
    /// nothing was said.
    var localized: String? {
        let format = key.isEmpty ? text : Bundle.main.localizedString(forKey: key, value: text, table: nil)
        let words = format == text ? text : MatchText.filled(format, arguments)
        return words.isEmpty ? nil : words
    }
}

extension MatchMessageBody {
    private static let lengthLimit = 255
    private static let argumentsLimit = 16

    /// - Throws: `invalidParameter` for what is too long.
    init(key: String = "", arguments: [String] = [], text: String? = nil) throws(GKError) {
        self.init()
        let words = text ?? Bundle.main.localizedString(forKey: key, value: key, table: nil)
        (self.key, self.arguments, self.text) = (key, arguments, text ?? MatchText.filled(words, arguments))
        let texts = arguments + [key, self.text]
        guard arguments.count <= Self.argumentsLimit, texts.allSatisfy({ $0.count <= Self.lengthLimit }) else {
            throw GKError(
                .invalidParameter,
                detail: "A message has up to \(Self.lengthLimit) characters and \(Self.argumentsLimit) arguments.")
        }
    }
}

enum MatchText {
    /// A format of a game's localisation with its arguments: `%@` in their order, `%2$@` by number. Everything else
    /// stays, as do formats without an argument: another player's words must not read what isn't there.
    static func filled(_ format: String, _ arguments: [String]) -> String {
        var next = 0
        return format.replacing(#/%(?:([1-9][0-9]?)\$)?@/#) { match -> String in
            var index = next
            if let number = match.output.1 { index = (Int(number) ?? 0) - 1 } else { next += 1 }
            return arguments.indices.contains(index) ? arguments[index] : String(match.output.0)
        }
    }
}
