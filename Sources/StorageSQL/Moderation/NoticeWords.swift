import LaurelMatches

/// What a notice about a match tells of something that was said: the last member of its details, as the server writes
/// them.
struct NoticeWords {
    private static let head = #""message":{"#
    /// Of an exchange that was sent, or taken back.
    private static let exchangeHead = #""exchange":{"id":"#

    let message: MatchMessage
    /// The details without it.
    let rest: String
    /// Nil: the details name none.
    let exchange: ExchangeNumber?

    /// - Returns: nil: nothing was said.
    init?(_ details: String) {
        guard let head = details.firstRange(of: Self.head) else { return nil }
        // A name, the key, a name, the arguments, a name, the text.
        let strings = Self.strings(in: details[head.upperBound...])
        guard strings.count >= 5, let text = strings.last else { return nil }
        do throws(MatchRefusal) {
            message = try MatchMessage(key: strings[1], arguments: Array(strings[3..<strings.count - 2]), text: text)
        } catch {
            return nil
        }
        var others = details[..<head.lowerBound]
        if others.last == "," { others.removeLast() }
        let rest = others == "{" ? "" : String(others) + "}"
        self.rest = rest
        exchange = rest.firstRange(of: Self.exchangeHead).flatMap { head in
            UInt32(rest[head.upperBound...].prefix { $0.isASCII && $0.isNumber }).map { ExchangeNumber($0) }
        }
    }

    /// All of a text, in order, names too. RFC 8259, section 7.
    private static func strings(in json: Substring) -> [String] {
        var strings: [String] = []
        var isInside = false
        var text = String.UnicodeScalarView()
        var scalars = json.unicodeScalars
        while let scalar = scalars.popFirst() {
            switch (scalar, isInside) {
            case ("\"", true):
                strings.append(String(text))
                text = String.UnicodeScalarView()
                isInside = false
            case ("\"", false): isInside = true
            case ("\\", true):
                guard let escaped = scalars.popFirst() else { return strings }
                if escaped == "u" {
                    let digits = String(scalars.prefix(4))
                    scalars = scalars.dropFirst(4)
                    if let number = UInt32(digits, radix: 16), let meant = Unicode.Scalar(number) { text.append(meant) }
                } else {
                    text.append(escaped)
                }
            case (_, true): text.append(scalar)
            case (_, false): break
            }
        }
        return strings
    }
}
