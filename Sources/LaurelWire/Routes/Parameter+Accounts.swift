import LaurelDomain

// Parameters of the routes about players and their accounts.

extension Parameter where Value == String {
    /// Text of so many UTF-8 bytes without control characters.
    private static func text(_ name: StaticString, bytes: ClosedRange<Int>, example: String) -> Parameter {
        Parameter(
            name: name, schema: .string(.init(length: bytes, example: example)),
            parse: { text in
                let isPlain = text.unicodeScalars.allSatisfy {
                    $0.value >= 0x20 && $0.value != 0x7F && $0 != "\u{FFFD}"
                }
                return bytes.contains(text.utf8.count) && isPlain ? text : nil
            }, print: { $0 })
    }

    /// The digest of a photo's bytes.
    static let photoID = Parameter(
        name: "photoID",
        schema: .string(.init(length: 64...64, pattern: "^[0-9a-f]{64}$", example: String(repeating: "0a", count: 32))),
        parse: { text in
            let isDigest =
                text.utf8.count == 64
                && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
            return isDigest ? text : nil
        }, print: { $0 })

    /// As typed: with or without the hyphen, small or capital.
    static let userCode = text("userCode", bytes: 1...64, example: "WDJB-MJHT")
    /// What may begin an alias.
    static let aliasPrefix = Parameter(
        name: "prefix", schema: .string(.init(length: 1...80, example: "jungle")),
        parse: { text in
            let isPlain = text.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.generalCategory == .decimalNumber
                    || $0.properties.canonicalCombiningClass != .notReordered || "_-. ".unicodeScalars.contains($0)
            }
            return (1...80).contains(text.utf8.count) && isPlain ? text : nil
        }, print: { $0 })
    /// The id of the last player seen.
    static let after = Parameter(
        name: "after",
        schema: .string(.init(length: 3...41, pattern: "^G:[0-9]{1,39}$", example: "G:1000001")),
        parse: { text in
            let isID =
                text.hasPrefix("G:") && (3...41).contains(text.utf8.count)
                && text.utf8.dropFirst(2).allSatisfy { (0x30...0x39).contains($0) }
            return isID ? text : nil
        }, print: { $0 })
}

extension Parameter where Value == SessionID {
    static let sessionID = Parameter(
        name: "sessionID", schema: .string(.init(length: 1...19, pattern: "^[0-9]{1,19}$", example: "17")),
        parse: { text in
            // `Int64` would take a plus sign and leading zeros.
            guard let number = Int64(text), number > 0, String(number) == text else { return nil }
            return SessionID(number)
        }, print: { String($0.rawValue) })
}

extension Parameter where Value == ProviderID {
    static let providerID = Parameter(
        name: "providerID",
        schema: .string(
            .init(length: 1...ProviderID.lengthLimit, pattern: "^[a-z0-9-]{1,32}$", example: "google")),
        parse: { text in
            do throws(InvalidIdentifier) { return try ProviderID(text) } catch { return nil }
        }, print: { $0.text })
}

extension Parameter where Value == ProviderLinkID {
    static let providerLinkID = Parameter(
        name: "linkID", schema: .string(.init(length: 1...19, pattern: "^[0-9]{1,19}$", example: "17")),
        parse: { text in
            guard let number = Int64(text), number > 0, String(number) == text else { return nil }
            return ProviderLinkID(number)
        }, print: { String($0.rawValue) })
}
